// What an avatar's quantised state becomes by itself within some ticks. In whole numbers (and square roots
// and quotients, which IEEE 754 rounds alike everywhere), so that both ends get the same on any machine.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "wire/avatar_codec.h"
#include "wire/avatar_units.h"
#include "wire/limits.h"

namespace lead::wire {

/// To the nearest, halves away from 0; `by` > 0.
inline std::int32_t divided(std::int32_t value, std::int32_t by) {
  return (value < 0 ? value - by / 2 : value + by / 2) / by;
}

struct Time {
  std::int32_t ticks;  ///< since the baseline, up to kMostAge
  std::int32_t rate;   ///< ticks a second, 1 to 1000
  std::int32_t ikWay;  ///< how far the weights of a hold get in them
  std::int32_t gripWay;
};
/// How far a weight gets where its whole way takes `hundredths` of a second.
inline std::int32_t rampWay(std::int32_t ticks, std::int32_t rate, std::int32_t hundredths) {
  return divided(kMostWeight * 100 * ticks, hundredths * rate);
}
inline Time timeOf(std::uint32_t age, float tickSeconds) {
  const float exact = tickSeconds > 0.0F ? 1.0F / tickSeconds : 60.0F;
  const std::int32_t rate =
      exact > 1.0F ? exact < 1000.0F ? static_cast<std::int32_t>(exact + 0.5F) : 1000 : 1;
  const auto ticks = static_cast<std::int32_t>(age < kMostAge ? age : kMostAge);
  return {ticks, rate, rampWay(ticks, rate, 10), rampWay(ticks, rate, 12)};
}

/// Half of `twice`, to the nearest; `twice` >= 0. Without a sum that a compiler could fuse.
inline std::int32_t rounded(double twice) {
  return (static_cast<std::int32_t>(twice) + 1) / 2;
}

/// By the mean of the velocities then and now.
inline std::int32_t foretoldPlace(std::int32_t place, std::int32_t velocityThen, std::int32_t velocityNow,
                                  const Time& time) {
  constexpr auto kStepsPerVelocity = static_cast<std::int32_t>(kPlaceScale / kVelocityScale);
  return place + divided((velocityThen + velocityNow) * kStepsPerVelocity * time.ticks, 2 * time.rate);
}

/// Of one that rises or falls steadily.
inline std::int32_t foretoldRamp(std::int32_t weight, bool rises, std::int32_t way) {
  if (rises) return weight + way < kMostWeight ? weight + way : kMostWeight;
  return weight > way ? weight - way : 0;
}

/// The rate goes with the speed.
inline std::int32_t foretoldRate(const QuantisedAvatar& then,
                                 const std::array<std::int16_t, 2>& velocityNow) {
  if (velocityNow == then.velocity) return then.playbackRate;
  const auto square = [](const std::array<std::int16_t, 2>& v) {
    return static_cast<double>(std::int64_t{v[0]} * v[0] + std::int64_t{v[1]} * v[1]);
  };
  constexpr double kSlow = 16.0 * 16.0;  // below, rounding tells more than the speed
  const double from = square(then.velocity);
  if (from < kSlow) return then.playbackRate;
  const double twice = std::sqrt(square(velocityNow) / from) * (2.0 * then.playbackRate);
  return twice < 2.0 * kMostRate ? rounded(twice) : kMostRate;
}

/// A walk makes about one cycle a second at its own speed, and longer steps rather than more of them.
inline std::int32_t foretoldPhase(const QuantisedAvatar& then, std::int32_t rateNow, const Time& time) {
  if (then.playbackRate == 0 && rateNow == 0) return then.phase;
  constexpr double kStepsPerRoot = static_cast<double>(1 << kPhaseBits) / 8.0;  // 8: the root of kRateScale
  const double roots =
      std::sqrt(static_cast<double>(then.playbackRate)) + std::sqrt(static_cast<double>(rateNow));
  const double twice = roots * kStepsPerRoot * time.ticks / time.rate;  // of the mean of both
  return then.phase + rounded(twice);
}

/// A hand that is taken goes along with its avatar; others stay.
inline std::int32_t foretoldTarget(std::int32_t target, std::int32_t moved, bool taken) {
  return taken ? target + moved : target;
}

inline QuantisedAvatar::Play foretold(QuantisedAvatar::Play play, const Time& time) {
  if (play.play == 0) return play;
  play.seconds = std::min(play.seconds + 8 * time.ticks, kMostPlay);
  play.weight =
      static_cast<std::uint8_t>(foretoldRamp(play.weight, !play.ending, rampWay(time.ticks, time.rate, 30)));
  return play.ending && play.weight == 0 ? QuantisedAvatar::Play{} : play;
}

}  // namespace lead::wire
