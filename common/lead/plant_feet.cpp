#include "lead/plant_feet.h"

#include <algorithm>
#include <cmath>

#include "lead/motion_pose.h"
#include "lead/playing.h"
#include "math/approach.h"
#include "math/rotation.h"

namespace lead {
namespace {

constexpr float kJump = 0.5F;       // m in a frame: not walked
constexpr float kFarOff = 0.22F;    // of leg length: further a planted foot isn't left behind
constexpr float kTwisted = 0.7F;    // rad, likewise
constexpr float kMostSunk = 0.05F;  // of leg length
constexpr float kNotSeen = 1e-5F;   // m
constexpr float kFreeTau = 0.06F;   // s, in which a foot in the air gets back to where the motion has it
constexpr float kStepSeconds = 0.16F;
constexpr float kStepLift = 0.05F;       // of leg length
constexpr float kLeftBehind = 0.03F;     // of leg length: standing, a foot this far off is drawn in
constexpr float kCoasts = 0.12F;         // s of its speed, that a body goes on when it is let go of
constexpr float kLate = 0.55F;           // a walk weight: at a stop's very end ...
constexpr float kLeftBehindLate = 0.1F;  // ... no step is begun for less than this
constexpr float kTurnedAway = 0.15F;     // rad, likewise
constexpr float kComingToRest = 0.5F;    // m/s, of a grown person's legs
constexpr float kGrownLeg = 0.85F;

using Foot = FootState::Foot;

/// Where the motion has a foot: the place of an ankle whose foot lies flat there, and its heading.
struct Natural {
  glm::vec3 place;
  float yaw;
};

Natural naturalOf(const AvatarRig& rig, const EvaluatedPose& pose, Side side) {
  const Bone ankle = onSide(Bone::leftFoot, side);
  const glm::quat foot = pose.world.rotationOf(ankle);
  const glm::quat flat = flatFoot(foot);
  return {pose.world.positionOf(ankle) - rolledAnkle(foot, soleOf(rig.skeleton, side)),
          2.0F * std::atan2(flat.y, flat.w)};
}

void plant(const Natural& natural, Foot& foot) {
  foot.planted = true;
  foot.place = natural.place + foot.offset;
  foot.yaw = natural.yaw + foot.turn;
}

/// Coming to rest: where a foot will stand in the end, which the motion gets to only later.
struct Rest {
  bool coming = false;
  glm::vec3 place{0.0F};
  float allowed = 0.0F;      ///< how far off a foot is left, of leg length
  float allowedTurn = 0.0F;  ///< likewise turned, rad
};

Rest restOf(const AvatarRig& rig, const AvatarState& state, Side side) {
  glm::vec3 place =
      state.position + state.velocity * kCoasts + rotationY(state.heading) * standingFoot(rig, state, side);
  const bool late = state.walkWeight <= kLate;
  return {true, place, late ? kLeftBehindLate : kLeftBehind, late ? kTwisted : kTurnedAway};
}

void beginStep(Foot& foot) {
  foot.planted = false;
  foot.stepTime = 0.0F;
  foot.stepOffset = foot.offset;
  foot.stepTurn = foot.turn;
}

bool comesToRest(const AvatarRig& rig, const AvatarState& state) {
  const float limit = kComingToRest * std::sqrt(rig.skeleton.legLength(Side::left) / kGrownLeg);
  // The walk weight trails a falling speed.
  return state.speed() < limit && state.walkWeight >= 0.9F * std::min(1.0F, state.speed() / 0.4F) &&
         !state.arms[0].pulled() && !state.arms[1].pulled();
}

bool wantsStep(const AvatarRig& rig, Side side, const Foot& foot, const Rest& rest) {
  const float leg = rig.skeleton.legLength(side);
  if (rest.coming)
    return glm::distance(foot.place, rest.place) > rest.allowed * leg ||
           std::abs(foot.turn) > rest.allowedTurn;
  return glm::length(foot.offset) > kFarOff * leg || std::abs(foot.turn) > kTwisted;
}

/// Moves one foot's offset on by a frame; returns how high its own step lifts it.
float follow(const AvatarRig& rig, Side side, const Natural& natural, bool contact, bool mayStep,
             const Rest& rest, float dt, Foot& foot) {
  if (foot.stepTime >= 0.0F) {
    foot.stepTime += dt;
    const float share = std::min(1.0F, foot.stepTime / kStepSeconds);
    const float left = 1.0F - smoothstep(0.0F, 1.0F, share);
    foot.offset = foot.stepOffset * left;
    if (rest.coming) foot.offset = glm::mix(rest.place, foot.place, left) - natural.place;
    if (!rest.coming) foot.offset.y = 0.0F;
    foot.turn = foot.stepTurn * left;
    if (share >= 1.0F) foot.stepTime = -1.0F;
    const float far = std::min(1.0F, glm::length(foot.stepOffset) / (0.15F * rig.skeleton.legLength(side)) +
                                         std::abs(foot.stepTurn));
    return kStepLift * rig.skeleton.legLength(side) * far * std::sin(kPi * share);
  }
  if (!contact) {
    foot.planted = false;
    const float left = 1.0F - approachShare(kFreeTau, dt);
    foot.offset *= left;
    foot.turn *= left;
    return 0.0F;
  }
  if (!foot.planted) plant(natural, foot);
  if (rest.coming) foot.place.y += (rest.place.y - foot.place.y) * approachShare(kFreeTau, dt);
  foot.offset = foot.place - natural.place;
  if (!rest.coming) foot.offset.y = 0.0F;  // the motion's own
  foot.turn = wrapAngle(foot.yaw - natural.yaw);
  if (mayStep && wantsStep(rig, side, foot, rest)) beginStep(foot);
  return 0.0F;
}

struct PlannedFoot {
  FootTarget target;
  bool moved = false;  ///< it isn't where the motion has it
};

PlannedFoot plan(Side side, const Natural& natural, const Foot& foot, float lift, const EvaluatedPose& pose) {
  const Bone ankle = onSide(Bone::leftFoot, side);
  const glm::quat turn = rotationY(foot.turn);
  FootTarget target;
  target.ankle = natural.place + foot.offset + turn * (pose.world.positionOf(ankle) - natural.place) +
                 glm::vec3(0.0F, lift, 0.0F);
  target.rotation = turn * pose.world.rotationOf(ankle);
  target.toes = pose.local.of(onSide(Bone::leftToes, side));
  return {target, lift != 0.0F || foot.offset != glm::vec3(0.0F) || foot.turn != 0.0F};
}

/// How far the hips must come down for both feet to reach the ground.
float neededSink(const AvatarRig& rig, const std::array<PlannedFoot, 2>& feet, const EvaluatedPose& pose) {
  float sink = 0.0F;
  for (Side side : kSides) {
    const float leg = rig.skeleton.legLength(side);
    const glm::vec3 hip = pose.world.positionOf(onSide(Bone::leftUpperLeg, side));
    if (feet[index(side)].moved)
      sink = std::max(sink, std::min(neededDrop(hip, feet[index(side)].target.ankle, leg), kMostSunk * leg));
  }
  return sink;
}

void lower(float by, EvaluatedPose& pose) {
  const glm::vec3 down(0.0F, -by, 0.0F);
  pose.local.hipsOffset += glm::conjugate(pose.local.rootRotation) * down;
  for (auto& place : pose.world.position) place = glm::vec3(place) + down;
  for (glm::vec3& shoulder : pose.shoulders) shoulder += down;
}

void moveLeg(const AvatarRig& rig, Side side, const FootTarget& target, EvaluatedPose& pose) {
  const Bone ankle = onSide(Bone::leftFoot, side);
  const Bone toes = onSide(Bone::leftToes, side);
  reachFoot(rig.skeleton, side, target, pose.world.positionOf(onSide(Bone::leftUpperLeg, side)),
            pose.world.rotationOf(Bone::hips), pose.local);
  forwardKinematicsChain(rig.skeleton, pose.local, ankle, pose.world);
  if (rig.skeleton.has(toes)) forwardKinematicsChain(rig.skeleton, pose.local, toes, pose.world);
}

bool legsAreTracked(const AvatarState& state) {
  constexpr BoneMask kLegs = bit(Bone::leftUpperLeg) | bit(Bone::leftLowerLeg) | bit(Bone::leftFoot) |
                             bit(Bone::rightUpperLeg) | bit(Bone::rightLowerLeg) | bit(Bone::rightFoot);
  return (state.tracked.bones & kLegs) != 0;
}

}  // namespace

void plantFeet(const AvatarRig& rig, const AvatarState& state, float dt, EvaluatedPose& pose,
               FootState& feet) {
  const bool jumped = glm::distance(feet.position, state.position) > kJump;
  const bool tracked = legsAreTracked(state);
  if (feet.fresh || jumped || tracked) feet = FootState{};
  feet.position = state.position;
  if (tracked) return;
  feet.fresh = false;
  const bool played = playedAt(rig, state).legs > 0.0F;  // its feet are its own
  const bool resting = !played && comesToRest(rig, state);
  std::array<PlannedFoot, 2> planned;
  for (Side side : kSides) {
    Foot& foot = feet.feet[index(side)];
    const Foot& other = feet.feet[index(opposite(side))];
    const bool mayStep = other.stepTime < 0.0F || other.stepTime > 0.5F * kStepSeconds;
    const bool contact = !played && footContact(rig, state, side) > 0.5F;
    const Natural natural = naturalOf(rig, pose, side);
    const Rest rest = resting ? restOf(rig, state, side) : Rest{};
    const float lift = follow(rig, side, natural, contact || resting, mayStep, rest, dt, foot);
    planned[index(side)] = plan(side, natural, foot, lift, pose);
  }
  const float sunk = resting ? neededSink(rig, planned, pose) : 0.0F;
  feet.sunk += (sunk - feet.sunk) * approachShare(kFreeTau, dt);
  if (feet.sunk < kNotSeen) feet.sunk = 0.0F;
  if (feet.sunk > 0.0F) lower(feet.sunk, pose);
  for (Side side : kSides)
    if (planned[index(side)].moved || feet.sunk > 0.0F) moveLeg(rig, side, planned[index(side)].target, pose);
}

}  // namespace lead
