#include "models.h"

#include <filesystem>
#include <glm/mat4x4.hpp>
#include <glm/matrix.hpp>

#include "humanoid_glb.h"
#include "math/rotation.h"
#include "vrm/transform.h"

namespace lead::test {
namespace {

Json toJson(const glm::vec3& v) {
  return {v.x, v.y, v.z};
}
Json toJson(const glm::quat& q) {
  return {q.x, q.y, q.z, q.w};
}
/// VRM 0.x has vectors as objects, in Unity's frame.
Json toUnity(const glm::vec3& v) {
  return {{"x", v.x}, {"y", v.y}, {"z", -v.z}};
}

/// A humanoid with rotations at rest, to which nodes are added by their place in the file's world.
class Lively : public Humanoid {
 public:
  explicit Lively(VrmVersion version)
      : Humanoid(makeHumanoid({.version = version,
                               .rotatedRest = true,
                               .everyBone = true,
                               .rootScale = 0.8F,
                               .rootRotation = rotationZ(0.05F)})),
        front_(version == VrmVersion::v0 ? -1.0F : 1.0F) {
    addTriangle()["targets"] = {{{"POSITION", floats({0, 0, 1, 0, 0, 1, 0, 0, 1}, "VEC3")}},
                                {{"POSITION", floats({0, 1, 0, 0, 1, 0, 0, 1, 0}, "VEC3")}}};
    face = static_cast<int>(json["nodes"].size()) - 1;
  }

  /// A node below another; the place is of the canonical frame, from its parent.
  int hang(int parent, const std::string& name, glm::vec3 way, const glm::quat& rotation) {
    way *= glm::vec3(front_, 1.0F, front_);
    const glm::vec3 local(glm::inverse(glm::mat3(worldOf(parent))) * way);
    const int at =
        add("nodes", {{"name", name}, {"translation", toJson(local)}, {"rotation", toJson(rotation)}});
    json["nodes"][static_cast<std::size_t>(parent)]["children"].push_back(at);
    return at;
  }

  /// A chain of four, each a step further.
  std::vector<int> chain(int parent, const std::string& name, const glm::vec3& first, const glm::vec3& step) {
    std::vector<int> nodes{hang(parent, name + " 1", first, rotationX(0.3F))};
    for (int i = 2; i <= 4; ++i)
      nodes.push_back(hang(nodes.back(), name + " " + std::to_string(i), step,
                           rotationZ(0.5F) * rotationY(0.2F * static_cast<float>(i))));
    return nodes;
  }

  void constrain(int node, const char* kind, Json settings) {
    json["nodes"][static_cast<std::size_t>(node)]["extensions"]["VRMC_node_constraint"] = {
        {"specVersion", "1.0"}, {"constraint", {{kind, std::move(settings)}}}};
  }

  int boneNode(Bone bone) const { return node[index(bone)]; }

  /// Into one scene, with the extensions that it uses.
  Bytes finish(const std::vector<std::string>& extensions) {
    std::vector<bool> below(json["nodes"].size(), false);
    for (const Json& n : json["nodes"])
      if (n.contains("children"))
        for (const Json& child : n["children"]) below[child.get<std::size_t>()] = true;
    Json roots = Json::array();
    for (std::size_t i = 0; i < below.size(); ++i)
      if (!below[i]) roots.push_back(i);
    json["scenes"] = {{{"nodes", roots}}};
    json["scene"] = 0;
    json["extensionsUsed"] = extensions;
    return build();
  }

  int face = -1;

 private:
  glm::mat4 worldOf(int at) const {
    const Json& n = json["nodes"][static_cast<std::size_t>(at)];
    const auto vec = [&](const char* key, float fallback) {
      if (!n.contains(key)) return glm::vec3(fallback);
      return glm::vec3(n[key][0].get<float>(), n[key][1].get<float>(), n[key][2].get<float>());
    };
    glm::quat rotation = kIdentity;
    if (n.contains("rotation"))
      rotation = glm::quat(n["rotation"][3].get<float>(), n["rotation"][0].get<float>(),
                           n["rotation"][1].get<float>(), n["rotation"][2].get<float>());
    const glm::mat4 local = localMatrix(vec("translation", 0.0F), rotation, vec("scale", 1.0F));
    for (std::size_t i = 0; i < json["nodes"].size(); ++i)
      if (json["nodes"][i].contains("children"))
        for (const Json& child : json["nodes"][i]["children"])
          if (child.get<int>() == at) return worldOf(static_cast<int>(i)) * local;
    return local;
  }

