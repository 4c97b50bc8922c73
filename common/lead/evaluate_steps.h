// Private to lead/: the stages of evaluate(), between which step() moves on what the state remembers of the arms.
#pragma once

#include "lead/evaluate.h"

namespace lead {

/// The motion alone (idle, walk, tracked bones), before hands and head are put on top.
void evaluateMotion(const AvatarRig& rig, const AvatarState& state, Pose& pose);

/// Forward kinematics of the motion, and the shoulder bones' give.
void giveShoulders(const AvatarRig& rig, const AvatarState& state, EvaluatedPose& out);

/// Arms, fingers and head.
void finishPose(const AvatarRig& rig, const AvatarState& state, EvaluatedPose& out);

}  // namespace lead
