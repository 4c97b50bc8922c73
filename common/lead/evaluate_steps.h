// Private to lead/: the stages of evaluate(), between which step() moves on what the state remembers of the
// arms.
#pragma once

#include "lead/evaluate.h"

namespace lead {

/// Forward kinematics of evaluateMotion()'s pose, and the shoulder bones' give.
void giveShoulders(const AvatarRig& rig, const AvatarState& state, EvaluatedPose& out);

/// Arms, fingers and head. `body`: the heading alone.
void finishPose(const AvatarRig& rig, const AvatarState& state, const glm::quat& body, EvaluatedPose& out);

}  // namespace lead
