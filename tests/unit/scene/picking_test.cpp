#include "scene/picking.h"

#include <gtest/gtest.h>

#include <array>

namespace lead {
namespace {

const Ray kAhead{{0.0F, 1.0F, 5.0F}, {0.0F, 0.0F, -1.0F}};

TEST(HitSphere, GivesTheDistanceToTheNearSide) {
  const auto hit = hitSphere(kAhead, {0.0F, 1.0F, 0.0F}, 0.1F);
  ASSERT_TRUE(hit);
  EXPECT_NEAR(*hit, 4.9F, 1e-5F);
}

TEST(HitSphere, MissesBesideAndBehind) {
  EXPECT_FALSE(hitSphere(kAhead, {0.11F, 1.0F, 0.0F}, 0.1F));
  EXPECT_FALSE(hitSphere(kAhead, {0.0F, 1.0F, 6.0F}, 0.1F));
}

TEST(HitSphere, FromInsideIsAtOnce) {
  const auto hit = hitSphere(kAhead, {0.0F, 1.0F, 4.95F}, 0.1F);
  ASSERT_TRUE(hit);
  EXPECT_FLOAT_EQ(*hit, 0.0F);
}

TEST(PickSphere, TakesTheNearestOfSeveral) {
  const std::array centers{glm::vec3(0.0F, 1.0F, -2.0F), glm::vec3(0.05F, 1.0F, 1.0F),
                           glm::vec3(3.0F, 1.0F, 4.0F)};
  const auto hit = pickSphere(kAhead, centers, 0.1F);
  ASSERT_TRUE(hit);
  EXPECT_EQ(hit->index, 1U);
}

TEST(PickSphere, NothingToPickIsNoHit) {
  EXPECT_FALSE(pickSphere(kAhead, {}, 0.1F));
}

TEST(HitPlane, OnlyAheadAndWithinReach) {
  const glm::vec3 up(0.0F, 1.0F, 0.0F);
  const Ray down{{0.0F, 2.0F, 0.0F}, {0.6F, -0.8F, 0.0F}};
  const auto hit = hitPlane(down, {0.0F, 0.0F, 0.0F}, up, 100.0F);
  ASSERT_TRUE(hit);
  EXPECT_NEAR(hit->x, 1.5F, 1e-5F);
  EXPECT_FALSE(hitPlane(down, {0.0F, 3.0F, 0.0F}, up, 100.0F));
  EXPECT_FALSE(hitPlane(down, {0.0F, 0.0F, 0.0F}, up, 2.0F));
  EXPECT_FALSE(hitPlane(kAhead, {0.0F, 0.0F, 0.0F}, up, 100.0F)) << "parallel";
}

}  // namespace
}  // namespace lead
