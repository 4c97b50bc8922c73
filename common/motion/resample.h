// KeyedMotion -> Clip: poses at equal steps.
#pragma once

#include <stdexcept>

#include "rig/clip.h"
#include "rig/keyed_motion.h"

namespace lead {

/// Why a motion can't be used as asked: one sentence for its user.
class MotionError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The pose between keys.
struct KeyedPose {
  BoneArray<glm::quat> rotation = Pose::identities();
  glm::vec3 hips{0.0F};  ///< metres of the file's skeleton
};
KeyedPose poseAt(const KeyedMotion& motion, float seconds);

/// A clip of the poses at the given times, at least 2. `loops`: the last becomes equal to the first, which
/// the motion's own end should nearly be (closeLoop).
Clip resample(const KeyedMotion& motion, const std::vector<float>& times, bool loops);

/// Equal steps through the whole motion, 30 a second.
std::vector<float> equalTimes(const KeyedMotion& motion);

/// Makes the end meet the start: what they differ by is spread over the last 0.15 s (at most a quarter of the
/// motion).
void closeLoop(KeyedMotion& motion);

}  // namespace lead
