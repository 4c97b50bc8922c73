// One avatar as others see it: drawn a little in the past, between two states that have come. Pure.
#pragma once

#include "session/playout_clock.h"
#include "session/session.h"
#include "session/timed_states.h"

namespace lead {

class AvatarTrack {
 public:
  static constexpr double kExtrapolateSeconds = 0.1;

  enum class Drawn : std::uint8_t { nothing, interpolated, extrapolated, held };

  /// `serverTime`: of the state. `inputSequence`: of ours, newest that is in it. False: not newer than known.
  bool add(const AvatarState& state, double serverTime, double receivedTime, std::uint32_t inputSequence);
  /// Moves to our time `now`.
  void advance(double now);

  /// At the time that was advanced to, or at another.
  AvatarState sample() const { return sampleAt(clock_.shown()); }
  /// What it would have been at the time that was drawn last, by what is known now.
  AvatarState sampleAt(double serverTime) const;
  Drawn drawn() const;

  bool empty() const { return states_.empty(); }
  const AvatarState& newest() const { return states_.newest(); }
  double newestTime() const { return states_.newestTime(); }
  std::uint32_t newestInput() const { return inputSequence_; }
  const PlayoutClock& clock() const { return clock_; }

 private:
  PlayoutClock clock_;
  TimedStates<AvatarState> states_;
  float phaseRate_ = 0.0F;  ///< 1/s, of the newest
  std::uint32_t inputSequence_ = 0;
};

}  // namespace lead
