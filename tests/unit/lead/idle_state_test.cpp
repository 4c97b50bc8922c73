// Standing, starting and stopping: no drift, no leftover step, a body that is alive by the tick alone.
#include <gtest/gtest.h>

#include "motion/idle.h"
#include "support/cast.h"
#include "support/led.h"
#include "support/stroll.h"

namespace lead::test {
namespace {

class StartAndStop : public testing::TestWithParam<std::string> {};

TEST_P(StartAndStop, FiftyAlternationsOfIdleAndWalkLeaveTheFeetWhereTheyStood) {
  FIND_OR_SKIP(motions, findMotions, GetParam());
  FIND_OR_SKIP(skeleton, findRig, "mannequin");
  Stroll stroll(*skeleton, *motions);
  stroll.led = false;
  stroll.run(glm::vec3(0.0F), 1.0F);
  const auto lowest = [&] {
    return std::min(footHeight(*stroll.rig, stroll.drawn, Side::left),
                    footHeight(*stroll.rig, stroll.drawn, Side::right));
  };
  const float first = lowest();
  for (int i = 0; i < 50; ++i) {
    const float speed = 0.4F + 0.02F * static_cast<float>(i);
    stroll.run(glm::vec3(0.3F * speed, 0.0F, speed), 0.7F + 0.013F * static_cast<float>(i));
    stroll.run(glm::vec3(0.0F), 1.5F);
    ASSERT_EQ(stroll.state.walkWeight, 0.0F);
    ASSERT_LT(std::abs(lowest() - first), 1e-3F) << "alternation " << i;
  }
}

TEST_P(StartAndStop, AStopEndsAllSteppingWithinHalfASecond) {
  FIND_OR_SKIP(motions, findMotions, GetParam());
  for (const char* rigName : {"mannequin", "godette", "debug_robot", "sphere_in", "Example"}) {
    const Skeleton* skeleton = findRig(rigName);
    if (skeleton == nullptr) continue;  // ../shared is missing; the mannequin is always there
    SCOPED_TRACE(rigName);
    for (float grown : {0.5F, 1.0F, 1.4F})
      for (int more = 0; more < 60; more += 7) {  // stopped at any phase
        const float speed = grown * speedScale(*skeleton);
        Stroll stroll(*skeleton, *motions);
        stroll.run(kForward * speed, 2.0F);
        for (int i = 0; i < more; ++i) stroll.step(kForward * speed);
        stroll.led = false;
        stroll.run(glm::vec3(0.0F), 0.5F);
        std::array<std::array<glm::vec3, 2>, 2> places{};
        std::array<float, 2> heights{};
        for (int i = 0; i < 60; ++i) {
          stroll.step(glm::vec3(0.0F));
          for (Side side : kSides) {
            const auto points = solePoints(*stroll.rig, stroll.drawn, side);
            if (i == 0) places[index(side)] = points;
            // No foot lifts again; the hips may still come down to a wide stance.
            const float height = footHeight(*stroll.rig, stroll.drawn, side);
            EXPECT_LT(height, i < 6 ? 0.02F : 0.008F)
                << name(side) << ", " << speed << " m/s, " << more << " + " << i;
            if (i > 0) {
              EXPECT_LT(height, std::max(heights[index(side)], 0.0F) + 0.0005F)
                  << name(side) << ", " << speed << " m/s, " << more << " + " << i;
            }
            heights[index(side)] = height;
            EXPECT_LT(level(points[0] - places[index(side)][0]), 0.01F)
                << name(side) << ", " << speed << " m/s, " << more << " + " << i;
          }
        }
      }
  }
}

TEST_P(StartAndStop, AStartIsTheSameAfterAStopAsTheFirstTime) {
  FIND_OR_SKIP(motions, findMotions, GetParam());
  FIND_OR_SKIP(skeleton, findRig, "mannequin");
  Stroll first(*skeleton, *motions);
  Stroll again(*skeleton, *motions);
  again.run(kForward, 1.3F);
  again.run(glm::vec3(0.0F), 3.0F);
  EXPECT_EQ(again.state.phase, 0.0F);
  EXPECT_EQ(again.state.playbackRate, 0.0F);
  for (int i = 0; i < 60; ++i) {
    first.step(kForward);
    again.step(kForward);
    ASSERT_NEAR(first.state.phase, again.state.phase, 1e-5F) << i;
    ASSERT_NEAR(first.state.walkWeight, again.state.walkWeight, 1e-5F) << i;
  }
}

INSTANTIATE_TEST_SUITE_P(EveryMotion, StartAndStop, testing::ValuesIn(motionNames()),
                         [](const auto& info) { return plainName(info.param); });

class Standing : public testing::TestWithParam<std::string> {};

TEST_P(Standing, StandingBreathesAndShiftsItsWeightWithShouldersAndFeetInPlace) {
  FIND_OR_SKIP(skeleton, findRig, GetParam());
  Stroll stroll(*skeleton, Motions{});
  stroll.led = false;
  stroll.step(glm::vec3(0.0F));
  const float scale = skeleton->legLength(Side::left) / 0.85F;
  const EvaluatedPose start = stroll.pose;
  float hips = 0.0F;
  float chest = 0.0F;
  glm::vec3 least = start.shoulders[0];
  glm::vec3 most = least;
  for (int i = 0; i < 60 * 30; ++i) {
    stroll.step(glm::vec3(0.0F));
    const WorldPose& now = stroll.pose.world;
    hips = std::max(hips, std::abs(now.positionOf(Bone::hips).x - start.world.positionOf(Bone::hips).x));
    chest = std::max(chest, angleOf(glm::conjugate(start.world.rotationOf(Bone::leftUpperArm)) *
                                    now.rotationOf(Bone::leftUpperArm)));
    least = glm::min(least, stroll.pose.shoulders[0]);
    most = glm::max(most, stroll.pose.shoulders[0]);
    for (Side side : kSides) {
      const Bone foot = onSide(Bone::leftFoot, side);
      ASSERT_LT(glm::distance(now.positionOf(foot), start.world.positionOf(foot)), 0.0005F);
    }
  }
  EXPECT_LT(0.5F * std::max(most.x - least.x, most.z - least.z), 0.0045F * std::max(1.0F, scale));
  EXPECT_GT(hips, 0.005F * scale);
  EXPECT_GT(chest, 0.0005F);
}

INSTANTIATE_TEST_SUITE_P(EveryRig, Standing,
                         testing::Values("mannequin", "doll", "giant", "godette", "debug_robot", "sphere_in",
                                         "Example", "required_bones_only"),
                         [](const auto& info) { return plainName(info.param); });

std::vector<int> blinks(std::uint32_t seed) {
  std::vector<int> ticks;
  AvatarState state;
  state.seed = seed;
  const auto rig = makeTestRig(Motion::full);
  EvaluatedPose pose;
  bool shut = false;
  for (state.tick = 0; state.tick < 60 * 120; ++state.tick) {
    evaluate(*rig, state, pose);
    const bool now = pose.local.expressions[index(Expression::blink)] > 0.5F;
    if (now && !shut) ticks.push_back(static_cast<int>(state.tick));
    shut = now;
  }
  return ticks;
}

TEST(Blink, ComesEvery2To6SecondsFromTheTickAlone) {
  for (std::uint32_t seed : {0U, 1U, 77U}) {
    const std::vector<int> ticks = blinks(seed);
    ASSERT_GT(ticks.size(), 20U);
    for (std::size_t i = 1; i < ticks.size(); ++i) {
      EXPECT_GE(ticks[i] - ticks[i - 1], 2 * 60 - 2);
      EXPECT_LE(ticks[i] - ticks[i - 1], 6 * 60 + 2);
    }
    EXPECT_EQ(ticks, blinks(seed));
  }
  EXPECT_NE(blinks(1), blinks(2));
}

TEST(Blink, IsOnTopOfTheExpressionsThatTheStateCarries) {
  AvatarState state;
  state.expressions[index(Expression::happy)] = 0.6F;
  state.expressions[index(Expression::blink)] = 1.0F;
  EvaluatedPose pose;
  evaluate(*makeTestRig(Motion::full), state, pose);
  EXPECT_EQ(pose.local.expressions[index(Expression::happy)], 0.6F);
  EXPECT_EQ(pose.local.expressions[index(Expression::blink)], 1.0F);
}

TEST(Idle, OtherSeedsMoveAtOtherTimes) {
  const auto rig = makeTestRig(Motion::full);
  AvatarState state;
  state.tick = 100;
  EvaluatedPose one;
  EvaluatedPose other;
  evaluate(*rig, state, one);
  state.seed = 5;
  evaluate(*rig, state, other);
  EXPECT_GT(glm::distance(one.world.positionOf(Bone::hips), other.world.positionOf(Bone::hips)), 1e-4F);
}

}  // namespace
}  // namespace lead::test
