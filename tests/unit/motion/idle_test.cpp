#include "motion/idle.h"

#include <gtest/gtest.h>

#include <glm/vec2.hpp>

#include "math/rotation.h"
#include "support/rigs.h"

namespace lead {
namespace {

WorldPose posed(const Skeleton& skeleton) {
  Pose pose;
  idlePose(skeleton, pose);
  WorldPose world;
  forwardKinematics(skeleton, pose, world);
  return world;
}

// The same rig with arms as an A-pose has them, and elbows bent forward by `bend`.
Skeleton aPose(float down, float bend) {
  const Skeleton plain = test::makeTestSkeleton();
  auto rest = plain.rest;
  for (Side side : kSides) {
    const float out = outwardSign(side);
    const glm::vec3 upper =
        glm::vec3(out * std::cos(down), -std::sin(down), 0.0F) * plain.arm(side).upper;
    const glm::vec3 lower = rotationY(-out * bend) * glm::normalize(upper) * plain.arm(side).lower;
    rest[index(onSide(Bone::leftLowerArm, side))] = plain.restOf(onSide(Bone::leftUpperArm, side)) + upper;
    rest[index(onSide(Bone::leftHand, side))] = rest[index(onSide(Bone::leftLowerArm, side))] + lower;
  }
  return makeSkeleton(plain.bones, rest);
}

TEST(Idle, UpperArmsPointDownWhateverTheRestPoseWas) {
  for (float down : {0.0F, 0.6F, 1.2F}) {
    const WorldPose world = posed(aPose(down, 0.1F));
    for (Side side : kSides) {
      const glm::vec3 arm = world.positionOf(onSide(Bone::leftLowerArm, side)) -
                            world.positionOf(onSide(Bone::leftUpperArm, side));
      EXPECT_NEAR(std::asin(-arm.y / glm::length(arm)), 67.5F * kPi / 180.0F, 1e-3F);
      EXPECT_NEAR(arm.z, 0.0F, 1e-4F);
      EXPECT_GT(arm.x * outwardSign(side), 0.0F);
    }
  }
}

TEST(Idle, AHandNeverHangsFurtherOutThanAHoldTakesForNotPulled) {
  for (float bend : {0.0F, 0.2F, 0.6F, 1.2F}) {
    const Skeleton skeleton = aPose(0.3F, bend);
    const WorldPose world = posed(skeleton);
    const glm::vec3 arm = world.positionOf(Bone::leftHand) - world.positionOf(Bone::leftUpperArm);
    EXPECT_LT(glm::length(glm::vec2(arm.x, arm.z)), 0.4F * skeleton.armLength(Side::left)) << bend;
  }
}

TEST(Breath, IsSlowSmallAndComesBack) {
  const Skeleton skeleton = test::makeTestSkeleton({.optionalBones = true});
  float most = 0.0F;
  for (double t = 0.0; t < 8.0; t += 0.1) {
    Pose pose;
    addBreath(skeleton, t, 1.0F, pose);
    most = std::max(most, angleOf(pose.of(Bone::chest)));
    Pose later;
    addBreath(skeleton, t + 4.0 * 1000000, 1.0F, later);
    EXPECT_LT(angleOf(glm::conjugate(pose.of(Bone::chest)) * later.of(Bone::chest)), 1e-3F);
  }
  EXPECT_GT(most, 0.005F);
  EXPECT_LT(most, 0.02F);
}

}  // namespace
}  // namespace lead
