// What files of walks carry besides the walk is taken off: spec/lead.md, "Walk clips".
#include "motion/clean_keys.h"

#include <gtest/gtest.h>

#include "math/rotation.h"
#include "motion/bake_gait.h"
#include "motion/walk_cycle.h"
#include "motion/walk_measure.h"
#include "support/rigs.h"

namespace lead {
namespace {

KeyedMotion walk(float speed = 1.2F, bool onTheSpot = false) {
  return bakeGait(test::makeTestSkeleton({.optionalBones = true}), speed, onTheSpot);
}

void addKey(KeyedMotion& motion, const BoneArray<glm::quat>& pose, float after = 1.0F / 30.0F) {
  motion.times.push_back(motion.times.back() + after);
  motion.rotations.push_back(pose);
  motion.hips.push_back(motion.hips.back());
}

void addTPoseInFront(KeyedMotion& motion) {
  for (float& time : motion.times) time += 1.0F / 30.0F;
  motion.times.insert(motion.times.begin(), 0.0F);
  motion.rotations.insert(motion.rotations.begin(), Pose::identities());
  motion.hips.insert(motion.hips.begin(), glm::vec3(0.0F));
}

TEST(CleanKeys, TPosesAtBothEndsAreDropped) {
  const KeyedMotion clean = walk();
  KeyedMotion motion = clean;
  addTPoseInFront(motion);
  addTPoseInFront(motion);
  addKey(motion, Pose::identities());
  dropTPoseEnds(motion);
  EXPECT_EQ(motion.rotations, clean.rotations);
  EXPECT_EQ(motion.times.size(), clean.times.size());
  EXPECT_EQ(motion.times.front(), 0.0F);
}

TEST(CleanKeys, AMotionThatIsATPoseThroughoutIsKept) {
  KeyedMotion motion = walk();
  for (auto& pose : motion.rotations) pose = Pose::identities();
  const std::size_t keys = motion.times.size();
  dropTPoseEnds(motion);
  EXPECT_EQ(motion.times.size(), keys);
}

TEST(CleanKeys, AStrayLastKeyThatJumpsIsDropped) {
  KeyedMotion motion = walk();
  const std::size_t keys = motion.times.size();
  auto pose = motion.rotations.back();
  for (Bone bone : {Bone::leftUpperLeg, Bone::rightUpperLeg, Bone::leftUpperArm})
    pose[index(bone)] = rotationX(1.5F) * pose[index(bone)];
  addKey(motion, pose);
  dropStrayEnd(motion);
  EXPECT_EQ(motion.times.size(), keys);
  dropStrayEnd(motion);
  EXPECT_EQ(motion.times.size(), keys);  // a clean end stays
}

TEST(CleanKeys, AStrayLastKeyThatStandsOffIsDropped) {
  KeyedMotion motion = walk();
  const std::size_t keys = motion.times.size();
  addKey(motion, motion.rotations.front(), 0.2F);
  dropStrayEnd(motion);
  EXPECT_EQ(motion.times.size(), keys);
}

TEST(CleanKeys, HeldKeysAtTheEndsAreDropped) {
  KeyedMotion motion = walk();
  const std::size_t keys = motion.times.size();
  for (int i = 0; i < 12; ++i) addKey(motion, motion.rotations.back());
  dropHeldEnds(motion);
  EXPECT_EQ(motion.times.size(), keys);
}

TEST(CleanKeys, TheTravelIsTakenOutAsAStraightLineAndTheSwayStays) {
  const KeyedMotion still = walk(1.2F, true);
  KeyedMotion motion = walk(1.2F, false);
  const glm::vec3 travel = removeTravel(motion);
  EXPECT_NEAR(travel.z, 1.2F * motion.times.back(), 1e-4F);
  for (std::size_t i = 0; i < motion.hips.size(); ++i)
    EXPECT_LT(glm::distance(motion.hips[i], still.hips[i]), 1e-3F) << i;
}

TEST(WalkMeasure, TheSpeedIsThatOfTheHipsOrOnTheSpotOfTheFeet) {
  for (float speed : {0.7F, 1.2F}) {
    const WalkMeasure going = measureWalk(walk(speed, false));
    EXPECT_FALSE(going.onTheSpot);
    EXPECT_NEAR(going.speed, speed, 1e-3F);
    const WalkMeasure still = measureWalk(walk(speed, true));
    EXPECT_TRUE(still.onTheSpot);
    EXPECT_NEAR(still.speed, speed, 0.1F * speed);
  }
}

TEST(WalkMeasure, ADriftOfACentimetreOrTwoIsNoSpeed) {
  KeyedMotion motion = walk(1.2F, true);
  for (std::size_t i = 0; i < motion.hips.size(); ++i)
    motion.hips[i].x += 0.02F * motion.times[i] / motion.times.back();
  EXPECT_NEAR(measureWalk(motion).speed, 1.2F, 0.12F);
}

TEST(WalkCycle, IsTheSameFromADirtyFileAsFromACleanOne) {
  const WalkCyclePtr clean = makeWalkCycle(walk());
  KeyedMotion motion = walk();
  addTPoseInFront(motion);
  addKey(motion, motion.rotations.back(), 0.2F);
  motion.rotations.back() = Pose::identities();
  const WalkCyclePtr dirty = makeWalkCycle(motion);
  EXPECT_NEAR(dirty->clip.seconds, clean->clip.seconds, 1e-4F);
  EXPECT_NEAR(dirty->stride, clean->stride, 0.01F * clean->stride);
}

TEST(WalkCycle, PhaseZeroIsTheLeftContactAndHalfTheRight) {
  const WalkCyclePtr cycle = makeWalkCycle(walk());
  EXPECT_TRUE(cycle->stances[0].start < 0.08F || cycle->stances[0].start > 0.92F) << cycle->stances[0].start;
  EXPECT_NEAR(cycle->stances[1].start, 0.5F, 0.08F);
  EXPECT_NEAR(cycle->stride, 1.2F * cycle->clip.seconds / cycle->legLength, 0.02F);
}

// A whole walk three times over, as captures are.
TEST(WalkCycle, OneCycleIsCutOutOfSeveral) {
  const KeyedMotion one = walk();
  KeyedMotion motion = one;
  for (int turn = 1; turn < 3; ++turn)
    for (std::size_t i = 1; i < one.times.size(); ++i) {
      motion.times.push_back(one.times.back() * static_cast<float>(turn) + one.times[i]);
      motion.rotations.push_back(one.rotations[i]);
      motion.hips.push_back(one.hips[i] + one.hips.back() * static_cast<float>(turn));
    }
  EXPECT_NEAR(makeWalkCycle(motion)->clip.seconds, one.times.back(), 0.05F);
}

TEST(WalkCycle, AMotionThatDoesNotStepIsRefusedInASentence) {
  KeyedMotion motion = walk();
  for (auto& pose : motion.rotations) pose = motion.rotations.front();
  EXPECT_THROW(makeWalkCycle(motion), MotionError);
  KeyedMotion single = walk();
  keepKeys(single, 0, 0);
  EXPECT_THROW(makeWalkCycle(single), MotionError);
}

TEST(WalkCycle, HipsAtNoHeightSendNobodyToTheMoon) {
  KeyedMotion motion = walk();
  auto rest = motion.skeleton.rest;
  for (glm::vec3& place : rest) place.y -= 0.9F;  // the file's hips are its origin
  motion.skeleton = makeSkeleton(motion.skeleton.bones, rest);
  const WalkCyclePtr cycle = makeWalkCycle(motion);
  for (const glm::vec3& hips : cycle->clip.hips) EXPECT_LT(glm::length(hips), 0.2F);
  EXPECT_NEAR(cycle->stride, makeWalkCycle(walk())->stride, 0.02F);
}

// A file in centimetres whose skeleton is too: everything is by its own legs and hips.
TEST(WalkCycle, CentimetresGiveTheSameCycle) {
  KeyedMotion motion = walk();
  auto rest = motion.skeleton.rest;
  for (glm::vec3& place : rest) place *= 100.0F;
  motion.skeleton = makeSkeleton(motion.skeleton.bones, rest);
  for (glm::vec3& hips : motion.hips) hips *= 100.0F;
  const WalkCyclePtr metres = makeWalkCycle(walk());
  const WalkCyclePtr centimetres = makeWalkCycle(motion);
  EXPECT_NEAR(centimetres->stride, metres->stride, 1e-3F);
  for (std::size_t i = 0; i < metres->clip.hips.size(); ++i)
    EXPECT_LT(glm::distance(metres->clip.hips[i], centimetres->clip.hips[i]), 1e-3F) << i;
}

TEST(WalkCycle, AFootStandsLevelAndStillInItsStance) {
  KeyedMotion motion = walk();
  for (auto& pose : motion.rotations)  // a file whose feet rest 7° off
    pose[index(Bone::leftFoot)] = pose[index(Bone::leftFoot)] * rotationX(-0.12F);
  const WalkCyclePtr cycle = makeWalkCycle(motion);
  const Stance& stance = cycle->stances[0];
  const auto middle =
      static_cast<std::size_t>((stance.start + 0.4F * stance.length) * WalkCycle::kSteps) % WalkCycle::kSteps;
  EXPECT_LT(angleOf(cycle->feet[middle][0].roll), 0.04F);
  EXPECT_NEAR(cycle->feet[middle][0].place.y, 0.0F, 1e-4F);
}

TEST(Resample, ALoopEndsWhereItBeginsAndKeepsExpressionsAndGaze) {
  KeyedMotion motion = walk(1.2F, true);
  const std::size_t keys = motion.times.size();
  motion.expressions.push_back({"happy", false, std::vector<float>(keys, 0.25F)});
  motion.expressions.push_back({"ofmyown", true, std::vector<float>(keys, 0.5F)});
  motion.lookAt.assign(keys, glm::vec2(0.1F, -0.2F));
  for (std::size_t i = 0; i < keys; ++i) {  // it drifts
    glm::quat& arm = motion.rotations[i][index(Bone::leftUpperArm)];
    arm = rotationX(0.2F * motion.times[i] / motion.times.back()) * arm;
  }
  closeLoop(motion);
  const Clip clip = resample(motion, equalTimes(motion), true);
  for (std::size_t bone = 0; bone < kBoneCount; ++bone)
    EXPECT_LT(angleOf(glm::conjugate(clip.rows.front().at(bone)) * clip.rows.back().at(bone)), 1e-3F);
  EXPECT_LT(glm::distance(clip.hips.front(), clip.hips.back()), 1e-5F);
  ASSERT_EQ(clip.expressions.size(), 1U);
  EXPECT_EQ(clip.expressions[0].expression, Expression::happy);
  EXPECT_NEAR(clip.expressions[0].weights[3], 0.25F, 1e-6F);
  ASSERT_EQ(clip.lookAt.size(), clip.rows.size());
  EXPECT_NEAR(clip.lookAt[2].y, -0.2F, 1e-6F);
  // The last step joins on without a jump bigger than the motion's own.
  const std::size_t last = clip.rows.size() - 1;
  EXPECT_LT(angleOf(glm::conjugate(clip.rows[last - 1].at(index(Bone::leftUpperArm))) *
                    clip.rows[last].at(index(Bone::leftUpperArm))),
            0.15F);
}

}  // namespace
}  // namespace lead
