#include "motion/gait.h"

#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>

#include "math/approach.h"
#include "math/rotation.h"
#include "rig/two_bone.h"

namespace lead {
namespace {

// Proportions of a grown person; everything scales with the square root of leg length (equal Froude number).
constexpr float kReferenceLeg = 0.85F;     // m
constexpr float kReferenceSpeed = 1.2F;    // m/s
constexpr float kReferenceStride = 1.42F;  // of leg length, both steps
constexpr float kLegReach = 0.995F;
constexpr float kHeelOff = 0.85F;  // rad the foot has rolled when it leaves the ground
constexpr float kToeUp = 0.30F;    // rad at contact

float froudeScale(float leg) {
  return std::sqrt(std::max(leg, 1e-3F) / kReferenceLeg);
}

struct Cycle {
  float leg;      // m
  float stride;   // m, both steps
  float cadence;  // 1/s
  float stance;   // share of the cycle that a foot carries weight
  float running;  // 0 walk … 1 run
};

Cycle cycleAt(float leg, float speed, float playbackRate, float sideways) {
  const float reference = kReferenceSpeed * froudeScale(leg);
  const float relative = std::max(playbackRate, 1e-3F);
  Cycle cycle{};
  cycle.leg = leg;
  const float fullStride = kReferenceStride * leg * std::sqrt(relative) * mix(1.0F, 0.45F, sideways);
  cycle.cadence = reference * relative / fullStride;
  cycle.stride = speed / cycle.cadence;  // what the ground passes in a cycle: feet can't slide
  cycle.running = smoothstep(1.7F, 2.6F, relative);
  cycle.stance = mix(0.62F, 0.36F, cycle.running);
  return cycle;
}

struct FootPath {
  float along;  // m along the travel, from under the hip
  float lift;   // m of the ankle above its rest height, besides the roll
  float pitch;  // rad, toes down positive
  bool planted;
  float share;  // of the stance or swing, 0 … 1
};

// The ground passes at constant speed during stance; the swing leaves and meets it at that speed.
FootPath footPath(const Cycle& cycle, float phase, float forwardShare, float weight) {
  const float half = 0.5F * cycle.stride * cycle.stance;
  if (phase < cycle.stance) {
    const float s = phase / cycle.stance;
    const float roll = smoothstep(0.45F, 1.0F, s) * kHeelOff - (1.0F - smoothstep(0.0F, 0.18F, s)) * kToeUp;
    return {half - 2.0F * half * s, 0.0F, roll * forwardShare * weight, true, s};
  }
  const float s = (phase - cycle.stance) / (1.0F - cycle.stance);
  const float slope = -cycle.stride * (1.0F - cycle.stance);  // d(along)/ds on the ground
  const float s2 = s * s;
  const float s3 = s2 * s;
  const float along = -half * (2 * s3 - 3 * s2 + 1) + slope * (s3 - 2 * s2 + s) + half * (3 * s2 - 2 * s3) +
                      slope * (s3 - s2);
  const float early =
      std::sin(kPi * std::pow(s, 0.7F));  // the foot rises soon after it has left, and sinks slowly
  const float lift = weight * cycle.leg * mix(0.075F, 0.2F, cycle.running) * early * early;
  const float pitch =
      mix(kHeelOff, -kToeUp, smoothstep(0.1F, 0.9F, s)) + mix(0.2F, 0.6F, cycle.running) * early;
  return {along, lift, pitch * forwardShare * weight, false, s};
}

struct Foot {
  glm::vec3 ankle;     // body frame
  glm::quat rotation;  // body frame
  float toeBend;
};

// A rolling foot turns about its ball, so that the toes stay put while the heel rises, and about its heel on
// contact.
Foot placeFoot(const Skeleton& skeleton, Side side, const FootPath& path, const glm::vec3& direction) {
  const glm::vec3 rest = skeleton.restOf(onSide(Bone::leftFoot, side));
  const Bone toes = onSide(Bone::leftToes, side);
  const glm::vec3 ball =
      skeleton.has(toes) ? skeleton.restOf(toes) - rest : glm::vec3(0.0F, -rest.y, 0.8F * rest.y);
  const glm::vec3 heel(0.0F, -rest.y, -0.3F * ball.z);
  const glm::quat roll = rotationX(path.pitch);
  const glm::vec3 pivot = path.pitch > 0.0F ? ball : heel;
  const glm::vec3 rolled = pivot - roll * pivot;
  return {rest + direction * path.along + glm::vec3(0.0F, path.lift, 0.0F) + rolled, roll,
          path.planted ? -std::max(path.pitch, 0.0F) : -0.4F * std::max(path.pitch, 0.0F)};
}

void applyHips(const Skeleton& skeleton, const Cycle& cycle, const GaitInput& input, float forward,
               Pose& pose) {
  const float phase = 2.0F * kPi * input.phase;
  const float midStance = phase - kPi * cycle.stance;
  const float effort = input.weight * std::clamp(std::abs(cycle.stride) / cycle.leg, 0.0F, 1.6F) / 1.6F;
  const float sway = effort * 0.024F * cycle.leg * (1.0F - 0.7F * cycle.running) * std::cos(midStance);
  const float yaw = -0.16F * effort * forward * std::cos(phase);
  const float list = 0.07F * effort * std::cos(midStance);
  pose.hipsOffset.x += sway;
  pose.of(Bone::hips) = rotationY(yaw) * rotationZ(list) * pose.of(Bone::hips);
  pose.of(Bone::spine) = rotationZ(-list * 1.2F) * rotationY(-yaw * 1.0F) * pose.of(Bone::spine);
  const Bone chest = skeleton.has(Bone::chest) ? Bone::chest : Bone::spine;
  pose.of(chest) = rotationY(-yaw * 0.6F) * rotationX(0.06F * cycle.running) * pose.of(chest);
  pose.of(Bone::head) = rotationY(yaw * 0.6F) * pose.of(Bone::head);
}

void swingArms(const Cycle& cycle, const GaitInput& input, float forward, Pose& pose) {
  const float effort = input.weight * std::clamp(std::abs(cycle.stride) / cycle.leg, 0.0F, 1.6F) / 1.6F;
  for (Side side : kSides) {
    const float turn = 2.0F * kPi * (input.phase + (side == Side::left ? 0.0F : 0.5F));
    const float swing = std::cos(turn - 0.25F);  // +1: behind, as the leg of that side is in front
    const Bone upper = onSide(Bone::leftUpperArm, side);
    const Bone lower = onSide(Bone::leftLowerArm, side);
    const float out = outwardSign(side);
    const glm::quat closer = rotationZ(-out * 0.17F * input.weight);  // towards the body while walking
    const float angle = effort * forward * (mix(0.55F, 0.8F, cycle.running) * swing + 0.05F);
    pose.of(upper) = rotationX(angle) * closer * pose.of(upper);
    const float bend =
        input.weight * mix(0.22F, 1.45F, cycle.running) + effort * 0.28F * std::max(0.0F, -swing);
    pose.of(lower) = rotationY(-out * bend) * pose.of(lower);
  }
}

// How far the hips must sink so that a leg from `hip` reaches `ankle`.
float neededDrop(const glm::vec3& hip, const glm::vec3& ankle, float reach) {
  const float dx = ankle.x - hip.x;
  const float dz = ankle.z - hip.z;
  const float height = std::sqrt(std::max(reach * reach - dx * dx - dz * dz, 0.04F * reach * reach));
  return hip.y - (ankle.y + height);
}

float smoothMax(float a, float b, float width) {
  const float h = std::max(width - std::abs(a - b), 0.0F) / width;
  return std::max(a, b) + h * h * width * 0.25F;
}

void reachFoot(const Skeleton& skeleton, Side side, const Foot& foot, const glm::quat& unlean, Pose& pose,
               WorldPose& chain) {
  const Bone upper = onSide(Bone::leftUpperLeg, side);
  const Bone lower = onSide(Bone::leftLowerLeg, side);
  const Bone ankle = onSide(Bone::leftFoot, side);
  const Bone toes = onSide(Bone::leftToes, side);
  const glm::vec3 hip = chain.positionOf(upper);
  const glm::vec3 target = unlean * foot.ankle;
  const glm::vec3 down(0, -1, 0);
  const glm::vec3 dir = twoBoneDir(hip, target, down);
  const glm::vec3 ahead = glm::vec3(0.08F * outwardSign(side), 0.0F, 1.0F);
  const glm::vec3 pole = normalizedOr(ahead - dir * glm::dot(ahead, dir), kForward);
  const glm::vec3 upperRest = skeleton.offset[index(lower)];
  const glm::vec3 lowerRest = skeleton.offset[index(ankle)];
  const TwoBoneResult leg =
      solveTwoBone({hip, glm::length(upperRest), glm::length(lowerRest), target, down, pole, 0.9999F});
  const glm::quat hips = chain.rotationOf(Bone::hips);
  const glm::quat upperWorld =
      aimBone(hips * pose.of(upper), hips * pose.of(upper) * upperRest, leg.joint - hip);
  const glm::quat lowerWorld =
      aimBone(upperWorld * pose.of(lower), upperWorld * pose.of(lower) * lowerRest, leg.end - leg.joint);
  pose.of(upper) = glm::inverse(hips) * upperWorld;
  pose.of(lower) = glm::inverse(upperWorld) * lowerWorld;
  pose.of(ankle) = glm::inverse(lowerWorld) * (unlean * foot.rotation);
  if (skeleton.has(toes)) pose.of(toes) = rotationX(foot.toeBend);
}

}  // namespace

float gaitSpeed(const Skeleton& skeleton) {
  return kReferenceSpeed * froudeScale(skeleton.legLength(Side::left));
}

float sidewaysShare(const glm::vec3& travel) {
  const float speed = std::sqrt(travel.x * travel.x + travel.z * travel.z);
  return speed > 1e-6F ? std::abs(travel.x) / speed : 0.0F;
}

float gaitCadence(const Skeleton& skeleton, float playbackRate, float sideways) {
  return cycleAt(skeleton.legLength(Side::left), 0.0F, playbackRate, sideways).cadence;
}

void applyGait(const Skeleton& skeleton, const GaitInput& input, Pose& pose) {
  const float speed = std::sqrt(input.travel.x * input.travel.x + input.travel.z * input.travel.z);
  const float leg = skeleton.legLength(Side::left);
  const float rate = std::max(0.3F, speed / gaitSpeed(skeleton));
  const glm::vec3 direction = normalizedOr(glm::vec3(input.travel.x, 0.0F, input.travel.z), kForward);
  const Cycle cycle = cycleAt(leg, speed, rate, sidewaysShare(direction));

  applyHips(skeleton, cycle, input, direction.z, pose);
  swingArms(cycle, input, direction.z, pose);

  const glm::quat unlean = glm::inverse(input.lean);
  std::array<Foot, 2> feet{};
  float drop = -1.0F;
  for (Side side : kSides) {
    const float phase = side == Side::left ? input.phase : std::fmod(input.phase + 0.5F, 1.0F);
    const FootPath path =
        footPath(cycle, phase, std::abs(direction.z) * (direction.z < 0 ? -0.5F : 1.0F), input.weight);
    feet[index(side)] = placeFoot(skeleton, side, path, direction);
    const glm::vec3 socket = skeleton.offset[index(onSide(Bone::leftUpperLeg, side))];
    const glm::vec3 hip =
        input.lean * (skeleton.restOf(Bone::hips) + pose.hipsOffset + pose.of(Bone::hips) * socket);
    const float waits = path.planted ? 0.0F : std::sin(kPi * std::min(path.share / 0.6F, 1.0F));
    const float spare =
        0.2F * leg * waits * waits;  // hips need not sink for a foot that has just left the ground
    const float need = neededDrop(hip, feet[index(side)].ankle, kLegReach * skeleton.legLength(side)) - spare;
    drop = side == Side::left ? need : smoothMax(drop, need, 0.04F * leg);
  }
  pose.hipsOffset.y -= std::max(0.0F, drop) * input.weight + 0.006F * leg * input.weight;

  Pose local;  // the same pose without a root, so that the legs are solved in the root's frame
  local.hipsOffset = pose.hipsOffset;
  local.of(Bone::hips) = pose.of(Bone::hips);
  WorldPose chain;
  for (Side side : kSides) {
    forwardKinematicsChain(skeleton, local, onSide(Bone::leftUpperLeg, side), chain);
    reachFoot(skeleton, side, feet[index(side)], unlean, pose, chain);
  }
}

}  // namespace lead
