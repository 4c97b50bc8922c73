#include "lead/evaluate.h"

#include "lead/evaluate_steps.h"
#include "lead/gaze.h"
#include "lead/held_arm.h"
#include "lead/motion_pose.h"
#include "math/rotation.h"

namespace lead {
namespace {

constexpr BoneMask bothSides(Bone left) {
  return bit(left) | bit(onSide(left, Side::right));
}

// Hands and head don't move these any more, but for the shoulders' give, which places what it moves.
constexpr BoneMask kTrunk = bit(Bone::hips) | bit(Bone::spine) | bit(Bone::chest) | bit(Bone::upperChest) |
                            bit(Bone::neck) | bothSides(Bone::leftShoulder);
constexpr BoneMask kUpperArms = bothSides(Bone::leftUpperArm);

}  // namespace

void giveShoulders(const AvatarRig& rig, const AvatarState& state, EvaluatedPose& out) {
  forwardKinematics(rig.skeleton, out.local, kTrunk | bit(Bone::head) | kUpperArms, out.world);
  for (Side side : kSides) {
    out.shoulders[index(side)] = out.world.positionOf(onSide(Bone::leftUpperArm, side));
    giveShoulder(rig.skeleton, side, state.arm(side), out.local, out.world);
  }
}

void finishPose(const AvatarRig& rig, const AvatarState& state, const glm::quat& body, EvaluatedPose& out) {
  for (Side side : kSides) {
    reachTarget(rig.skeleton, side, state.arm(side), body, out.local, out.world);
    closeFingers(rig.skeleton, side, state.arm(side), out.local);
  }
  turnHead(state, body, out.local, out.world);
  forwardKinematics(rig.skeleton, out.local, kAllBones & ~kTrunk, out.world);
}

void evaluate(const AvatarRig& rig, const AvatarState& state, EvaluatedPose& out) {
  const glm::quat body = rotationY(state.heading);
  evaluateMotion(rig, state, body, out.local);
  giveShoulders(rig, state, out);
  finishPose(rig, state, body, out);
}

}  // namespace lead
