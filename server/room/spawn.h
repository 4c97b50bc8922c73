// Where a new avatar stands.
#pragma once

#include <glm/vec3.hpp>
#include <span>

#include "lead/space.h"

namespace lead::server {

inline constexpr float kSpawnSpacing = 1.2F;  ///< metres between neighbours
inline constexpr float kSpawnClear = 0.8F;    ///< nobody may be nearer to a new place

/// A place in the row x = 0, +1.2, -1.2, +2.4, … (z = 0) with nobody of `taken` (feet) near it, where a round
/// body of `radius` stands free; in further rows (z = +1.2, -1.2, …) where that one has none. Where there is
/// none at all, the first of the nearest rows' that is at least within the space. Avatars there face +Z.
glm::vec3 freePlace(std::span<const glm::vec3> taken, const Space& space = {}, float radius = 0.0F);

}  // namespace lead::server
