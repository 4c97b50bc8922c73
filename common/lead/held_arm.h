// A held hand: shoulder give, arm IK, the hand's orientation, grip. Applied on top of the motion's pose.
// spec/lead.md, "Two-bone arm IK" and "Grip". Pure; allocates nothing.
#pragma once

#include "lead/avatar_state.h"
#include "rig/skeleton.h"

namespace lead {

/// Turns the shoulder bone of a held side towards a far target. Updates `world` of the arm's chain.
void giveShoulder(const Skeleton& skeleton, Side side, const ArmState& arm, Pose& pose, WorldPose& world);

/// Bends the arm so that the wrist is at the target, by arm.ikWeight; arm.pole is the elbow's side. `world`
/// holds the pose's forward kinematics down to the upper arm.
void reachTarget(const Skeleton& skeleton, Side side, const ArmState& arm, const glm::quat& body, Pose& pose,
                 const WorldPose& world);

/// Curls the fingers towards the palm by arm.gripWeight.
void closeFingers(const Skeleton& skeleton, Side side, const ArmState& arm, Pose& pose);

/// The direction of an arm that is pulled nowhere: outward.
glm::vec3 outwardOf(Side side, const glm::quat& body);

}  // namespace lead
