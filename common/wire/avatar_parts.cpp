#include "wire/avatar_parts.h"

#include <algorithm>
#include <bit>

#include "wire/rotation_bits.h"

namespace lead::wire {
namespace {

using Arm = QuantisedAvatar::Arm;
using Play = QuantisedAvatar::Play;

bool isTaken(const Arm& arm) {
  return arm.holder != 0 || arm.partner != 0;
}

bool sameHold(const Arm& a, const Arm& b) {
  return a.holder == b.holder && a.partner == b.partner && a.partnerHand == b.partnerHand &&
         a.leads == b.leads && a.heldSince == b.heldSince && a.restReach == b.restReach;
}

void putSession(Packer& out, std::uint32_t id) {
  out.flag(id != 0);
  if (id != 0) out.put(id, 32);
}
std::uint32_t getSession(BitReader& in) {
  return in.flag() ? in.read(32) : 0;
}

void putHold(Packer& out, const Arm& arm) {
  putSession(out, arm.holder);
  putSession(out, arm.partner);
  if (arm.partner != 0) {
    out.flag(arm.partnerHand);
    out.flag(arm.leads);
  }
  out.put(arm.heldSince, 32);
  out.put(arm.restReach, 12);
}

void getHold(BitReader& in, Arm& out) {
  out.holder = getSession(in);
  out.partner = getSession(in);
  out.partnerHand = out.partner != 0 && in.flag();
  out.leads = out.partner != 0 && in.flag();
  out.heldSince = in.read(32);
  out.restReach = static_cast<std::uint16_t>(in.read(12));
}

bool getWeight(std::int32_t sent, std::uint8_t& out) {
  out = static_cast<std::uint8_t>(sent);
  return sent >= 0 && sent <= kMostWeight;
}

}  // namespace

Arm foretoldArm(const Arm& now, const Arm& then, const Numbers3& moved, const Time& time) {
  Arm arm = then;
  const bool taken = isTaken(now);
  for (std::size_t i = 0; i < 3; ++i) arm.target[i] = foretoldTarget(then.target[i], moved[i], taken);
  arm.ikWeight = static_cast<std::uint8_t>(foretoldRamp(then.ikWeight, taken, time.ikWay));
  arm.gripWeight = static_cast<std::uint8_t>(foretoldRamp(then.gripWeight, taken, time.gripWay));
  return arm;
}

void putArm(Packer& out, const Arm& now, const Arm& then, const Numbers3& moved, const Time& time) {
  const Arm foretold = foretoldArm(now, then, moved, time);
  const bool held = sameHold(now, then);
  out.flag(!held);
  if (!held) putHold(out, now);
  putNumbers<3>(out, now.target, foretold.target, kTargetClasses);
  putNumbers<2>(out, {now.ikWeight, now.gripWeight}, {foretold.ikWeight, foretold.gripWeight},
                kWeightClasses);
  out.flag(now.hasOrientation);
  if (now.hasOrientation) putRotation(out, now.orientation, then.orientation);
  out.flag(now.posed);
  if (!now.posed) return;
  putNumbers<2>(out, {now.dir[0], now.dir[1]}, {then.dir[0], then.dir[1]}, kDirClasses);
  putOnCircle(out, now.pole, then.pole, kPoleClasses);
}

bool getArm(BitReader& in, const Arm& then, const Numbers3& moved, const Time& time, Arm& out) {
  if (in.flag()) getHold(in, out);
  const Arm foretold = foretoldArm(out, then, moved, time);
  out.target = foretold.target;
  getNumbers(in, out.target, kTargetClasses);
  std::array<std::int32_t, 2> weights{foretold.ikWeight, foretold.gripWeight};
  getNumbers(in, weights, kWeightClasses);
  if (!getWeight(weights[0], out.ikWeight) || !getWeight(weights[1], out.gripWeight)) return false;
  out.hasOrientation = in.flag();
  if (!out.hasOrientation)
    out.orientation = {};
  else if (!getRotation(in, out.orientation))
    return false;
  out.posed = in.flag();
  if (!out.posed) {
    out.dir = {};
    out.pole = 0;
    return true;
  }
  std::array<std::int32_t, 2> dir{then.dir[0], then.dir[1]};
  getNumbers(in, dir, kDirClasses);
  if (!isWithin({dir[0], 0, dir[1]}, kMostDir)) return false;
  out.dir = {static_cast<std::int8_t>(dir[0]), static_cast<std::int8_t>(dir[1])};
  out.pole = static_cast<std::uint8_t>(getOnCircle(in, then.pole, kPoleClasses));
  return true;
}

void putGaze(Packer& out, const QuantisedAvatar& now, const QuantisedAvatar& then) {
  out.put(static_cast<std::uint32_t>(now.gazeMode), 2);
  out.put(static_cast<std::uint32_t>(now.gazeAt), 2);
  putNumber(out, now.gazeWeight, then.gazeWeight, kWeightClasses);
  if (now.gazeAt == QuantisedAvatar::GazeAt::own)
    putNumbers<3>(out, now.gazeTarget, then.gazeTarget, kGazeClasses);
}

bool getGaze(BitReader& in, QuantisedAvatar& out) {
  const std::uint32_t mode = in.read(2);
  const std::uint32_t at = in.read(2);
  if (mode > static_cast<std::uint32_t>(GazeMode::viewer)) return false;
  if (at > static_cast<std::uint32_t>(QuantisedAvatar::GazeAt::rightTarget)) return false;
  out.gazeMode = static_cast<GazeMode>(mode);
  out.gazeAt = static_cast<QuantisedAvatar::GazeAt>(at);
  const std::int32_t weight = getNumber(in, out.gazeWeight, kWeightClasses);
  if (weight < 0 || weight > kMostGazeWeight) return false;
  out.gazeWeight = static_cast<std::uint8_t>(weight);
  if (out.gazeAt != QuantisedAvatar::GazeAt::own)
    out.gazeTarget = {};
  else
    getNumbers(in, out.gazeTarget, kGazeClasses);
  return isWithin(out.gazeTarget, kMostGaze);
}

namespace {

constexpr std::size_t kCustomExpressions = kMaxExpressions - kExpressionPresets;

std::int32_t expressionAt(const std::vector<std::uint8_t>& weights, std::size_t i) {
  return weights.empty() ? 0 : weights[i];
}

/// Of `count` from `first` on: which have changed, as bits.
std::uint64_t changedFace(const QuantisedAvatar& now, const QuantisedAvatar& then, std::size_t first,
                          std::size_t count) {
  std::uint64_t changed = 0;
  for (std::size_t i = 0; i < count; ++i)
    if (expressionAt(now.expressions, first + i) != expressionAt(then.expressions, first + i))
      changed |= std::uint64_t{1} << i;
  return changed;
}

constexpr unsigned kNearBits = 4;

void putExpressions(Packer& out, const QuantisedAvatar& now, const QuantisedAvatar& then, std::size_t first,
                    std::uint64_t changed) {
  for (; changed != 0; changed &= changed - 1) {
    const std::size_t i = first + static_cast<std::size_t>(std::countr_zero(changed));
    const std::int32_t weight = expressionAt(now.expressions, i);
    const std::int32_t difference = weight - expressionAt(then.expressions, i);
    out.flag(!fits(difference, kNearBits));
    if (fits(difference, kNearBits))
      out.putSigned(difference, kNearBits);
    else
      out.put(static_cast<std::uint32_t>(weight), 6);
  }
}

void getExpressions(BitReader& in, std::size_t first, std::uint64_t changed, QuantisedAvatar& out) {
  for (; changed != 0; changed &= changed - 1) {
    std::uint8_t& weight = out.expressions[first + static_cast<std::size_t>(std::countr_zero(changed))];
    const std::int32_t sent =
        in.flag() ? static_cast<std::int32_t>(in.read(6)) : weight + in.readSigned(kNearBits);
    weight = static_cast<std::uint8_t>(std::clamp(sent, 0, kMostExpression));
  }
}

}  // namespace

void putFace(Packer& out, const QuantisedAvatar& now, const QuantisedAvatar& then) {
  const std::uint64_t presets = changedFace(now, then, 0, kExpressionPresets);
  const std::uint64_t customs = changedFace(now, then, kExpressionPresets, kCustomExpressions);
  out.put(presets, kExpressionPresets);
  out.flag(customs != 0);
  if (customs != 0) out.put(customs, kCustomExpressions);
  putExpressions(out, now, then, 0, presets);
  putExpressions(out, now, then, kExpressionPresets, customs);
}

void getFace(BitReader& in, QuantisedAvatar& out) {
  const std::uint64_t presets = in.read(kExpressionPresets);
  std::uint64_t customs = 0;
  if (in.flag()) {
    customs = in.read(32);
    customs |= static_cast<std::uint64_t>(in.read(kCustomExpressions - 32)) << 32U;
  }
  out.expressions.resize(kMaxExpressions);
  getExpressions(in, 0, presets, out);
  getExpressions(in, kExpressionPresets, customs, out);
  const auto isZero = [](std::uint8_t weight) { return weight == 0; };
  if (std::all_of(out.expressions.begin(), out.expressions.end(), isZero)) out.expressions.clear();
}

bool samePlays(const QuantisedAvatar& now, const QuantisedAvatar& then, const Time& time) {
  for (std::size_t i = 0; i < now.plays.size(); ++i)
    if (now.plays[i] != foretold(then.plays[i], time)) return false;
  return true;
}

void putPlays(Packer& out, const QuantisedAvatar& now, const QuantisedAvatar& then, const Time& time) {
  for (std::size_t i = 0; i < now.plays.size(); ++i) {
    const Play& play = now.plays[i];
    const Play expected = foretold(then.plays[i], time);
    out.flag(play != expected);
    if (play == expected) continue;
    out.flag(play.play != expected.play);
    if (play.play != expected.play) putSession(out, play.play);
    if (play.play == 0) continue;
    out.flag(play.ending);
    putNumber(out, play.seconds, expected.seconds, kPlayClasses);
    putNumber(out, play.weight, expected.weight, kWeightClasses);
  }
}

bool getPlays(BitReader& in, const QuantisedAvatar& then, const Time& time, QuantisedAvatar& out) {
  for (std::size_t i = 0; i < out.plays.size(); ++i) {
    Play& play = out.plays[i];
    play = foretold(then.plays[i], time);
    if (!in.flag()) continue;
    if (in.flag()) play.play = getSession(in);
    if (play.play == 0) {
      play = {};
      continue;
    }
    play.ending = in.flag();
    play.seconds = getNumber(in, play.seconds, kPlayClasses);
    if (play.seconds < 0 || play.seconds > kMostPlay) return false;
    if (!getWeight(getNumber(in, play.weight, kWeightClasses), play.weight)) return false;
  }
  return true;
}

void foretellPlays(const QuantisedAvatar& then, const Time& time, QuantisedAvatar& out) {
  for (std::size_t i = 0; i < out.plays.size(); ++i)
    if (then.plays[i].play != 0) out.plays[i] = foretold(then.plays[i], time);
}

}  // namespace lead::wire
