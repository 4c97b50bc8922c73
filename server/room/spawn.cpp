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

/// Where rows begin: the origin, or what of the room is nearest to it.
glm::vec2 middleOf(const Space& space, float radius) {
  if (!space.bounds) return glm::vec2(0.0F);
  const glm::vec2 half = 0.5F * (space.bounds->most - space.bounds->least);
  const glm::vec2 margin = glm::min(glm::vec2(radius), half);
  return glm::clamp(glm::vec2(0.0F), space.bounds->least + margin, space.bounds->most - margin);
}

/// Free of obstacles; of people too, unless it is too crowded for that.
std::optional<glm::vec3> findPlace(std::span<const glm::vec3> taken, const Space& space, float radius) {
  const glm::vec2 middle = middleOf(space, radius);
  // Each avatar can block at most two places of a row: in an endless one, one of the first 2n + 1 is free.
  const std::size_t columns = std::max(2 * taken.size() + 1, kRows);
  std::optional<glm::vec3> crowded;
  for (std::size_t row = 0; row < kRows; ++row) {
    for (std::size_t i = 0; i < columns; ++i) {
      const glm::vec3 place(middle.x + along(i), 0.0F, middle.y + along(row));
      const bool clear = std::none_of(taken.begin(), taken.end(), [&](const glm::vec3& other) {
        return glm::distance(glm::vec3(other.x, 0.0F, other.z), place) < kSpawnClear;
      });
      if ((!clear && crowded) || !standsFree(space, radius, place)) continue;
      if (clear) return place;
      crowded = place;
    }
  }
  return crowded;
}

}  // namespace

glm::vec3 freePlace(std::span<const glm::vec3> taken, const Space& space, float radius) {
  if (const auto place = findPlace(taken, space, radius)) return *place;
  glm::vec3 place(0.0F);
  glm::vec3 velocity(0.0F);
  keepFree(space, radius, glm::vec3(0.0F), place, velocity);
  return place;
}

std::optional<std::string> faultOfSpawns(const Space& space) {
  if (findPlace({}, space, kSpawnRadius)) return std::nullopt;
  return "Nobody can stand near the room's middle: its obstacles and bounds leave no place of " +
         std::to_string(static_cast<int>(200.0F * kSpawnRadius)) + " cm.";
}

}  // namespace lead::server
