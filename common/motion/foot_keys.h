// Where a motion puts its feet, apart from the legs that it was made for, so that any rig's legs can be
// solved to put them there. Body frame (+Z ahead, on the ground).
#pragma once

#include <array>
#include <span>
#include <vector>

#include "motion/legs.h"
#include "motion/resample.h"

namespace lead {

struct FootKey {
  /// Where the ankle would be if the foot lay flat, from its rest place, in leg lengths; a foot that rolls
  /// turns about its ball or heel there.
  glm::vec3 place{0.0F};
  glm::quat roll = kIdentity;  ///< the foot's rotation, identity flat on the ground
  glm::quat toes = kIdentity;  ///< local
};
using FeetKeys = std::vector<std::array<FootKey, 2>>;  ///< by Side

inline const Sole& soleOf(const Skeleton& skeleton, Side side) {
  return skeleton.soles[index(side)];
}

/// The heading of a foot alone.
glm::quat flatFoot(const glm::quat& foot);

/// How far a foot that has rolled about its ball or heel has moved the ankle from where it is with the foot
/// flat.
glm::vec3 rolledAnkle(const glm::quat& foot, const Sole& sole);

/// A motion's feet at the given times (the legs must be there). Each foot stands level, and the lowest that
/// it gets is put on the ground, but for one that is held in the air; the lower's height (metres of the
/// file's skeleton) goes to `raised`, by which its hips are too high.
FeetKeys footKeys(const KeyedMotion& motion, const std::vector<float>& times, float& raised);

/// Throws MotionError where the motion has no legs.
void checkLegs(const KeyedMotion& motion);

/// A weighted blend of keys; the weights sum to 1.
struct WeightedFoot {
  const FootKey* key = nullptr;
  float weight = 0.0F;
};
FootKey blendFeet(std::span<const WeightedFoot> feet);

}  // namespace lead
