#include <gtest/gtest.h>

#include "math/rotation.h"
#include "support/led.h"

namespace lead {
namespace {

using test::Led;

TEST(HeldArm, TheWristIsAtTheTargetWhereverTheArmReaches) {
  Led led;
  for (const glm::vec3& offset :
       {glm::vec3(0.2F, -0.1F, 0.3F), glm::vec3(0.1F, 0.2F, 0.2F), glm::vec3(0.3F, -0.3F, 0.0F)}) {
    const glm::vec3 target = led.shoulder(Side::left) + offset;
    led.hold(Side::left, target);
    led.run(1);
    EXPECT_LT(glm::distance(led.hand(Side::left), target), 1e-3F);
  }
}

TEST(HeldArm, TheWeightTakesATenthOfASecondEachWay) {
  Led led;
  led.hold(Side::left, led.hand(Side::left) + glm::vec3(0, 0.1F, 0.1F));
  led.run(0.05F);
  EXPECT_NEAR(led.state().arm(Side::left).ikWeight, 0.5F, 1e-4F);
  led.run(0.05F);
  EXPECT_NEAR(led.state().arm(Side::left).ikWeight, 1.0F, 1e-4F);
  EXPECT_NEAR(led.state().arm(Side::left).gripWeight, 0.1F / 0.12F, 1e-4F);
  led.release(Side::left);
  led.run(0.1F);
  EXPECT_NEAR(led.state().arm(Side::left).ikWeight, 0.0F, 1e-4F);
}

TEST(HeldArm, AfterReleaseTheTargetStaysWhereItWas) {
  Led led;
  const glm::vec3 target = led.shoulder(Side::left) + glm::vec3(0.2F, 0, 0.3F);
  led.hold(Side::left, target);
  led.run(1);
  led.release(Side::left);
  led.run(0.05F);
  EXPECT_EQ(led.state().arm(Side::left).target, target);
}

// Numbers did not show that fingers were bent backwards: measure the way to the palm.
TEST(Grip, FingersCloseTowardsThePalmOnBothHands) {
  for (Side side : kSides) {
    Led led;
    const glm::vec3 target = led.shoulder(side) + glm::vec3(0.25F * outwardSign(side), 0.0F, 0.3F);
    led.hold(side, target);
    led.run(1);
    const WorldPose& pose = led.avatar().pose.world;
    const glm::quat hand = pose.rotationOf(onSide(Bone::leftHand, side));
    const glm::vec3 palmDown = hand * glm::vec3(0, -1, 0);  // in a T-pose the palms face down
    for (Bone tip : {Bone::leftIndexDistal, Bone::leftMiddleDistal, Bone::leftLittleDistal}) {
      const glm::vec3 from = pose.positionOf(onSide(Bone::leftHand, side));
      EXPECT_GT(glm::dot(pose.positionOf(onSide(tip, side)) - from, palmDown), 0.02F)
          << name(onSide(tip, side));
    }
  }
}

TEST(Grip, AHandWithoutFingersSimplyShowsNone) {
  Led led(Motion::full, {});
  led.hold(Side::left, led.hand(Side::left));
  led.run(1);
  EXPECT_EQ(led.state().arm(Side::left).gripWeight, 1.0F);
}

TEST(HeldArm, TheShoulderGivesTowardsAFarTarget) {
  Led led;
  const float chest = led.avatar().pose.world.positionOf(Bone::leftShoulder).z;
  led.hold(Side::left, led.shoulder(Side::left) + glm::vec3(0, 0, 0.6F));
  led.world.params.vmax = 0.2F;  // stay near
  led.run(0.2F);
  const glm::vec3 give =
      led.avatar().pose.world.positionOf(Bone::leftUpperArm) - led.avatar().pose.world.positionOf(Bone::leftShoulder);
  EXPECT_GT(give.z, 0.01F);
  EXPECT_LT(angleBetween(give, {1, 0, 0}), 16.0F * kPi / 180.0F);
  EXPECT_NEAR(chest, 0.0F, 0.01F);
}

TEST(HeldArm, TheHandTakesTheHoldersOrientationWithinWhatAWristCan) {
  Led led;
  const glm::vec3 target = led.shoulder(Side::left) + glm::vec3(0.25F, 0.0F, 0.25F);
  led.world.hold(1, Side::left, 7, {target});
  led.run(1);
  const glm::quat forearm = led.avatar().pose.world.rotationOf(Bone::leftLowerArm);
  const glm::vec3 axis(1, 0, 0);
  const glm::quat wanted = forearm * rotationAbout(axis, 1.4F);
  led.world.hold(1, Side::left, 7, {target, true, wanted});
  led.run(0.5F);
  const WorldPose& pose = led.avatar().pose.world;
  EXPECT_LT(angleOf(glm::conjugate(wanted) * pose.rotationOf(Bone::leftHand)), 0.03F);
  const glm::quat wrist =
      glm::conjugate(pose.rotationOf(Bone::leftLowerArm)) * pose.rotationOf(Bone::leftHand);
  EXPECT_LT(std::abs(swingTwist(wrist, axis).twist), 61.0F * kPi / 180.0F);
  EXPECT_LT(glm::distance(led.hand(Side::left), target), 1e-3F);
}

}  // namespace
}  // namespace lead
