// Private to lead/: the pose that a state's motion gives, before hands and head are put on top of it.
#pragma once

#include "lead/avatar_rig.h"
#include "lead/avatar_state.h"

namespace lead {

/// Which way an avatar goes, seen from its own heading.
Travel travelOf(const AvatarState& state, const glm::quat& body);

/// Idle, walk, tracked bones. `body`: the heading alone. spec/lead.md, "Order of one tick", step 5.
void evaluateMotion(const AvatarRig& rig, const AvatarState& state, const glm::quat& body, Pose& pose);

/// Where a foot lies flat when the avatar stands, in the body's frame.
glm::vec3 standingFoot(const AvatarRig& rig, const AvatarState& state, Side side);

/// How much weight a foot carries, 1 while it stands on the ground, 0 in the air.
float footContact(const AvatarRig& rig, const AvatarState& state, Side side);

}  // namespace lead
