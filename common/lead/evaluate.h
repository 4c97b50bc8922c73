// AvatarState -> Pose: the same code on the server and on every client. Pure, allocates nothing, any thread.
// spec/lead.md, "Order of one tick", steps 5 and 6.
#pragma once

#include <array>

#include "lead/avatar_rig.h"
#include "lead/avatar_state.h"

namespace lead {

/// What a state looks like.
struct EvaluatedPose {
  Pose local;
  WorldPose world;  ///< forward kinematics of `local`
  /// Heads of the upper arms in the world before the shoulder bones give to a pull, by Side: what the walk is
  /// computed from.
  std::array<glm::vec3, 2> shoulders{};
};

void evaluate(const AvatarRig& rig, const AvatarState& state, EvaluatedPose& out);

/// Where a hand's wrist is, for grabbing and for spheres.
inline glm::vec3 handPosition(const WorldPose& world, Side side) {
  return world.positionOf(onSide(Bone::leftHand, side));
}

}  // namespace lead