  float front_;
};

Json range(float inputMax, float output) {
  return {{"inputMaxValue", inputMax}, {"outputScale", output}};
}

Json jointsOf(const std::vector<int>& nodes, const Json& settings) {
  Json joints = Json::array();
  for (const int node : nodes) {
    joints.push_back(settings);
    joints.back()["node"] = node;
  }
  return joints;
}

Json extended(Json shape) {
  return {{"VRMC_springBone_extended_collider", {{"specVersion", "1.0"}, {"shape", std::move(shape)}}}};
}

void addSpringsVersion1(Lively& file) {
  const int head = file.boneNode(Bone::head);
  const int chest = file.boneNode(Bone::chest);
  const auto back = file.chain(head, "back hair", {0, 0.05F, -0.1F}, {0, -0.06F, -0.06F});
  const auto side = file.chain(head, "side hair", {0.09F, 0.05F, 0}, {0.05F, -0.05F, 0.01F});
  const auto tie = file.chain(chest, "tie", {0, 0.1F, 0.1F}, {0, -0.07F, 0.01F});
  const auto coat = file.chain(file.boneNode(Bone::hips), "coat", {0, 0, -0.1F}, {0, -0.1F, -0.02F});
  // a strand on a node that a constraint turns
  const int holder = file.hang(chest, "holder", {0, 0.2F, -0.1F}, rotationX(0.2F));
  file.constrain(holder, "rotation", {{"source", head}, {"weight", 0.6}});
  const auto held = file.chain(holder, "held", {0, 0, -0.02F}, {0, -0.05F, -0.05F});

  Json& springs = file.json["extensions"]["VRMC_springBone"];
  springs["specVersion"] = "1.0";
  const Json plain = {{"sphere", {{"offset", {0, 0, 0}}, {"radius", 0.01}}}};
  springs["colliders"] = {
      {{"node", head}, {"shape", {{"sphere", {{"offset", {0.01, 0.04, 0}}, {"radius", 0.15}}}}}},
      {{"node", chest},
       {"shape", {{"capsule", {{"offset", {-0.1, 0, 0}}, {"tail", {0.12, 0.05, 0}}, {"radius", 0.12}}}}}},
      {{"node", chest},
       {"shape", plain},
       {"extensions", extended({{"plane", {{"offset", {0, 0, 0}}, {"normal", {0.3, 0.2, 0.9}}}}})}},
      {{"node", head},
       {"shape", plain},
       {"extensions", extended({{"sphere", {{"offset", {0, 0, 0}}, {"radius", 0.2}, {"inside", true}}}})}},
      {{"node", chest},
       {"shape", plain},
       {"extensions",
        extended({{"capsule",
                   {{"offset", {0, 0, 0}}, {"tail", {0, 0.2, 0.1}}, {"radius", 0.25}, {"inside", true}}}})}}};
  springs["colliderGroups"] = {{{"name", "outside"}, {"colliders", {0, 1}}},
                               {{"name", "plane"}, {"colliders", {2}}},
                               {{"name", "inside"}, {"colliders", {3}}},
                               {{"name", "inside capsule"}, {"colliders", {4}}}};
  const Json loose = {{"stiffness", 0.6}, {"gravityPower", 0.4}, {"dragForce", 0.3}, {"hitRadius", 0.02}};
  const Json wind = {{"stiffness", 0.9},
                     {"gravityPower", 0.5},
                     {"gravityDir", {0.6, -0.64, 0.48}},
                     {"dragForce", 0.5},
                     {"hitRadius", 0.01}};
  springs["springs"] = {
      {{"name", "back hair"}, {"joints", jointsOf(back, loose)}, {"colliderGroups", {0}}},
      {{"name", "side hair"}, {"joints", jointsOf(side, wind)}, {"colliderGroups", {2}}},
      {{"name", "tie"}, {"joints", jointsOf(tie, loose)}, {"colliderGroups", {1, 3}}},
      {{"name", "coat"}, {"joints", jointsOf(coat, loose)}, {"center", file.boneNode(Bone::hips)}},
      {{"name", "held"}, {"joints", jointsOf(held, wind)}, {"colliderGroups", {0}}}};
}

void addConstraints(Lively& file) {
  const int arm = file.boneNode(Bone::leftLowerArm);
  const int twist = file.hang(arm, "twist", {0.1F, 0, 0}, rotationY(0.4F));
  file.constrain(twist, "roll",
                 {{"source", file.boneNode(Bone::leftHand)}, {"rollAxis", "X"}, {"weight", 0.7}});
  const int pointer = file.hang(file.boneNode(Bone::chest), "pointer", {0, 0.2F, 0.1F}, rotationZ(0.7F));
  file.constrain(pointer, "aim", {{"source", file.boneNode(Bone::rightHand)}, {"aimAxis", "NegativeY"}});
  const int after = file.hang(file.boneNode(Bone::head), "after", {0, 0.2F, 0}, rotationX(-0.6F));
  file.constrain(after, "rotation", {{"source", twist}, {"weight", 0.8}});
}

void addFaceVersion1(Lively& file) {
  Json& vrm = file.extension();
  vrm["specVersion"] = "1.0";
  vrm["meta"] = {{"name", "Made"}, {"authors", {"Lead"}}, {"licenseUrl", "https://vrm.dev/licenses/1.0/"}};
  const auto moves = [&](int morph, double weight) {
    return Json{{"morphTargetBinds", {{{"node", file.face}, {"index", morph}, {"weight", weight}}}}};
  };
  Json& presets = vrm["expressions"]["preset"];
  presets["happy"] = moves(0, 0.5);
  presets["happy"]["overrideBlink"] = "block";
  presets["happy"]["overrideMouth"] = "blend";
  presets["sad"] = moves(1, 1);
  presets["sad"]["overrideLookAt"] = "blend";
  presets["angry"] = moves(1, 0.25);
  presets["angry"]["isBinary"] = true;
  presets["angry"]["overrideMouth"] = "block";
  presets["blink"] = moves(0, 1);
  presets["blinkLeft"] = moves(1, 0.4);
  presets["blinkLeft"]["isBinary"] = true;
  for (const char* name : {"aa", "oh", "lookUp", "lookDown", "lookLeft", "lookRight", "relaxed"})
    presets[name] = moves(0, 0.3);
  vrm["expressions"]["custom"]["wink"] = moves(1, 0.8);
  vrm["expressions"]["custom"]["wink"]["overrideBlink"] = "blend";
  vrm["lookAt"] = {{"type", "bone"},
                   {"offsetFromHeadBone", {0.01, 0.05, 0.07}},
                   {"rangeMapHorizontalInner", range(60, 20)},
                   {"rangeMapHorizontalOuter", range(80, 30)},
                   {"rangeMapVerticalDown", range(50, 12)},
                   {"rangeMapVerticalUp", range(70, 25)}};
}

Bytes makeVersion1() {
  Lively file(VrmVersion::v1);
  addFaceVersion1(file);
  addConstraints(file);
  addSpringsVersion1(file);
  return file.finish(
      {"VRMC_vrm", "VRMC_node_constraint", "VRMC_springBone", "VRMC_springBone_extended_collider"});
}

Json groupVersion0(const char* name, const char* preset, int mesh, int morph, int weight) {
  return {{"name", name},
          {"presetName", preset},
          {"binds", {{{"mesh", mesh}, {"index", morph}, {"weight", weight}}}}};
}

Bytes makeVersion0() {
  Lively file(VrmVersion::v0);
  const int head = file.boneNode(Bone::head);
  const int chest = file.boneNode(Bone::chest);
  const auto back = file.chain(head, "back hair", {0, 0.05F, -0.1F}, {0, -0.06F, -0.06F});
  file.chain(back[1], "branch", {0.05F, -0.02F, 0}, {0.05F, -0.04F, 0});
  const auto tie = file.chain(chest, "tie", {0, 0.1F, 0.1F}, {0, -0.07F, 0.01F});
  Json& vrm = file.extension();
  vrm["meta"] = {{"title", "Made"}, {"author", "Lead"}};
  const int mesh = file.json["nodes"][static_cast<std::size_t>(file.face)]["mesh"];
  vrm["blendShapeMaster"]["blendShapeGroups"] = {
      groupVersion0("Joy", "joy", mesh, 0, 50),         groupVersion0("A", "a", mesh, 1, 100),
      groupVersion0("Blink", "blink", mesh, 0, 100),    groupVersion0("Blink_L", "blink_l", mesh, 1, 30),
      groupVersion0("Sorrow", "sorrow", mesh, 1, 80),   groupVersion0("Fun", "fun", mesh, 0, 20),
      groupVersion0("Special", "unknown", mesh, 1, 60),
  };
  vrm["blendShapeMaster"]["blendShapeGroups"][5]["isBinary"] = true;
  const auto map = [](float x, float y) {
    return Json{{"curve", {0, 0, 0, 1, 1, 1, 1, 0}}, {"xRange", x}, {"yRange", y}};
  };
  vrm["firstPerson"] = {{"firstPersonBone", head},
                        {"firstPersonBoneOffset", toUnity({0.01F, 0.05F, 0.07F})},
                        {"lookAtTypeName", "Bone"},
                        {"lookAtHorizontalInner", map(60, 20)},
                        {"lookAtHorizontalOuter", map(80, 30)},
                        {"lookAtVerticalDown", map(50, 12)},
                        {"lookAtVerticalUp", map(70, 25)}};
  vrm["secondaryAnimation"] = {
      {"colliderGroups",
       {{{"node", head}, {"colliders", {{{"offset", toUnity({0.01F, 0.04F, 0.02F})}, {"radius", 0.15}}}}},
        {{"node", chest}, {"colliders", {{{"offset", toUnity({0, 0, 0.03F})}, {"radius", 0.13}}}}}}},
      {"boneGroups",
       {{{"comment", "hair"},
         {"bones", {back[0]}},
         {"stiffiness", 0.6},
         {"gravityPower", 0.4},
         {"gravityDir", {{"x", 0.6}, {"y", -0.64}, {"z", 0.48}}},
         {"dragForce", 0.3},
         {"hitRadius", 0.02},
         {"center", -1},
         {"colliderGroups", {0, 1}}},
        {{"comment", "tie"},
         {"bones", {tie[0]}},
         {"stiffiness", 0.8},
         {"gravityPower", 0.2},
         {"gravityDir", {{"x", 0}, {"y", -1}, {"z", 0}}},
         {"dragForce", 0.4},
         {"hitRadius", 0.01},
         {"center", file.boneNode(Bone::spine)},
         {"colliderGroups", {1}}}}}};
  return file.finish({"VRM"});
}

ReferenceModel fromShared(const std::string& name, const std::string& file) {
  return {name, file, [file] {
            return completed(readModelFile(std::filesystem::path(LEAD_SHARED_DIR) / "models" / file));
          }};
}

}  // namespace

const std::vector<ReferenceModel>& madeModels() {
  static const std::vector<ReferenceModel> models{
      {"generated_v0", "", makeVersion0},
      {"generated_v1", "", makeVersion1},
      fromShared("usd_constraints", "vrm1/usd_constraints.vrm"),
      fromShared("usd_lookat", "vrm1/usd_lookat.vrm"),
      fromShared("usd_springbone", "vrm1/usd_springbone.vrm"),
      fromShared("spec_node_constraint_examples", "vrm1/spec_node_constraint_examples.glb"),
  };
  return models;
}

Bytes completed(const Bytes& file) {
  std::uint32_t length = 0;
  std::memcpy(&length, file.data() + 12, 4);
  Json json = Json::parse(file.begin() + 20, file.begin() + 20 + length);
  // looks are of no matter here; without them there is no need for the binary part
  for (const char* section : {"meshes", "skins", "materials", "textures", "images", "samplers", "animations",
                              "cameras", "accessors", "bufferViews", "buffers"})
    json.erase(section);
  for (Json& node : json["nodes"]) {
    for (const char* key : {"mesh", "skin", "camera"}) node.erase(key);
    if (node.contains("extensions")) node["extensions"].erase("KHR_lights_punctual");
  }
  json["extensions"].erase("KHR_lights_punctual");
  json["extensionsUsed"] = Json::array({"VRMC_vrm", "VRMC_node_constraint"});
  if (json["extensions"].contains("VRMC_springBone")) json["extensionsUsed"].push_back("VRMC_springBone");
  Json& vrm = json["extensions"]["VRMC_vrm"];
  vrm["specVersion"] = "1.0";
  vrm["meta"] = {
      {"name", "Completed"}, {"authors", {"Lead"}}, {"licenseUrl", "https://vrm.dev/licenses/1.0/"}};
  if (!vrm.contains("expressions"))
    vrm["expressions"]["preset"] = Json::object();  // three-vrm: no gaze without
  Json& bones = vrm["humanoid"]["humanBones"];
  std::array<glm::vec3, kBoneCount> place{};  // of those that the file has: they have no rotations
  for (std::size_t i = 0; i < kBoneCount; ++i) {
    const Bone bone = boneAt(i);
    const std::string key(name(bone));
    auto parent = fullParent(bone);
    while (parent && !bones.contains(std::string(name(*parent)))) parent = fullParent(*parent);
    const glm::vec3 from = parent ? place[index(*parent)] : glm::vec3(0.0F);
    if (bones.contains(key)) {
      const Json& node = json["nodes"][bones[key]["node"].get<std::size_t>()];
      const Json& t = node["translation"];
      place[i] = from + glm::vec3(t[0].get<float>(), t[1].get<float>(), t[2].get<float>());
    } else if (isRequired(bone)) {
      place[i] = restPosition(bone);
      json["nodes"].push_back({{"name", "Bone " + key}, {"translation", toJson(place[i] - from)}});
      const std::size_t at = json["nodes"].size() - 1;
      if (parent)
        json["nodes"][bones[std::string(name(*parent))]["node"].get<std::size_t>()]["children"].push_back(at);
      else
        json["scenes"][0]["nodes"].push_back(at);
      bones[key] = {{"node", at}};
    }
  }
  return glbOf(json.dump());
}

}  // namespace lead::test
