#include "character/collision.h"

#include <algorithm>
#include <glm/geometric.hpp>
#include <glm/mat3x3.hpp>
#include <glm/matrix.hpp>

#include "math/rotation.h"

namespace lead {

PlacedCollider placeCollider(const SpringCollider& collider, const glm::mat4& world) {
  PlacedCollider placed;
  placed.offset = glm::vec3(world * glm::vec4(collider.offset, 1.0F));
  if (collider.shape == SpringCollider::Shape::capsule)
    placed.axis = glm::vec3(world * glm::vec4(collider.tail, 1.0F)) - placed.offset;
  if (collider.shape == SpringCollider::Shape::plane) {
    const glm::vec3 normal = glm::inverse(glm::transpose(glm::mat3(world))) * collider.normal;
    placed.axis = isFinite(normal) ? normalizedOr(normal, kUp) : kUp;
  }
  return placed;
}

Contact contactWith(const SpringCollider& collider, const PlacedCollider& placed, const glm::vec3& tail,
                    float radius) {
  glm::vec3 delta = tail - placed.offset;
  if (collider.shape == SpringCollider::Shape::plane)
    return {glm::dot(delta, placed.axis) - radius, placed.axis};
  if (collider.shape == SpringCollider::Shape::capsule) {
    const float squared = glm::dot(placed.axis, placed.axis);
    const float along = glm::dot(placed.axis, delta);
    if (squared > 0.0F) delta -= placed.axis * std::clamp(along / squared, 0.0F, 1.0F);
  }
  const float length = glm::length(delta);
  const glm::vec3 away = normalizedOr(delta, glm::vec3(0.0F));
  if (collider.inside) return {collider.radius - radius - length, -away};
  return {length - collider.radius - radius, away};
}

}  // namespace lead
