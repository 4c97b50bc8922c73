#include "lead/space.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <glm/geometric.hpp>

#include "math/rotation.h"

namespace lead {
namespace {

constexpr float kMostCoordinate = 1000.0F;
constexpr float kFarthest = 1e6F;  // beyond what squares can be taken of without a thought
constexpr int kMostSubsteps = 4096;
constexpr int kMostRounds = 16;          // of pushing out of one thing after the other
constexpr float kFree = 1e-4F;           // overlap that counts as none
constexpr float kTouching = 1e-3F;       // gap that counts as contact
constexpr float kStandingStill = 1e-5F;  // m, m/s: what rounding leaves of what goes into a wall

// Where a disc overlaps or nears something: which way is out, unit, and how far the disc is from touching it
// (negative: it overlaps).
struct Contact {
  glm::vec2 out{0.0F};
  float gap = 0.0F;
};

Contact contactWith(const CylinderObstacle& cylinder, const glm::vec2& at, float radius) {
  const glm::vec2 away = at - glm::vec2(cylinder.position.x, cylinder.position.z);
  const float distance = glm::length(away);
  return {distance > 1e-6F ? away / distance : glm::vec2(1.0F, 0.0F), distance - cylinder.radius - radius};
}

Contact contactWith(const BoxObstacle& box, const glm::vec2& at, float radius) {
  const float s = std::sin(box.heading);
  const float c = std::cos(box.heading);
  const glm::vec2 offset = at - glm::vec2(box.position.x, box.position.z);
  const glm::vec2 local(c * offset.x - s * offset.y, s * offset.x + c * offset.y);
  const glm::vec2 half(0.5F * box.size.x, 0.5F * box.size.z);
  const glm::vec2 beyond = local - glm::clamp(local, -half, half);
  const float distance = glm::length(beyond);
  glm::vec2 out(0.0F);
  float gap = distance - radius;
  if (distance > 1e-6F) {
    out = beyond / distance;
  } else {  // its middle is inside: out through the nearest side
    const glm::vec2 depth = half - glm::abs(local);
    const int axis = depth.x < depth.y ? 0 : 1;
    out[axis] = local[axis] < 0.0F ? -1.0F : 1.0F;
    gap = -depth[axis] - radius;
  }
  return {{c * out.x + s * out.y, -s * out.x + c * out.y}, gap};
}

// Of a circle around it.
float reachOf(const CylinderObstacle& cylinder) {
  return cylinder.radius;
}
float reachOf(const BoxObstacle& box) {
  return 0.5F * (box.size.x + box.size.z);
}

bool isNear(const Obstacle& obstacle, const glm::vec2& at, float radius) {
  return std::visit(
      [&](const auto& shape) {
        const float reach = reachOf(shape) + radius + kTouching;
        return std::abs(at.x - shape.position.x) < reach && std::abs(at.y - shape.position.z) < reach;
      },
      obstacle);
}

Contact contactWith(const Obstacle& obstacle, const glm::vec2& at, float radius) {
  return std::visit([&](const auto& shape) { return contactWith(shape, at, radius); }, obstacle);
}

glm::vec2 insideOf(const RoomBounds& bounds, const glm::vec2& at, float radius) {
  glm::vec2 inside = at;
  for (int axis = 0; axis < 2; ++axis) {
    const float least = bounds.least[axis] + radius;
    const float most = bounds.most[axis] - radius;
    inside[axis] = least < most ? std::clamp(at[axis], least, most) : 0.5F * (least + most);
  }
  return inside;
}

// Pushes a disc out of whatever it overlaps; false if it still overlaps something in the end.
bool pushOut(const Space& space, float radius, glm::vec2& at) {
  for (int round = 0; round < kMostRounds; ++round) {
    if (space.bounds) at = insideOf(*space.bounds, at, radius);
    bool free = true;
    for (const Obstacle& obstacle : space.obstacles) {
      if (!isNear(obstacle, at, radius)) continue;
      const Contact contact = contactWith(obstacle, at, radius);
      if (contact.gap >= -kFree) continue;
      at -= contact.out * contact.gap;
      free = false;
    }
    if (free) return true;
  }
  if (space.bounds) at = insideOf(*space.bounds, at, radius);
  return false;
}

bool isFree(const Space& space, float radius, const glm::vec2& at) {
  if (space.bounds && glm::distance(insideOf(*space.bounds, at, radius), at) > kFree) return false;
  return std::none_of(space.obstacles.begin(), space.obstacles.end(), [&](const Obstacle& obstacle) {
    return isNear(obstacle, at, radius) && contactWith(obstacle, at, radius).gap < -kFree;
  });
}

// For a disc that is inside of something with no short way out: a free place on rings around it, the nearest
// first. Only looked at, not pushed about: a room full of rubble must not cost a tick.
bool findFree(const Space& space, float radius, glm::vec2& at) {
  constexpr int kRings = 13;
  constexpr int kDirections = 16;
  float distance = 0.5F * radius;
  for (int ring = 0; ring < kRings; ++ring, distance *= 1.5F) {
    for (int i = 0; i < kDirections; ++i) {
      const float angle = 2.0F * kPi * static_cast<float>(i) / static_cast<float>(kDirections);
      const glm::vec2 place = at + distance * glm::vec2(std::sin(angle), std::cos(angle));
      if (!isFree(space, radius, place)) continue;
      at = place;
      return true;
    }
  }
  return false;
}

// Everything that a disc touches; a few are all that fit around one.
struct Walls {
  std::array<glm::vec2, 8> out;
  std::size_t count = 0;

