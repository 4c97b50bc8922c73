#include "room/spawn.h"

#include <algorithm>
#include <cmath>
#include <glm/common.hpp>
#include <glm/geometric.hpp>
#include <glm/vector_relational.hpp>
#include <optional>

namespace lead::server {

namespace {

constexpr std::size_t kRows = 17;

/// 0, +1.2, -1.2, +2.4, …
float along(std::size_t i) {
  const auto step = static_cast<float>((i + 1) / 2);
  return (i % 2 == 1 ? step : -step) * kSpawnSpacing;
}

float gapTo(const CylinderObstacle& cylinder, const glm::vec2& at) {
  return glm::length(at) - cylinder.radius;
}

float gapTo(const BoxObstacle& box, const glm::vec2& at) {
  const float s = std::sin(box.heading);
  const float c = std::cos(box.heading);
  const glm::vec2 local(c * at.x - s * at.y, s * at.x + c * at.y);
  const glm::vec2 half(0.5F * box.size.x, 0.5F * box.size.z);
  return glm::length(local - glm::clamp(local, -half, half));
}

/// Cheap, for there are many places to ask about and somebody else chose the obstacles.
bool standsFree(const Space& space, float radius, const glm::vec3& place) {
  const glm::vec2 at(place.x, place.z);
  if (const auto& bounds = space.bounds)
    if (glm::any(glm::lessThan(at - radius, bounds->least)) ||
        glm::any(glm::greaterThan(at + radius, bounds->most)))
      return false;
  return std::all_of(space.obstacles.begin(), space.obstacles.end(), [&](const Obstacle& obstacle) {
    return std::visit(
        [&](const auto& shape) {
          return gapTo(shape, at - glm::vec2(shape.position.x, shape.position.z)) >= radius;
        },
        obstacle);
  });
}

}  // namespace

glm::vec3 freePlace(std::span<const glm::vec3> taken, const Space& space, float radius) {
  std::optional<glm::vec3> crowded;
  // Each avatar can block at most two places of a row, so in an endless one a free one is among the first 2n
  // + 1.
  for (std::size_t row = 0; row < kRows; ++row) {
    for (std::size_t i = 0; i < 2 * taken.size() + 1; ++i) {
      const glm::vec3 place(along(i), 0.0F, along(row));
      const bool clear = std::none_of(taken.begin(), taken.end(), [&](const glm::vec3& other) {
        return glm::distance(glm::vec3(other.x, 0.0F, other.z), place) < kSpawnClear;
      });
      if (!clear && crowded) continue;
      if (!standsFree(space, radius, place)) continue;
      if (clear) return place;
      crowded = place;
    }
  }
  glm::vec3 place = crowded.value_or(glm::vec3(0.0F));
  glm::vec3 velocity(0.0F);
  keepFree(space, radius, glm::vec3(place), place, velocity);
  return place;
}

}  // namespace lead::server
