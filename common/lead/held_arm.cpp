#include "lead/held_arm.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "math/approach.h"
#include "math/quad.h"
#include "math/rotation.h"
#include "rig/elbow_pole.h"
#include "rig/two_bone.h"

namespace lead {
namespace {

constexpr float kMostGive = 15.0F * kPi / 180.0F;
constexpr float kMostSwing = 1.2F;
constexpr float kMostTwist = 60.0F * kPi / 180.0F;
constexpr float kSwungFar =
    75.0F * kPi / 180.0F;  // from here to the opposite direction less and less is left

// What is left of a twist, so that it doesn't flip from one limit to the other where its sign changes at the
// back: nothing there, all up to the most that forearm and wrist can do together. A hand that is swung far
// back has no twist that could be told.
float limitTwist(float twist, float swing) {
  const float most = std::min(std::abs(twist), 2.0F * kMostTwist);
  const float back = smoothstep(2.0F * kMostTwist, kPi, std::abs(twist));
  return std::copysign(most * (1.0F - back) * (1.0F - smoothstep(0.33F * kPi, kPi, swing)), twist);
}

glm::quat limitSwing(const glm::quat& swing, float angle) {
  if (angle < 1e-5F) return swing;
  const float kept = std::min(angle, kMostSwing) * (1.0F - smoothstep(kSwungFar, kPi, angle));
  return glm::slerp(kIdentity, swing, kept / angle);
}

// The hand takes the holder's orientation within what a wrist can do; the forearm takes half of the roll.
void orientHand(const ArmState& arm, const glm::vec3& forearmAxis, glm::quat& lowerWorld,
                glm::quat& handLocal) {
  SwingTwist wanted = swingTwist(glm::conjugate(lowerWorld) * arm.orientation, forearmAxis);
  const float swung = angleOf(wanted.swing);
  wanted.twist = limitTwist(wanted.twist, swung);
  const float forearm = std::clamp(0.5F * wanted.twist, -kMostTwist, kMostTwist);
  const float wrist = std::clamp(wanted.twist - forearm, -kMostTwist, kMostTwist);
  const glm::quat roll = rotationAbout(forearmAxis, forearm);
  lowerWorld = lowerWorld * roll;
  const glm::quat swing = glm::conjugate(roll) * limitSwing(wanted.swing, swung) * roll;
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
  forwardKinematics(skeleton, pose, bit(shoulder) | bit(upper), world);
}

void reachTarget(const Skeleton& skeleton, Side side, const ArmState& arm, const glm::quat& body, Pose& pose,
                 const WorldPose& world) {
  if (arm.ikWeight <= 0.0F) return;
  const Bone upper = onSide(Bone::leftUpperArm, side);
  const Bone lower = onSide(Bone::leftLowerArm, side);
  const Bone hand = onSide(Bone::leftHand, side);
  const Limb& limb = skeleton.arm(side);
  const glm::vec3 shoulder = world.positionOf(upper);
  const glm::vec3 fallback = arm.dir == glm::vec3(0.0F) ? outwardOf(side, body) : arm.dir;
  const glm::vec3 dir = twoBoneDir(shoulder, arm.target, fallback);
  const glm::vec3 across = arm.pole - dir * glm::dot(arm.pole, dir);
  const float length = glm::length(across);
  const glm::vec3 pole = length > 1e-6F ? across / length : firstPole(side, body, dir);
  const TwoBoneResult solved = solveTwoBone({shoulder, limb.upper, limb.lower, arm.target, dir, pole});

  const glm::quat parent = world.rotationOf(upper) * glm::conjugate(pose.of(upper));
  const glm::quat upperMotion = world.rotationOf(upper);
  const glm::quat upperWorld =
      aimBoneUnit(upperMotion, upperMotion * limb.upperDir, (solved.joint - shoulder) * (1.0F / limb.upper));
  const glm::quat lowerMotion = upperWorld * pose.of(lower);
  glm::quat lowerWorld = aimBoneUnit(lowerMotion, lowerMotion * limb.lowerDir,
                                     (solved.end - solved.joint) * (1.0F / limb.lower));
  glm::quat handLocal = pose.of(hand);
  if (arm.hasOrientation) orientHand(arm, limb.lowerDir, lowerWorld, handLocal);

  const auto blend = [&arm](glm::quat& motion, const glm::quat& wanted) {
    motion = arm.ikWeight >= 1.0F ? wanted : glm::normalize(glm::slerp(motion, wanted, arm.ikWeight));
  };
  blend(pose.of(upper), glm::conjugate(parent) * upperWorld);
  blend(pose.of(lower), glm::conjugate(upperWorld) * lowerWorld);
  if (arm.hasOrientation) blend(pose.of(hand), handLocal);
}

void closeFingers(const Skeleton& skeleton, Side side, const ArmState& arm, Pose& pose) {
  if (arm.gripWeight <= 0.0F) return;
  // Proximal, intermediate, distal of a finger; all three of a thumb.
  static constexpr std::array<float, 4> kCurls{1.0F, 1.2F, 0.7F, 0.5F};
  const auto curled = [](float sign, float weight) {
    std::array<Quad, 4> curls{};
    for (std::size_t i = 0; i < curls.size(); ++i) curls[i] = toQuad(rotationZ(-sign * kCurls[i] * weight));
    return curls;
  };
  static const std::array<std::array<Quad, 4>, 2> kClosed{curled(outwardSign(Side::left), 1.0F),
                                                          curled(outwardSign(Side::right), 1.0F)};
  const std::array<Quad, 4> curls =
      arm.gripWeight >= 1.0F ? kClosed[index(side)] : curled(outwardSign(side), arm.gripWeight);
  const std::size_t first = index(onSide(Bone::leftThumbMetacarpal, side));
  for (std::size_t i = 0; i < 15; ++i) {
    if (!skeleton.has(boneAt(first + i))) continue;
    glm::quat& rotation = pose.rotation[first + i];
    fromQuad(multiply(toQuad(rotation), curls[i < 3 ? 3 : i % 3]), rotation);
  }
}

}  // namespace lead
