// Where a new avatar stands.
#pragma once

#include <glm/vec3.hpp>
#include <optional>
#include <span>
#include <string>

#include "lead/space.h"

namespace lead::server {

inline constexpr float kSpawnSpacing = 1.2F;  ///< metres between neighbours
inline constexpr float kSpawnClear = 0.8F;    ///< nobody may be nearer to a new place

inline constexpr float kSpawnRadius = 0.2F;  ///< what a room has to have a place for

/// A place in the row x = 0, +1.2, -1.2, +2.4, … (z = 0), or from what of the room is nearest to the origin,
/// with nobody of `taken` (feet) near it, where a round body of `radius` stands free; in further rows (z =
/// +1.2, -1.2, …) where that one has none; beside others where there is none at all. Avatars there face +Z.
glm::vec3 freePlace(std::span<const glm::vec3> taken, const Space& space = {}, float radius = 0.0F);

/// A sentence where a room has no place for anybody to begin at.
std::optional<std::string> faultOfSpawns(const Space& space);

}  // namespace lead::server
