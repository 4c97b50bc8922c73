#include "session/claims.h"

namespace lead {

void follow(const SentInput& input, Claims& claims) {
  for (std::size_t own = 0; own < claims.size(); ++own) {
    Claim& claim = claims[own];
    const auto& hand = input.input.hands[own];
    if (claim.state != Claim::State::none && !claim.wants(hand)) claim = {};
    if (claim.state == Claim::State::none && hand && hand->heldAvatar != 0)
      claim = {Claim::State::asked, hand->heldAvatar, hand->heldHand, input.sequence};
  }
}

void judge(ParticipantId self, const ToldOf& told, Claims& claims) {
  for (Claim& claim : claims) {
    if (claim.state == Claim::State::none) continue;
    const Told known = told(claim.avatar);
    if (known.state == nullptr) {
      if (claim.state == Claim::State::held) claim.state = Claim::State::refused;
      continue;
    }
    if (known.inputSequence < claim.since) continue;
    const bool ours = self != 0 && known.state->arm(claim.hand).holder == self;
    claim.state = ours ? Claim::State::held : Claim::State::refused;
  }
}

}  // namespace lead
