// Sizes and counts of the real-time wire (docs/PROTOCOL.md). Whatever comes from outside is checked against
// them before it is used.
#pragma once

#include <cstddef>
#include <cstdint>

namespace lead::wire {

inline constexpr std::size_t kDatagramBytes = 1200;    ///< never more, so that IP never fragments one
inline constexpr std::size_t kSealBytes = 4 + 8 + 16;  ///< session, sequence, tag
inline constexpr std::size_t kPayloadBytes = kDatagramBytes - kSealBytes;
inline constexpr std::size_t kSlots = 4096;     ///< avatars of a room, and participants of one that are shown
inline constexpr std::uint32_t kMostAge = 255;  ///< ticks between a state and its baseline
inline constexpr std::size_t kInputSamples = 3;  ///< the newest and the two before it

}  // namespace lead::wire
