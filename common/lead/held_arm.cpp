#include "lead/held_arm.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "math/approach.h"
#include "math/rotation.h"
#include "rig/elbow_pole.h"
#include "rig/two_bone.h"

namespace lead {
namespace {

constexpr float kMostGive = 15.0F * kPi / 180.0F;
constexpr float kMostSwing = 1.2F;
constexpr float kMostTwist = 60.0F * kPi / 180.0F;

// The hand takes the holder's orientation within what a wrist can do; the forearm takes half of the roll.
void orientHand(const ArmState& arm, const glm::vec3& forearmAxis, glm::quat& lowerWorld,
                glm::quat& handLocal) {
  const SwingTwist wanted = swingTwist(glm::conjugate(lowerWorld) * arm.orientation, forearmAxis);
  const float forearm = std::clamp(0.5F * wanted.twist, -kMostTwist, kMostTwist);
  const float wrist = std::clamp(wanted.twist - forearm, -kMostTwist, kMostTwist);
  const glm::quat roll = rotationAbout(forearmAxis, forearm);
  lowerWorld = lowerWorld * roll;
  const glm::quat swing = glm::conjugate(roll) * limitAngle(wanted.swing, kMostSwing) * roll;
  handLocal = swing * rotationAbout(forearmAxis, wrist);
}

}  // namespace

glm::vec3 outwardOf(Side side, const glm::quat& body) {
  return body * glm::vec3(outwardSign(side), 0.0F, 0.0F);
}

void giveShoulder(const Skeleton& skeleton, Side side, const ArmState& arm, Pose& pose, WorldPose& world) {
  const Bone shoulder = onSide(Bone::leftShoulder, side);
  const Bone upper = onSide(Bone::leftUpperArm, side);
  if (!skeleton.has(shoulder) || arm.ikWeight <= 0.0F) return;
  const float whole = skeleton.armLength(side);
  const float share =
      smoothstep(0.9F * whole, 1.1F * whole, glm::length(arm.target - world.positionOf(upper)));
  if (share <= 0.0F) return;
  const glm::vec3 from = world.positionOf(upper) - world.positionOf(shoulder);
  const glm::vec3 to = arm.target - world.positionOf(shoulder);
  const glm::vec3 axis = normalizedOr(glm::cross(from, to), glm::vec3(0.0F));
  if (axis == glm::vec3(0.0F)) return;
  const glm::quat turn =
      rotationAbout(axis, std::min(kMostGive * share, angleBetween(from, to)) * arm.ikWeight);
  const glm::quat turned = turn * world.rotationOf(shoulder);
  const glm::quat parent = world.rotationOf(shoulder) * glm::conjugate(pose.of(shoulder));
  pose.of(shoulder) = glm::normalize(glm::conjugate(parent) * turned);
  forwardKinematicsChain(skeleton, pose, upper, world);
}

void reachTarget(const Skeleton& skeleton, Side side, const ArmState& arm, const glm::quat& body, Pose& pose,
                 const WorldPose& world) {
  if (arm.ikWeight <= 0.0F) return;
  const Bone upper = onSide(Bone::leftUpperArm, side);
  const Bone lower = onSide(Bone::leftLowerArm, side);
  const Bone hand = onSide(Bone::leftHand, side);
  const glm::vec3 shoulder = world.positionOf(upper);
  const glm::vec3 fallback = normalizedOr(arm.dir, outwardOf(side, body));
  const glm::vec3 dir = twoBoneDir(shoulder, arm.target, fallback);
  const glm::vec3 pole = normalizedOr(arm.pole - dir * glm::dot(arm.pole, dir), firstPole(side, body, dir));
  const TwoBoneResult solved = solveTwoBone(
      {shoulder, skeleton.upperArmLength(side), skeleton.lowerArmLength(side), arm.target, fallback, pole});

  // skeleton.offset[lower] hangs on the upper arm and [hand] on the lower: a present bone's nearest ancestor.
  const glm::quat parent = world.rotationOf(upper) * glm::conjugate(pose.of(upper));
  const glm::quat upperWorld =
      aimBone(world.rotationOf(upper), world.rotationOf(upper) * skeleton.offset[index(lower)],
              solved.joint - shoulder);
  const glm::quat lowerMotion = upperWorld * pose.of(lower);
  glm::quat lowerWorld =
      aimBone(lowerMotion, lowerMotion * skeleton.offset[index(hand)], solved.end - solved.joint);
  glm::quat handLocal = pose.of(hand);
  if (arm.hasOrientation)
    orientHand(arm, normalizedOr(skeleton.offset[index(hand)], kForward), lowerWorld, handLocal);

  const auto blend = [&arm](glm::quat& motion, const glm::quat& wanted) {
    motion = glm::normalize(arm.ikWeight >= 1.0F ? wanted : glm::slerp(motion, wanted, arm.ikWeight));
  };
  blend(pose.of(upper), glm::conjugate(parent) * upperWorld);
  blend(pose.of(lower), glm::conjugate(upperWorld) * lowerWorld);
  blend(pose.of(hand), handLocal);
}

void closeFingers(const Skeleton& skeleton, Side side, const ArmState& arm, Pose& pose) {
  if (arm.gripWeight <= 0.0F) return;
  constexpr std::array<float, 3> kFinger{1.0F, 1.2F, 0.7F};  // proximal, intermediate, distal
  constexpr std::array<float, 3> kThumb{0.5F, 0.5F, 0.5F};
  const std::size_t first = index(onSide(Bone::leftThumbMetacarpal, side));
  for (std::size_t i = 0; i < 15; ++i) {
    const Bone bone = boneAt(first + i);
    if (!skeleton.has(bone)) continue;
    const float curl = (i < 3 ? kThumb : kFinger)[i % 3] * arm.gripWeight;
    pose.of(bone) = pose.of(bone) * rotationZ(-outwardSign(side) * curl);
  }
}

}  // namespace lead
