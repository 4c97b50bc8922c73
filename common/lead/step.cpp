#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>

#include "lead/evaluate_steps.h"
#include "lead/gaze.h"
#include "lead/held_arm.h"
#include "lead/motion_pose.h"
#include "lead/playing.h"
#include "lead/world.h"
#include "math/approach.h"
#include "math/rotation.h"
#include "motion/gait.h"
#include "rig/elbow_pole.h"
#include "rig/two_bone.h"

namespace lead {
namespace {

constexpr float kIkSeconds = 0.10F;
constexpr float kGripSeconds = 0.12F;
constexpr float kSpeedTau = 0.12F;
constexpr float kLeanTau = 0.15F;
constexpr float kWalkTau = 0.12F;
constexpr float kFullWalkSpeed = 0.4F;
constexpr float kRestReachOfArm = 0.4F;
constexpr float kFullTurnExcess = 0.05F;
constexpr float kStraightBehind = 0.01F;
constexpr float kSpeedAtRest = 1e-3F;
constexpr float kAtRest = 1e-3F;

struct Pull {
  glm::vec3 direction{0.0F};  // horizontal, unit; zero where there is none
  float excess = 0.0F;        // metres past what the arms can stretch
};

// spec/lead.md, "Walking after the hand": how far the hand is past what the arm can stretch horizontally.
glm::vec3 excessOf(const glm::vec3& shoulder, float armLength, float slack, ArmState& arm) {
  const glm::vec3 gap = arm.target - shoulder;
  const float distance = std::sqrt(gap.x * gap.x + gap.z * gap.z);
  if (arm.restReach < 0.0F) arm.restReach = std::min(distance, kRestReachOfArm * armLength);
  const float stretch = armLength * slack;
  const float level = std::sqrt(std::max(0.0F, stretch * stretch - gap.y * gap.y));
  const float excess = std::max(0.0F, distance - std::max(level, arm.restReach));
  return excess > 0.0F ? glm::vec3(gap.x, 0.0F, gap.z) * (excess / distance) : glm::vec3(0.0F);
}

Pull pullOf(const AvatarRig& rig, const Params& params, const std::array<glm::vec3, 2>& shoulders,
            AvatarState& state) {
  glm::vec3 sum(0.0F);
  for (Side side : kSides)
    if (state.arm(side).pulled())
      sum += excessOf(shoulders[index(side)], rig.skeleton.armLength(side), params.slack, state.arm(side));
  const float excess = glm::length(sum);
  if (!(excess > 1e-6F)) return {};
  return {sum / excess, excess};
}

void move(const AvatarRig& rig, const Pull& pull, const StepContext& context, AvatarState& state) {
  const Params& params = context.params;
  const glm::vec3 goal =
      pull.direction * std::min(pull.excess * params.gain, topSpeed(rig, params)) + context.push;
  state.velocity += (goal - state.velocity) * approachShare(kSpeedTau, context.dt);
  if (goal == glm::vec3(0.0F) && state.speed() < kSpeedAtRest) state.velocity = glm::vec3(0.0F);
  const glm::vec3 from = state.position;
  state.position += state.velocity * context.dt;
  keepFree(context.space, rig.radius, from, state.position, state.velocity);
}

void turn(const Pull& pull, const Params& params, float dt, AvatarState& state) {
  if (pull.excess == 0.0F) return;
  float away = wrapAngle(std::atan2(pull.direction.x, pull.direction.z) - state.heading);
  if (std::abs(away) > kPi - kStraightBehind) away = std::abs(away);
  const float most = params.turn * dt * std::min(1.0F, pull.excess / kFullTurnExcess);
  state.heading = wrapAngle(state.heading + std::clamp(away, -most, most));
}

void tilt(const Params& params, float dt, AvatarState& state) {
  const float speed = state.speed();
  glm::quat goal = kIdentity;
  if (speed > 0.0F) goal = rotationAbout(glm::cross(kUp, state.velocity) / speed, speed * params.lean);
  state.lean = glm::normalize(slerpNear(state.lean, goal, approachShare(kLeanTau, dt)));
  if (speed == 0.0F && angleOf(state.lean) < kAtRest) state.lean = kIdentity;
}

void walk(const AvatarRig& rig, const Params& params, const glm::quat& body, float dt, AvatarState& state) {
  const float speed = state.speed();
  state.walkWeight =
      approach(state.walkWeight, std::min(1.0F, speed / kFullWalkSpeed), kWalkTau, dt, kAtRest);
  if (state.walkWeight == 0.0F && speed == 0.0F) {
    state.playbackRate = 0.0F;
    state.phase = 0.0F;
    return;
  }
  const Travel travel = travelOf(state, body);
  if (rig.walks.empty()) {
    state.playbackRate = std::max(kLeastPlaybackRate, speed / gaitSpeed(rig.skeleton));
    state.phase += gaitCadence(rig.skeleton, state.playbackRate, travel) * dt;
  } else {
    const WalkMix mix = mixAt(rig.walks, speed);
    const float own = mix.measured ? mix.speed : params.clipSpeed;
    state.playbackRate = std::max(kLeastPlaybackRate, speed / own);
    state.phase += walkCadence(mix, state.playbackRate, travel) * dt;
  }
  state.phase = fraction(state.phase);
}

void rampWeights(float dt, ArmState& arm) {
  arm.ikWeight = ramp(arm.ikWeight, arm.taken() ? 1.0F : 0.0F, kIkSeconds, dt);
  arm.gripWeight = ramp(arm.gripWeight, arm.taken() ? 1.0F : 0.0F, kGripSeconds, dt);
}

// Follows the elbow's side once the pose's shoulder (with the give) is known.
void followElbow(Side side, const glm::quat& body, const glm::vec3& shoulder, float dt, ArmState& arm) {
  if (arm.ikWeight == 0.0F) {
    arm.dir = glm::vec3(0.0F);
    arm.pole = glm::vec3(0.0F);
    arm.restReach = -1.0F;
    return;
  }
  const bool first = arm.pole == glm::vec3(0.0F);
  const glm::vec3 dir = twoBoneDir(shoulder, arm.target, first ? outwardOf(side, body) : arm.dir);
  arm.pole = first ? firstPole(side, body, dir) : carryPole(side, body, arm.pole, arm.dir, dir, dt);
  arm.dir = dir;
}

}  // namespace

void stepAvatar(const AvatarRig& rig, const StepContext& context, AvatarState& state, EvaluatedPose& pose) {
  const float dt = context.dt;
  const Pull pull = pullOf(rig, context.params, pose.shoulders, state);
  move(rig, pull, context, state);
  turn(pull, context.params, dt, state);
  tilt(context.params, dt, state);
  const glm::quat body = rotationY(state.heading);
  walk(rig, context.params, body, dt, state);
  stepPlays(rig, dt, state);
  for (ArmState& arm : state.arms) rampWeights(dt, arm);
  stepGaze(pose.world.positionOf(Bone::head), context.viewers, body, dt, state);
  state.tick = context.tick;
  state.tickSeconds = dt;

  evaluateMotion(rig, state, body, pose.local);
  giveShoulders(rig, state, pose);
  for (Side side : kSides)
    followElbow(side, body, pose.world.positionOf(onSide(Bone::leftUpperArm, side)), dt, state.arm(side));
  finishPose(rig, state, body, pose);
}

}  // namespace lead
