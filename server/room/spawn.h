// Where a new avatar stands.
#pragma once

#include <glm/vec3.hpp>
#include <span>

namespace lead::server {

inline constexpr float kSpawnSpacing = 1.2F;  ///< metres between neighbours
inline constexpr float kSpawnClear = 0.8F;    ///< nobody may be nearer to a new place

/// A place in the row x = 0, +1.2, -1.2, +2.4, … (z = 0) with nobody of `taken` (feet) near it. Avatars there
/// face +Z.
glm::vec3 freePlace(std::span<const glm::vec3> taken);

}  // namespace lead::server
