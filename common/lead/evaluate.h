// AvatarState -> Pose: the same code on the server and on every client. Pure, allocates nothing, any thread.
// spec/lead.md, "Order of one tick", steps 5 and 6.
#pragma once

#include "lead/avatar_rig.h"
#include "lead/avatar_state.h"

namespace lead {

/// The whole pose and its forward kinematics.
void evaluate(const AvatarRig& rig, const AvatarState& state, Pose& pose, WorldPose& world);

/// The motion alone (idle, walk, tracked bones), before hands and head are put on top.
void evaluateMotion(const AvatarRig& rig, const AvatarState& state, Pose& pose);

/// Where a hand's wrist is, for grabbing and for spheres.
inline glm::vec3 handPosition(const WorldPose& world, Side side) {
  return world.positionOf(onSide(Bone::leftHand, side));
}

}  // namespace lead
