#include "lead/evaluate_steps.h"

#include "lead/gaze.h"
#include "lead/held_arm.h"
#include "lead/motion_pose.h"
#include "math/rotation.h"

namespace lead {
void giveShoulders(const AvatarRig& rig, const AvatarState& state, EvaluatedPose& out) {
  forwardKinematics(rig.skeleton, out.local, out.world);
  for (Side side : kSides) {
    out.shoulders[index(side)] = out.world.positionOf(onSide(Bone::leftUpperArm, side));
    giveShoulder(rig.skeleton, side, state.arm(side), out.local, out.world);
  }
}

void finishPose(const AvatarRig& rig, const AvatarState& state, EvaluatedPose& out) {
  const glm::quat body = rotationY(state.heading);
  for (Side side : kSides) {
    reachTarget(rig.skeleton, side, state.arm(side), body, out.local, out.world);
    closeFingers(rig.skeleton, side, state.arm(side), out.local);
  }
  turnHead(state, out.local, out.world);
  forwardKinematics(rig.skeleton, out.local, out.world);
}

void evaluate(const AvatarRig& rig, const AvatarState& state, EvaluatedPose& out) {
  evaluateMotion(rig, state, out.local);
  giveShoulders(rig, state, out);
  finishPose(rig, state, out);
}

}  // namespace lead
