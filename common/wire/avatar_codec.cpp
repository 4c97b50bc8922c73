#include "wire/avatar_codec.h"

#include <algorithm>

#include "wire/avatar_foretell.h"
#include "wire/avatar_parts.h"
#include "wire/rotation_bits.h"

namespace lead::wire {
namespace {

const QuantisedAvatar kNothing{};

// Every field at its longest, twice over.
constexpr std::size_t kMostAvatarBytes = 1024;

std::array<std::int32_t, 2> widened(const std::array<std::int16_t, 2>& v) {
  return {v[0], v[1]};
}

// ---- motion: place, heading, velocity, lean and gait

bool sameMotion(const QuantisedAvatar& now, const QuantisedAvatar& then, const Time& time) {
  if (now.velocity != then.velocity || now.lean != then.lean || now.heading != then.heading ||
      now.walkWeight != then.walkWeight || now.playbackRate != then.playbackRate ||
      now.position[1] != then.position[1])
    return false;
  const std::int32_t phase = foretoldPhase(then, now.playbackRate, time) & ((1 << kPhaseBits) - 1);
  return now.phase == phase &&
         now.position[0] == foretoldPlace(then.position[0], then.velocity[0], now.velocity[0], time) &&
         now.position[2] == foretoldPlace(then.position[2], then.velocity[1], now.velocity[1], time);
}

bool stands(const QuantisedAvatar& avatar) {
  return avatar.walkWeight == 0 && avatar.velocity[0] == 0 && avatar.velocity[1] == 0;
}

void putMotion(Packer& out, const QuantisedAvatar& now, const QuantisedAvatar& then, const Time& time) {
  putNumbers<2>(out, widened(now.velocity), widened(then.velocity), kVelocityClasses);
  putNumbers<2>(out, {now.position[0], now.position[2]},
                {foretoldPlace(then.position[0], then.velocity[0], now.velocity[0], time),
                 foretoldPlace(then.position[2], then.velocity[1], now.velocity[1], time)},
                kPlaceClasses);
  out.flag(now.position[1] != then.position[1]);
  if (now.position[1] != then.position[1]) putNumber(out, now.position[1], then.position[1], kHeightClasses);
  putOnCircle(out, now.heading, then.heading, kHeadingClasses);
  putNumbers<2>(out, widened(now.lean), widened(then.lean), kLeanClasses);
  putNumber(out, now.walkWeight, then.walkWeight, kWeightClasses);
  const bool still = stands(now);
  putNumber(out, now.playbackRate, still ? 0 : foretoldRate(then, now.velocity), kRateClasses);
  putOnCircle(out, now.phase, still ? 0 : foretoldPhase(then, now.playbackRate, time), kPhaseClasses);
}

bool getMotion(BitReader& in, const QuantisedAvatar& then, const Time& time, QuantisedAvatar& out) {
  std::array<std::int32_t, 2> velocity = widened(then.velocity);
  getNumbers(in, velocity, kVelocityClasses);
  if (!isWithin({velocity[0], 0, velocity[1]}, kMostVelocity)) return false;
  out.velocity = {static_cast<std::int16_t>(velocity[0]), static_cast<std::int16_t>(velocity[1])};
  std::array<std::int32_t, 2> place{foretoldPlace(then.position[0], then.velocity[0], velocity[0], time),
                                    foretoldPlace(then.position[2], then.velocity[1], velocity[1], time)};
  getNumbers(in, place, kPlaceClasses);
  const std::int32_t height = in.flag() ? getNumber(in, then.position[1], kHeightClasses) : then.position[1];
  out.position = {place[0], height, place[1]};
  out.heading = static_cast<std::uint16_t>(getOnCircle(in, then.heading, kHeadingClasses));
  std::array<std::int32_t, 2> lean = widened(then.lean);
  getNumbers(in, lean, kLeanClasses);
  const std::int32_t weight = getNumber(in, then.walkWeight, kWeightClasses);
  if (!isWithin({lean[0], 0, lean[1]}, kMostLean) || weight < 0 || weight > kMostWeight) return false;
  out.lean = {static_cast<std::int16_t>(lean[0]), static_cast<std::int16_t>(lean[1])};
  out.walkWeight = static_cast<std::uint8_t>(weight);
  const bool still = stands(out);
  const std::int32_t rate = getNumber(in, still ? 0 : foretoldRate(then, out.velocity), kRateClasses);
  if (rate < 0 || rate > kMostRate) return false;
  out.playbackRate = static_cast<std::uint16_t>(rate);
  const std::int32_t phase = still ? 0 : foretoldPhase(then, rate, time);
  out.phase = static_cast<std::uint16_t>(getOnCircle(in, phase, kPhaseClasses));
  return isWithin(out.position, kMostPlace);
}

/// As if nothing had been said of it.
void foretellMotion(const QuantisedAvatar& then, const Time& time, QuantisedAvatar& out) {
  out.phase =
      static_cast<std::uint16_t>(foretoldPhase(then, then.playbackRate, time) & ((1 << kPhaseBits) - 1));
  out.position[0] = foretoldPlace(then.position[0], then.velocity[0], then.velocity[0], time);
  out.position[2] = foretoldPlace(then.position[2], then.velocity[1], then.velocity[1], time);
}

Numbers3 movedBy(const QuantisedAvatar& now, const QuantisedAvatar& then) {
  return {now.position[0] - then.position[0], now.position[1] - then.position[1],
          now.position[2] - then.position[2]};
}

enum Part : std::uint32_t {
  kMotion = 1,
  kLeftArm = 2,
  kRightArm = 4,
  kGaze = 8,
  kTracked = 16,
  kSeldom = 32,
};
constexpr unsigned kPartBits = 6;
enum SeldomPart : std::uint32_t { kFace = 1, kPlays = 2, kIdentity = 4 };
constexpr unsigned kSeldomBits = 3;

}  // namespace

void encode(const QuantisedAvatar& now, const QuantisedAvatar* baseline, std::uint32_t age, float tickSeconds,
            BitWriter& out) {
  const QuantisedAvatar& then = baseline != nullptr ? *baseline : kNothing;
  const Time time = timeOf(baseline != nullptr ? age : 0, tickSeconds);
  const Numbers3 moved = movedBy(now, then);
  std::array<QuantisedAvatar::Arm, 2> arms;
  for (std::size_t i = 0; i < 2; ++i) arms[i] = foretoldArm(now.arms[i], then.arms[i], moved, time);
  const std::uint32_t seldom = (now.expressions != then.expressions ? kFace : 0U) |
                               (samePlays(now, then, time) ? 0U : kPlays) |
                               (now.id != then.id || now.seed != then.seed ? kIdentity : 0U);
  const std::uint32_t parts = (sameMotion(now, then, time) ? 0U : kMotion) |
                              (now.arms[0] == arms[0] ? 0U : kLeftArm) |
                              (now.arms[1] == arms[1] ? 0U : kRightArm) | (sameGaze(now, then) ? 0U : kGaze) |
                              (sameTracked(now, then) ? 0U : kTracked) | (seldom != 0 ? kSeldom : 0U);
  if (parts == 0) return out.flag(false);

  std::array<std::uint8_t, kMostAvatarBytes> room;
  Packer packer(room);
  packer.flag(true);
  packer.put(parts, kPartBits);
  if ((parts & kSeldom) != 0) packer.put(seldom, kSeldomBits);
  if ((seldom & kIdentity) != 0) {
    packer.put(now.id, 32);
    packer.put(now.seed, 32);
  }
  if ((parts & kMotion) != 0) putMotion(packer, now, then, time);
  if ((parts & kLeftArm) != 0) putArm(packer, now.arms[0], then.arms[0], moved, time);
  if ((parts & kRightArm) != 0) putArm(packer, now.arms[1], then.arms[1], moved, time);
  if ((parts & kGaze) != 0) putGaze(packer, now, then);
  if ((parts & kTracked) != 0) putTracked(packer, now, then);
  if ((seldom & kFace) != 0) putFace(packer, now, then);
  if ((seldom & kPlays) != 0) putPlays(packer, now, then, time);
  const std::size_t count = packer.count();
  packer.finish();
  out.append(room, count);
}

bool decode(BitReader& in, const QuantisedAvatar* baseline, std::uint32_t age, float tickSeconds,
            QuantisedAvatar& out) {
  const QuantisedAvatar& then = baseline != nullptr ? *baseline : kNothing;
  const Time time = timeOf(baseline != nullptr ? age : 0, tickSeconds);
  out = then;
  const std::uint32_t parts = in.flag() ? in.read(kPartBits) : 0U;
  const std::uint32_t seldom = (parts & kSeldom) != 0 ? in.read(kSeldomBits) : 0U;
  if ((seldom & kIdentity) != 0) {
    out.id = in.read(32);
    out.seed = in.read(32);
  }
  if ((parts & kMotion) == 0)
    foretellMotion(then, time, out);
  else if (!getMotion(in, then, time, out))
    return false;
  const Numbers3 moved = movedBy(out, then);
  for (std::size_t i = 0; i < 2; ++i) {
    if ((parts & (i == 0 ? kLeftArm : kRightArm)) == 0)
      out.arms[i] = foretoldArm(then.arms[i], then.arms[i], moved, time);
    else if (!getArm(in, then.arms[i], moved, time, out.arms[i]))
      return false;
  }
  if ((parts & kGaze) != 0 && !getGaze(in, out)) return false;
  if ((parts & kTracked) != 0 && !getTracked(in, then, out)) return false;
  if ((seldom & kFace) != 0) getFace(in, out);
  if ((seldom & kPlays) == 0)
    foretellPlays(then, time, out);
  else if (!getPlays(in, then, time, out))
    return false;
  return !in.failed() && out.id != 0 && isWithin(out.position, kMostPlace) &&
         isWithin(out.arms[0].target, kMostPlace) && isWithin(out.arms[1].target, kMostPlace);
}

}  // namespace lead::wire
