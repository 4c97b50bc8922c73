#include "lead/space.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

#include "math/rotation.h"
#include "support/rigs.h"
#include "unit/lead/random_room.h"

namespace lead {
namespace {

constexpr float kRadius = 0.2F;

struct Moved {
  glm::vec3 at;
  glm::vec3 velocity;
};

Moved moved(const Space& space, const glm::vec3& from, const glm::vec3& by, float radius = kRadius) {
  Moved result{from + by, by};
  keepFree(space, radius, from, result.at, result.velocity);
  return result;
}

Space withBox(const glm::vec3& position, const glm::vec3& size, float heading = 0.0F) {
  Space space;
  space.obstacles.emplace_back(BoxObstacle{position, size, heading});
  return space;
}

Space withCylinder(const glm::vec3& position, float radius) {
  Space space;
  space.obstacles.emplace_back(CylinderObstacle{position, radius, 1.0F});
  return space;
}

Space roomOf(float half) {
  Space space;
  space.bounds = RoomBounds{glm::vec2(-half), glm::vec2(half)};
  return space;
}

TEST(Space, AnEmptyOneChangesNothing) {
  const Moved result = moved({}, {1, 2, 3}, {100, 5, -7});
  EXPECT_EQ(result.at, glm::vec3(101, 7, -4));
  EXPECT_EQ(result.velocity, glm::vec3(100, 5, -7));
}

TEST(Space, TheBodyStaysInsideOfTheBoundsAndSlidesAlongThem) {
  const Moved result = moved(roomOf(2), {1.7F, 0, 0}, {0.5F, 0.25F, 0.3F});
  EXPECT_NEAR(result.at.x, 1.8F, 1e-5F);
  EXPECT_NEAR(result.at.z, 0.3F, 1e-5F);
  EXPECT_EQ(result.at.y, 0.25F);
  EXPECT_EQ(result.velocity.x, 0.0F);
  EXPECT_EQ(result.velocity.z, 0.3F);
}

TEST(Space, ARoomTooSmallForTheBodyHoldsItInItsMiddle) {
  const Moved result = moved(roomOf(0.1F), {0, 0, 0}, {3, 0, -1});
  EXPECT_EQ(result.at, glm::vec3(0));
  EXPECT_EQ(result.velocity, glm::vec3(0));
}

TEST(Space, SlidesAlongATurnedBox) {
  const float heading = 0.6F;
  const glm::vec3 normal = rotationY(heading) * glm::vec3(0, 0, -1);
  const glm::vec3 along = rotationY(heading) * glm::vec3(1, 0, 0);
  const Space space = withBox({0, 0, 0}, {4, 1, 1}, heading);
  const Moved result = moved(space, normal * 0.75F, -normal * 0.3F + along * 0.2F);
  EXPECT_NEAR(glm::dot(result.at, normal), 0.7F, 1e-4F);
  EXPECT_NEAR(glm::dot(result.at, along), 0.2F, 1e-4F);
  EXPECT_NEAR(glm::dot(result.velocity, normal), 0.0F, 1e-6F);
  EXPECT_NEAR(glm::dot(result.velocity, along), 0.2F, 1e-6F);
}

TEST(Space, SlidesRoundACylinder) {
  const Space space = withCylinder({0, 0, 0}, 0.5F);
  glm::vec3 at(0.01F, 0, -2);
  for (int i = 0; i < 400; ++i) at = moved(space, at, {0, 0, 0.02F}).at;
  EXPECT_GT(at.z, 1.0F);
}

TEST(Space, AVelocityThatLeavesAWallIsLeftAlone) {
  const Space space = withBox({0, 0, 0}, {1, 1, 1});
  const Moved result = moved(space, {0, 0, -0.7F}, {0.01F, 0, -0.02F});
  EXPECT_EQ(result.velocity, glm::vec3(0.01F, 0, -0.02F));
}

TEST(Space, NothingIsTunnelledAtOneTickASecondAndFourMetresASecond) {
  for (const float radius : {0.01F, 0.05F, 0.2F, 0.5F})
    for (const float thickness : {0.001F, 0.05F, 0.5F})
      for (float x = -1.0F; x < 1.0F; x += 0.21F) {
        const Moved wall = moved(withBox({0, 0, 0}, {40, 1, thickness}, 0.1F), {x, 0, -2}, {0, 0, 4}, radius);
        EXPECT_LT(wall.at.z + 0.1F * wall.at.x, 0.0F) << radius << ' ' << thickness << ' ' << x;
        const Moved pillar = moved(withCylinder({x, 0, 0}, thickness), {x, 0, -2}, {0, 0, 4}, radius);
        EXPECT_GE(glm::distance(pillar.at, glm::vec3(x, 0, 0)), radius + thickness - 1e-3F);
        EXPECT_LT(pillar.at.z, 0.0F);
      }
}

TEST(Space, ABodyIsNotSqueezedThroughAThinWallByAnotherObstacle) {
  Space space = withBox({0, 0, 0}, {40, 1, 0.001F});
  space.obstacles.emplace_back(CylinderObstacle{{0.3F, 0, -0.6F}, 0.3F, 1.0F});
  glm::vec3 at(-1, 0, -0.25F);
  for (int i = 0; i < 200; ++i) {
    at = moved(space, at, {0.19F, 0, 0.05F}).at;
    ASSERT_LT(at.z, 0.0F) << i;
    ASSERT_LT(test::deepestInside(space, kRadius, at), 1e-3F) << i;
  }
}

TEST(Space, WhoStartsInsideOfABoxGetsOutTheShortWay) {
  const Space space = withBox({0, 0, 0}, {4, 1, 1});
  const Moved result = moved(space, {0.3F, 0, 0.3F}, {0, 0, 0});
  EXPECT_NEAR(result.at.x, 0.3F, 1e-4F);
  EXPECT_NEAR(result.at.z, 0.7F, 1e-4F);
}

TEST(Space, WhoStartsBetweenABoxAndTheBoundsGetsOutAnotherWay) {
  Space space = withBox({0, 0, 1.8F}, {2, 1, 0.4F});
  space.bounds = RoomBounds{glm::vec2(-2), glm::vec2(2)};
  const Moved result = moved(space, {0, 0, 1.9F}, {0, 0, 0});
  EXPECT_LT(test::deepestInside(space, kRadius, result.at), 1e-3F);
  EXPECT_LT(glm::distance(result.at, glm::vec3(0, 0, 1.9F)), 1.3F);
}

// Corners of every angle between two long walls, walked into for a second: nothing moves any more after it.
TEST(Space, CornersBetweenTwoObstaclesDoNotJitter) {
  for (float angle = 0.2F; angle < 3.0F; angle += 0.1F) {
    Space space = withBox({0, 0, 0}, {20, 1, 0.5F}, 0.0F);
    space.obstacles.emplace_back(BoxObstacle{{0, 0, 0}, {20, 1, 0.5F}, angle});
    const glm::vec3 into = rotationY(0.5F * angle) * glm::vec3(1, 0, 0);
    glm::vec3 at = -into * 9.0F;
    if (test::deepestInside(space, kRadius, at) > 0.0F) continue;
    glm::vec3 velocity(0);
    for (int i = 0; i < 900; ++i) {
      velocity = into * 1.5F;
      glm::vec3 next = at + velocity / 60.0F;
      keepFree(space, kRadius, at, next, velocity);
      if (i > 600) {
        EXPECT_LT(glm::distance(at, next), 1e-5F) << angle;
        EXPECT_LT(glm::length(velocity), 1e-3F) << angle;
      }
      at = next;
    }
    EXPECT_LT(test::deepestInside(space, kRadius, at), 1e-3F) << angle;
  }
}

TEST(Space, StaysFiniteForAnyFiniteInput) {
  constexpr float kMost = std::numeric_limits<float>::max();
  Space space = withBox({1, 0, 1}, {1000, 1, 0.0001F}, 999.0F);
  space.obstacles.emplace_back(CylinderObstacle{{0, 0, 0}, 1000.0F, 1.0F});
  space.obstacles.emplace_back(BoxObstacle{{0, 0, 0}, {1e-20F, 1, 1e-20F}, 0.0F});
  for (const bool bounded : {false, true}) {
    if (bounded) space.bounds = RoomBounds{glm::vec2(-1), glm::vec2(1)};
    for (const float from : {0.0F, 1e-30F, 1.0F, -kMost, kMost})
      for (const float to : {0.0F, -1e-30F, 5.0F, -kMost, kMost})
        for (const float radius : {0.0F, 1e-20F, 0.2F, 1e6F}) {
          glm::vec3 at(to, 0, from);
          glm::vec3 velocity(to, 0, -from);
          keepFree(space, radius, {from, 0, to}, at, velocity);
          EXPECT_TRUE(isFinite(at) && isFinite(velocity)) << from << ' ' << to << ' ' << radius;
        }
  }
}

TEST(Space, RefusesWhatIsNoRoom) {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  EXPECT_FALSE(checkSpace({}));
  EXPECT_FALSE(checkSpace(roomOf(5)));
  EXPECT_FALSE(checkSpace(withBox({0, 0, 0}, {1, 1, 1}, 0.5F)));
  EXPECT_FALSE(checkSpace(withCylinder({0, 0, 0}, 0.5F)));
  EXPECT_TRUE(checkSpace(roomOf(0)));
  EXPECT_TRUE(checkSpace(roomOf(-1)));
  EXPECT_TRUE(checkSpace(roomOf(1001)));
  EXPECT_TRUE(checkSpace(roomOf(nan)));
  EXPECT_TRUE(checkSpace(withBox({0, 0, 0}, {1, 0, 1})));
  EXPECT_TRUE(checkSpace(withBox({0, nan, 0}, {1, 1, 1})));
  EXPECT_TRUE(checkSpace(withBox({0, 0, 0}, {1, 1, 1}, nan)));
  EXPECT_TRUE(checkSpace(withBox({0, 0, 2000}, {1, 1, 1})));
  EXPECT_TRUE(checkSpace(withCylinder({0, 0, 0}, -1)));
  EXPECT_TRUE(checkSpace(withCylinder({nan, 0, 0}, 1)));
  EXPECT_EQ(*checkSpace(withCylinder({0, 0, 0}, nan)),
            "Obstacle 1: a cylinder's radius and height must be over 0 and up to 1000 m.");
  Space full;
  full.obstacles.resize(kMostObstacles + 1);
  EXPECT_TRUE(checkSpace(full));
}

// A hundred rooms with ten avatars, each led by a hand to wherever comes to mind.
TEST(Space, NobodyIsEverInsideOfAnObstacleOrOutsideOfTheRoom) {
  const AvatarRigPtr rig = test::makeTestRig(Motion::none);
  for (unsigned room = 0; room < 100; ++room) {
    test::RandomRoom made(room, rig, 10);
    for (int tick = 0; tick < 240; ++tick) {
      if (tick % 20 == 0) made.leadSomewhere();
      made.world.step(1.0F / 30.0F);
      for (const Avatar& avatar : made.world.avatars()) {
        ASSERT_TRUE(isFinite(avatar.state.position) && isFinite(avatar.state.velocity));
        ASSERT_LT(test::deepestInside(made.world.space, rig->radius, avatar.state.position), 1e-3F)
            << "room " << room << ", tick " << tick << ", avatar " << avatar.id;
      }
    }
  }
}

}  // namespace
}  // namespace lead
