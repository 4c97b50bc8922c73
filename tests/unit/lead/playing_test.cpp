// Motions that are played in place of standing idle.
#include <gtest/gtest.h>

#include "lead/plant_feet.h"
#include "motion/clean_keys.h"
#include "support/led.h"
#include "support/played.h"

namespace lead {
namespace {

using test::boundGesture;
using test::Led;

constexpr float kDegree = kPi / 180.0F;
constexpr float kBlendSeconds = 0.3F;

float turnOf(const EvaluatedPose& pose, Bone bone) {
  return angleOf(pose.local.of(bone));
}

constexpr BoneMask kTrunkAndLimbs =
    bit(Bone::hips) | bit(Bone::spine) | bit(Bone::head) | bit(Bone::leftUpperArm) |
    bit(Bone::rightUpperArm) | bit(Bone::leftLowerArm) | bit(Bone::rightLowerArm) | bit(Bone::leftUpperLeg) |
    bit(Bone::rightUpperLeg) | bit(Bone::leftLowerLeg) | bit(Bone::rightLowerLeg);

/// The widest turn of trunk or limb in the world since `before`, radians.
float widestStep(const EvaluatedPose& before, const EvaluatedPose& after) {
  float widest = 0.0F;
  for (std::size_t i = 0; i < kBoneCount; ++i)
    if ((kTrunkAndLimbs & bit(boneAt(i))) != 0)
      widest = std::max(widest, angleOf(glm::conjugate(before.world.rotation[i]) * after.world.rotation[i]));
  return widest;
}

struct Playing : testing::Test {
  Led led{Motion::full, {.optionalBones = true}};
  AvatarRigPtr base = led.avatar().rig;

