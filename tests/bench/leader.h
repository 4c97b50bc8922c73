// Somebody who walks a circle backwards with both of an avatar's hands in theirs, as three/leader.js does. A
// table, so that no trigonometry of the leader's is measured.
#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <glm/vec3.hpp>
#include <vector>

#include "math/rotation.h"

namespace lead::bench {

inline constexpr float kTickSeconds = 1.0F / 60.0F;
inline constexpr std::size_t kLapTicks = 1024;
inline constexpr float kLapRadius = 3.0F;  // 1.1 m/s

/// Where the hands are pulled to, indexed by Side; relative to the middle of the circle.
using HandTargets = std::array<glm::vec3, 2>;

inline std::vector<HandTargets> lap() {
  std::vector<HandTargets> targets(kLapTicks);
  for (std::size_t i = 0; i < kLapTicks; ++i) {
    const float angle = 2.0F * kPi * static_cast<float>(i) / static_cast<float>(kLapTicks);
    for (std::size_t side = 0; side < 2; ++side) {
      const float radius = kLapRadius + (side == 0 ? -0.2F : 0.2F);  // its left is the circle's inside
      const float height = 1.05F + 0.03F * std::sin(8.0F * angle + static_cast<float>(side));
      targets[i][side] = {radius * std::sin(angle), height, radius * std::cos(angle)};
    }
  }
  return targets;
}

}  // namespace lead::bench
