#include "motion/bake_gait.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "math/rotation.h"
#include "motion/gait.h"
#include "motion/idle.h"

namespace lead {
namespace {

constexpr float kKeysPerSecond = 30.0F;
constexpr float kLeastSpeed = 0.1F;
constexpr float kMoves = 1e-4F;  // rad

}  // namespace

KeyedMotion bakeGait(const Skeleton& skeleton, float speed, bool onTheSpot) {
  speed = std::max(speed, kLeastSpeed);
  const Travel travel{kForward, speed};
  const float rate = std::max(kLeastPlaybackRate, speed / gaitSpeed(skeleton));
  const float seconds = 1.0F / gaitCadence(skeleton, rate, travel);
  const auto keys = static_cast<std::size_t>(std::ceil(seconds * kKeysPerSecond));
  KeyedMotion motion;
  motion.name = fmt::format("walk at {:.1f} m/s", speed);
  motion.skeleton = skeleton;
  for (std::size_t i = 0; i <= keys; ++i) {
    const float share = static_cast<float>(i) / static_cast<float>(keys);
    Pose pose;
    idlePose(skeleton, pose);
    const LegsJob legs = applyGait(skeleton, {i == keys ? 0.0F : share, travel, 1.0F}, pose);
    placeFeet(skeleton, legs, pose);
    motion.times.push_back(seconds * share);
    motion.hips.push_back(pose.hipsOffset + kForward * (onTheSpot ? 0.0F : speed * seconds * share));
    for (std::size_t bone = 0; bone < kBoneCount; ++bone) {
      if (!skeleton.has(boneAt(bone))) continue;
      glm::quat& rotation = pose.rotation[bone];
      if (i > 0 && glm::dot(motion.rotations.back()[bone], rotation) < 0.0F) rotation = -rotation;
      if (angleOf(rotation) > kMoves) motion.bones |= bit(boneAt(bone));
    }
    motion.rotations.push_back(pose.rotation);
  }
  return motion;
}

}  // namespace lead