  PlayResult play(bool loops) { return led.world.play(Led::kAvatar, boundGesture(*base, loops)); }
  const EvaluatedPose& pose() { return led.avatar().pose; }
  const PlayState& slot(std::size_t i) { return led.state().plays[i]; }
  float hipsDown() {
    return base->skeleton.hipsHeight() - (pose().world.positionOf(Bone::hips).y - led.state().position.y);
  }
  /// The widest turn of a bone in a tick, over that time.
  float widestOver(float seconds) {
    float widest = 0.0F;
    for (float t = 0.0F; t < seconds; t += led.dt) {
      const EvaluatedPose before = pose();
      led.world.step(led.dt);
      widest = std::max(widest, widestStep(before, pose()));
    }
    return widest;
  }
};

TEST_F(Playing, BonesAndHipsAreTheMotions) {
  ASSERT_EQ(play(true), PlayResult::begun);
  led.run(0.7F);
  EXPECT_NEAR(turnOf(pose(), Bone::leftUpperArm), 1.2F, 1e-3F);
  EXPECT_NEAR(turnOf(pose(), Bone::rightLowerLeg), 1.6F, 1e-3F);
  EXPECT_NEAR(hipsDown(), 0.33F * base->skeleton.hipsHeight(), 2e-3F);
  EXPECT_EQ(led.state().position, glm::vec3(0.0F)) << "the avatar itself stays where it is";
}

TEST_F(Playing, HipsAreScaledByHipsHeight) {
  Led small(Motion::full, {.scale = 0.5F, .optionalBones = true});
  small.world.play(Led::kAvatar, boundGesture(*small.avatar().rig, true));
  small.run(0.7F);
  const float height = small.avatar().rig->skeleton.hipsHeight();
  EXPECT_NEAR(small.avatar().pose.world.positionOf(Bone::hips).y, 0.67F * height, 2e-3F);
}

TEST_F(Playing, BeginsAndStopsWithoutAJump) {
  led.run(1.0F);
  ASSERT_EQ(play(true), PlayResult::begun);
  EXPECT_LT(widestOver(0.6F), 10.0F * kDegree);  // it turns the arm by 140° in half a second itself
  ASSERT_TRUE(led.world.stopPlaying(Led::kAvatar));
  EXPECT_LT(widestOver(0.5F), 10.0F * kDegree);
  EXPECT_EQ(led.state().plays, AvatarState{}.plays) << "nothing is left of it";
  EXPECT_FALSE(led.world.stopPlaying(Led::kAvatar));
}

TEST_F(Playing, OnceEndsByItselfAndStandsIdleAgain) {
  const EvaluatedPose idle = pose();
  ASSERT_EQ(play(false), PlayResult::begun);
  led.run(test::kSecondsOfGesture - led.dt);
  EXPECT_FALSE(slot(0).ending) << "all of it is seen";
  EXPECT_FLOAT_EQ(slot(0).weight, 1.0F);
  led.run(kBlendSeconds + 3.0F * led.dt);
  EXPECT_EQ(slot(0).play, 0U);
  EXPECT_NEAR(turnOf(pose(), Bone::leftUpperArm), turnOf(idle, Bone::leftUpperArm), 0.03F);
  EXPECT_NEAR(hipsDown(), 0.0F, 0.02F);
}

TEST_F(Playing, LoopsUntilItIsStoppedAndItsEndMeetsItsStart) {
  ASSERT_EQ(play(true), PlayResult::begun);
  led.run(3.0F);
  EXPECT_LT(widestOver(2.0F), 20.0F * kDegree);  // 92° back within a quarter of a second
  EXPECT_FLOAT_EQ(slot(0).weight, 1.0F);
  EXPECT_LT(slot(0).seconds, test::kSecondsOfGesture);
}

TEST_F(Playing, AnotherOneIsBlendedIn) {
  ASSERT_EQ(play(false), PlayResult::begun);
  EXPECT_EQ(play(true), PlayResult::busy) << "in the same tick";
  led.run(0.6F);
  KeyedMotion still = test::gesture();
  keepKeys(still, 20, 20);  // where the other is just now
  ASSERT_EQ(led.world.play(Led::kAvatar, bindMotion(makePlayable(still, true), *base)), PlayResult::begun);
  EXPECT_EQ(play(true), PlayResult::busy) << "both places are taken until one has ended";
  for (int i = 0; i < 15; ++i) {
    led.world.step(led.dt);
    EXPECT_NEAR(turnOf(pose(), Bone::leftUpperArm), 1.2F, 0.02F) << "never by way of standing idle";
  }
  led.run(0.2F);
  EXPECT_EQ(led.avatar().rig->played.size(), 2U);
  led.world.forgetPlayed(Led::kAvatar);
  EXPECT_EQ(led.avatar().rig->played.size(), 1U);
}

TEST_F(Playing, ExpressionsAndEyesFollow) {
  const auto rig = makeAvatarRig(test::makeTestSkeleton({}), Motion::full, {}, {"cap", "hat"});
  Led hatted(rig);
  hatted.world.play(Led::kAvatar, boundGesture(*rig, false));
  hatted.run(0.7F);
  const Pose& drawn = hatted.avatar().pose.local;
  EXPECT_NEAR(drawn.expressions[index(Expression::happy)], 1.0F, 1e-3F);
  EXPECT_NEAR(drawn.expressions[kExpressionPresets + 1], 0.5F, 1e-3F);
  EXPECT_EQ(drawn.expressions[kExpressionPresets], 0.0F);
  EXPECT_TRUE(drawn.hasGaze);
  EXPECT_NEAR(drawn.gaze.x, 0.5F, 1e-3F);
  EXPECT_NEAR(drawn.gaze.y, 0.1F, 1e-3F);
  hatted.run(1.0F);
  EXPECT_EQ(hatted.avatar().pose.local.expressions[index(Expression::happy)], 0.0F);
  EXPECT_FALSE(hatted.avatar().pose.local.hasGaze);
}

TEST_F(Playing, AHeldHandIsStillWhereItsHolderPullsIt) {
  ASSERT_EQ(play(true), PlayResult::begun);
  led.run(0.6F);
  const glm::vec3 target(0.2F, 1.1F, 0.25F);
  ASSERT_EQ(led.hold(Side::left, target), HoldResult::taken);
  for (int i = 0; i < 60; ++i) {
    led.world.step(led.dt);
    if (i > 10) {
      EXPECT_LT(glm::distance(led.hand(Side::left), target), 0.01F);
    }
  }
  EXPECT_GT(hipsDown(), 0.0F) << "the rest of it goes on";
}

/// Led by the left hand for 2 s and let go; the widest turn of a bone in a tick.
float widestOfAWalk(Led& led) {
  led.hold(Side::left, led.hand(Side::left));
  float widest = 0.0F;
  for (int tick = 0; tick < 300; ++tick) {
    led.world.setTarget(Led::kAvatar, Side::left, Led::kHolder,
                        {led.state().position + glm::vec3(0.1F, 1.0F, 0.9F)});
    if (tick == 119) {
      EXPECT_GT(led.state().walkWeight, 0.95F);
      const float hips = led.avatar().pose.world.positionOf(Bone::hips).y;
      EXPECT_GT(hips, led.avatar().rig->skeleton.hipsHeight() - 0.12F) << "it walks upright";
    }
    if (tick == 120) led.release(Side::left);
    const EvaluatedPose before = led.avatar().pose;
    led.world.step(led.dt);
    widest = std::max(widest, widestStep(before, led.avatar().pose));
  }
  return widest;
}

TEST_F(Playing, WalkingTakesItsPlaceAndGivesItBack) {
  Led idle(base);
  idle.run(0.5F);
  const float usual = widestOfAWalk(idle);
  ASSERT_EQ(play(true), PlayResult::begun);
  led.run(0.5F);
  EXPECT_LT(widestOfAWalk(led), usual + 10.0F * kDegree);
  EXPECT_EQ(led.state().walkWeight, 0.0F);
  EXPECT_NEAR(turnOf(pose(), Bone::rightUpperArm), 1.2F, 1e-3F) << "the motion's again";
}

TEST_F(Playing, TheHeadStillTurnsToWhatALeaderLetsItLookAt) {
  ASSERT_EQ(play(true), PlayResult::begun);
  led.world.setGaze(Led::kAvatar, GazeMode::viewer);
  led.world.setViewers({{2.0F, 1.0F, 2.0F}});
  led.run(1.0F);
  const glm::vec3 seen = pose().world.rotationOf(Bone::head) * kForward;
  EXPECT_GT(seen.x, 0.3F);
}

TEST_F(Playing, PlantedFeetLetGoOfAMotionsFeet) {
  ASSERT_EQ(play(true), PlayResult::begun);
  FootState feet;
  EvaluatedPose drawn;
  for (int i = 0; i < 45; ++i) {
    led.world.step(led.dt);
    drawn = pose();
    plantFeet(*led.avatar().rig, led.state(), led.dt, drawn, feet);
  }
  for (Side side : kSides) {
    const Bone foot = onSide(Bone::leftFoot, side);
    EXPECT_LT(glm::distance(drawn.world.positionOf(foot), pose().world.positionOf(foot)), 0.01F);
  }
}

TEST_F(Playing, AMotionOfTheArmsAloneLeavesTheFeetStanding) {
  KeyedMotion wave = test::gesture();
  wave.bones = bit(Bone::leftUpperArm);
  for (auto& rotations : wave.rotations) rotations[index(Bone::rightUpperArm)] = kIdentity;
  wave.hips.clear();
  for (auto& rotations : wave.rotations)
    for (Bone bone : {Bone::leftUpperLeg, Bone::leftLowerLeg, Bone::rightUpperLeg, Bone::rightLowerLeg})
      rotations[index(bone)] = kIdentity;
  led.world.play(Led::kAvatar, bindMotion(makePlayable(wave, true), *base));
  led.run(0.6F);
  EXPECT_NEAR(turnOf(pose(), Bone::leftUpperArm), 1.2F, 1e-3F);
  const Bone foot = Bone::leftFoot;
  EXPECT_LT(glm::distance(pose().world.positionOf(foot), base->skeleton.restOf(foot)), 0.01F);
  // What it doesn't drive hangs as it does standing.
  EXPECT_GT(turnOf(pose(), Bone::rightUpperArm), 1.0F);
}

TEST_F(Playing, PutBackItPlaysNoMore) {
  play(true);
  led.run(0.5F);
  led.world.reset(Led::kAvatar);
  EXPECT_EQ(led.state().plays, AvatarState{}.plays);
}

TEST_F(Playing, IsInTheHashAndGoesOnTheSameFromASavedState) {
  Led other(base);
  EXPECT_EQ(led.world.hash(), other.world.hash());
  play(true);
  led.run(0.4F);
  other.run(0.4F);
  EXPECT_NE(led.world.hash(), other.world.hash());

  Led again(led.avatar().rig);
  again.world.restore(std::vector<AvatarState>{led.state()}, led.world.tick());
  EXPECT_EQ(again.world.hash(), led.world.hash());
  again.run(2.0F);
  led.run(2.0F);
  EXPECT_EQ(again.world.hash(), led.world.hash());
  EXPECT_EQ(again.avatar().pose.local.rotation, led.avatar().pose.local.rotation);
}

TEST_F(Playing, NobodyPlaysForAnAvatarThatIsNotThere) {
  EXPECT_EQ(led.world.play(9, boundGesture(*base, true)), PlayResult::noSuchAvatar);
  EXPECT_FALSE(led.world.stopPlaying(9));
}

TEST_F(Playing, WhoseFileIsNotThereYetStandsIdle) {
  play(true);
  led.run(0.6F);
  EvaluatedPose seen;
  evaluate(*base, led.state(), seen);
  EXPECT_LT(std::abs(base->skeleton.hipsHeight() - seen.world.positionOf(Bone::hips).y), 0.03F);
  EXPECT_FALSE(seen.local.hasGaze);
}

}  // namespace
}  // namespace lead
