// A walk without a clip: feet are put on paths that stand still on the ground while they carry weight, legs
// reach them by two-bone IK, and hips, spine and arms go along. Scales with leg length and speed, from a slow
// step to a run. Pure; allocates nothing.
//
// Cycle: phase 0 is the left foot's contact, 0.5 the right's.
#pragma once

#include "rig/skeleton.h"

namespace lead {

struct GaitInput {
  float phase = 0.0F;          ///< [0, 1)
  glm::vec3 travel{0.0F};      ///< velocity in the body's frame (heading removed), m/s, horizontal
  float weight = 0.0F;         ///< walk weight, 0 standing … 1
  glm::quat lean = kIdentity;  ///< of the root, in the body's frame; the feet stay on the ground under it
};

/// The speed at which the gait's playback rate is 1, m/s.
float gaitSpeed(const Skeleton& skeleton);

/// Cycles a second at a playback rate (speed / gaitSpeed), where `sideways` is the share (0 … 1) of travel
/// across the body, which takes shorter, quicker steps.
float gaitCadence(const Skeleton& skeleton, float playbackRate, float sideways);

/// The share of the travel that goes across the body, 0 … 1.
float sidewaysShare(const glm::vec3& travel);

/// Adds the walk to an idle pose.
void applyGait(const Skeleton& skeleton, const GaitInput& input, Pose& pose);

}  // namespace lead
