// Rooms with obstacles and avatars, for tests that look at who stands where.
#pragma once

#include <random>

#include "lead/world.h"
#include "support/rigs.h"

namespace lead::test {

/// How deep a disc at `at` reaches into an obstacle or over the bounds, metres; 0: it stands free. Told from
/// the shapes alone, by another way than keepFree's.
float deepestInside(const Space& space, float radius, const glm::vec3& at);

/// A room made from a number: bounds, a few obstacles, and avatars that stand free.
struct RandomRoom {
  World world;
  std::mt19937 random;

  RandomRoom(unsigned number, const AvatarRigPtr& rig, AvatarId avatars);
  float between(float least, float most);
  /// Gives each avatar's left hand somewhere new to be pulled to, or lets it go.
  void leadSomewhere();
};

}  // namespace lead::test
