#include "lead/evaluate_steps.h"

#include "lead/gaze.h"
#include "lead/held_arm.h"
#include "math/rotation.h"
#include "motion/gait.h"
#include "motion/idle.h"

namespace lead {
namespace {

void applyTracked(const TrackedBones& tracked, Pose& pose) {
  if (tracked.bones == 0) return;
  for (std::size_t i = 0; i < kBoneCount; ++i)
    if ((tracked.bones & bit(boneAt(i))) != 0) pose.rotation[i] = tracked.rotation[i];
  if ((tracked.bones & bit(Bone::hips)) != 0) pose.hipsOffset = tracked.hipsOffset;
}

}  // namespace

void evaluateMotion(const AvatarRig& rig, const AvatarState& state, Pose& pose) {
  const glm::quat body = rotationY(state.heading);
  pose.rootPosition = state.position;
  pose.rootRotation = state.lean * body;
  pose.hipsOffset = rig.idle.hipsOffset;
  pose.rotation = rig.idle.rotation;
  if (rig.motion == Motion::gait) {
    addBreath(rig.skeleton, static_cast<double>(state.tick) * static_cast<double>(state.tickSeconds), pose);
    if (state.walkWeight > 0.0F || state.speed() > 0.0F) {
      const glm::quat toBody = glm::conjugate(body);
      applyGait(rig.skeleton,
                {state.phase, toBody * state.velocity, state.walkWeight, toBody * state.lean * body}, pose);
    }
  }
  applyTracked(state.tracked, pose);
}

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
