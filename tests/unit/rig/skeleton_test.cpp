#include "rig/skeleton.h"

#include <gtest/gtest.h>

#include <limits>

#include "math/rotation.h"
#include "support/rigs.h"

namespace lead {
namespace {

TEST(Skeleton, ARestPoseIsAtItsRestPositions) {
  const Skeleton skeleton = test::makeTestSkeleton({.optionalBones = true});
  WorldPose world;
  forwardKinematics(skeleton, Pose{}, world);
  for (std::size_t i = 0; i < kBoneCount; ++i) {
    if (!skeleton.has(boneAt(i))) continue;
    EXPECT_LT(glm::distance(world.position[i], skeleton.rest[i]), 1e-6F);
  }
}

TEST(Skeleton, AbsentBonesAreSkippedByTheirChildren) {
  const Skeleton skeleton = test::makeTestSkeleton();
  EXPECT_EQ(skeleton.parent[index(Bone::leftUpperArm)], static_cast<int>(index(Bone::spine)));
  EXPECT_EQ(skeleton.parent[index(Bone::chest)], -1);
}

TEST(Skeleton, RefusesWithoutARequiredBone) {
  Skeleton skeleton = test::makeTestSkeleton();
  EXPECT_THROW(makeSkeleton(skeleton.bones & ~bit(Bone::rightHand), skeleton.rest), std::invalid_argument);
  skeleton.rest[index(Bone::head)].y = std::numeric_limits<float>::quiet_NaN();
  EXPECT_THROW(makeSkeleton(skeleton.bones, skeleton.rest), std::invalid_argument);
}

TEST(Skeleton, AChainGivesWhatTheWholeGives) {
  const Skeleton skeleton = test::makeTestSkeleton({.optionalBones = true});
  Pose pose;
  pose.rootPosition = {1, 0, 2};
  pose.rootRotation = rotationY(0.7F);
  pose.of(Bone::spine) = rotationX(0.3F);
  pose.of(Bone::leftUpperArm) = rotationZ(-0.9F);
  WorldPose whole;
  WorldPose chain;
  forwardKinematics(skeleton, pose, whole);
  forwardKinematicsChain(skeleton, pose, Bone::leftIndexDistal, chain);
  EXPECT_EQ(whole.positionOf(Bone::leftIndexDistal), chain.positionOf(Bone::leftIndexDistal));
}

}  // namespace
}  // namespace lead
