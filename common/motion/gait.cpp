#include "motion/gait.h"

#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>

#include "math/approach.h"
#include "math/rotation.h"
#include "motion/foot_keys.h"

namespace lead {
namespace {

// Proportions of a grown person; everything scales with the square root of leg length (equal Froude number).
constexpr float kReferenceLeg = 0.85F;     // m
constexpr float kReferenceSpeed = 1.2F;    // m/s
constexpr float kReferenceStride = 1.42F;  // of leg length, both steps
constexpr float kMostCadence = 5.0F;       // 1/s
constexpr float kMostStance = 1.5F;        // of leg length: what the ground passes under a foot that carries
constexpr float kHeelOff = 0.85F;          // rad the foot has rolled when it leaves the ground
constexpr float kToeUp = 0.30F;            // rad at contact
constexpr float kFullStep = 0.6F;          // of leg length: shorter strides roll and lift the feet less

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

Cycle cycleAt(float leg, float playbackRate, const Travel& travel) {
  const float reference = kReferenceSpeed * froudeScale(leg);
  const float relative = std::max(playbackRate, 1e-3F);
  Cycle cycle{};
  cycle.leg = leg;
  const float fullStride = kReferenceStride * leg * std::sqrt(relative) * travel.strideShare();
  cycle.cadence = std::min(reference * relative / fullStride, kMostCadence);
  // What the ground passes in a cycle: feet can't slide, but where a doll is dragged faster than legs can go.
  cycle.running = smoothstep(1.7F, 2.6F, relative);
  cycle.stance = mix(0.62F, 0.36F, cycle.running);
  cycle.stride = std::min(travel.speed / cycle.cadence, kMostStance * leg / cycle.stance);
  return cycle;
}

float rateOf(const Skeleton& skeleton, const Travel& travel) {
  return std::max(kLeastPlaybackRate, travel.speed / gaitSpeed(skeleton));
}

float phaseOf(float phase, Side side) {
  return side == Side::left ? phase : std::fmod(phase + 0.5F, 1.0F);
}

// How much of the body goes along: 0 standing … 1 at the longest strides.
float effortOf(const Cycle& cycle, float weight) {
  return weight * std::clamp(std::abs(cycle.stride) / cycle.leg, 0.0F, 1.6F) / 1.6F;
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
  const float step = stepWeight(weight) * smoothstep(0.0F, kFullStep, std::abs(cycle.stride) / cycle.leg);
  const float half = 0.5F * cycle.stride * cycle.stance;
  // A heel that has come off reaches further back than a leg reaches ahead.
  const float behind = 0.16F * half * (1.0F - cycle.running);
  if (phase < cycle.stance) {
    const float s = phase / cycle.stance;
    const float roll = smoothstep(0.45F, 1.0F, s) * kHeelOff - (1.0F - smoothstep(0.0F, 0.18F, s)) * kToeUp;
    return {half - 2.0F * half * s - behind, 0.0F, roll * forwardShare * step, true, s};
  }
  const float s = (phase - cycle.stance) / (1.0F - cycle.stance);
  const float slope = -cycle.stride * (1.0F - cycle.stance);  // d(along)/ds on the ground
  const float s2 = s * s;
  const float s3 = s2 * s;
  const float along = -half * (2 * s3 - 3 * s2 + 1) + slope * (s3 - 2 * s2 + s) + half * (3 * s2 - 2 * s3) +
                      slope * (s3 - s2);
  const float early =
      std::sin(kPi * std::pow(s, 0.7F));  // the foot rises soon after it has left, and sinks slowly
  const float lift = step * cycle.leg * mix(0.075F, 0.2F, cycle.running) * early * early;
  const float pitch =
      mix(kHeelOff, -kToeUp, smoothstep(0.1F, 0.9F, s)) + mix(0.2F, 0.6F, cycle.running) * early;
  return {along - behind, lift, pitch * forwardShare * step, false, s};
}

// A rolling foot turns about its ball, so that the toes stay put while the heel rises, and about its heel on
// contact.
FootTarget placeFoot(const Skeleton& skeleton, Side side, const FootPath& path, const Travel& travel) {
  FootTarget foot;
  foot.rotation = rotationX(path.pitch);
  foot.ankle = skeleton.restOf(onSide(Bone::leftFoot, side)) + travel.direction * path.along +
               glm::vec3(0.0F, path.lift, 0.0F) + rolledAnkle(foot.rotation, soleOf(skeleton, side));
  foot.toes = rotationX(path.planted ? -std::max(path.pitch, 0.0F) : -0.4F * std::max(path.pitch, 0.0F));
  return foot;
}

// How much lower than standing the hips go so that both legs reach at the contact, the widest moment: down
// between the steps, up over the foot that carries. A run stays down and bounces.
float hipsHeight(const Skeleton& skeleton, const Cycle& cycle, const GaitInput& input) {
  const glm::vec3 hip = input.lean * skeleton.restOf(Bone::leftUpperLeg) - stepWithLean(skeleton, input.lean);
  float widest = 0.0F;
  for (float phase : {0.0F, cycle.stance - 1e-3F}) {
    const FootPath path = footPath(cycle, phase, input.travel.roll(), input.weight);
    const glm::vec3 ankle = placeFoot(skeleton, Side::left, path, input.travel).ankle;
    widest = std::max(widest, neededDrop(hip, ankle, cycle.leg));
  }
  const float between = 0.5F * (cycle.stance - 0.5F);  // middle of the time that both feet are down
  const float wave = 0.5F + 0.5F * std::cos(4.0F * kPi * (input.phase - between));
  const float atContact = 0.5F + 0.5F * std::cos(4.0F * kPi * between);
  const float bounce = 0.025F * cycle.leg * std::cos(4.0F * kPi * (input.phase - 0.5F * cycle.stance));
  return -mix(widest * wave / std::max(atContact, 0.5F), widest + bounce, cycle.running) - 0.006F * cycle.leg;
}

void applyHips(const Skeleton& skeleton, const Cycle& cycle, const GaitInput& input, Pose& pose) {
  const float forward = input.travel.direction.z;
  const float phase = 2.0F * kPi * input.phase;
  const float midStance = phase - kPi * cycle.stance;
  const float effort = effortOf(cycle, input.weight);
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

void swingArms(const Cycle& cycle, const GaitInput& input, Pose& pose) {
  const float forward = input.travel.direction.z;
  const float effort = effortOf(cycle, input.weight);
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

}  // namespace

float gaitSpeed(const Skeleton& skeleton) {
  return kReferenceSpeed * froudeScale(skeleton.legLength(Side::left));
}

float gaitCadence(const Skeleton& skeleton, float playbackRate, const Travel& travel) {
  return cycleAt(skeleton.legLength(Side::left), playbackRate, travel).cadence;
}

float gaitContact(const Skeleton& skeleton, const GaitInput& input, Side side) {
  const Cycle cycle = cycleAt(skeleton.legLength(Side::left), rateOf(skeleton, input.travel), input.travel);
  return phaseOf(input.phase, side) < cycle.stance ? 1.0F : 0.0F;
}

LegsJob applyGait(const Skeleton& skeleton, const GaitInput& input, Pose& pose) {
  const float leg = skeleton.legLength(Side::left);
  const Travel& travel = input.travel;
  Cycle cycle = cycleAt(leg, rateOf(skeleton, travel), travel);
  cycle.stride *= startShare(travel, input.weight);
  pose.hipsOffset.y += input.weight * hipsHeight(skeleton, cycle, input);
  applyHips(skeleton, cycle, input, pose);
  swingArms(cycle, input, pose);

  LegsJob legs;
  legs.lean = input.lean;
  legs.weight = input.weight;
  const float hips = glm::distance(skeleton.restOf(Bone::leftUpperLeg), skeleton.restOf(Bone::rightUpperLeg));
  const float room = sidestepRoom(travel, cycle.stride, hips) * input.weight;
  const glm::vec3 lean = stepWithLean(skeleton, input.lean);
  for (Side side : kSides) {
    const FootPath path = footPath(cycle, phaseOf(input.phase, side), travel.roll(), input.weight);
    FootTarget& foot = legs.feet[index(side)];
    foot = placeFoot(skeleton, side, path, travel);
    foot.ankle += glm::vec3(room * outwardSign(side), 0.0F, 0.0F) + lean;
    const float waits = path.planted ? 0.0F : std::sin(kPi * std::min(path.share / 0.6F, 1.0F));
    foot.slack = 0.2F * leg * waits * waits * stepWeight(input.weight);
  }
  return legs;
}

}  // namespace lead
