// Between two states: places, turns, arms, motions.
#include "session/interpolate.h"

#include <gtest/gtest.h>

#include <cmath>
#include <glm/geometric.hpp>
#include <glm/gtc/constants.hpp>

namespace lead {
namespace {

TEST(Interpolation, PlacesFollowTheVelocities) {
  AvatarState a;
  AvatarState b;
  a.tick = 100;
  b.tick = 106;  // 0.1 s
  a.velocity = {0.0F, 0.0F, 1.0F};
  b.velocity = {1.0F, 0.0F, 0.0F};
  b.position = {0.06F, 0.0F, 0.06F};  // round a corner
  const AvatarState early = interpolate(a, b, 0.1F);
  EXPECT_GT(early.position.z, 2.0F * early.position.x) << "first ahead";
  const AvatarState late = interpolate(a, b, 0.9F);
  EXPECT_LT(0.06F - late.position.z, 0.5F * (0.06F - late.position.x)) << "at last to the side";
}

TEST(Interpolation, OneWhoWasPushedAgainstItsVelocityGoesStraight) {
  AvatarState a;
  AvatarState b;
  a.tick = 100;
  b.tick = 112;
  a.velocity = b.velocity = {0.0F, 0.0F, 4.0F};
  b.position = {0.5F, 0.0F, 0.0F};
  EXPECT_NEAR(interpolate(a, b, 0.5F).position.z, 0.0F, 1e-5F);
}

TEST(Extrapolation, GoesStraightOnAndTicksOn) {
  AvatarState a;
  a.tick = 100;
  a.velocity = {0.0F, 0.0F, 1.0F};
  const AvatarState later = extrapolate(a, 0.05F);
  EXPECT_NEAR(later.position.z, 0.05F, 1e-6F);
  EXPECT_EQ(later.tick, 103U);
  EXPECT_FALSE(isAtRest(a));
  EXPECT_TRUE(isAtRest(AvatarState()));
}

AvatarState stateWith(float heading, float phase) {
  AvatarState state;
  state.heading = heading;
  state.phase = phase;
  return state;
}

TEST(Interpolation, TurnsTheShortWay) {
  const float pi = glm::pi<float>();
  const AvatarState between = interpolate(stateWith(pi - 0.1F, 0.0F), stateWith(-pi + 0.3F, 0.0F), 0.5F);
  EXPECT_NEAR(std::remainder(between.heading - (pi + 0.1F), 2.0F * pi), 0.0F, 1e-5F);
  EXPECT_LE(std::abs(between.heading), pi + 1e-5F);
}

TEST(Interpolation, PhaseWrapsForward) {
  EXPECT_NEAR(interpolate(stateWith(0.0F, 0.9F), stateWith(0.0F, 0.1F), 0.25F).phase, 0.95F, 1e-5F);
  EXPECT_NEAR(interpolate(stateWith(0.0F, 0.9F), stateWith(0.0F, 0.1F), 0.75F).phase, 0.05F, 1e-5F);
}

TEST(Interpolation, DoesNotSlideOverATeleport) {
  AvatarState a;
  AvatarState b;
  b.position.x = 1.5F;
  b.walkWeight = 1.0F;
  EXPECT_EQ(interpolate(a, b, 0.9F), a);
  EXPECT_EQ(interpolate(a, b, 1.0F), b);
}

TEST(Interpolation, BlendsTargetsAndKeepsThePoleAcrossTheArm) {
  AvatarState a;
  AvatarState b;
  for (AvatarState* state : {&a, &b}) {
    state->arm(Side::left).holder = 3;
    state->arm(Side::left).ikWeight = 1.0F;
  }
  a.arm(Side::left).target = {0.0F, 1.0F, 0.0F};
  b.arm(Side::left).target = {1.0F, 1.0F, 0.0F};
  a.arm(Side::left).dir = {1.0F, 0.0F, 0.0F};
  b.arm(Side::left).dir = {0.0F, 0.0F, 1.0F};
  a.arm(Side::left).pole = {0.0F, 0.0F, -1.0F};
  b.arm(Side::left).pole = {1.0F, 0.0F, 0.0F};
  b.arm(Side::left).gripWeight = 0.5F;
  const ArmState arm = interpolate(a, b, 0.5F).arm(Side::left);
  EXPECT_NEAR(glm::distance(arm.target, glm::vec3(0.5F, 1.0F, 0.0F)), 0.0F, 1e-5F);
  EXPECT_NEAR(glm::length(arm.dir), 1.0F, 1e-5F);
  EXPECT_NEAR(glm::length(arm.pole), 1.0F, 1e-5F);
  EXPECT_NEAR(glm::dot(arm.dir, arm.pole), 0.0F, 1e-5F);
  EXPECT_NEAR(arm.gripWeight, 0.25F, 1e-5F);
}

TEST(Interpolation, ANewHoldDoesNotComeFromWhereThelastOneEnded) {
  AvatarState a;
  AvatarState b;
  a.arm(Side::right).target = {50.0F, 0.0F, 0.0F};
  b.arm(Side::right).target = {1.0F, 1.0F, 1.0F};
  b.arm(Side::right).ikWeight = 0.3F;
  EXPECT_EQ(interpolate(a, b, 0.5F).arm(Side::right).target, b.arm(Side::right).target);
}

TEST(Interpolation, AMotionGoesOnEvenlyAlsoWhereItBeginsAgain) {
  AvatarState a;
  AvatarState b;
  a.tick = 100;
  b.tick = 102;
  a.plays[0] = {90, 0.99F, 1.0F, false};
  b.plays[0] = {90, 0.99F + 2.0F / 60.0F - 1.0F, 1.0F, false};  // of 1 s
  const PlayState between = interpolate(a, b, 0.5F).plays[0];
  EXPECT_NEAR(between.seconds, 0.99F + 1.0F / 60.0F, 1e-5F);
  EXPECT_EQ(between.weight, 1.0F);
}

TEST(Interpolation, AMotionThatBeginsOrEndsFades) {
  AvatarState a;
  AvatarState b;
  a.tick = 100;
  b.tick = 102;
  a.plays[0] = {50, 3.0F, 0.1F, true};
  b.plays[1] = {101, 2.0F / 60.0F, 0.2F, false};
  const AvatarState between = interpolate(a, b, 0.5F);
  EXPECT_EQ(between.plays[0].play, 50U);
  EXPECT_NEAR(between.plays[0].weight, 0.05F, 1e-5F);
  EXPECT_EQ(between.plays[1].play, 101U);
  EXPECT_NEAR(between.plays[1].weight, 0.1F, 1e-5F);
  EXPECT_NEAR(between.plays[1].seconds, 1.0F / 60.0F, 1e-5F);
}

TEST(Interpolation, OppositeDirectionsGiveNoNaN) {
  AvatarState a;
  AvatarState b;
  for (AvatarState* state : {&a, &b}) state->arm(Side::left).ikWeight = 1.0F;
  a.arm(Side::left).dir = {0.0F, 0.0F, 1.0F};
  b.arm(Side::left).dir = {0.0F, 0.0F, -1.0F};
  const ArmState arm = interpolate(a, b, 0.5F).arm(Side::left);
  EXPECT_TRUE(std::isfinite(arm.dir.x + arm.dir.y + arm.dir.z + arm.pole.x + arm.pole.y + arm.pole.z));
}

}  // namespace
}  // namespace lead
