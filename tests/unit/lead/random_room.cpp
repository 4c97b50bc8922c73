#include "unit/lead/random_room.h"

#include <algorithm>
#include <cmath>

namespace lead::test {
namespace {

constexpr float kHalfRoom = 3.0F;

// Distance from a point to a shape's edge; 0 inside.
float distanceTo(const CylinderObstacle& cylinder, const glm::vec3& at) {
  return std::hypot(at.x - cylinder.position.x, at.z - cylinder.position.z) - cylinder.radius;
}
float distanceTo(const BoxObstacle& box, const glm::vec3& at) {
  const glm::vec3 right(std::cos(box.heading), 0.0F, -std::sin(box.heading));
  const glm::vec3 ahead(std::sin(box.heading), 0.0F, std::cos(box.heading));
  const float x = std::abs(glm::dot(at - box.position, right)) - 0.5F * box.size.x;
  const float z = std::abs(glm::dot(at - box.position, ahead)) - 0.5F * box.size.z;
  if (x < 0.0F && z < 0.0F) return std::max(x, z);
  return std::hypot(std::max(0.0F, x), std::max(0.0F, z));
}

}  // namespace

float deepestInside(const Space& space, float radius, const glm::vec3& at) {
  float deepest = 0.0F;
  for (const Obstacle& obstacle : space.obstacles)
    deepest = std::max(
        deepest, radius - std::visit([&at](const auto& shape) { return distanceTo(shape, at); }, obstacle));
  if (space.bounds)
    for (const auto& [place, axis] : {std::pair(at.x, 0), std::pair(at.z, 1)}) {
      deepest = std::max(deepest, space.bounds->least[axis] + radius - place);
      deepest = std::max(deepest, place + radius - space.bounds->most[axis]);
    }
  return deepest;
}

RandomRoom::RandomRoom(unsigned number, const AvatarRigPtr& rig, AvatarId avatars) : random(number) {
  world.space.bounds = RoomBounds{glm::vec2(-kHalfRoom), glm::vec2(kHalfRoom)};
  for (unsigned i = 0; i < 2 + number % 5; ++i) {
    const glm::vec3 at(between(-kHalfRoom, kHalfRoom), 0.0F, between(-kHalfRoom, kHalfRoom));
    if (random() % 2 == 0)
      world.space.obstacles.emplace_back(CylinderObstacle{at, between(0.05F, 0.6F), 1.0F});
    else
      world.space.obstacles.emplace_back(
          BoxObstacle{at, {between(0.02F, 2.0F), 1.0F, between(0.02F, 2.0F)}, between(-4.0F, 4.0F)});
  }
  for (AvatarId id = 1; id <= avatars;) {
    const glm::vec3 at(between(-kHalfRoom, kHalfRoom), 0.0F, between(-kHalfRoom, kHalfRoom));
    if (deepestInside(world.space, rig->radius, at) > 0.0F) continue;
    world.addAvatar(id++, rig, at, between(-3.0F, 3.0F));
  }
}

float RandomRoom::between(float least, float most) {
  return least + (most - least) * static_cast<float>(random() >> 8) / static_cast<float>(1U << 24);
}

void RandomRoom::leadSomewhere() {
  for (const Avatar& avatar : world.avatars()) {
    const AvatarId id = avatar.id;
    if (random() % 8 == 0) {
      world.release(id, Side::left, id);
      continue;
    }
    world.hold(id, Side::left, id, {{between(-5.0F, 5.0F), between(0.5F, 1.5F), between(-5.0F, 5.0F)}});
  }
}

}  // namespace lead::test
