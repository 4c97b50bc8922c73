#include "session/avatar_track.h"

#include <algorithm>
#include <cmath>

#include "session/interpolate.h"

namespace lead {

bool AvatarTrack::add(const AvatarState& state, double serverTime, double receivedTime,
                      std::uint32_t inputSequence) {
  phaseRate_ = 0.0F;
  if (!states_.empty() && serverTime > newestTime())
    phaseRate_ = std::remainder(state.phase - newest().phase, 1.0F) /
                 static_cast<float>(std::max(1e-3, serverTime - newestTime()));
  if (!states_.add(serverTime, state)) return false;
  inputSequence_ = inputSequence;
  clock_.arrived(serverTime, receivedTime);
  return true;
}

void AvatarTrack::advance(double now) {
  clock_.advance(now);
  states_.forgetBefore(clock_.shown() - 0.1);
}

AvatarState AvatarTrack::sampleAt(double serverTime) const {
  const auto about = states_.about(serverTime);
  if (about.to != nullptr) return interpolate(*about.from, *about.to, about.share);
  if (isAtRest(*about.from)) return extrapolate(*about.from, static_cast<float>(std::min(about.past, 10.0)));
  const auto past = static_cast<float>(std::min(about.past, kExtrapolateSeconds));
  AvatarState state = extrapolate(*about.from, past);
  state.phase += std::max(0.0F, phaseRate_) * past;
  state.phase -= std::floor(state.phase);
  return state;
}

AvatarTrack::Drawn AvatarTrack::drawn() const {
  if (states_.empty()) return Drawn::nothing;
  const auto about = states_.about(clock_.shown());
  if (about.to != nullptr || about.past == 0.0 || isAtRest(*about.from)) return Drawn::interpolated;
  return about.past <= kExtrapolateSeconds ? Drawn::extrapolated : Drawn::held;
}

}  // namespace lead
