// Walk and run, by clips and by the gait, on every rig: spec/lead.md, "Walk clips" and "What good looks
// like".
#include <gtest/gtest.h>

#include "support/cast.h"
#include "support/rigs.h"
#include "support/stroll.h"

namespace lead::test {
namespace {

constexpr float kDegree = kPi / 180.0F;
constexpr std::array<float, 3> kSpeeds{0.3F, 0.8F, 1.4F};

class WalkOf : public testing::TestWithParam<std::string> {
 protected:
  /// Legs that can walk: the file with bent-out legs at rest can't.
  static std::vector<std::string> motions() {
    std::vector<std::string> there;
    for (const std::string& name : motionNames())
      if (findMotions(name) != nullptr) there.push_back(name);
    return there;
  }
};

/// Runs `check(stroll)` in each tick of a steady walk by every motion at every speed.
template <typename Check>
void walkSteadily(const Skeleton& skeleton, const std::vector<std::string>& motions, const glm::vec3& way,
                  Check check) {
  for (const std::string& motion : motions)
    for (float grown : kSpeeds) {
      const float speed = grown * speedScale(skeleton);
      SCOPED_TRACE(motion + " at " + std::to_string(speed) + " m/s");
      Stroll stroll(skeleton, *findMotions(motion));
      stroll.run(way * speed, 3.0F);
      for (int i = 0; i < 240 && !testing::Test::HasFailure(); ++i) {
        stroll.step(way * speed);
        check(stroll, speed);
      }
    }
}

TEST_P(WalkOf, APlantedFootSlidesAtMost5PercentOfTheWalkingSpeed) {
  FIND_OR_SKIP(skeleton, findRig, GetParam());
  int planted = 0;
  walkSteadily(*skeleton, motions(), kForward, [&](const Stroll& stroll, float speed) {
    for (Side side : kSides) {
      if (!stroll.stays(side)) continue;
      ++planted;
      ASSERT_LE(slideOf(*stroll.rig, stroll.lastPose, stroll.pose, side) / stroll.dt, 0.05F * speed)
          << name(side) << " at phase " << stroll.state.phase;
    }
  });
  EXPECT_GT(planted, 1000);
}

TEST_P(WalkOf, AFootThatCarriesIsOnTheGroundAndNoneIsUnderIt) {
  FIND_OR_SKIP(skeleton, findRig, GetParam());
  const float leg = skeleton->legLength(Side::left);
  walkSteadily(*skeleton, motions(), kForward, [&](const Stroll& stroll, float) {
    for (Side side : kSides) {
      const float height = footHeight(*stroll.rig, stroll.drawn, side);
      ASSERT_GT(height, -0.02F * leg) << name(side) << " at phase " << stroll.state.phase;
      if (!stroll.stays(side)) continue;
      ASSERT_LT(height, 0.01F * leg) << name(side) << " at phase " << stroll.state.phase;
    }
  });
}

TEST_P(WalkOf, AStepSlidesAtMost3Centimetres) {
  FIND_OR_SKIP(skeleton, findRig, GetParam());
  const float most = std::min(0.03F, 0.03F * skeleton->legLength(Side::left) / 0.85F);
  std::array<float, 2> slid{};
  walkSteadily(*skeleton, motions(), kForward, [&](const Stroll& stroll, float) {
    for (Side side : kSides) {
      float& way = slid[index(side)];
      way = stroll.stays(side) ? way + slideOf(*stroll.rig, stroll.lastDrawn, stroll.drawn, side) : 0.0F;
      ASSERT_LE(way, most) << name(side) << " at phase " << stroll.state.phase;
    }
  });
}

TEST_P(WalkOf, KneesBendForwardAndNeverPop) {
  FIND_OR_SKIP(skeleton, findRig, GetParam());
  const float leg = skeleton->legLength(Side::left);
  for (const glm::vec3& way : {kForward, -kForward, glm::vec3(1, 0, 0), glm::vec3(-0.7F, 0, 0.7F)}) {
    // Small legs step quicker, and all do sideways.
    const float tick =
        28.0F * kDegree * (1.0F + 0.5F * std::abs(way.x)) / std::min(1.0F, speedScale(*skeleton));
    std::array<float, 2> lastChange{};
    std::uint32_t lastTick = 0;
    walkSteadily(*skeleton, motions(), way, [&](const Stroll& stroll, float) {
      for (Side side : kSides) {
        const float change = kneeBend(stroll.drawn, side) - kneeBend(stroll.lastDrawn, side);
        float& last = lastChange[index(side)];
        const std::string where = std::string(name(side)) + " at phase " +
                                  std::to_string(stroll.state.phase) + ", way " + std::to_string(way.x) +
                                  " " + std::to_string(way.z);
        ASSERT_GT(kneeAhead(stroll.drawn, side), -0.002F * leg) << where;
        ASSERT_LT(std::abs(change), tick) << where;
        if (lastTick + 1 == stroll.state.tick) {
          ASSERT_LT(std::abs(change - last), 1.2F * tick) << where;
        }
        last = change;
      }
      lastTick = stroll.state.tick;
    });
  }
}

// Side-stepping and walking backwards while the heading catches up.
TEST_P(WalkOf, StepsGoTheWayThatIsTravelled) {
  FIND_OR_SKIP(skeleton, findRig, GetParam());
  for (const glm::vec3& way :
       {-kForward, glm::vec3(1, 0, 0), glm::vec3(-1, 0, 0), glm::vec3(0.7F, 0, -0.7F)}) {
    std::array<float, 2> least{};
    std::array<float, 2> most{};
    float speedNow = -1.0F;
    walkSteadily(*skeleton, motions(), way, [&](const Stroll& stroll, float speed) {
      if (speed != speedNow) least = {1e9F, 1e9F}, most = {-1e9F, -1e9F};
      speedNow = speed;
      for (Side side : kSides) {
        const glm::vec3 hips = stroll.pose.world.positionOf(Bone::hips);
        const float along = glm::dot(stroll.pose.world.positionOf(onSide(Bone::leftFoot, side)) - hips, way);
        least[index(side)] = std::min(least[index(side)], along);
        most[index(side)] = std::max(most[index(side)], along);
        if (!stroll.stays(side)) continue;
        ASSERT_LE(slideOf(*stroll.rig, stroll.lastDrawn, stroll.drawn, side) / stroll.dt, 0.05F * speed)
            << name(side) << " way " << way.x << " " << way.z << " at phase " << stroll.state.phase;
        ASSERT_LE(slideOf(*stroll.rig, stroll.lastPose, stroll.pose, side) / stroll.dt, 0.06F * speed)
            << "before plantFeet, " << name(side) << " way " << way.x << " " << way.z << " at phase " << stroll.state.phase;
      }
    });
    for (std::size_t side = 0; side < 2; ++side)
      EXPECT_GT(most[side] - least[side], 0.15F * skeleton->legLength(Side::left)) << way.x << " " << way.z;
  }
}

INSTANTIATE_TEST_SUITE_P(EveryRig, WalkOf,
                         testing::Values("mannequin", "doll", "giant", "godette", "debug_robot", "sphere_in",
                                         "Example", "required_bones_only", "minimal_in"),
                         [](const auto& info) { return plainName(info.param); });

class WalkBy : public testing::TestWithParam<std::string> {};

float cadenceAt(const Skeleton& skeleton, const Motions& motions, float speed) {
  Stroll stroll(skeleton, motions);
  stroll.run(kForward * speed, 2.0F);
  float turns = 0.0F;
  for (int i = 0; i < 240; ++i) {
    const float before = stroll.state.phase;
    stroll.step(kForward * speed);
    turns += stroll.state.phase - before + (stroll.state.phase < before ? 1.0F : 0.0F);
  }
  return turns / 4.0F;
}

TEST_P(WalkBy, AChildStepsQuickerThanATallAvatarAtOneSpeed) {
  FIND_OR_SKIP(motions, findMotions, GetParam());
  // At a walk a run alone is at its lowest rate.
  const bool run = GetParam() == "ozz_run";
  for (float speed : {run ? 2.0F : 0.8F, run ? 3.0F : 1.2F}) {
    const float child = cadenceAt(makeTestSkeleton({.scale = 0.6F}), *motions, speed);
    const float tall = cadenceAt(makeTestSkeleton({.scale = 1.3F}), *motions, speed);
    EXPECT_GT(child, 1.15F * tall) << speed;
  }
}

TEST_P(WalkBy, FasterIsNeverSlowerStepsAndTheStrideGrows) {
  FIND_OR_SKIP(motions, findMotions, GetParam());
  float stride = 0.0F;
  for (float speed : {0.4F, 0.8F, 1.2F, 1.6F, 2.4F}) {
    const float next = speed / cadenceAt(makeTestSkeleton({}), *motions, speed);
    EXPECT_GT(next, 0.97F * stride) << speed;
    stride = next;
  }
}

// The pose at one moment must hardly differ from that of a little faster: nothing jumps where clips change.
TEST_P(WalkBy, ClipsAreMatchedByPhaseAndBlendedBySpeedWithoutAJump) {
  FIND_OR_SKIP(motions, findMotions, GetParam());
  FIND_OR_SKIP(skeleton, findRig, "mannequin");
  Stroll slow(*skeleton, *motions);
  slow.run(kForward * 0.5F, 1.0F);
  float speed = 0.5F;
  glm::vec3 last[2]{};
  for (int i = 0; speed < 3.5F; ++i, speed += 0.01F) {
    slow.step(kForward * speed);
    for (Side side : kSides) {
      const glm::vec3 ankle = slow.pose.world.positionOf(onSide(Bone::leftFoot, side)) - slow.state.position;
      if (i > 0) {
        ASSERT_LT(glm::distance(ankle, last[index(side)]), 0.11F + 0.035F * speed) << speed << " m/s";
      }
      last[index(side)] = ankle;
    }
  }
}

TEST_P(WalkBy, ArmsSwingUnlessHeld) {
  FIND_OR_SKIP(motions, findMotions, GetParam());
  FIND_OR_SKIP(skeleton, findRig, "mannequin");
  Stroll stroll(*skeleton, *motions);  // its right hand is held
  stroll.run(kForward * 1.2F, 2.0F);
  float least = 1e9F;
  float most = -1e9F;
  float held = 0.0F;
  for (int i = 0; i < 120; ++i) {
    stroll.step(kForward * 1.2F);
    const float swing = (stroll.pose.world.positionOf(Bone::leftHand) - stroll.pose.shoulders[0]).z;
    least = std::min(least, swing);
    most = std::max(most, swing);
    held = std::max(held, glm::distance(stroll.pose.world.positionOf(Bone::rightHand),
                                        stroll.state.arm(Side::right).target));
  }
  EXPECT_GT(most - least, 0.1F);
  EXPECT_LT(held, 1e-3F);
}

INSTANTIATE_TEST_SUITE_P(EveryMotion, WalkBy, testing::ValuesIn(motionNames()),
                         [](const auto& info) { return plainName(info.param); });

TEST(Run, AnAvatarWithARunGoesUpToItsSpeed) {
  FIND_OR_SKIP(skeleton, findRig, "mannequin");
  const auto rig = makeAvatarRig(*skeleton, Motion::full, *findMotions("baked_walk_and_run"));
  EXPECT_GT(rig->walks.topSpeed(), 2.5F);
  EXPECT_LT(rig->walks.topSpeed(), 4.0F);
}

}  // namespace
}  // namespace lead::test
