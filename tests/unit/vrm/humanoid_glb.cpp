#include "humanoid_glb.h"

#include <algorithm>
#include <glm/geometric.hpp>

namespace lead::test {
namespace {

const glm::quat kHalfTurn{0.0F, 0.0F, 1.0F, 0.0F};

/// VRM 0.x's name of a bone.
std::string version0Name(Bone bone) {
  std::string text(name(bone));
  if (const auto at = text.find("ThumbProximal"); at != std::string::npos)
    return text.substr(0, at) + "ThumbIntermediate";
  if (const auto at = text.find("ThumbMetacarpal"); at != std::string::npos)
    return text.substr(0, at) + "ThumbProximal";
  return text;
}

Json toJson(const glm::vec3& v) {
  return {v.x, v.y, v.z};
}
Json toJson(const glm::quat& q) {
  return {q.x, q.y, q.z, q.w};
}

/// A rotation that is different for every bone.
glm::quat someRotation(std::size_t i) {
  const auto angle = 0.4F + 0.37F * static_cast<float>(i);
  const glm::vec3 axis = glm::normalize(glm::vec3(std::sin(angle), 0.6F, std::cos(2.0F * angle)));
  return glm::angleAxis(angle, axis);
}

glm::vec3 fingerPosition(Bone leftBone) {
  const std::size_t i = index(leftBone) - index(Bone::leftThumbMetacarpal);
  const auto finger = static_cast<float>(i / 3);
  const auto joint = static_cast<float>(i % 3);
  return {0.75F + 0.03F * joint, 1.3F, 0.04F - 0.02F * finger};
}

glm::vec3 leftPosition(Bone bone) {
  switch (bone) {
    case Bone::hips:
      return {0.0F, 0.9F, 0.0F};
    case Bone::spine:
      return {0.0F, 1.0F, 0.01F};
    case Bone::chest:
      return {0.0F, 1.1F, 0.02F};
    case Bone::upperChest:
      return {0.0F, 1.2F, 0.01F};
    case Bone::neck:
      return {0.0F, 1.35F, 0.0F};
    case Bone::head:
      return {0.0F, 1.45F, 0.02F};
    case Bone::jaw:
      return {0.0F, 1.46F, 0.06F};
    case Bone::leftEye:
      return {0.03F, 1.52F, 0.08F};
    case Bone::leftUpperLeg:
      return {0.1F, 0.85F, 0.0F};
    case Bone::leftLowerLeg:
      return {0.1F, 0.45F, 0.01F};
    case Bone::leftFoot:
      return {0.1F, 0.08F, -0.02F};
    case Bone::leftToes:
      return {0.1F, 0.0F, 0.1F};
    case Bone::leftShoulder:
      return {0.05F, 1.3F, 0.0F};
    case Bone::leftUpperArm:
      return {0.18F, 1.3F, 0.0F};
    case Bone::leftLowerArm:
      return {0.45F, 1.3F, -0.01F};
    case Bone::leftHand:
      return {0.7F, 1.3F, 0.0F};
    default:
      return fingerPosition(bone);
  }
}

}  // namespace

glm::vec3 restPosition(Bone bone) {
  for (std::size_t i = 0; i < kBoneCount; ++i) {
    const Bone left = boneAt(i);
    if (name(left).substr(0, 4) == "left" && onSide(left, Side::right) == bone)
      return leftPosition(left) * glm::vec3(-1.0F, 1.0F, 1.0F);
  }
  return leftPosition(bone);
}

void Humanoid::map(const std::string& boneName, Json target) {
  Json& bones = extension()["humanoid"]["humanBones"];
  if (version == VrmVersion::v0)
    bones.push_back({{"bone", boneName}, {"node", std::move(target)}});
  else
    bones[boneName] = {{"node", std::move(target)}};
}

Json& Humanoid::addMesh(Json primitive, int skin) {
  const int mesh = add("meshes", {{"name", "Body"}, {"primitives", {std::move(primitive)}}});
  Json shown = {{"name", "Body"}, {"mesh", mesh}};
  if (skin >= 0) shown["skin"] = skin;
  add("nodes", std::move(shown));
  return json["meshes"].back()["primitives"][0];
}

Json& Humanoid::addTriangle() {
  return addMesh({{"attributes", {{"POSITION", floats({0, 0, 0, 1, 0, 0, 0, 1, 0}, "VEC3")}}}});
}

Humanoid makeHumanoid(const HumanoidOptions& options) {
  Humanoid file;
  file.version = options.version;
  file.node.fill(-1);
  const bool facesBack = (options.version == VrmVersion::v0) != options.wrongFacing;
  const glm::quat facing = facesBack ? kHalfTurn : kIdentity;
  file.extension() = {{"meta", {{"name", "Test"}}}};

  const glm::vec3 rootPlace(0.02F, 0.3F, -0.05F);
  const glm::quat rootRotation = glm::normalize(options.rootRotation);
  file.add("nodes", {{"name", "Root"},
                     {"translation", toJson(rootPlace)},
                     {"rotation", toJson(rootRotation)},
                     {"scale", toJson(glm::vec3(options.rootScale))}});
  BoneArray<glm::quat> rotation = Pose::identities();
  for (std::size_t i = 0; i < kBoneCount; ++i) {
    const Bone bone = boneAt(i);
    const bool wanted = options.everyBone || isRequired(bone);
    if (!wanted || std::count(options.without.begin(), options.without.end(), bone) > 0) continue;
    auto parent = fullParent(bone);
    while (parent && file.node[index(*parent)] < 0) parent = fullParent(*parent);

    const glm::vec3 parentPlace = parent ? facing * restPosition(*parent) : rootPlace;
    const glm::quat parentRotation = parent ? rotation[index(*parent)] : rootRotation;
    rotation[i] = options.rotatedRest ? someRotation(i) : rootRotation;
    const glm::vec3 offset = glm::conjugate(parentRotation) * (facing * restPosition(bone) - parentPlace);
    file.node[i] = file.add("nodes", {{"name", "Bone " + std::string(name(bone))},
                                      {"translation", toJson(offset / options.rootScale)},
                                      {"rotation", toJson(glm::conjugate(parentRotation) * rotation[i])}});
    const std::size_t parentNode = parent ? static_cast<std::size_t>(file.node[index(*parent)]) : 0;
    file.json["nodes"][parentNode]["children"].push_back(file.node[i]);
    file.map(options.version == VrmVersion::v0 ? version0Name(bone) : std::string(name(bone)), file.node[i]);
  }
  return file;
}

}  // namespace lead::test
