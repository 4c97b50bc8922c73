#include "tool/inspection_json.h"

namespace lead::tool {
namespace {

using Json = nlohmann::json;

Json jsonOf(const std::vector<Finding>& findings) {
  Json out = Json::array();
  for (const Finding& finding : findings) out.push_back({{"id", finding.id}, {"text", finding.text}});
  return out;
}

Json jsonOf(const Meta& meta) {
  return {{"name", meta.name},
          {"version", meta.modelVersion},
          {"authors", meta.authors},
          {"copyright", meta.copyright},
          {"contact", meta.contact},
          {"references", meta.references},
          {"licenceName", meta.licenceName},
          {"licenceUrl", meta.licenceUrl},
          {"avatarPermission", meta.avatarPermission},
          {"commercialUsage", meta.commercialUsage},
          {"creditNotation", meta.creditNotation},
          {"modification", meta.modification},
          {"allowRedistribution", meta.allowRedistribution},
          {"allowExcessivelyViolentUsage", meta.allowExcessivelyViolentUsage},
          {"allowExcessivelySexualUsage", meta.allowExcessivelySexualUsage}};
}

Json jsonOf(const std::vector<PictureSummary>& pictures) {
  Json out = Json::array();
  for (const PictureSummary& picture : pictures)
    out.push_back({{"name", picture.name}, {"width", picture.width}, {"height", picture.height}});
  return out;
}

Json jsonOf(const ModelSummary& m) {
  return {
      {"vrm", m.version == VrmVersion::v0 ? "0.x" : "1.0"},
      {"meta", jsonOf(m.meta)},
      {"licence", m.licence},
      {"height", m.height},
      {"bones", {{"present", m.bones}, {"missing", m.missingBones}}},
      {"expressions", {{"presets", m.expressions}, {"custom", m.customExpressions}}},
      {"lookAt", m.lookAt},
      {"springs", {{"chains", m.springs}, {"joints", m.springJoints}}},
      {"colliders",
       {{"spheres", m.sphereColliders},
        {"capsules", m.capsuleColliders},
        {"planes", m.planeColliders},
        {"inside", m.insideColliders}}},
      {"constraints",
       {{"roll", m.rollConstraints}, {"aim", m.aimConstraints}, {"rotation", m.rotationConstraints}}},
      {"materials",
       {{"mtoon", m.mtoonMaterials},
        {"unlit", m.unlitMaterials},
        {"pbr", m.pbrMaterials},
        {"transparent", m.transparentMaterials},
        {"outlined", m.outlinedMaterials}}},
      {"pictures", jsonOf(m.pictures)},
      {"geometry",
       {{"nodes", m.nodes},
        {"meshes", m.meshes},
        {"parts", m.parts},
        {"vertices", m.vertices},
        {"triangles", m.triangles},
        {"morphs", m.morphs},
        {"skins", m.skins},
        {"joints", m.joints}}},
  };
}

Json jsonOf(const MotionSummary& m) {
  return {{"name", m.name},
          {"seconds", m.seconds},
          {"keys", m.keys},
          {"bones", m.bones},
          {"movesHips", m.movesHips},
          {"movesGaze", m.movesGaze},
          {"expressions", m.expressions}};
}

}  // namespace

Json jsonOf(const Inspection& inspection, const std::string& file) {
  Json out = {{"file", file},
              {"bytes", inspection.bytes},
              {"usable", inspection.usable()},
              {"faults", jsonOf(inspection.faults)},
              {"warnings", jsonOf(inspection.warnings)}};
  if (inspection.model) out["model"] = jsonOf(*inspection.model);
  for (const MotionSummary& motion : inspection.motions) out["motions"].push_back(jsonOf(motion));
  return out;
}

}  // namespace lead::tool
