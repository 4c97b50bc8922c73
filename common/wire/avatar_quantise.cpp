#include <algorithm>
#include <cmath>

#include "math/rotation.h"
#include "wire/avatar_codec.h"
#include "wire/avatar_fingers.h"
#include "wire/avatar_units.h"

namespace lead::wire {
namespace {

constexpr std::int32_t kTurn = 1 << kHeadingBits;

std::int32_t toCircle(float turns, unsigned bits) {
  const std::int32_t steps = 1 << bits;
  return toGrid(turns, static_cast<float>(steps), 1 << 30) & (steps - 1);
}

float headingOf(std::uint16_t heading) {
  const std::int32_t steps = heading > kTurn / 2 ? heading - kTurn : heading;
  return static_cast<float>(steps) * (2.0F * kPi / static_cast<float>(kTurn));
}

glm::vec3 turnedBy(float sine, float cosine, const glm::vec3& v) {
  return {cosine * v.x + sine * v.z, v.y, cosine * v.z - sine * v.x};
}

/// Octahedral about +Z, where a hand that leads mostly is.
std::array<std::int8_t, 2> toOctahedron(const glm::vec3& d) {
  const float scale = 1.0F / (std::abs(d.x) + std::abs(d.y) + std::abs(d.z));
  float u = d.x * scale;
  float v = d.y * scale;
  if (d.z < 0.0F) {
    const float folded = std::copysign(1.0F - std::abs(v), u);
    v = std::copysign(1.0F - std::abs(u), v);
    u = folded;
  }
  constexpr float kScale = static_cast<float>(kMostDir);
  return {static_cast<std::int8_t>(toGrid(u, kScale, kMostDir)),
          static_cast<std::int8_t>(toGrid(v, kScale, kMostDir))};
}

glm::vec3 fromOctahedron(const std::array<std::int8_t, 2>& dir) {
  glm::vec3 d(static_cast<float>(dir[0]) / static_cast<float>(kMostDir),
              static_cast<float>(dir[1]) / static_cast<float>(kMostDir), 0.0F);
  d.z = 1.0F - std::abs(d.x) - std::abs(d.y);
  if (d.z < 0.0F) {
    const float folded = std::copysign(1.0F - std::abs(d.y), d.x);
    d.y = std::copysign(1.0F - std::abs(d.x), d.y);
    d.x = folded;
  }
  return d / std::sqrt(glm::dot(d, d));
}

/// Where the pole's angle is 0, in the frame of the heading: back, carried by the smallest rotation from
/// outward to dir.
glm::vec3 poleFrame(Side side, const glm::vec3& dir) {
  const glm::vec3 outward(outwardSign(side), 0.0F, 0.0F);
  return rotationBetween(outward, dir, kUp) * glm::vec3(0.0F, 0.0F, -1.0F);
}

bool isDirection(const glm::vec3& v) {
  return isFinite(v) && glm::dot(v, v) > 1e-6F;
}

void quantiseArm(Side side, float sine, float cosine, const ArmState& from, QuantisedAvatar::Arm& to) {
  to = {};
  to.holder = from.holder;
  to.partner = from.partner;
  to.partnerHand = from.partner != 0 && from.partnerHand == Side::right;
  to.leads = from.partner != 0 && from.leads;
  to.heldSince = from.heldSince;
  to.target = toPlace(from.target);
  to.hasOrientation = from.hasOrientation;
  if (from.hasOrientation) to.orientation = toGrid(from.orientation);
  to.ikWeight = static_cast<std::uint8_t>(toWeight(from.ikWeight, kMostWeight));
  to.gripWeight = static_cast<std::uint8_t>(toWeight(from.gripWeight, kMostWeight));
  if (from.restReach >= 0.0F)
    to.restReach = static_cast<std::uint16_t>(1 + toGrid(from.restReach, kPlaceScale, kMostReach));
  to.posed = isDirection(from.dir) && isDirection(from.pole);
  if (!to.posed) return;
  to.dir = toOctahedron(turnedBy(-sine, cosine, from.dir));
  const glm::vec3 dir = fromOctahedron(to.dir);
  const glm::vec3 zero = poleFrame(side, dir);
  const glm::vec3 pole = turnedBy(-sine, cosine, from.pole);
  const float angle = std::atan2(glm::dot(pole, glm::cross(dir, zero)), glm::dot(pole, zero));
  to.pole = static_cast<std::uint8_t>(toCircle(angle / (2.0F * kPi), kPoleBits));
}

void dequantiseArm(Side side, float sine, float cosine, const QuantisedAvatar::Arm& from, ArmState& to) {
  to = {};
  to.holder = from.holder;
  to.partner = from.partner;
  to.partnerHand = from.partnerHand ? Side::right : Side::left;
  to.leads = from.leads;
  to.heldSince = from.heldSince;
  to.target = fromPlace(from.target);
  to.hasOrientation = from.hasOrientation;
  if (from.hasOrientation) to.orientation = fromGrid(from.orientation);
  to.ikWeight = static_cast<float>(from.ikWeight) / static_cast<float>(kMostWeight);
  to.gripWeight = static_cast<float>(from.gripWeight) / static_cast<float>(kMostWeight);
  if (from.restReach > 0) to.restReach = static_cast<float>(from.restReach - 1) * (1.0F / kPlaceScale);
  if (!from.posed) return;
  const glm::vec3 dir = fromOctahedron(from.dir);
  const glm::vec3 zero = poleFrame(side, dir);
  const float angle = static_cast<float>(from.pole) * (2.0F * kPi / static_cast<float>(1 << kPoleBits));
  to.dir = turnedBy(sine, cosine, dir);
  to.pole = turnedBy(sine, cosine, zero * std::cos(angle) + glm::cross(dir, zero) * std::sin(angle));
}

void quantiseGaze(const AvatarState& state, QuantisedAvatar& out) {
  using At = QuantisedAvatar::GazeAt;
  out.gazeMode = state.gaze.mode;
  out.gazeWeight = static_cast<std::uint8_t>(
      state.gaze.weight > 0.0F ? std::max(1, toGrid(state.gaze.weight, 100.0F, kMostGazeWeight)) : 0);
  const auto isAt = [&state](Side side) {
    return state.gaze.target != glm::vec3(0.0F) && state.gaze.target == state.arm(side).target;
  };
  out.gazeAt = isAt(Side::left) ? At::leftTarget : isAt(Side::right) ? At::rightTarget : At::own;
  out.gazeTarget = out.gazeAt == At::own ? toGrid(state.gaze.target, kGazeScale, kMostGaze) : Numbers3{};
}

void quantiseTracked(const TrackedBones& tracked, QuantisedAvatar& out) {
  out.bones = tracked.bones & kAllBones;
  out.hipsOffset = {};
  out.rotations.clear();
  out.fingers.clear();
  if (out.bones == 0) return;
  out.hipsOffset = toGrid(tracked.hipsOffset, kPlaceScale, kMostHips);
  for (std::size_t i = 0; i < kBodyBones; ++i)
    if ((out.bones & bit(boneAt(i))) != 0) out.rotations.push_back(toGrid(tracked.rotation[i]));
  if ((out.bones & kFingerBones) != 0) fingersToAngles(out.bones, tracked.rotation, out.fingers);
}

void quantiseExpressions(const ExpressionWeights& weights, std::vector<std::uint8_t>& out) {
  const auto isSet = [](float weight) { return weight > 0.0F; };
  out.clear();
  if (std::none_of(weights.begin(), weights.end(), isSet)) return;
  out.resize(kMaxExpressions);
  for (std::size_t i = 0; i < kMaxExpressions; ++i)
    out[i] = static_cast<std::uint8_t>(toWeight(weights[i], kMostExpression));
}

void quantisePlay(const PlayState& from, float tickSeconds, QuantisedAvatar::Play& to) {
  to = {};
  if (from.play == 0) return;
  to.play = from.play;
  to.seconds = std::max(0, toGrid(from.seconds, kPlayScale / tickSeconds, kMostPlay));
  to.weight = static_cast<std::uint8_t>(toWeight(from.weight, kMostWeight));
  to.ending = from.ending;
}

}  // namespace

void quantise(AvatarId id, const AvatarState& state, QuantisedAvatar& out) {
  out.id = id;
  out.seed = state.seed;
  out.position = toPlace(state.position);
  out.velocity = {static_cast<std::int16_t>(toGrid(state.velocity.x, kVelocityScale, kMostVelocity)),
                  static_cast<std::int16_t>(toGrid(state.velocity.z, kVelocityScale, kMostVelocity))};
  const float sign = state.lean.w < 0.0F ? -1.0F : 1.0F;
  out.lean = {static_cast<std::int16_t>(toGrid(state.lean.x * sign, kLeanScale, kMostLean)),
              static_cast<std::int16_t>(toGrid(state.lean.z * sign, kLeanScale, kMostLean))};
  out.heading = static_cast<std::uint16_t>(toCircle(state.heading / (2.0F * kPi), kHeadingBits));
  out.phase = static_cast<std::uint16_t>(toCircle(state.phase, kPhaseBits));
  out.playbackRate =
      static_cast<std::uint16_t>(std::max(0, toGrid(state.playbackRate, kRateScale, kMostRate)));
  out.walkWeight = static_cast<std::uint8_t>(toWeight(state.walkWeight, kMostWeight));
  quantiseGaze(state, out);
  const float heading = headingOf(out.heading);
  const bool any = state.arms[0].pole != glm::vec3(0.0F) || state.arms[1].pole != glm::vec3(0.0F);
  const float sine = any ? std::sin(heading) : 0.0F;
  const float cosine = any ? std::cos(heading) : 1.0F;
  for (Side side : kSides) quantiseArm(side, sine, cosine, state.arm(side), out.arms[index(side)]);
  for (std::size_t i = 0; i < out.plays.size(); ++i)
    quantisePlay(state.plays[i], state.tickSeconds, out.plays[i]);
  quantiseTracked(state.tracked, out);
  quantiseExpressions(state.expressions, out.expressions);
}

namespace {

glm::quat leanOf(const std::array<std::int16_t, 2>& lean) {
  const float x = static_cast<float>(lean[0]) * (1.0F / kLeanScale);
  const float z = static_cast<float>(lean[1]) * (1.0F / kLeanScale);
  return glm::normalize(glm::quat(std::sqrt(std::max(0.0F, 1.0F - x * x - z * z)), x, 0.0F, z));
}

void dequantiseTracked(const QuantisedAvatar& from, TrackedBones& out) {
  out.bones = from.bones;
  out.rotation = Pose::identities();
  out.hipsOffset = fromGrid(from.hipsOffset, kPlaceScale);
  if (from.bones == 0) return;
  for (std::size_t i = 0, next = 0; i < kBodyBones; ++i)
    if ((from.bones & bit(boneAt(i))) != 0) out.rotation[i] = fromGrid(from.rotations[next++]);
  if (!from.fingers.empty()) anglesToFingers(from.fingers, from.bones, out.rotation);
}

void dequantiseGaze(const QuantisedAvatar& from, AvatarState& out) {
  using At = QuantisedAvatar::GazeAt;
  out.gaze.mode = from.gazeMode;
  out.gaze.weight = static_cast<float>(from.gazeWeight) / 100.0F;
  out.gaze.target = from.gazeAt == At::own ? fromGrid(from.gazeTarget, kGazeScale)
                                           : out.arms[from.gazeAt == At::leftTarget ? 0 : 1].target;
}

}  // namespace

void dequantise(const QuantisedAvatar& from, std::uint32_t tick, float tickSeconds, AvatarState& out) {
  out.tick = tick;
  out.seed = from.seed;
  out.tickSeconds = tickSeconds;
  out.position = fromPlace(from.position);
  out.heading = headingOf(from.heading);
  out.velocity = glm::vec3(static_cast<float>(from.velocity[0]), 0.0F, static_cast<float>(from.velocity[1])) *
                 (1.0F / kVelocityScale);
  out.lean = leanOf(from.lean);
  out.walkWeight = static_cast<float>(from.walkWeight) / static_cast<float>(kMostWeight);
  out.playbackRate = static_cast<float>(from.playbackRate) * (1.0F / kRateScale);
  out.phase = static_cast<float>(from.phase) * (1.0F / static_cast<float>(1 << kPhaseBits));
  const bool any = from.arms[0].posed || from.arms[1].posed;
  const float sine = any ? std::sin(out.heading) : 0.0F;
  const float cosine = any ? std::cos(out.heading) : 1.0F;
  for (Side side : kSides) dequantiseArm(side, sine, cosine, from.arms[index(side)], out.arm(side));
  dequantiseGaze(from, out);
  dequantiseTracked(from, out.tracked);
  if (from.expressions.empty()) out.expressions.fill(0.0F);
  for (std::size_t i = 0; i < from.expressions.size(); ++i)
    out.expressions[i] = static_cast<float>(from.expressions[i]) / static_cast<float>(kMostExpression);
  for (std::size_t i = 0; i < out.plays.size(); ++i) {
    const QuantisedAvatar::Play& play = from.plays[i];
    out.plays[i] = {play.play, static_cast<float>(play.seconds) * (tickSeconds / kPlayScale),
                    static_cast<float>(play.weight) / static_cast<float>(kMostWeight), play.ending};
  }
}

}  // namespace lead::wire
