// What the two sides of a snapshot payload have to agree about. docs/PROTOCOL.md, "Snapshots".
#pragma once

#include <cstddef>
#include <cstdint>

namespace lead::wire {

inline constexpr std::uint8_t kSnapshotType = 1;
inline constexpr std::size_t kSnapshotHeader = 22;
inline constexpr unsigned kGapBits = 4;    ///< of a slot not far from the one before
inline constexpr unsigned kSlotBits = 12;  ///< of one that is

}  // namespace lead::wire
