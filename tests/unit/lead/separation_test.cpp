#include "lead/separation.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "math/rotation.h"
#include "support/led.h"

namespace lead {
namespace {

constexpr float kTick = 1.0F / 60.0F;

std::vector<glm::vec3> pushesOf(const std::vector<CrowdBody>& bodies) {
  Separation separation;
  std::vector<glm::vec3> pushes;
  separation.push(bodies, pushes);
  return pushes;
}

struct Crowd {
  World world;
  AvatarRigPtr rig = test::makeTestRig(Motion::none);

  void add(AvatarId id, const glm::vec3& position, float heading = 0.0F) {
    world.addAvatar(id, rig, position, heading);
  }
  const AvatarState& state(AvatarId id) const { return world.find(id)->state; }
  float between(AvatarId a, AvatarId b) const { return glm::distance(state(a).position, state(b).position); }
  void run(float seconds) {
    for (int i = 0; i < std::lround(seconds / kTick); ++i) world.step(kTick);
  }
  void expectStanding() const {
    for (const Avatar& avatar : world.avatars()) {
      EXPECT_EQ(avatar.state.speed(), 0.0F) << avatar.id;
      EXPECT_EQ(avatar.state.walkWeight, 0.0F) << avatar.id;
    }
  }
};

TEST(Separation, LeavesAloneWhoStandsApart) {
  const auto pushes =
      pushesOf({{{0, 0}, 0.2F, 1, false}, {{0.4F, 0}, 0.2F, 2, false}, {{0, 3}, 0.2F, 3, false}});
  for (const glm::vec3& push : pushes) EXPECT_EQ(push, glm::vec3(0));
}

TEST(Separation, AnOverlapUnderACentimetreAsksNothing) {
  for (const glm::vec3& push : pushesOf({{{0, 0}, 0.2F, 1, false}, {{0.391F, 0}, 0.2F, 2, false}}))
    EXPECT_EQ(push, glm::vec3(0));
}

TEST(Separation, PushesTwoApartAlikeAndBoundedly) {
  const auto near = pushesOf({{{0, 0}, 0.2F, 1, false}, {{0.35F, 0}, 0.2F, 2, false}});
  EXPECT_NEAR(near[0].x, -0.2F, 1e-5F);
  EXPECT_EQ(near[0], -near[1]);
  const auto nearer = pushesOf({{{0, 0}, 5, 1, false}, {{0.1F, 0.1F}, 5, 2, false}});
  EXPECT_NEAR(glm::length(nearer[0]), 0.5F, 1e-5F);
  EXPECT_EQ(nearer[0], -nearer[1]);
}

TEST(Separation, WhoIsLedGivesWayLess) {
  const auto pushes = pushesOf({{{0, 0}, 0.2F, 1, true}, {{0.3F, 0}, 0.2F, 2, false}});
  EXPECT_LT(glm::length(pushes[0]), 0.5F * glm::length(pushes[1]));
  EXPECT_GT(glm::length(pushes[0]), 0.0F);
}

TEST(Separation, FindsAllPairsInAnyOrder) {
  std::mt19937 random(5);
  std::uniform_real_distribution<float> place(-3.0F, 3.0F);
  std::vector<CrowdBody> bodies;
  for (AvatarId id = 1; id <= 60; ++id)
    bodies.push_back(
        {{place(random), place(random)}, 0.1F + 0.01F * static_cast<float>(id % 40), id, id % 3 == 0});
  const auto pushes = pushesOf(bodies);
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    bool near = false;
    for (std::size_t j = 0; j < bodies.size(); ++j)
      near = near ||
             (i != j &&
              bodies[i].radius + bodies[j].radius - glm::distance(bodies[i].place, bodies[j].place) > 0.011F);
    EXPECT_EQ(near, pushes[i] != glm::vec3(0)) << i;
  }
  std::vector<CrowdBody> shuffled = bodies;
  std::shuffle(shuffled.begin(), shuffled.end(), random);
  const auto again = pushesOf(shuffled);
  for (std::size_t i = 0; i < bodies.size(); ++i) EXPECT_EQ(again[i], pushes[shuffled[i].id - 1]) << i;
}

TEST(Separation, TwoInOnePlacePartAndComeToRest) {
  Crowd crowd;
  crowd.add(1, {1, 0, 1});
  crowd.add(2, {1, 0, 1});
  crowd.run(5);
  EXPECT_GT(crowd.between(1, 2), 2 * crowd.rig->radius - 0.011F);
  crowd.expectStanding();
}

TEST(Separation, ACrowdInOnePlacePartsAndComesToRest) {
  Crowd crowd;
  for (AvatarId id = 1; id <= 12; ++id) crowd.add(id, {0, 0, 0});
  crowd.run(20);
  for (AvatarId a = 1; a <= 12; ++a)
    for (AvatarId b = 1; b < a; ++b) EXPECT_GT(crowd.between(a, b), 2 * crowd.rig->radius - 0.011F);
  crowd.expectStanding();
}

TEST(Separation, SteppingAsideTurnsNobody) {
  Crowd crowd;
  crowd.add(1, {0, 0, 0}, 0.7F);
  crowd.add(2, {0.2F, 0, 0}, -2.0F);
  crowd.run(0.2F);
  EXPECT_GT(crowd.state(1).speed(), 0.05F);
  crowd.run(3);
  EXPECT_EQ(crowd.state(1).heading, 0.7F);
  EXPECT_EQ(crowd.state(2).heading, -2.0F);
}

TEST(Separation, WhoStandsInTheWayOfOneWhoIsLedStepsAside) {
  Crowd crowd;
  crowd.add(1, {0, 0, 0});
  crowd.add(2, {0.05F, 0, 1.0F});
  for (int i = 0; i < 360; ++i) {
    crowd.world.hold(1, Side::left, 7, {{0.2F, 1.0F, std::min(3.0F, 0.4F + 0.01F * static_cast<float>(i))}});
    crowd.world.step(kTick);
    EXPECT_GT(crowd.between(1, 2), 0.9F * crowd.rig->radius) << i;
  }
  EXPECT_GT(crowd.state(1).position.z, 2.0F);
  EXPECT_GT(crowd.between(1, 2), 2 * crowd.rig->radius - 0.011F);
}

TEST(Separation, TheOrderOfTheAvatarsDoesNotMatter) {
  Crowd forwards;
  Crowd backwards;
  const auto place = [](AvatarId id) {
    return glm::vec3(0.13F * static_cast<float>(id), 0, 0.07F * static_cast<float>(id * id % 5));
  };
  for (AvatarId id = 1; id <= 8; ++id) forwards.add(id, place(id));
  for (AvatarId id = 8; id >= 1; --id) backwards.add(id, place(id));
  forwards.run(1);
  backwards.run(1);
  for (AvatarId id = 1; id <= 8; ++id) EXPECT_EQ(forwards.state(id), backwards.state(id)) << id;
}

}  // namespace
}  // namespace lead
