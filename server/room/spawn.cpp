#include "room/spawn.h"

#include <algorithm>
#include <glm/geometric.hpp>

namespace lead::server {

glm::vec3 freePlace(std::span<const glm::vec3> taken) {
  // Each avatar can block at most two places of the row, so a free one is among the first 2n + 1.
  for (std::size_t i = 0;; ++i) {
    const auto step = static_cast<float>((i + 1) / 2);
    const glm::vec3 place(i % 2 == 1 ? step * kSpawnSpacing : -step * kSpawnSpacing, 0.0F, 0.0F);
    const bool clear = std::none_of(taken.begin(), taken.end(), [&](const glm::vec3& other) {
      return glm::distance(glm::vec3(other.x, 0.0F, other.z), place) < kSpawnClear;
    });
    if (clear) return place;
  }
}

}  // namespace lead::server
