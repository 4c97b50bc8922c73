#include "motion/travel.h"

#include <algorithm>
#include <cmath>

#include "math/approach.h"
#include "math/rotation.h"

namespace lead {
namespace {

constexpr float kStepWithLean = 0.8F;
constexpr float kSidewaysStride = 0.45F;
constexpr float kHipsTurn = 0.4F;       // rad, at 45° to the way ahead
constexpr float kFullTurnSpeed = 0.3F;  // m/s; so that it doesn't snap round where the speed passes through 0
constexpr float kFullWalkSpeed = 0.4F;  // m/s, from where the walk weight is 1; spec/lead.md
constexpr float kBackwardRoll = -0.5F;
constexpr float kSidewaysRoll = 0.15F;
constexpr float kFeetApart = 0.55F;  // of the hips' width: stepping sideways, feet come no nearer

}  // namespace

float Travel::sideways() const {
  return std::abs(direction.x);
}

float Travel::roll() const {
  return direction.z > 0.0F ? mix(kSidewaysRoll, 1.0F, direction.z)
                            : mix(kSidewaysRoll, kBackwardRoll, -direction.z);
}

float Travel::strideShare() const {
  return mix(1.0F, kSidewaysStride, sideways());
}

float stepWeight(float walkWeight) {
  return smoothstep(0.22F, 0.72F, walkWeight);
}

float startShare(const Travel& travel, float walkWeight) {
  const float steady = std::min(1.0F, travel.speed / kFullWalkSpeed);
  return walkWeight < steady ? walkWeight / steady : 1.0F;
}

Travel travelOf(const glm::vec3& velocityInBody) {
  const glm::vec3 level(velocityInBody.x, 0.0F, velocityInBody.z);
  return {normalizedOr(level, kForward), glm::length(level)};
}

float sidestepRoom(const Travel& travel, float stride, float hipsWidth) {
  const float across = std::abs(stride) * 0.6F * travel.sideways();  // how far the feet change sides
  return 0.5F * std::max(0.0F, across - (1.0F - kFeetApart) * hipsWidth);
}

glm::vec3 stepWithLean(const Skeleton& skeleton, const glm::quat& lean) {
  const glm::vec3 hips = skeleton.restOf(Bone::hips);
  const glm::vec3 moved = lean * hips - hips;
  return glm::vec3(moved.x, 0.0F, moved.z) * kStepWithLean;
}

void turnHips(const Skeleton& skeleton, const Travel& travel, float weight, Pose& pose) {
  // 0 ahead, sideways and back, most between: the hips turn to the way, or to where the body backs away from.
  const float turn = 2.0F * travel.direction.x * travel.direction.z * kHipsTurn * weight *
                     std::min(1.0F, travel.speed / kFullTurnSpeed);
  if (std::abs(turn) < 1e-4F) return;
  pose.of(Bone::hips) = rotationY(turn) * pose.of(Bone::hips);
  if (skeleton.has(Bone::chest)) {
    pose.of(Bone::spine) = rotationY(-0.5F * turn) * pose.of(Bone::spine);
    pose.of(Bone::chest) = rotationY(-0.5F * turn) * pose.of(Bone::chest);
  } else {
    pose.of(Bone::spine) = rotationY(-turn) * pose.of(Bone::spine);
  }
}

}  // namespace lead
