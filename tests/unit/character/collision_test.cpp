// Colliders. VRMC_springBone-1.0, "Collision with colliders", and the shapes of
// VRMC_springBone_extended_collider-1.0, "Appendix: Reference Implementations".
#include "character/collision.h"

#include <gtest/gtest.h>

#include <glm/geometric.hpp>
#include <glm/gtc/matrix_transform.hpp>

namespace lead::test {
namespace {

using Shape = SpringCollider::Shape;

SpringCollider collider(Shape shape, bool inside = false) {
  SpringCollider out;
  out.shape = shape;
  out.inside = inside;
  out.offset = {0.5F, 0, 0};
  out.tail = {0.5F, 1, 0};
  out.normal = {0, 1, 0};
  out.radius = 0.25F;
  return out;
}

Contact contact(const SpringCollider& collider, const glm::vec3& tail,
                const glm::mat4& world = glm::mat4(1.0F)) {
  return contactWith(collider, placeCollider(collider, world), tail, 0.125F);
}

void expectContact(const Contact& got, float distance, const glm::vec3& direction) {
  EXPECT_NEAR(got.distance, distance, 1e-5F);
  EXPECT_LT(glm::length(got.direction - direction), 1e-5F);
}

TEST(Collision, Sphere) {
  const SpringCollider sphere = collider(Shape::sphere);
  expectContact(contact(sphere, {1.5F, 0, 0}), 1.0F - 0.375F, {1, 0, 0});
  expectContact(contact(sphere, {0.5F, 0.25F, 0}), 0.25F - 0.375F, {0, 1, 0});
}

TEST(Collision, CapsuleBetweenAndBeyondItsEnds) {
  const SpringCollider capsule = collider(Shape::capsule);
  expectContact(contact(capsule, {0.75F, 0.5F, 0}), 0.25F - 0.375F, {1, 0, 0});
  expectContact(contact(capsule, {0.5F, 2, 0}), 1.0F - 0.375F, {0, 1, 0});
  expectContact(contact(capsule, {0.5F, -0.25F, 0}), 0.25F - 0.375F, {0, -1, 0});
}

TEST(Collision, CapsuleWithoutLengthIsASphere) {
  SpringCollider capsule = collider(Shape::capsule);
  capsule.tail = capsule.offset;
  expectContact(contact(capsule, {0.5F, 0, 1}), 1.0F - 0.375F, {0, 0, 1});
}

TEST(Collision, InsideSphere) {
  const SpringCollider sphere = collider(Shape::sphere, true);
  expectContact(contact(sphere, {0.5F, 0, 0.1F}), 0.25F - 0.125F - 0.1F, {0, 0, -1});
  expectContact(contact(sphere, {2.5F, 0, 0}), 0.25F - 0.125F - 2.0F, {-1, 0, 0});
}

TEST(Collision, InsideCapsule) {
  const SpringCollider capsule = collider(Shape::capsule, true);
  expectContact(contact(capsule, {0.5F, 0.5F, 1}), 0.125F - 1.0F, {0, 0, -1});
  expectContact(contact(capsule, {0.5F, 3, 0}), 0.125F - 2.0F, {0, -1, 0});
  expectContact(contact(capsule, {0.5F, -1, 0}), 0.125F - 1.0F, {0, 1, 0});
}

TEST(Collision, Plane) {
  const SpringCollider plane = collider(Shape::plane);
  expectContact(contact(plane, {9, 0.5F, 7}), 0.375F, {0, 1, 0});
  expectContact(contact(plane, {-9, -1, 7}), -1.125F, {0, 1, 0});
}

TEST(Collision, FollowsTheNodeOfTheCollider) {
  const glm::mat4 world = glm::translate(glm::mat4(1.0F), {0, 0, 5}) *
                          glm::rotate(glm::mat4(1.0F), 1.5707964F, glm::vec3(0, 0, 1)) *
                          glm::scale(glm::mat4(1.0F), glm::vec3(2, 4, 2));
  // x to y, y to -x; places are scaled, radii aren't
  expectContact(contact(collider(Shape::sphere), {0, 2, 5}, world), 1.0F - 0.375F, {0, 1, 0});
  expectContact(contact(collider(Shape::plane), {-1, 0, 0}, world), 1.0F - 0.125F, {-1, 0, 0});
  expectContact(contact(collider(Shape::capsule), {-2, 2, 5}, world), 1.0F - 0.375F, {0, 1, 0});
}

TEST(Collision, NothingIsNotANumber) {
  for (const Shape shape : {Shape::sphere, Shape::capsule, Shape::plane})
    for (const bool inside : {false, true}) {
      const SpringCollider c = collider(shape, inside);
      for (const glm::mat4& world : {glm::mat4(1.0F), glm::scale(glm::mat4(1.0F), glm::vec3(0.0F))}) {
        const Contact got =
            contactWith(c, placeCollider(c, world), glm::vec3(world * glm::vec4(c.offset, 1.0F)), 0.1F);
        EXPECT_TRUE(std::isfinite(got.distance));
        EXPECT_TRUE(std::isfinite(got.direction.x + got.direction.y + got.direction.z));
      }
    }
}

}  // namespace
}  // namespace lead::test
