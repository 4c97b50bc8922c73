#include "rig/skeleton.h"

#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>
#include <stdexcept>
#include <string>

#include "math/rotation.h"

namespace lead {
namespace {

int nearestPresentAncestor(BoneMask bones, Bone bone) {
  for (auto parent = fullParent(bone); parent; parent = fullParent(*parent))
    if ((bones & bit(*parent)) != 0) return static_cast<int>(index(*parent));
  return -1;
}

[[gnu::always_inline]] inline void place(const Skeleton& skeleton, const Pose& pose, std::size_t i,
                                         WorldPose& out) {
  const int anchor = skeleton.anchor[i];
  if (anchor < 0) {
    out.position[i] = pose.rootPosition + pose.rootRotation * (skeleton.offset[i] + pose.hipsOffset);
    out.rotation[i] = pose.rootRotation * pose.rotation[i];
    return;
  }
  const auto from = static_cast<std::size_t>(anchor);
  if (!skeleton.has(boneAt(i))) {
    out.position[i] = out.position[from];
    out.rotation[i] = out.rotation[from];
    return;
  }
  const Quad above = toQuad(out.rotation[from]);
  fromQuad(toQuad(out.position[from]) + rotate(above, toQuad(skeleton.offset[i])), out.position[i]);
  fromQuad(multiply(above, toQuad(pose.rotation[i])), out.rotation[i]);
}

Limb measureLimb(const Skeleton& skeleton, Bone upper, Bone lower, Bone end) {
  if (!skeleton.has(upper) || !skeleton.has(lower) || !skeleton.has(end)) return {};
  Limb limb;
  limb.upper = skeleton.length(upper, lower);
  limb.lower = skeleton.length(lower, end);
  limb.upperDir = normalizedOr(skeleton.restOf(lower) - skeleton.restOf(upper), limb.upperDir);
  limb.lowerDir = normalizedOr(skeleton.restOf(end) - skeleton.restOf(lower), limb.lowerDir);
  return limb;
}

Sole measureSole(const Skeleton& skeleton, Side side) {
  const float leg = skeleton.legLength(side);
  const glm::vec3 ankle = skeleton.restOf(onSide(Bone::leftFoot, side));
  const Bone toes = onSide(Bone::leftToes, side);
  const float height = std::clamp(ankle.y, 0.02F * leg, 0.2F * leg);
  const glm::vec3 ball =
      skeleton.has(toes) ? skeleton.restOf(toes) - ankle : glm::vec3(0.0F, -height, 0.17F * leg);
  return {ball, glm::vec3(0.0F, -height, -0.3F * ball.z)};
}

}  // namespace

float Skeleton::length(Bone bone, Bone child) const {
  return glm::length(restOf(child) - restOf(bone));
}

float Skeleton::hipsHeight() const {
  const float leg = legLength(Side::left);
  const float height = restOf(Bone::hips).y;
  if (leg <= 0.0F) return height > 0.0F ? height : 1.0F;  // of a file that has no legs
  return height > 0.5F * leg && height < 2.0F * leg ? height : 1.1F * leg;
}

void measure(Skeleton& skeleton) {
  for (std::size_t i = 0; i < kBoneCount; ++i)
    skeleton.anchor[i] = static_cast<std::int8_t>(nearestPresentAncestor(skeleton.bones, boneAt(i)));
  for (Side side : kSides) {
    skeleton.arms[index(side)] = measureLimb(skeleton, onSide(Bone::leftUpperArm, side),
                                             onSide(Bone::leftLowerArm, side), onSide(Bone::leftHand, side));
    skeleton.legs[index(side)] = measureLimb(skeleton, onSide(Bone::leftUpperLeg, side),
                                             onSide(Bone::leftLowerLeg, side), onSide(Bone::leftFoot, side));
    skeleton.soles[index(side)] = measureSole(skeleton, side);
  }
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
    if (!isFinite(rest[i]))
      throw std::invalid_argument("rest position not finite: " + std::string(name(bone)));
    const int parent = nearestPresentAncestor(bones, bone);
    skeleton.parent[i] = static_cast<std::int8_t>(parent);
    skeleton.rest[i] = rest[i];
    skeleton.offset[i] = parent < 0 ? rest[i] : rest[i] - rest[static_cast<std::size_t>(parent)];
  }
  measure(skeleton);
  return skeleton;
}

void forwardKinematics(const Skeleton& skeleton, const Pose& pose, BoneMask bones, WorldPose& out) {
  for (; bones != 0; bones &= bones - 1)
    place(skeleton, pose, static_cast<std::size_t>(__builtin_ctzll(bones)), out);
}

void forwardKinematics(const Skeleton& skeleton, const Pose& pose, WorldPose& out) {
  forwardKinematics(skeleton, pose, kAllBones, out);
}

void forwardKinematicsChain(const Skeleton& skeleton, const Pose& pose, Bone bone, WorldPose& out) {
  std::array<std::size_t, 16> chain{};
  std::size_t depth = 0;
  for (int i = static_cast<int>(index(bone)); i >= 0; i = skeleton.parent[static_cast<std::size_t>(i)])
    chain[depth++] = static_cast<std::size_t>(i);
  while (depth > 0) place(skeleton, pose, chain[--depth], out);
}

}  // namespace lead
