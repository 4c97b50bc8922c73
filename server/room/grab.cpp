#include "room/grab.h"

#include <algorithm>
#include <glm/geometric.hpp>

namespace lead::server {

bool withinReach(const HandInput& input, const glm::vec3& avatarHand) {
  if (glm::distance(input.target(), avatarHand) > kReach) return false;
  if (input.rayOrigin) return glm::distance(*input.rayOrigin, avatarHand) <= kRayReach;
  return glm::distance(input.position, avatarHand) <= kReach;
}

void HandHistory::record(AvatarId avatar, std::uint32_t tick, const Hands& hands) {
  auto& track = tracks_[avatar];
  if (!track.empty() && track.back().tick == tick) {
    track.back().hands = hands;
    return;
  }
  if (track.size() > ticks_) track.erase(track.begin());
  track.push_back({tick, hands});
}

std::optional<glm::vec3> HandHistory::at(AvatarId avatar, Side side, std::uint32_t seenTick) const {
  const auto found = tracks_.find(avatar);
  if (found == tracks_.end() || found->second.empty()) return std::nullopt;
  const auto& track = found->second;
  const auto later =
      std::upper_bound(track.begin(), track.end(), seenTick,
                       [](std::uint32_t tick, const Sample& sample) { return tick < sample.tick; });
  if (seenTick == 0) return track.back().hands[index(side)];
  const Sample& sample = later == track.begin() ? track.front() : *std::prev(later);
  return sample.hands[index(side)];
}

}  // namespace lead::server
