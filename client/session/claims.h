// What our own hands have asked for and what became of it: design/network.md, "Inputs are state, not events".
// Pure.
#pragma once

#include <array>
#include <cstdint>
#include <functional>

#include "session/input_timeline.h"
#include "session/session.h"

namespace lead {

struct Claim {
  enum class State : std::uint8_t {
    none,
    asked,   ///< the server has not answered yet
    held,    ///< ours
    refused  ///< or lost again
  };
  State state = State::none;
  AvatarId avatar = 0;
  Side hand = Side::left;
  std::uint32_t since = 0;  ///< sequence of the first input that asked for it

  bool wants(const std::optional<HandInput>& input) const {
    return input && input->heldAvatar == avatar && input->heldHand == hand;
  }
};

/// By own hand.
using Claims = std::array<Claim, 2>;

/// The newest state that the server has told of an avatar, and which of our inputs is in it.
struct Told {
  const AvatarState* state = nullptr;  ///< null: unknown
  std::uint32_t inputSequence = 0;
};
using ToldOf = std::function<Told(AvatarId)>;

/// Follows the inputs as they are sent.
void follow(const SentInput& input, Claims& claims);
/// Takes in what the server has told.
void judge(ParticipantId self, const ToldOf& told, Claims& claims);

}  // namespace lead
