// Where avatars may stand: the edges of a room and what is fixed in it. World frame, metres; obstacles stand
// on the floor and are taken as endlessly high. Pure; allocates nothing.
#pragma once

#include <glm/vec2.hpp>
#include <glm/vec3.hpp>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace lead {

/// Horizontal: (x, z). `least` is under `most`.
struct RoomBounds {
  glm::vec2 least{0.0F};
  glm::vec2 most{0.0F};
  bool operator==(const RoomBounds&) const = default;
};

struct BoxObstacle {
  glm::vec3 position{0.0F};  ///< middle of its bottom
  glm::vec3 size{1.0F};      ///< whole width (x), height (y), depth (z), before the turn; all over 0
  float heading = 0.0F;      ///< about +Y
  bool operator==(const BoxObstacle&) const = default;
};

struct CylinderObstacle {
  glm::vec3 position{0.0F};  ///< middle of its bottom
  float radius = 0.5F;       ///< over 0
  float height = 1.0F;       ///< over 0
  bool operator==(const CylinderObstacle&) const = default;
};

using Obstacle = std::variant<BoxObstacle, CylinderObstacle>;

/// The description of a room, fixed once it is made.
struct Space {
  std::optional<RoomBounds> bounds;
  std::vector<Obstacle> obstacles;
  bool operator==(const Space&) const = default;
};

inline constexpr std::size_t kMostObstacles = 256;

/// A sentence if the description is not usable: numbers not finite or over 1000 m, sizes not over 0, too many
/// obstacles.
std::optional<std::string> checkSpace(const Space& space);

/// Moves a round body of `radius` that went from `from` to `to` (horizontally) to the nearest place where it
/// stands free, and takes from `velocity` what goes into a wall, so that it slides along. A body that starts
/// inside of something is pushed out of it. Where it fits nowhere, it stays inside of the bounds.
void keepFree(const Space& space, float radius, const glm::vec3& from, glm::vec3& to, glm::vec3& velocity);

}  // namespace lead
