#include "session/blend.h"

#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>

#include "math/rotation.h"
#include "session/interpolate.h"

namespace lead {
namespace {

constexpr float kIkSeconds = 0.10F;
constexpr float kGripSeconds = 0.12F;
constexpr float kFastestTurn = 3.0F;  // rad/s
constexpr float kLongest = 1.0F;

float wrapPhase(float phase) {
  return phase - std::floor(phase);
}

float limited(float was, float is, float most) {
  return std::clamp(is, was - most, was + most);
}

}  // namespace

float Blend::correct(const AvatarState& was, const AvatarState& is) {
  const glm::vec3 way = was.position - is.position;
  const float distance = glm::length(way);
  if (distance > kTeleport) {
    clear();
    return distance;
  }
  position_ = way;
  heading_ = wrapAngle(was.heading - is.heading);
  lean_ = was.lean * glm::conjugate(is.lean);
  walkWeight_ = was.walkWeight - is.walkWeight;
  phase_ = std::remainder(was.phase - is.phase, 1.0F);
  for (const Side side : kSides)
    if (was.arm(side).ikWeight > 0.0F && is.arm(side).ikWeight > 0.0F)
      correctTarget(side, was.arm(side).target, is.arm(side).target);
  left_ = std::min(kLongest, std::max({kSeconds, distance / kFastest, std::abs(heading_) / kFastestTurn}));
  return distance;
}

void Blend::correctTarget(Side side, const glm::vec3& was, const glm::vec3& is) {
  targets_[index(side)] = was - is;
  const float longest = std::max(glm::length(targets_[0]), glm::length(targets_[1]));
  if (longest > kTeleport) targets_ = {};
  targetLeft_ = kSeconds;
}

void Blend::advance(float dt) {
  const float share = left_ > dt ? 1.0F - dt / left_ : 0.0F;
  left_ = std::max(0.0F, left_ - dt);
  step_ = glm::length(position_) * (1.0F - share);
  position_ *= share;
  heading_ *= share;
  lean_ = share > 0.0F ? glm::slerp(kIdentity, lean_, share) : kIdentity;
  walkWeight_ *= share;
  phase_ *= share;
  const float targetShare = targetLeft_ > dt ? 1.0F - dt / targetLeft_ : 0.0F;
  targetLeft_ = std::max(0.0F, targetLeft_ - dt);
  for (glm::vec3& target : targets_) target *= targetShare;
}

void Blend::apply(AvatarState& state) const {
  if (left_ > 0.0F) {
    state.position += position_;
    state.heading = wrapAngle(state.heading + heading_);
    state.lean = glm::normalize(lean_ * state.lean);
    state.walkWeight = std::clamp(state.walkWeight + walkWeight_, 0.0F, 1.0F);
    state.phase = wrapPhase(state.phase + phase_);
  }
  if (targetLeft_ > 0.0F)
    for (const Side side : kSides) state.arm(side).target += targets_[index(side)];
}

void rampArms(const AvatarState& was, float dt, AvatarState& is) {
  for (const Side side : kSides) {
    const ArmState& before = was.arm(side);
    ArmState& arm = is.arm(side);
    const float weight = limited(before.ikWeight, arm.ikWeight, dt / kIkSeconds);
    if (weight > arm.ikWeight && (arm.ikWeight == 0.0F || arm.pole == glm::vec3(0.0F))) {
      arm.target = before.target;
      arm.dir = before.dir;
      arm.pole = before.pole;
      arm.hasOrientation = before.hasOrientation;
      arm.orientation = before.orientation;
    }
    arm.ikWeight = weight;
    arm.gripWeight = limited(before.gripWeight, arm.gripWeight, dt / kGripSeconds);
  }
}

}  // namespace lead
