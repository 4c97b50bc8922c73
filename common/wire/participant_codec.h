// What is shown of a participant: head and hands. As avatar_codec.h.
#pragma once

#include <array>
#include <cstdint>
#include <glm/gtc/quaternion.hpp>
#include <glm/vec3.hpp>
#include <optional>

#include "lead/avatar_state.h"
#include "wire/bits.h"
#include "wire/grid.h"

namespace lead::wire {

/// World frame, metres. One with neither head nor hands is not to be seen (it is silent, or only looks on).
struct ShownParticipant {
  struct Hand {
    glm::vec3 position{0.0F};
    std::optional<glm::quat> orientation;  ///< none: unknown (a mouse)
    AvatarId heldAvatar = 0;
    Side heldHand = Side::left;
  };
  ParticipantId id = 0;
  std::optional<glm::vec3> headPosition;
  glm::quat headOrientation = kIdentity;
  std::array<std::optional<Hand>, 2> hands;  ///< own left, own right
};

struct QuantisedParticipant {
  struct Hand {
    bool present = false;
    bool hasOrientation = false;
    bool heldHand = false;  ///< the right one
    AvatarId heldAvatar = 0;
    Numbers3 position{};
    QuantisedRotation orientation;
    bool operator==(const Hand&) const = default;
  };
  ParticipantId id = 0;
  bool hasHead = false;
  Numbers3 headPosition{};
  QuantisedRotation headOrientation;
  std::array<Hand, 2> hands{};
  bool operator==(const QuantisedParticipant&) const = default;
};

void quantise(const ShownParticipant& from, QuantisedParticipant& out);
void dequantise(const QuantisedParticipant& from, ShownParticipant& out);
/// Null `baseline`: whole.
void encode(const QuantisedParticipant& now, const QuantisedParticipant* baseline, BitWriter& out);
/// False: malformed.
bool decode(BitReader& in, const QuantisedParticipant* baseline, QuantisedParticipant& out);

}  // namespace lead::wire
