#include "session/smoother.h"

#include <gtest/gtest.h>

#include <cmath>
#include <glm/geometric.hpp>
#include <glm/gtc/constants.hpp>

#include "session/interpolate.h"

namespace lead {
namespace {

constexpr double kInterval = 1.0 / 30.0;
constexpr double kLag = 100.0;  // our clock - the server's

/// Snapshot number n of a server that sends 30 a second; it arrives `late` seconds after the usual time.
Snapshot snapshotAt(int n, double late = 0.0) {
  Snapshot snapshot;
  snapshot.tick = static_cast<std::uint32_t>(2 * n);
  snapshot.serverTime = n * kInterval;
  snapshot.receivedTime = snapshot.serverTime + kLag + late;
  return snapshot;
}

SnapshotPtr withAvatarAt(int n, float x, double late = 0.0) {
  Snapshot snapshot = snapshotAt(n, late);
  AvatarSnapshot& avatar = snapshot.avatars.emplace_back();
  avatar.id = 7;
  avatar.state.position.x = x;
  return std::make_shared<const Snapshot>(snapshot);
}

TEST(Smoother, ShowsNothingBeforeTheFirstSnapshot) {
  Smoother smoother;
  smoother.sampleAt(5.0);
  EXPECT_TRUE(smoother.avatars().empty());
  EXPECT_EQ(smoother.tick(), 0U);
}

TEST(Smoother, ShowsTheOnlySnapshotAsItIs) {
  Smoother smoother;
  smoother.add(withAvatarAt(1, 3.0F));
  smoother.sampleAt(kLag + 10.0);
  ASSERT_NE(smoother.avatar(7), nullptr);
  EXPECT_EQ(smoother.avatar(7)->state.position.x, 3.0F);
}

TEST(Smoother, DrawsTwoIntervalsInThePastBetweenTwoSnapshots) {
  Smoother smoother;
  for (int n = 1; n <= 8; ++n) smoother.add(withAvatarAt(n, static_cast<float>(n)));
  smoother.sampleAt(kLag + 8.5 * kInterval);
  EXPECT_NEAR(smoother.avatar(7)->state.position.x, 6.5F, 1e-3F);
  EXPECT_EQ(smoother.tick(), 12U);
}

TEST(Smoother, MovesEvenlyInAWindowThatDrawsTwiceAsOftenAsSnapshotsCome) {
  Smoother smoother;
  float last = 0.0F;
  int drawn = 0;
  for (int frame = 0; frame < 120; ++frame) {
    const double jitter = frame % 4 == 0 ? 0.008 : 0.0;
    if (frame % 2 == 0) smoother.add(withAvatarAt(frame / 2, static_cast<float>(frame / 2) * 0.03F, jitter));
    smoother.sampleAt(kLag + frame * kInterval / 2.0 + 0.001);
    const float x = smoother.avatar(7)->state.position.x;
    if (frame > 40) {
      EXPECT_NEAR(x - last, 0.015F, 0.004F) << "frame " << frame;
      ++drawn;
    }
    last = x;
  }
  EXPECT_GT(drawn, 70);
}

TEST(Smoother, HoldsTheNewestWhenNoMoreCome) {
  Smoother smoother;
  for (int n = 1; n <= 4; ++n) smoother.add(withAvatarAt(n, static_cast<float>(n)));
  smoother.sampleAt(kLag + 100.0);
  EXPECT_EQ(smoother.avatar(7)->state.position.x, 4.0F);
}

TEST(Smoother, NeverGoesBackInTime) {
  Smoother smoother;
  for (int n = 1; n <= 8; ++n) smoother.add(withAvatarAt(n, static_cast<float>(n)));
  smoother.sampleAt(kLag + 8.0 * kInterval);
  const float before = smoother.avatar(7)->state.position.x;
  smoother.add(withAvatarAt(9, 9.0F, 0.3));  // late: the estimate of the lag grows
  smoother.sampleAt(kLag + 8.01 * kInterval);
  EXPECT_GE(smoother.avatar(7)->state.position.x, before);
}

TEST(Smoother, AnAvatarAppearsWithItsFirstStateAndGoesAfterItsLast) {
  Smoother smoother;
  for (int n = 1; n <= 3; ++n) smoother.add(std::make_shared<const Snapshot>(snapshotAt(n)));
  for (int n = 4; n <= 5; ++n) smoother.add(withAvatarAt(n, 1.0F));
  for (int n = 6; n <= 8; ++n) smoother.add(std::make_shared<const Snapshot>(snapshotAt(n)));
  smoother.sampleAt(kLag + 5.9 * kInterval);  // shows 3.9
  EXPECT_EQ(smoother.avatar(7), nullptr);
  smoother.sampleAt(kLag + 6.1 * kInterval);  // shows 4.1
  ASSERT_NE(smoother.avatar(7), nullptr);
  EXPECT_EQ(smoother.avatar(7)->state.position.x, 1.0F);
  smoother.sampleAt(kLag + 8.1 * kInterval);  // shows 6.1
  EXPECT_EQ(smoother.avatar(7), nullptr);
}

TEST(Smoother, IgnoresAnOldSnapshotThatArrivesLateAndTheSameOneAgain) {
  Smoother smoother;
  const SnapshotPtr older = withAvatarAt(2, 2.0F);
  const SnapshotPtr newest = withAvatarAt(3, 3.0F);
  smoother.add(newest);
  smoother.add(older);
  smoother.add(newest);
  smoother.add(nullptr);
  smoother.sampleAt(kLag + 100.0);
  EXPECT_EQ(smoother.avatar(7)->state.position.x, 3.0F);
}

TEST(Smoother, BeginsAnewWhenTheServerDoes) {
  Smoother smoother;
  for (int n = 1000; n <= 1008; ++n) smoother.add(withAvatarAt(n, 5.0F));
  smoother.sampleAt(kLag + 1010.0 * kInterval);
  smoother.add(withAvatarAt(1, 1.0F, 1010.0 * kInterval));  // later for us, earlier by its clock
  smoother.sampleAt(kLag + 1011.0 * kInterval);
  EXPECT_EQ(smoother.avatar(7)->state.position.x, 1.0F);
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
