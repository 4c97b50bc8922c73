// What is made of a motion before it is played.
#include <gtest/gtest.h>

#include "motion/clean_keys.h"
#include "motion/playable.h"
#include "support/played.h"

namespace lead {
namespace {

using test::gesture;

glm::vec3 hipsAt(const Clip& clip, std::size_t row) {
  return clip.hips[row];
}

TEST(Playable, OnceIsWhatTheFileHas) {
  const auto made = makePlayable(gesture(), false);
  EXPECT_FALSE(made->clip.loops);
  EXPECT_FLOAT_EQ(made->clip.seconds, test::kSecondsOfGesture);
  EXPECT_TRUE(made->movesLegs);
  EXPECT_FALSE(made->blinks);
  EXPECT_NEAR(angleOf(made->clip.rows.back().at(index(Bone::leftUpperArm))), 1.2F, 1e-4F);
  ASSERT_EQ(made->custom.size(), 1U);
  EXPECT_EQ(made->custom[0].expression, "hat");
  EXPECT_FLOAT_EQ(made->custom[0].weights.back(), 0.5F);
}

TEST(Playable, ALoopEndsWhereItBegins) {
  const auto made = makePlayable(gesture(), true);
  const Clip& clip = made->clip;
  EXPECT_TRUE(clip.loops);
  for (std::size_t i = 0; i < kBoneCount; ++i)
    EXPECT_LT(angleOf(glm::conjugate(clip.rows.front().at(i)) * clip.rows.back().at(i)), 1e-3F);
  EXPECT_LT(glm::distance(clip.hips.front(), clip.hips.back()), 1e-5F);
  EXPECT_LT(glm::distance(clip.lookAt.front(), clip.lookAt.back()), 1e-5F);
  EXPECT_NEAR(clip.expressions[0].weights.back(), clip.expressions[0].weights.front(), 1e-5F);
  EXPECT_NEAR(made->custom[0].weights.back(), made->custom[0].weights.front(), 1e-5F);
}

TEST(Playable, WhatLeadsFarAwayIsPlayedWhereTheAvatarStands) {
  KeyedMotion walk = gesture();
  for (std::size_t i = 0; i < walk.hips.size(); ++i)
    walk.hips[i] += glm::vec3(3.0F, 0.0F, 2.0F + 4.0F * walk.times[i]);
  const auto made = makePlayable(walk, false);
  for (std::size_t row = 0; row < made->clip.rows.size(); ++row) {
    EXPECT_NEAR(hipsAt(made->clip, row).x, 0.0F, 1e-4F);
    EXPECT_NEAR(hipsAt(made->clip, row).z, 0.0F, 1e-4F);
  }
  EXPECT_NEAR(hipsAt(made->clip, made->clip.steps()).y, -0.33F, 1e-3F) << "down stays down";
}

TEST(Playable, SittingBackIsNoTravel) {
  KeyedMotion sitting = gesture();
  const float height = sitting.skeleton.hipsHeight();
  for (std::size_t i = 0; i < sitting.hips.size(); ++i) sitting.hips[i].z -= 0.4F * height * sitting.times[i];
  EXPECT_NEAR(hipsAt(makePlayable(sitting, false)->clip, 30).z, -0.4F, 1e-3F);
}

TEST(Playable, APoseAloneIsHeld) {
  KeyedMotion pose = gesture();
  keepKeys(pose, 20, 20);
  const auto made = makePlayable(pose, false);
  EXPECT_FLOAT_EQ(made->clip.seconds, 3.0F);
  EXPECT_NEAR(angleOf(made->clip.rows.front().at(index(Bone::leftUpperArm))), 1.2F, 1e-4F);
  EXPECT_TRUE(makePlayable(pose, true)->clip.loops);
}

TEST(Playable, EyelidsOfItsOwnAreKnown) {
  KeyedMotion winks = gesture();
  winks.expressions[0].name = "blinkLeft";
  EXPECT_TRUE(makePlayable(winks, false)->blinks);
}

TEST(Playable, LongerThanTenMinutesIsRefused) {
  KeyedMotion endless = gesture();
  endless.times.back() = 601.0F;
  EXPECT_THROW(makePlayable(endless, false), MotionError);
}

}  // namespace
}  // namespace lead
