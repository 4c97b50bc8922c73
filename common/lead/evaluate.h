// AvatarState -> Pose: the same code on the server and on every client. Pure, allocates nothing, any thread.
// spec/lead.md, "Order of one tick", steps 5 and 6.
#pragma once

#include "lead/avatar_rig.h"
#include "lead/avatar_state.h"

namespace lead {

void evaluate(const AvatarRig& rig, const AvatarState& state, Pose& pose, WorldPose& world);

/// Where each hand's wrist is in that state, for grabbing and for spheres.
glm::vec3 handPosition(const WorldPose& world, Side side);

}  // namespace lead
