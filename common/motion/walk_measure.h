// What a walk's keys say about itself: how fast it goes and when its feet touch the ground.
#pragma once

#include "motion/resample.h"

namespace lead {

struct PlacedBone {
  glm::vec3 position{0.0F};
  glm::quat rotation = kIdentity;
};
/// Forward kinematics of one bone, metres of the file's skeleton, in its own frame.
PlacedBone placeBone(const Skeleton& skeleton, const KeyedPose& pose, Bone bone);

struct WalkMeasure {
  float speed = 0.0F;      ///< m/s on the file's own legs; 0: could not be measured
  bool onTheSpot = false;  ///< the hips stay, the feet slide back
};

/// From the hips' travel or, where they hardly travel (under 0.15 of their height), the median backward
/// speed, relative to the hips, of the foot that is lower.
WalkMeasure measureWalk(const KeyedMotion& motion);

/// Seconds from the start of the motion.
struct CycleTimes {
  float seconds = 1.0F;
  float leftContact = 0.0F;   ///< in [0, seconds)
  float rightContact = 0.0F;  ///< in (leftContact, leftContact + seconds)
};

/// Cuts a motion (without travel) that takes several cycles down to one and finds the contacts: a foot
/// touches down about where it is farthest ahead of the hips (Zeni et al. 2008). Throws MotionError where the
/// feet don't step.
CycleTimes cutCycle(KeyedMotion& motion);

}  // namespace lead
