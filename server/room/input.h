// What a participant says about itself: state, not events. The newest replaces all before it.
#pragma once

#include <array>
#include <cstdint>
#include <glm/gtc/quaternion.hpp>
#include <glm/vec3.hpp>
#include <optional>

#include "lead/avatar_state.h"

namespace lead::server {

enum class Role : std::uint8_t { leader, spectator };

/// A participant's own hand. World frame, metres.
struct HandInput {
  glm::vec3 position{0.0F};
  std::optional<glm::quat> orientation;  ///< unit; none: unknown (a mouse)
  AvatarId heldAvatar = 0;               ///< 0: holds nothing
  Side heldHand = Side::left;
  glm::vec3 grabbedPoint{0.0F};              ///< in the hand's frame
  std::optional<glm::quat> handOrientation;  ///< world; the avatar's hand takes it
  std::optional<glm::vec3> rayOrigin;        ///< taken along a ray from here

  /// Where the avatar's wrist is wanted.
  glm::vec3 target() const { return position + orientation.value_or(kIdentity) * grabbedPoint; }
};

struct Head {
  glm::vec3 position{0.0F};
  glm::quat orientation = kIdentity;
};

/// Numbers are finite, coordinates within 1000 m, rotations unit: the gateway's decoder sees to it.
struct Input {
  std::uint32_t sequence = 0;
  std::uint32_t seenTick = 0;  ///< of the snapshot on the sender's screen; 0: none yet, so the newest
  std::optional<Head> head;
  std::array<std::optional<HandInput>, 2> hands;  ///< own left, own right
};

}  // namespace lead::server