  void add(const glm::vec2& direction) {
    if (count < out.size()) out[count++] = direction;
  }
};

Walls wallsAround(const Space& space, float radius, const glm::vec2& at) {
  Walls walls;
  if (space.bounds) {
    for (int axis = 0; axis < 2; ++axis) {
      glm::vec2 out(0.0F);
      out[axis] = 1.0F;
      if (at[axis] - radius < space.bounds->least[axis] + kTouching) walls.add(out);
      if (at[axis] + radius > space.bounds->most[axis] - kTouching) walls.add(-out);
    }
  }
  for (const Obstacle& obstacle : space.obstacles) {
    if (!isNear(obstacle, at, radius)) continue;
    const Contact contact = contactWith(obstacle, at, radius);
    if (contact.gap < kTouching) walls.add(contact.out);
  }
  return walls;
}

bool goesInto(const Walls& walls, const glm::vec2& velocity, float tolerance) {
  for (std::size_t i = 0; i < walls.count; ++i)
    if (glm::dot(velocity, walls.out[i]) < -tolerance) return true;
  return false;
}

// Takes from a velocity what goes into walls: what is left goes along one of them, or, in a corner where that
// goes into another, nowhere.
glm::vec2 alongWalls(const Walls& walls, const glm::vec2& velocity) {
  const float tolerance = 1e-4F * glm::length(velocity);
  if (!goesInto(walls, velocity, 0.0F)) return velocity;
  glm::vec2 best(0.0F);
  for (std::size_t i = 0; i < walls.count; ++i) {
    const glm::vec2 along = velocity - walls.out[i] * glm::dot(velocity, walls.out[i]);
    if (!goesInto(walls, along, tolerance) && glm::length(along) > glm::length(best)) best = along;
  }
  return best;
}

glm::vec2 horizontal(const glm::vec3& v) {
  return glm::clamp(glm::vec2(v.x, v.z), glm::vec2(-kFarthest), glm::vec2(kFarthest));
}

bool usable(const glm::vec3& position) {
  return isFinite(position) &&
         std::max({std::abs(position.x), std::abs(position.y), std::abs(position.z)}) <= kMostCoordinate;
}
bool usableSize(float size) {
  return size > 0.0F && size <= kMostCoordinate;  // false for NaN
}

const char* complaintOf(const BoxObstacle& box) {
  if (!usable(box.position)) return "a box must stand within 1000 m";
  if (!usableSize(box.size.x) || !usableSize(box.size.y) || !usableSize(box.size.z))
    return "a box's sizes must be over 0 and up to 1000 m";
  return std::abs(box.heading) <= kMostCoordinate ? nullptr : "a box's heading must be within 1000";
}
const char* complaintOf(const CylinderObstacle& cylinder) {
  if (!usable(cylinder.position)) return "a cylinder must stand within 1000 m";
  if (!usableSize(cylinder.radius) || !usableSize(cylinder.height))
    return "a cylinder's radius and height must be over 0 and up to 1000 m";
  return nullptr;
}

}  // namespace

std::optional<std::string> checkSpace(const Space& space) {
  if (const auto& bounds = space.bounds) {
    for (int axis = 0; axis < 2; ++axis) {
      if (!(std::abs(bounds->least[axis]) <= kMostCoordinate) ||
          !(std::abs(bounds->most[axis]) <= kMostCoordinate))
        return "The bounds must be within 1000 m.";
      if (!(bounds->least[axis] < bounds->most[axis])) return "The bounds' least must be under their most.";
    }
  }
  if (space.obstacles.size() > kMostObstacles)
    return "There may be at most " + std::to_string(kMostObstacles) + " obstacles.";
  for (std::size_t i = 0; i < space.obstacles.size(); ++i)
    if (const char* wrong =
            std::visit([](const auto& shape) { return complaintOf(shape); }, space.obstacles[i]))
      return "Obstacle " + std::to_string(i + 1) + ": " + wrong + ".";
  return std::nullopt;
}

void keepFree(const Space& space, float radius, const glm::vec3& from, glm::vec3& to, glm::vec3& velocity) {
  if (!space.bounds && space.obstacles.empty()) return;
  glm::vec2 at = horizontal(from);
  // Steps of half the body at most: nothing is ever on its other side before the body has touched it.
  const glm::vec2 way = horizontal(to) - at;
  const float length = glm::length(way);
  const float steps = std::ceil(length / std::max(0.5F * radius, 1e-6F));
  const int count = static_cast<int>(std::clamp(steps, 1.0F, static_cast<float>(kMostSubsteps)));
  bool free = pushOut(space, radius, at) || findFree(space, radius, at);
  const glm::vec2 began = at;
  for (int i = 0; i < count; ++i) {
    glm::vec2 next = at + way / static_cast<float>(count);
    const bool nextFree = pushOut(space, radius, next);
    // Wedged, or squeezed through to another side: it stays where it stood free.
    if (free && (!nextFree || glm::distance(at, next) > radius)) break;
    at = next;
    free = nextFree;
  }
  to = {at.x, to.y, at.y};
  glm::vec2 along = alongWalls(wallsAround(space, radius, at), horizontal(velocity));
  // Never faster than it got on: who walks into a corner stands.
  const float got = length > kStandingStill ? glm::distance(began, at) / length : 1.0F;
  const float most = got < 0.999F ? got * glm::length(horizontal(velocity)) : kFarthest;
  if (glm::length(along) > most) along *= most / glm::length(along);
  if (glm::length(along) < kStandingStill) along = glm::vec2(0.0F);
  velocity = {along.x, velocity.y, along.y};
}

}  // namespace lead
