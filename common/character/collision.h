// A spring's tail against the colliders of VRMC_springBone and VRMC_springBone_extended_collider. Pure.
#pragma once

#include <glm/mat4x4.hpp>
#include <glm/vec3.hpp>

#include "vrm/model.h"

namespace lead {

/// A collider where its node is at the moment.
struct PlacedCollider {
  glm::vec3 offset{0.0F};  ///< world
  glm::vec3 axis{0.0F};    ///< a capsule: from `offset` to its other end; a plane: its unit normal
};

PlacedCollider placeCollider(const SpringCollider& collider, const glm::mat4& world);

struct Contact {
  float distance;       ///< between surfaces; negative where they overlap
  glm::vec3 direction;  ///< unit; where the tail has to go, or 0 where nothing says so
};

/// Of a sphere of `radius` about `tail`. All in metres, whatever scale the collider's node has.
Contact contactWith(const SpringCollider& collider, const PlacedCollider& placed, const glm::vec3& tail,
                    float radius);

}  // namespace lead
