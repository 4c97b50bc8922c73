// A walk without a clip: feet are put on paths that stand still on the ground while they carry weight, and
// hips, spine and arms go along. Scales with leg length and speed, from a slow step to a run. Pure; allocates
// nothing.
//
// Cycle: phase 0 is the left foot's contact, 0.5 the right's.
#pragma once

#include "motion/legs.h"
#include "motion/travel.h"
#include "rig/skeleton.h"

namespace lead {

struct GaitInput {
  float phase = 0.0F;          ///< [0, 1)
  Travel travel;               ///< in the body's frame (heading removed)
  float weight = 0.0F;         ///< walk weight, 0 standing … 1
  glm::quat lean = kIdentity;  ///< of the root, in the body's frame; the feet stay on the ground under it
};

/// The speed at which the gait's playback rate is 1, m/s.
float gaitSpeed(const Skeleton& skeleton);

/// Cycles a second at a playback rate (speed / gaitSpeed).
float gaitCadence(const Skeleton& skeleton, float playbackRate, const Travel& travel);

/// 1 while that foot carries weight, else 0.
float gaitContact(const Skeleton& skeleton, const GaitInput& input, Side side);

/// Adds the walk to an idle pose, all but the legs: where those have to reach is returned, for placeFeet().
LegsJob applyGait(const Skeleton& skeleton, const GaitInput& input, Pose& pose);

}  // namespace lead
