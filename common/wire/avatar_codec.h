// An avatar's state in few bits: whole, or as what differs from an earlier one that the receiver has.
// design/network.md, "Snapshots". Pure; one thread at a time.
//
// Both ends count in quantised values: a delta against the quantised baseline gives exactly the quantised new
// one, so errors never add up.
#pragma once

#include <cstdint>

#include "lead/avatar_state.h"
#include "wire/bits.h"

namespace lead::wire {

/// As sent. Everything but the tick, which the snapshot says.
struct QuantisedAvatar {
  AvatarId id = 0;
  // W fills this in.
  bool operator==(const QuantisedAvatar&) const = default;
};

/// Numbers out of range are clamped to it.
void quantise(AvatarId id, const AvatarState& state, QuantisedAvatar& out);
/// `tickSeconds`: 1 / the server's tick rate.
void dequantise(const QuantisedAvatar& from, std::uint32_t tick, float tickSeconds, AvatarState& out);

/// Null `baseline`: whole. `age`: ticks since the baseline, 1 to kMostAge. What goes on by itself (place by
/// velocity, phase by rate) is foretold from the baseline, so that only what differs from that costs bits.
void encode(const QuantisedAvatar& now, const QuantisedAvatar* baseline, std::uint32_t age, float tickSeconds,
            BitWriter& out);
/// False: malformed. `out` may then be anything; no size or number in it was trusted.
bool decode(BitReader& in, const QuantisedAvatar* baseline, std::uint32_t age, float tickSeconds,
            QuantisedAvatar& out);

}  // namespace lead::wire
