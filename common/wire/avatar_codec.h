// An avatar's state in few bits: whole, or as what differs from an earlier one that the receiver has.
// design/network.md, "Snapshots". Pure; one thread at a time.
//
// Both ends count in quantised values: a delta against the quantised baseline gives exactly the quantised new
// one, so errors never add up.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "lead/avatar_state.h"
#include "wire/bits.h"
#include "wire/grid.h"

namespace lead::wire {

/// As sent. Everything but the tick, which the snapshot says. docs/PROTOCOL.md has the units.
struct QuantisedAvatar {
  struct Arm {
    ParticipantId holder = 0;
    AvatarId partner = 0;
    std::uint32_t heldSince = 0;
    Numbers3 target{};
    QuantisedRotation orientation;  ///< identity unless hasOrientation
    std::uint16_t restReach = 0;    ///< 0: none yet; else one more than its steps
    std::uint8_t ikWeight = 0;
    std::uint8_t gripWeight = 0;
    bool partnerHand = false;  ///< the right one
    bool leads = false;
    bool hasOrientation = false;
    bool posed = false;                ///< it has dir and pole
    std::array<std::int8_t, 2> dir{};  ///< octahedral, in the frame of the heading
    std::uint8_t pole = 0;             ///< angle about dir
    bool operator==(const Arm&) const = default;
  };
  struct Play {
    std::uint32_t play = 0;
    std::int32_t seconds = 0;  ///< in eighths of a tick
    std::uint8_t weight = 0;
    bool ending = false;
    bool operator==(const Play&) const = default;
  };
  /// What the gaze's target is the same as.
  enum class GazeAt : std::uint8_t { own, leftTarget, rightTarget };

  AvatarId id = 0;
  std::uint32_t seed = 0;
  Numbers3 position{};
  std::array<std::int16_t, 2> velocity{};  ///< x, z
  std::array<std::int16_t, 2> lean{};      ///< x, z of the quaternion
  std::uint16_t heading = 0;
  std::uint16_t phase = 0;
  std::uint16_t playbackRate = 0;
  std::uint8_t walkWeight = 0;
  GazeMode gazeMode = GazeMode::off;
  GazeAt gazeAt = GazeAt::own;
  std::uint8_t gazeWeight = 0;
  Numbers3 gazeTarget{};  ///< 0 unless own
  std::array<Arm, 2> arms{};
  std::array<Play, 2> plays{};
  BoneMask bones = 0;
  Numbers3 hipsOffset{};                     ///< 0 where no bones are tracked
  std::vector<QuantisedRotation> rotations;  ///< of the tracked bones but fingers, in their order
  std::vector<std::int8_t> fingers;          ///< kFingerAngles where a finger is tracked, else none
  std::vector<std::uint8_t> expressions;     ///< kMaxExpressions where any is not 0, else none
  bool operator==(const QuantisedAvatar&) const = default;
};

/// Of each hand, thumb first: a curl and a spread of each of the thumb's bones and the first one's twist,
/// then of the other fingers three curls and the first bone's spread.
inline constexpr std::size_t kFingerAngles = 2 * (7 + 4 * 4);

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
