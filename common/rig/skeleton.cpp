#include "rig/skeleton.h"

#include <cmath>
#include <glm/geometric.hpp>
#include <stdexcept>
#include <string>

namespace lead {
namespace {

int nearestPresentAncestor(BoneMask bones, Bone bone) {
  for (auto parent = fullParent(bone); parent; parent = fullParent(*parent))
    if ((bones & bit(*parent)) != 0) return static_cast<int>(index(*parent));
  return -1;
}

bool finite(const glm::vec3& v) {
  return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z);
}

void place(const Skeleton& skeleton, const Pose& pose, std::size_t i, WorldPose& out) {
  if (!skeleton.has(boneAt(i))) {
    const int ancestor = nearestPresentAncestor(skeleton.bones, boneAt(i));
    const auto from = static_cast<std::size_t>(ancestor < 0 ? 0 : ancestor);
    out.position[i] = out.position[from];
    out.rotation[i] = out.rotation[from];
    return;
  }
  const int parent = skeleton.parent[i];
  if (parent < 0) {
    out.position[i] = pose.rootPosition + pose.rootRotation * (skeleton.offset[i] + pose.hipsOffset);
    out.rotation[i] = pose.rootRotation * pose.rotation[i];
    return;
  }
  const auto p = static_cast<std::size_t>(parent);
  out.position[i] = out.position[p] + out.rotation[p] * skeleton.offset[i];
  out.rotation[i] = out.rotation[p] * pose.rotation[i];
}

}  // namespace

float Skeleton::length(Bone bone, Bone child) const {
  return glm::length(restOf(child) - restOf(bone));
}

float Skeleton::upperArmLength(Side side) const {
  return length(onSide(Bone::leftUpperArm, side), onSide(Bone::leftLowerArm, side));
}

float Skeleton::lowerArmLength(Side side) const {
  return length(onSide(Bone::leftLowerArm, side), onSide(Bone::leftHand, side));
}

float Skeleton::armLength(Side side) const {
  return upperArmLength(side) + lowerArmLength(side);
}

float Skeleton::legLength(Side side) const {
  return length(onSide(Bone::leftUpperLeg, side), onSide(Bone::leftLowerLeg, side)) +
         length(onSide(Bone::leftLowerLeg, side), onSide(Bone::leftFoot, side));
}

float Skeleton::hipsHeight() const {
  const float leg = legLength(Side::left);
  const float height = restOf(Bone::hips).y;
  if (leg <= 0.0F) return height > 0.0F ? height : 1.0F;  // of a file that has no legs
  return height > 0.5F * leg && height < 2.0F * leg ? height : 1.1F * leg;
}

Skeleton makeSkeleton(BoneMask bones, const BoneArray<glm::vec3>& rest) {
  Skeleton skeleton;
  skeleton.bones = bones;
  for (std::size_t i = 0; i < kBoneCount; ++i) {
    const Bone bone = boneAt(i);
    skeleton.parent[i] = -1;
    if (!skeleton.has(bone)) {
      if (isRequired(bone)) throw std::invalid_argument("missing bone: " + std::string(name(bone)));
      continue;
    }
    if (!finite(rest[i])) throw std::invalid_argument("rest position not finite: " + std::string(name(bone)));
    const int parent = nearestPresentAncestor(bones, bone);
    skeleton.parent[i] = static_cast<std::int8_t>(parent);
    skeleton.rest[i] = rest[i];
    skeleton.offset[i] = parent < 0 ? rest[i] : rest[i] - rest[static_cast<std::size_t>(parent)];
  }
  return skeleton;
}

void forwardKinematics(const Skeleton& skeleton, const Pose& pose, WorldPose& out) {
  for (std::size_t i = 0; i < kBoneCount; ++i) place(skeleton, pose, i, out);
}

void forwardKinematicsChain(const Skeleton& skeleton, const Pose& pose, Bone bone, WorldPose& out) {
  std::array<std::size_t, 16> chain{};
  std::size_t depth = 0;
  for (int i = static_cast<int>(index(bone)); i >= 0; i = skeleton.parent[static_cast<std::size_t>(i)])
    chain[depth++] = static_cast<std::size_t>(i);
  while (depth > 0) place(skeleton, pose, chain[--depth], out);
}

}  // namespace lead
