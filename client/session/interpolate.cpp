#include "session/interpolate.h"

#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>
#include <glm/gtc/constants.hpp>

namespace lead {
namespace {

float mixed(float a, float b, float u) {
  return a + (b - a) * u;
}

glm::quat mixed(const glm::quat& a, const glm::quat& b, float u) {
  return glm::normalize(glm::slerp(a, b, u));
}

/// The short way round a circle of length `period`, into [least, least + period).
float mixedAround(float a, float b, float u, float period, float least) {
  const float way = std::remainder(b - a, period);
  float value = a + way * u;
  value -= period * std::floor((value - least) / period);
  return value;
}

/// Horizontal along Hermite's curve, unless the velocities have little to do with the way: then it was pushed
/// or put.
glm::vec3 mixedPlace(const AvatarState& a, const AvatarState& b, float u, float seconds) {
  constexpr float kLongest = 0.3F;    // seconds
  constexpr float kFarthest = 0.25F;  // metres between where the velocities lead and where it is
  const glm::vec3 straight = glm::mix(a.position, b.position, u);
  const glm::vec3 out = a.velocity * seconds;
  const glm::vec3 in = b.velocity * seconds;
  const glm::vec3 way = b.position - a.position;
  if (seconds <= 0.0F || seconds > kLongest || glm::distance(way, 0.5F * (out + in)) > kFarthest)
    return straight;
  const float u2 = u * u;
  const float u3 = u2 * u;
  const glm::vec3 place =
      a.position + (u3 - 2.0F * u2 + u) * out + (3.0F * u2 - 2.0F * u3) * way + (u3 - u2) * in;
  return {place.x, straight.y, place.z};
}

glm::vec3 mixedDirection(const glm::vec3& a, const glm::vec3& b, float u) {
  const glm::vec3 between = glm::mix(a, b, u);
  const float length = glm::length(between);
  return length > 1e-3F ? between / length : b;  // opposite, or none yet
}

glm::vec3 madeOrthogonal(const glm::vec3& pole, const glm::vec3& dir, const glm::vec3& otherwise) {
  const glm::vec3 across = pole - dir * glm::dot(pole, dir);
  const float length = glm::length(across);
  return length > 1e-3F ? across / length : otherwise;
}

ArmState mixed(const ArmState& a, const ArmState& b, float u) {
  ArmState arm = a;
  arm.ikWeight = mixed(a.ikWeight, b.ikWeight, u);
  arm.gripWeight = mixed(a.gripWeight, b.gripWeight, u);
  if (a.ikWeight == 0.0F) {  // a's target is from a hold long past
    arm.target = b.target;
    arm.dir = b.dir;
    arm.pole = b.pole;
    arm.restReach = b.restReach;
    arm.hasOrientation = b.hasOrientation;
    arm.orientation = b.orientation;
    return arm;
  }
  arm.target = glm::mix(a.target, b.target, u);
  arm.dir = mixedDirection(a.dir, b.dir, u);
  arm.pole = madeOrthogonal(mixedDirection(a.pole, b.pole, u), arm.dir, a.pole);
  if (a.hasOrientation && b.hasOrientation) arm.orientation = mixed(a.orientation, b.orientation, u);
  return arm;
}

TrackedBones mixed(const TrackedBones& a, const TrackedBones& b, float u) {
  TrackedBones tracked = a;
  if (a.bones == 0 || b.bones == 0) return tracked;
  for (std::size_t i = 0; i < kBoneCount; ++i)
    if ((a.bones & b.bones & bit(boneAt(i))) != 0)
      tracked.rotation[i] = mixed(a.rotation[i], b.rotation[i], u);
  tracked.hipsOffset = glm::mix(a.hipsOffset, b.hipsOffset, u);
  return tracked;
}

/// Time goes on alike in both, but for where one that loops has begun again.
PlayState mixed(const PlayState& a, const PlayState& b, float u, float seconds) {
  PlayState play = a.play != 0 ? a : b;
  const float since = a.play != 0 ? a.seconds + seconds * u : b.seconds - seconds * (1.0F - u);
  const float from = a.play != 0 ? a.weight : 0.0F;
  const float to = a.play == 0 || a.play == b.play ? b.weight : 0.0F;
  play.seconds = std::max(0.0F, since);
  play.weight = mixed(from, to, u);
  return play;
}

}  // namespace

AvatarState interpolate(const AvatarState& a, const AvatarState& b, float u) {
  if (u <= 0.0F) return a;
  if (u >= 1.0F) return b;
  if (glm::distance(a.position, b.position) > kTeleport) return a;
  AvatarState state = a;
  state.tick = a.tick + static_cast<std::uint32_t>(std::lround(static_cast<float>(b.tick - a.tick) * u));
  const float between = static_cast<float>(b.tick - a.tick) * b.tickSeconds;
  state.position = mixedPlace(a, b, u, between);
  const float turn = glm::two_pi<float>();
  state.heading = mixedAround(a.heading, b.heading, u, turn, -glm::pi<float>());
  state.velocity = glm::mix(a.velocity, b.velocity, u);
  state.lean = mixed(a.lean, b.lean, u);
  state.walkWeight = mixed(a.walkWeight, b.walkWeight, u);
  state.playbackRate = mixed(a.playbackRate, b.playbackRate, u);
  state.phase = mixedAround(a.phase, b.phase, u, 1.0F, 0.0F);
  for (const Side side : kSides) state.arm(side) = mixed(a.arm(side), b.arm(side), u);
  state.gaze.weight = mixed(a.gaze.weight, b.gaze.weight, u);
  state.gaze.target = a.gaze.weight == 0.0F ? b.gaze.target : glm::mix(a.gaze.target, b.gaze.target, u);
  state.tracked = mixed(a.tracked, b.tracked, u);
  for (std::size_t i = 0; i < state.plays.size(); ++i)
    state.plays[i] = mixed(a.plays[i], b.plays[i], u, between);
  for (std::size_t i = 0; i < kMaxExpressions; ++i)
    state.expressions[i] = mixed(a.expressions[i], b.expressions[i], u);
  return state;
}

AvatarState extrapolate(const AvatarState& from, float seconds) {
  if (seconds <= 0.0F) return from;
  AvatarState state = from;
  if (from.tickSeconds > 0.0F)
    state.tick += static_cast<std::uint32_t>(std::lround(seconds / from.tickSeconds));
  state.position += from.velocity * seconds;
  return state;
}

bool isAtRest(const AvatarState& state) {
  return state.velocity == glm::vec3(0.0F) && state.walkWeight == 0.0F &&
         std::none_of(state.arms.begin(), state.arms.end(),
                      [](const ArmState& arm) { return arm.taken() || arm.ikWeight > 0.0F; }) &&
         std::none_of(state.plays.begin(), state.plays.end(),
                      [](const PlayState& play) { return play.play != 0; });
}

ParticipantSnapshot interpolate(const ParticipantSnapshot& a, const ParticipantSnapshot& b, float u) {
  if (u >= 1.0F) return b;
  ParticipantSnapshot between = a;
  if (a.headPosition && b.headPosition && glm::distance(*a.headPosition, *b.headPosition) <= kTeleport) {
    between.headPosition = glm::mix(*a.headPosition, *b.headPosition, u);
    between.headOrientation = mixed(a.headOrientation, b.headOrientation, u);
  }
  for (std::size_t i = 0; i < a.hands.size(); ++i) {
    const auto& from = a.hands[i];
    const auto& to = b.hands[i];
    if (!from || !to || glm::distance(from->position, to->position) > kTeleport) continue;
    between.hands[i]->position = glm::mix(from->position, to->position, u);
    if (from->orientation && to->orientation)
      between.hands[i]->orientation = mixed(*from->orientation, *to->orientation, u);
  }
  return between;
}

}  // namespace lead
