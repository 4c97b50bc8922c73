#include "motion/legs.h"

#include <algorithm>
#include <cmath>

#include "math/rotation.h"
#include "rig/two_bone.h"

namespace lead {
namespace {

constexpr float kLegReach = 0.995F;  // up to here the hips let a leg stretch
constexpr float kMostReach = 0.9999F;
constexpr float kSoftest =
    0.05F;  // of leg length, before its end: there a leg in the air stretches ever less
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

// How far a hip joint must sink for the ankle to be within `reach` of it.
float dropWithin(const glm::vec3& hip, const glm::vec3& ankle, float reach) {
  const float dx = ankle.x - hip.x;
  const float dz = ankle.z - hip.z;
  return hip.y - ankle.y - std::sqrt(std::max(reach * reach - dx * dx - dz * dz, 0.04F * reach * reach));
}

// Near its end a leg in the air stretches ever less, so that no knee snaps back out of being straight.
glm::vec3 softened(const glm::vec3& hip, const FootTarget& foot, float leg) {
  const float soft = std::min(kSoftest * leg, 0.2F * foot.slack);
  const float from = kMostReach * leg - soft;
  const glm::vec3 gap = foot.ankle - hip;
  const float distance = glm::length(gap);
  if (distance <= from || soft < 1e-4F * leg) return foot.ankle;
  return hip + gap * ((from + soft * (1.0F - std::exp((from - distance) / soft))) / distance);
}

}  // namespace

float neededDrop(const glm::vec3& hip, const glm::vec3& ankle, float leg) {
  return dropWithin(hip, ankle, kLegReach * leg);
}

void reachFoot(const Skeleton& skeleton, Side side, const FootTarget& foot, const glm::vec3& hip,
               const glm::quat& hips, Pose& pose) {
  const Bone upper = onSide(Bone::leftUpperLeg, side);
  const Bone lower = onSide(Bone::leftLowerLeg, side);
  const Bone ankle = onSide(Bone::leftFoot, side);
  const Bone toes = onSide(Bone::leftToes, side);
  const Limb& limb = skeleton.leg(side);
  const glm::vec3 target = softened(hip, foot, limb.length());
  const glm::vec3 dir = twoBoneDir(hip, target, kDown);
  const TwoBoneResult leg = solveTwoBone(
      {hip, limb.upper, limb.lower, target, dir, kneeSide(side, hips, foot.rotation, dir), kMostReach});
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
  const float reach = kMostReach + (kLegReach - kMostReach) * job.weight;
  for (Side side : kSides) {
    const FootTarget& foot = job.feet[index(side)];
    const glm::vec3 hip = job.lean * hipOf(skeleton, side, pose);
    drop = std::max(drop, dropWithin(hip, foot.ankle, reach * skeleton.legLength(side)) - foot.slack);
  }
  pose.hipsOffset.y -= drop;
  const glm::quat unlean = glm::conjugate(job.lean);
  for (Side side : kSides) {
    FootTarget foot = job.feet[index(side)];
    foot.ankle = unlean * foot.ankle;
    foot.rotation = unlean * foot.rotation;
    reachFoot(skeleton, side, foot, hipOf(skeleton, side, pose), pose.of(Bone::hips), pose);
  }
}

}  // namespace lead
