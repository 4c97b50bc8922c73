#include "lead/evaluate.h"

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
  idlePose(rig.skeleton, pose);
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

void evaluate(const AvatarRig& rig, const AvatarState& state, Pose& pose, WorldPose& world) {
  const Skeleton& skeleton = rig.skeleton;
  const glm::quat body = rotationY(state.heading);
  evaluateMotion(rig, state, pose);
  forwardKinematics(skeleton, pose, world);
  for (Side side : kSides) {
    const ArmState& arm = state.arm(side);
    giveShoulder(skeleton, side, arm, pose, world);
    reachTarget(skeleton, side, arm, body, pose, world);
    closeFingers(skeleton, side, arm, pose);
  }
  turnHead(state, pose, world);
  forwardKinematics(skeleton, pose, world);
}

}  // namespace lead
