// Who may take a hand: spec/lead.md, "Grabbing".
#pragma once

#include <array>
#include <cstdint>
#include <glm/vec3.hpp>
#include <optional>
#include <unordered_map>
#include <vector>

#include "room/input.h"

namespace lead::server {

inline constexpr float kReach = 0.25F;       ///< metres, from the avatar's hand
inline constexpr float kRayReach = 8.0F;     ///< metres, from the ray's origin to the avatar's hand
inline constexpr float kSeenSeconds = 0.5F;  ///< how old a picture may be that a grab was made in

/// `avatarHand`: where the avatar's hand was when the sender saw it.
bool withinReach(const HandInput& input, const glm::vec3& avatarHand);

/// Where the hands of a room's avatars were in the last half second.
class HandHistory {
 public:
  using Hands = std::array<glm::vec3, 2>;  ///< indexed by Side

  /// Remembers `ticks` ticks before the newest one.
  explicit HandHistory(std::uint32_t ticks) : ticks_(ticks) {}

  /// Ticks of an avatar are recorded in order.
  void record(AvatarId avatar, std::uint32_t tick, const Hands& hands);
  void forget(AvatarId avatar) { tracks_.erase(avatar); }
  /// At `seenTick`, or at the nearest remembered tick; 0 stands for the newest. None: avatar never recorded.
  std::optional<glm::vec3> at(AvatarId avatar, Side side, std::uint32_t seenTick) const;

 private:
  struct Sample {
    std::uint32_t tick;
    Hands hands;
  };
  std::uint32_t ticks_;
  std::unordered_map<AvatarId, std::vector<Sample>> tracks_;  ///< oldest first
};

}  // namespace lead::server
