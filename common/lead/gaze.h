// Where the head looks. spec/lead.md, "Gaze". Pure; allocates nothing. `body` is
// the heading alone, as a rotation.
#pragma once

#include <optional>
#include <vector>

#include "lead/avatar_state.h"
#include "rig/skeleton.h"

namespace lead {

/// Moves the gaze's target and weight by one tick. `head`: where the head was in the last tick.
void stepGaze(const glm::vec3& head, const std::vector<glm::vec3>& viewers, const glm::quat& body, float dt,
              AvatarState& state);

/// Turns the head of a pose whose forward kinematics is `world`.
void turnHead(const AvatarState& state, const glm::quat& body, Pose& pose, const WorldPose& world);

}  // namespace lead
