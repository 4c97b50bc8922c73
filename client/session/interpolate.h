// Between two states of one avatar or participant, for drawing. Pure.
#pragma once

#include "lead/avatar_state.h"
#include "session/session.h"

namespace lead {

/// u in [0, 1]. Places by Hermite's curve, with the velocities. What can't be between (who holds, modes) is
/// a's until u is 1. A state whose feet jumped by
/// more than 1 m was put there, not led there: a until u is 1.
AvatarState interpolate(const AvatarState& a, const AvatarState& b, float u);
/// As it would go on by itself for a moment: straight on. One at rest breathes on.
AvatarState extrapolate(const AvatarState& state, float seconds);
/// Neither walks nor is about to: what it looks like later is known.
bool isAtRest(const AvatarState& state);
ParticipantSnapshot interpolate(const ParticipantSnapshot& a, const ParticipantSnapshot& b, float u);

inline constexpr float kTeleport = 1.0F;

}  // namespace lead
