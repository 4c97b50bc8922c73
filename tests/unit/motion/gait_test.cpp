#include "motion/gait.h"

#include <gtest/gtest.h>

#include "math/rotation.h"
#include "motion/idle.h"
#include "support/rigs.h"

namespace lead {
namespace {

WorldPose walking(const Skeleton& skeleton, const GaitInput& input) {
  Pose pose;
  pose.rootRotation = input.lean;
  idlePose(skeleton, pose);
  placeFeet(skeleton, applyGait(skeleton, input, pose), pose);
  WorldPose world;
  forwardKinematics(skeleton, pose, world);
  return world;
}

float footHeight(const Skeleton& skeleton, const WorldPose& world, Side side) {
  const Bone toes = onSide(Bone::leftToes, side);
  return world.positionOf(toes).y - skeleton.restOf(toes).y;
}

TEST(Gait, StandingIsTheIdlePose) {
  const Skeleton skeleton = test::makeTestSkeleton({.optionalBones = true});
  Pose idle;
  idlePose(skeleton, idle);
  WorldPose rest;
  forwardKinematics(skeleton, idle, rest);
  const WorldPose world = walking(skeleton, {0.3F, {kForward, 0.0F}, 0.0F});
  for (std::size_t i = 0; i < kBoneCount; ++i)
    EXPECT_LT(glm::length(world.position[i] - rest.position[i]), 2e-3F) << i;
}

TEST(Gait, OneFootAlwaysCarriesAndNoneSinksIntoTheGround) {
  const Skeleton skeleton = test::makeTestSkeleton({.optionalBones = true});
  for (float speed : {0.3F, 0.8F, 1.4F}) {
    const glm::quat lean = rotationX(0.1F * speed);
    for (float phase = 0.0F; phase < 1.0F; phase += 0.02F) {
      const WorldPose world = walking(skeleton, {phase, {kForward, speed}, 1.0F, lean});
      const float left = footHeight(skeleton, world, Side::left);
      const float right = footHeight(skeleton, world, Side::right);
      EXPECT_LT(std::min(left, right), 0.07F) << speed << " at " << phase;
      EXPECT_GT(left, -0.012F) << speed << " at " << phase;
      EXPECT_GT(right, -0.012F) << speed << " at " << phase;
    }
  }
}

TEST(Gait, StepsAreTakenInTheDirectionOfTravel) {
  const Skeleton skeleton = test::makeTestSkeleton({.optionalBones = true});
  for (const glm::vec3& way :
       {glm::vec3(0, 0, 1), glm::vec3(1, 0, 0), glm::vec3(0, 0, -1), glm::vec3(-1, 0, 0)}) {
    const auto along = [&](float phase) {
      return glm::dot(walking(skeleton, {phase, {way, 0.8F}, 1.0F}).positionOf(Bone::leftFoot), way);
    };
    EXPECT_GT(along(0.05F), along(0.55F) + 0.1F);  // in front at contact, behind when it leaves
  }
}

TEST(Gait, ArmsSwingAgainstTheLegs) {
  const Skeleton skeleton = test::makeTestSkeleton({.optionalBones = true});
  const WorldPose world = walking(skeleton, {0.0F, {kForward, 1.2F}, 1.0F});
  EXPECT_GT(world.positionOf(Bone::leftFoot).z, world.positionOf(Bone::rightFoot).z + 0.3F);
  EXPECT_LT(world.positionOf(Bone::leftHand).z, world.positionOf(Bone::rightHand).z - 0.1F);
}

TEST(Gait, AChildStepsQuickerThanAGiant) {
  const Skeleton child = test::makeTestSkeleton({.scale = 0.6F, .optionalBones = true});
  const Skeleton giant = test::makeTestSkeleton({.scale = 1.5F, .optionalBones = true});
  const float speed = 1.0F;
  EXPECT_GT(gaitCadence(child, speed / gaitSpeed(child), {kForward, speed}),
            1.4F * gaitCadence(giant, speed / gaitSpeed(giant), {kForward, speed}));
}

TEST(Gait, BonesWithoutToesAndChestWalkToo) {
  const Skeleton skeleton = test::makeTestSkeleton();
  const WorldPose world = walking(skeleton, {0.4F, travelOf(glm::vec3(0.2F, 0, 1.0F)), 1.0F});
  for (const glm::vec3& position : world.position) EXPECT_TRUE(isFinite(position));
}

}  // namespace
}  // namespace lead
