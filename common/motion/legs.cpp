#include "motion/legs.h"

#include <algorithm>
#include <cmath>

#include "math/rotation.h"
#include "rig/two_bone.h"

namespace lead {
namespace {

constexpr float kLegReach = 0.995F;  // up to here the hips let a leg stretch
constexpr float kMostReach = 0.9999F;
constexpr glm::vec3 kDown{0.0F, -1.0F, 0.0F};

glm::vec3 hipOf(const Skeleton& skeleton, Side side, const Pose& pose) {
  return skeleton.offset[index(Bone::hips)] + pose.hipsOffset +
         pose.of(Bone::hips) * skeleton.offset[index(onSide(Bone::leftUpperLeg, side))];
}

// The knee stands off ahead of hips and foot, a little outward.
glm::vec3 kneeSide(Side side, const glm::quat& hips, const glm::quat& foot, const glm::vec3& dir) {
  const glm::vec3 ahead = hips * glm::vec3(0.08F * outwardSign(side), 0.0F, 1.0F);
  const glm::vec3 toes = foot * kForward;
  const glm::vec3 level(toes.x, 0.0F, toes.z);
  const glm::vec3 wanted = ahead + 0.5F * level;
  return normalizedOr(wanted - dir * glm::dot(wanted, dir), kForward);
}

}  // namespace

float neededDrop(const glm::vec3& hip, const glm::vec3& ankle, float leg) {
  const float reach = kLegReach * leg;
  const float dx = ankle.x - hip.x;
  const float dz = ankle.z - hip.z;
  return hip.y - ankle.y - std::sqrt(std::max(reach * reach - dx * dx - dz * dz, 0.04F * reach * reach));
}

void reachFoot(const Skeleton& skeleton, Side side, const FootTarget& foot, const glm::vec3& hip,
               const glm::quat& hips, Pose& pose) {
  const Bone upper = onSide(Bone::leftUpperLeg, side);
  const Bone lower = onSide(Bone::leftLowerLeg, side);
  const Bone ankle = onSide(Bone::leftFoot, side);
  const Bone toes = onSide(Bone::leftToes, side);
  const glm::vec3 dir = twoBoneDir(hip, foot.ankle, kDown);
  const Limb& limb = skeleton.leg(side);
  const TwoBoneResult leg = solveTwoBone(
      {hip, limb.upper, limb.lower, foot.ankle, dir, kneeSide(side, hips, foot.rotation, dir), kMostReach});
  const glm::quat upperWorld =
      aimBoneUnit(hips, hips * limb.upperDir, (leg.joint - hip) * (1.0F / limb.upper));
  const glm::quat lowerWorld =
      aimBoneUnit(upperWorld, upperWorld * limb.lowerDir, (leg.end - leg.joint) * (1.0F / limb.lower));
  pose.of(upper) = glm::conjugate(hips) * upperWorld;
  pose.of(lower) = glm::conjugate(upperWorld) * lowerWorld;
  pose.of(ankle) = glm::conjugate(lowerWorld) * foot.rotation;
  if (skeleton.has(toes)) pose.of(toes) = foot.toes;
}

void placeFeet(const Skeleton& skeleton, const LegsJob& job, Pose& pose) {
  float drop = 0.0F;
  for (Side side : kSides) {
    const FootTarget& foot = job.feet[index(side)];
    const glm::vec3 hip = job.lean * hipOf(skeleton, side, pose);
    drop = std::max(drop, neededDrop(hip, foot.ankle, skeleton.legLength(side)) - foot.slack);
  }
  pose.hipsOffset.y -= drop * job.weight;
  const glm::quat unlean = glm::conjugate(job.lean);
  for (Side side : kSides) {
    FootTarget foot = job.feet[index(side)];
    foot.ankle = unlean * foot.ankle;
    foot.rotation = unlean * foot.rotation;
    reachFoot(skeleton, side, foot, hipOf(skeleton, side, pose), pose.of(Bone::hips), pose);
  }
}

}  // namespace lead
