// Tolerances are relative to arm and leg length: dolls, giants, rigs with the required bones only, arms that
// rest low, hips at the ground.
#include <gtest/gtest.h>

#include "support/cast.h"
#include "support/led.h"
#include "support/stroll.h"

namespace lead::test {
namespace {

class EveryRig : public testing::TestWithParam<std::string> {};

TEST_P(EveryRig, IsLedByEveryMotionWithItsHandWhereItIsHeld) {
  FIND_OR_SKIP(skeleton, findRig, GetParam());
  const float arm = skeleton->armLength(Side::left);
  for (const std::string& motion : motionNames()) {
    if (findMotions(motion) == nullptr) continue;
    SCOPED_TRACE(motion);
    Led led(makeAvatarRig(*skeleton, Motion::full, *findMotions(motion)));
    FootState feet;
    const float speed = 0.8F * std::min(speedScale(*skeleton), 1.2F);
    glm::vec3 target = led.shoulder(Side::left) + glm::vec3(0.0F, -0.4F * arm, 0.5F * arm);
    for (int i = 0; i < 300; ++i) {
      target.z += speed * led.dt;
      led.hold(Side::left, target);
      led.world.step(led.dt);
      EvaluatedPose drawn = led.avatar().pose;
      plantFeet(*led.avatar().rig, led.state(), led.dt, drawn, feet);
      for (std::size_t bone = 0; bone < kBoneCount; ++bone) {
        ASSERT_TRUE(isFinite(drawn.world.position[bone])) << name(boneAt(bone));
        ASSERT_NEAR(glm::length(drawn.local.rotation[bone]), 1.0F, 1e-3F) << name(boneAt(bone));
      }
    }
    EXPECT_GT(led.state().speed(), 0.35F * speed);
    EXPECT_LT(glm::distance(led.hand(Side::left), target),
              1e-3F + 0.15F * arm + 1.1F * speed / led.world.params.gain);
  }
}

TEST_P(EveryRig, HipsStayNearTheirHeightAndTheHeadUp) {
  FIND_OR_SKIP(skeleton, findRig, GetParam());
  const float leg = skeleton->legLength(Side::left);
  if (skeleton->restOf(Bone::hips).y < 0.0F) GTEST_SKIP() << "legs that rest level can't carry hips";
  for (const std::string& motion : motionNames()) {
    if (findMotions(motion) == nullptr) continue;
    SCOPED_TRACE(motion);
    Stroll stroll(*skeleton, *findMotions(motion));
    for (int i = 0; i < 180; ++i) {
      stroll.step(kForward * (1.0F * speedScale(*skeleton)));
      const float rise = stroll.pose.world.positionOf(Bone::hips).y - skeleton->restOf(Bone::hips).y;
      ASSERT_LT(rise, 0.15F * leg) << i;
      ASSERT_GT(rise, -0.35F * leg) << i;
      ASSERT_GT(stroll.pose.world.positionOf(Bone::head).y, stroll.pose.world.positionOf(Bone::hips).y);
      ASSERT_GT((stroll.pose.world.rotationOf(Bone::head) * kUp).y, 0.8F);
    }
  }
}

TEST_P(EveryRig, ArmsHangDownWhateverTheRestPose) {
  FIND_OR_SKIP(skeleton, findRig, GetParam());
  Stroll stroll(*skeleton, Motions{});
  for (Side side : kSides) {
    const glm::vec3 upper =
        stroll.pose.world.positionOf(onSide(Bone::leftLowerArm, side)) - stroll.pose.shoulders[index(side)];
    EXPECT_NEAR(std::asin(-upper.y / glm::length(upper)), 67.5F * kPi / 180.0F, 0.06F);
  }
}

// Clips whose rest pose is a T-pose, on arms that rest low: they must swing by the body, not through it.
TEST_P(EveryRig, ArmsSwingByTheBodyInAClip) {
  FIND_OR_SKIP(skeleton, findRig, GetParam());
  for (const char* motion : {"baked_walk", "ozz_walk", "Walk_Loop"}) {
    if (findMotions(motion) == nullptr) continue;
    Stroll stroll(*skeleton, *findMotions(motion));
    for (int i = 0; i < 180; ++i) {
      stroll.step(kForward * (1.0F * speedScale(*skeleton)));
      if (i < 60) continue;
      const glm::vec3 hand = stroll.pose.world.positionOf(Bone::leftHand) - stroll.pose.shoulders[0];
      ASSERT_LT(hand.y, -0.5F * skeleton->armLength(Side::left)) << motion << " " << i;
      ASSERT_GT(hand.x, -0.4F * skeleton->armLength(Side::left)) << motion << " " << i;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Rigs, EveryRig, testing::ValuesIn(rigNames()),
                         [](const auto& info) { return plainName(info.param); });

}  // namespace
}  // namespace lead::test
