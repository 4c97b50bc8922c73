#include "motion/idle.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <glm/geometric.hpp>
#include <glm/vec2.hpp>

#include "math/approach.h"
#include "math/rotation.h"
#include "rig/two_bone.h"

namespace lead {
namespace {

constexpr float kArmsDown = 67.5F * kPi / 180.0F;
constexpr float kMostHanging = 0.39F;  // of arm length, horizontally
constexpr double kBreathSeconds = 4.0;
constexpr float kBreath = 0.010F;  // rad of the chest

constexpr double kShiftSeconds = 9.0;
constexpr double kDriftSeconds = 14.3;
constexpr float kShiftOfLeg = 0.02F;
constexpr float kList = 0.03F;  // rad of the hips
constexpr double kBlinkSeconds = 4.0;
constexpr float kBlinkShut = 0.08F;
constexpr float kBlinkOpen = 0.14F;

float angleIn(double seconds, double period) {
  const double turns = seconds / period;
  return static_cast<float>((turns - std::floor(turns)) * 2.0 * static_cast<double>(kPi));
}

// By angles so small that their order doesn't matter.
glm::quat smallTurn(const glm::vec3& angles) {
  return glm::normalize(glm::quat(1.0F, 0.5F * angles.x, 0.5F * angles.y, 0.5F * angles.z));
}

std::uint32_t scramble(std::uint32_t value) {
  value ^= value >> 16;
  value *= 0x7feb352dU;
  value ^= value >> 15;
  value *= 0x846ca68bU;
  return value ^ (value >> 16);
}

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

void addBreath(const Skeleton& skeleton, double seconds, float weight, Pose& pose) {
  const float chest = weight * kBreath * std::sin(angleIn(seconds, kBreathSeconds));
  const glm::quat turn = smallTurn({-chest, 0.0F, 0.0F});
  const Bone bone = skeleton.has(Bone::chest) ? Bone::chest : Bone::spine;
  pose.of(bone) = turn * pose.of(bone);
  if (skeleton.has(Bone::neck)) pose.of(Bone::neck) = glm::conjugate(turn) * pose.of(Bone::neck);
}

void shiftWeight(const Skeleton& skeleton, double seconds, float weight, Pose& pose) {
  if (weight < 1e-3F) return;
  // Two slow waves that never quite meet again; flat at the ends, as people stand on one leg for a while.
  const float wave =
      0.7F * std::sin(angleIn(seconds, kShiftSeconds)) + 0.3F * std::sin(angleIn(seconds, kDriftSeconds));
  const float side = wave * (1.5F - 0.5F * wave * wave) * weight;
  const float shift = kShiftOfLeg * skeleton.legLength(Side::left) * side;
  const float list = -kList * side;
  // The spine leans back over the feet, so that shoulders and head stay where they are.
  const float height = skeleton.restOf(Bone::leftUpperArm).y - skeleton.restOf(Bone::spine).y;
  const float spineHeight = skeleton.offset[index(Bone::spine)].y;
  const float back = (shift - list * spineHeight) / std::max(height, 1e-3F);
  pose.hipsOffset.x += shift;
  pose.of(Bone::hips) = smallTurn({0.0F, 0.0F, list}) * pose.of(Bone::hips);
  pose.of(Bone::spine) = smallTurn({0.0F, 0.0F, back - list}) * pose.of(Bone::spine);
  for (Side side : kSides) {  // arms hang straight down all the same
    const Bone arm = onSide(Bone::leftUpperArm, side);
    pose.of(arm) = smallTurn({0.0F, 0.0F, -back}) * pose.of(arm);
  }
  const Bone top = skeleton.has(Bone::neck) ? Bone::neck : Bone::head;
  pose.of(top) = smallTurn({0.0F, 0.0F, -back}) * pose.of(top);
}

float blinkAt(double seconds, std::uint32_t seed) {
  // One blink in each stretch of 4 s, somewhere in its first half, so that two never meet.
  const auto stretch = static_cast<std::int64_t>(std::floor(seconds / kBlinkSeconds));
  const double into = seconds - static_cast<double>(stretch) * kBlinkSeconds;
  const std::uint32_t dice = scramble(seed * 0x9e3779b9U + static_cast<std::uint32_t>(stretch));
  const double start = static_cast<double>(dice & 0xffffU) / 65536.0 * 0.5 * kBlinkSeconds;
  const auto since = static_cast<float>(into - start);
  const float shut = smoothstep(0.0F, kBlinkShut, since);
  return shut * (1.0F - smoothstep(kBlinkShut, kBlinkShut + kBlinkOpen, since));
}

}  // namespace lead
