// An avatar that walks as it is told to, by velocity and not by a hand, with its feet as they are drawn: for
// tests of the walk alone.
#pragma once

#include <array>
#include <cmath>
#include <glm/vec2.hpp>

#include "lead/motion_pose.h"
#include "lead/plant_feet.h"
#include "lead/world.h"
#include "math/rotation.h"
#include "motion/foot_keys.h"

namespace lead::test {

inline float level(const glm::vec3& v) {
  return std::sqrt(v.x * v.x + v.z * v.z);
}

/// Speeds mean for a leg what they mean for a grown person's (equal Froude number).
inline float speedScale(const Skeleton& skeleton) {
  return std::sqrt(skeleton.legLength(Side::left) / 0.85F);
}

/// The two points of a foot that touch the ground, in the world.
inline std::array<glm::vec3, 2> solePoints(const AvatarRig& rig, const EvaluatedPose& pose, Side side) {
  const Bone ankle = onSide(Bone::leftFoot, side);
  const Sole sole = soleOf(rig.skeleton, side);
  const glm::vec3 at = pose.world.positionOf(ankle);
  const glm::quat turn = pose.world.rotationOf(ankle);
  return {at + turn * sole.ball, at + turn * sole.heel};
}

/// How high above where it rests the lower of a foot's points is, metres.
inline float footHeight(const AvatarRig& rig, const EvaluatedPose& pose, Side side) {
  const float ankle = rig.skeleton.restOf(onSide(Bone::leftFoot, side)).y;
  const Sole sole = soleOf(rig.skeleton, side);
  const auto points = solePoints(rig, pose, side);
  return std::min(points[0].y - ankle - sole.ball.y, points[1].y - ankle - sole.heel.y);
}

/// How far the foot slid over the ground from one pose to the next, metres: a foot that rolls about its heel
/// or ball stands still.
inline float slideOf(const AvatarRig& rig, const EvaluatedPose& before, const EvaluatedPose& after,
                     Side side) {
  const auto from = solePoints(rig, before, side);
  const auto to = solePoints(rig, after, side);
  return std::min(level(to[0] - from[0]), level(to[1] - from[1]));
}

/// Positive where the knee stands off ahead of the line from hip to ankle, seen from the hips; metres.
inline float kneeAhead(const EvaluatedPose& pose, Side side) {
  const glm::vec3 hip = pose.world.positionOf(onSide(Bone::leftUpperLeg, side));
  const glm::vec3 knee = pose.world.positionOf(onSide(Bone::leftLowerLeg, side));
  const glm::vec3 ankle = pose.world.positionOf(onSide(Bone::leftFoot, side));
  const glm::vec3 dir = glm::normalize(ankle - hip);
  const glm::vec3 off = knee - hip - dir * glm::dot(knee - hip, dir);
  return glm::dot(off, pose.world.rotationOf(Bone::hips) * kForward);
}

/// How far a knee is bent, radians, 0 straight.
inline float kneeBend(const EvaluatedPose& pose, Side side) {
  const glm::vec3 knee = pose.world.positionOf(onSide(Bone::leftLowerLeg, side));
  return angleBetween(knee - pose.world.positionOf(onSide(Bone::leftUpperLeg, side)),
                      pose.world.positionOf(onSide(Bone::leftFoot, side)) - knee);
}

struct Stroll {
  AvatarRigPtr rig;
  Params params;
  Space space;
  AvatarState state;
  EvaluatedPose pose;   ///< evaluate() alone
  EvaluatedPose drawn;  ///< with its feet planted
  EvaluatedPose lastPose;
  EvaluatedPose lastDrawn;
  std::array<bool, 2> carried{};  ///< by Side: in the last tick
  FootState feet;
  bool led = true;  ///< a hand is held, too near to be pulled
  float dt = 1.0F / 60.0F;

  explicit Stroll(AvatarRigPtr rigOf) : rig(std::move(rigOf)) { evaluate(*rig, state, pose); }
  Stroll(const Skeleton& skeleton, const Motions& motions)
      : Stroll(makeAvatarRig(skeleton, Motion::full, motions)) {}

  /// One tick at `velocity` (reached with the speed's time constant).
  void step(const glm::vec3& velocity) {
    for (Side side : kSides) carried[index(side)] = carries(side);
    lastPose = pose;
    lastDrawn = drawn;
    ArmState& arm = state.arm(Side::right);
    arm.holder = led ? 9 : 0;
    if (led) arm.target = pose.shoulders[1] + rig->skeleton.armLength(Side::right) * glm::vec3(0.0F, -0.7F, 0.0F);
    static const std::vector<glm::vec3> kNobody;
    stepAvatar(*rig, {params, space, dt, state.tick + 1, kNobody, velocity}, state, pose);
    drawn = pose;
    plantFeet(*rig, state, dt, drawn, feet);
  }
  void run(const glm::vec3& velocity, float seconds) {
    for (long i = std::lround(seconds / dt); i > 0; --i) step(velocity);
  }
  bool carries(Side side) const { return footContact(*rig, state, side) > 0.5F; }
  /// It carried in the last tick, too.
  bool stays(Side side) const { return carries(side) && carried[index(side)]; }
};

}  // namespace lead::test
