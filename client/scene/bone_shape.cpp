#include "scene/bone_shape.h"

#include <algorithm>
#include <glm/geometric.hpp>
#include <glm/matrix.hpp>
#include <optional>

#include "scene/shapes.h"

namespace lead {
namespace {

bool isDrawn(Bone bone) {
  return bone != Bone::leftEye && bone != Bone::rightEye && bone != Bone::jaw;
}

std::vector<glm::vec3> childEnds(const Skeleton& skeleton, std::size_t bone) {
  std::vector<glm::vec3> ends;
  for (std::size_t i = 0; i < kBoneCount; ++i)
    if (skeleton.has(boneAt(i)) && isDrawn(boneAt(i)) && skeleton.parent[i] == static_cast<int>(bone))
      ends.push_back(skeleton.rest[i]);
  return ends;
}

/// Where a bone without children ends: a guess from what it is.
std::optional<glm::vec3> tipOf(const Skeleton& skeleton, std::size_t bone) {
  const int parent = skeleton.parent[bone];
  if (parent < 0) return std::nullopt;
  const glm::vec3 rest = skeleton.rest[bone];
  const glm::vec3 along = rest - skeleton.rest[static_cast<std::size_t>(parent)];
  const float length = glm::length(along);
  if (!(length > 1e-4F)) return std::nullopt;
  const float leg = std::max(skeleton.legLength(Side::left), 0.01F);
  switch (boneAt(bone)) {
    case Bone::head:
      return rest + glm::vec3(0.0F, 0.25F, 0.0F) * leg;
    case Bone::leftFoot:
    case Bone::rightFoot:
      return rest + glm::vec3(0.0F, -0.03F, 0.18F) * leg;
    case Bone::leftToes:
    case Bone::rightToes:
      return rest + glm::vec3(0.0F, 0.0F, 0.07F) * leg;
    case Bone::leftHand:
    case Bone::rightHand:
      return rest + along * 0.4F;
    default:
      return rest + along * 0.7F;
  }
}

}  // namespace

BoneBody makeBoneBody(const Model& model) {
  BoneBody body;
  const Skeleton& skeleton = model.skeleton;
  for (std::size_t i = 0; i < kBoneCount; ++i) {
    const int node = model.boneNode[i];
    if (!skeleton.has(boneAt(i)) || !isDrawn(boneAt(i)) || node < 0) continue;
    std::vector<glm::vec3> ends = childEnds(skeleton, i);
    if (ends.empty())
      if (const auto tip = tipOf(skeleton, i)) ends.push_back(*tip);
    for (const glm::vec3& end : ends) {
      const float length = glm::length(end - skeleton.rest[i]);
      body.mesh.append(makeBoneShape(skeleton.rest[i], end, std::clamp(0.12F * length, 0.004F, 0.045F)));
    }
    body.mesh.slots.resize(body.mesh.positions.size(),
                           glm::u8vec4(static_cast<std::uint8_t>(body.joints.size()), 0, 0, 0));
    body.mesh.weights.resize(body.mesh.positions.size(), glm::vec4(1.0F, 0.0F, 0.0F, 0.0F));
    body.joints.push_back(node);
    body.inverseBind.push_back(glm::inverse(model.restWorld[static_cast<std::size_t>(node)]));
  }
  return body;
}

}  // namespace lead
