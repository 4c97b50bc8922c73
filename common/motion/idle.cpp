#include "motion/idle.h"

#include <cmath>
#include <glm/geometric.hpp>
#include <glm/vec2.hpp>

#include "math/rotation.h"
#include "rig/two_bone.h"

namespace lead {
namespace {

constexpr float kArmsDown = 67.5F * kPi / 180.0F;
constexpr float kMostHanging = 0.39F;  // of arm length, horizontally
constexpr double kBreathSeconds = 4.0;
constexpr float kBreath = 0.010F;  // rad of the chest

// Where the rest pose bends the elbow so far that the hand would hang out past what a hold takes for "not
// pulled" (0.4 of the arm's length, spec/lead.md), the arm hangs straight.
void hangArm(const Skeleton& skeleton, Side side, Pose& pose) {
  const Bone upper = onSide(Bone::leftUpperArm, side);
  const Bone lower = onSide(Bone::leftLowerArm, side);
  const glm::vec3 upperRest = skeleton.offset[index(lower)];
  const glm::vec3 lowerRest = skeleton.offset[index(onSide(Bone::leftHand, side))];
  const glm::vec3 down(outwardSign(side) * std::cos(kArmsDown), -std::sin(kArmsDown), 0.0F);
  pose.of(upper) = aimBone(kIdentity, upperRest, down);
  const glm::vec3 hand = pose.of(upper) * (upperRest + lowerRest);
  if (glm::length(glm::vec2(hand.x, hand.z)) > kMostHanging * skeleton.armLength(side))
    pose.of(lower) =
        glm::conjugate(pose.of(upper)) * aimBone(pose.of(upper), pose.of(upper) * lowerRest, down);
}

}  // namespace

void idlePose(const Skeleton& skeleton, Pose& pose) {
  pose.hipsOffset = glm::vec3(0.0F);
  pose.rotation.fill(kIdentity);
  for (Side side : kSides) hangArm(skeleton, side, pose);
}

void addBreath(const Skeleton& skeleton, double seconds, Pose& pose) {
  const double turns = seconds / kBreathSeconds;
  const auto angle = static_cast<float>((turns - std::floor(turns)) * 2.0 * static_cast<double>(kPi));
  const float chest = kBreath * std::sin(angle);
  const Bone bone = skeleton.has(Bone::chest) ? Bone::chest : Bone::spine;
  pose.of(bone) = rotationX(-chest) * pose.of(bone);
  if (skeleton.has(Bone::neck)) pose.of(Bone::neck) = rotationX(chest) * pose.of(Bone::neck);
}

}  // namespace lead
