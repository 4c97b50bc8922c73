// Real animation files that nobody here wrote.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "math/rotation.h"
#include "motion_glb.h"
#include "vrm/vrma_writer.h"

namespace lead::test {
namespace {

namespace fs = std::filesystem;
const fs::path kModels = fs::path(LEAD_SHARED_DIR) / "models";

#define SKIP_WITHOUT_MODELS() \
  if (!fs::exists(kModels)) GTEST_SKIP() << "no shared models at " << kModels

std::vector<KeyedMotion> loadAll(const fs::path& file) {
  return loadMotions(readModelFile(kModels / file));
}
KeyedMotion loadOne(const fs::path& file) {
  std::vector<KeyedMotion> motions = loadAll(file);
  if (motions.size() != 1) throw std::runtime_error("not one motion");
  return motions.front();
}

/// The key nearest to a time.
std::size_t keyAt(const KeyedMotion& motion, float time) {
  std::size_t best = 0;
  for (std::size_t k = 0; k < motion.times.size(); ++k)
    if (std::abs(motion.times[k] - time) < std::abs(motion.times[best] - time)) best = k;
  return best;
}

std::vector<float> numbersIn(const std::string& text) {
  std::vector<float> numbers;
  for (const char* at = text.c_str(); *at != '\0';) {
    char* end = nullptr;
    const float number = std::strtof(at, &end);
    const bool starts = std::isdigit(static_cast<unsigned char>(*at)) != 0 || *at == '-';
    if (starts && end != at) numbers.push_back(number);
    at = starts && end != at ? end : at + 1;
  }
  return numbers;
}

TEST(SharedMotions, TheCanonicalWalkIsTheGoldenOne) {
  SKIP_WITHOUT_MODELS();
  const KeyedMotion motion = loadOne("vrma/usd_canonical_walk.vrma");
  std::ifstream golden(kModels / "vrma/usd_canonical_walk.golden.usda");
  std::string line;
  std::string block;
  int compared = 0;
  while (std::getline(golden, line)) {
    if (line.find("timeSamples") != std::string::npos) block = line;
    const std::vector<float> n = numbersIn(line);
    const bool sample = line.find(": [(") != std::string::npos;
    if (!sample) continue;
    const std::size_t key = keyAt(motion, n[0] / 30.0F);
    ASSERT_NEAR(motion.times[key], n[0] / 30.0F, 1e-5F);
    if (block.find("rotations") != std::string::npos) {
      ASSERT_EQ(n.size(), 1U + 3 * 4);
      const Bone bones[] = {Bone::hips, Bone::spine, Bone::chest};
      for (std::size_t b = 0; b < 3; ++b)
        EXPECT_LT(degreesBetween(motion.rotations[key][index(bones[b])],
                                 glm::quat(n[1 + 4 * b], n[2 + 4 * b], n[3 + 4 * b], n[4 + 4 * b])),
                  0.01F);
    } else {
      ASSERT_EQ(n.size(), 1U + 3 * 3);
      const glm::vec3 hips = motion.skeleton.restOf(Bone::hips) + motion.hips[key];
      EXPECT_LT(glm::length(hips - glm::vec3(n[1], n[2], n[3])), 1e-4F);
    }
    ++compared;
  }
  EXPECT_EQ(compared, 4);
}

TEST(SharedMotions, TheNopDrivesNothing) {
  SKIP_WITHOUT_MODELS();
  const KeyedMotion motion = loadOne("vrma/addon_nop.vrma");
  EXPECT_EQ(motion.bones, 0U);
  EXPECT_TRUE(motion.hips.empty());
  EXPECT_TRUE(motion.skeleton.has(Bone::leftIndexDistal));
}

TEST(SharedMotions, TheWalkLoopWalksOnTheSpotFacingForward) {
  SKIP_WITHOUT_MODELS();
  const KeyedMotion motion = loadOne("vrma/Walk_Loop.vrma");
  EXPECT_NEAR(motion.times.back(), 1.3F, 1e-3F);
  float least = 1.0F;
  float most = -1.0F;
  for (std::size_t k = 0; k < motion.times.size(); ++k) {
    least = std::min(least, motion.hips[k].x);
    most = std::max(most, motion.hips[k].x);
    const WorldPose world = worldAt(motion, k);
    EXPECT_GT((world.rotationOf(Bone::hips) * kForward).z, 0.9F);
    EXPECT_GT(world.positionOf(Bone::leftHand).x, world.positionOf(Bone::rightHand).x);
    EXPECT_GT(world.positionOf(Bone::leftUpperLeg).x, world.positionOf(Bone::rightUpperLeg).x);
  }
  EXPECT_NEAR(most - least, 0.06F, 0.005F);
  EXPECT_LT(glm::length(motion.hips.back() - motion.hips.front()), 0.02F);
}

TEST(SharedMotions, TheTestOfThreeHasAnExpressionAndAGazeButNoHips) {
  SKIP_WITHOUT_MODELS();
  const KeyedMotion motion = loadOne("vrma/three_test.vrma");
  EXPECT_EQ(motion.bones, bit(Bone::rightUpperArm));
  EXPECT_TRUE(motion.hips.empty());
  ASSERT_EQ(motion.expressions.size(), 1U);
  EXPECT_EQ(motion.expressions[0].name, "happy");
  EXPECT_EQ(*std::max_element(motion.expressions[0].weights.begin(), motion.expressions[0].weights.end()),
            1.0F);
  ASSERT_EQ(motion.lookAt.size(), motion.times.size());
  float yaw = 0.0F;
  for (const glm::vec2& gaze : motion.lookAt) yaw = std::max(yaw, gaze.x);
  EXPECT_NEAR(yaw, 0.5F * kPi, 1e-3F);
  // The right arm, by 90° about the file's own X, comes down.
  const WorldPose down = worldAt(motion, keyAt(motion, 0.5F));
  EXPECT_LT(down.positionOf(Bone::rightHand).y, down.positionOf(Bone::rightUpperArm).y - 0.5F);
}

TEST(SharedMotions, EveryVrmAnimationLoadsAndCanBeWrittenAndReadAgain) {
  SKIP_WITHOUT_MODELS();
  int files = 0;
  for (const auto& entry : fs::directory_iterator(kModels / "vrma")) {
    if (entry.path().extension() != ".vrma") continue;
    ++files;
    const KeyedMotion motion = loadOne(entry.path());
    const auto again = loadMotions(writeVrma(motion));
    ASSERT_EQ(again.size(), 1U) << entry.path();
    EXPECT_EQ(again[0].bones, motion.bones) << entry.path();
    ASSERT_EQ(again[0].times.size(), motion.times.size()) << entry.path();
    for (std::size_t k = 0; k < motion.times.size(); ++k)
      for (std::size_t i = 0; i < kBoneCount; ++i)
        ASSERT_LT(degreesBetween(again[0].rotations[k][i], motion.rotations[k][i]), 0.02F) << entry.path();
  }
  EXPECT_GE(files, 12);
}

void expectUprightAndForward(const KeyedMotion& motion, bool armsHang) {
  for (std::size_t k = 0; k < motion.times.size(); ++k) {
    const WorldPose world = worldAt(motion, k);
    const auto at = [&](Bone bone) { return world.positionOf(bone); };
    EXPECT_GT(at(Bone::head).y, at(Bone::hips).y + 0.4F);
    EXPECT_GT(at(Bone::hips).y, at(Bone::leftFoot).y + 0.2F);
    EXPECT_GT(at(Bone::hips).y, at(Bone::rightFoot).y + 0.2F);
    EXPECT_GT(std::min(at(Bone::leftToes).y, at(Bone::rightToes).y), -0.08F);
    EXPECT_GT(at(Bone::leftUpperLeg).x, at(Bone::rightUpperLeg).x);
    EXPECT_GT(at(Bone::leftUpperArm).x, at(Bone::rightUpperArm).x);
    EXPECT_GT((world.rotationOf(Bone::hips) * kForward).z, 0.8F);
    EXPECT_GT((world.rotationOf(Bone::head) * kForward).z, 0.8F);
    for (const Side side : kSides) {
      const glm::vec3 knee = at(onSide(Bone::leftLowerLeg, side));
      const glm::vec3 hip = at(onSide(Bone::leftUpperLeg, side));
      const glm::vec3 ankle = at(onSide(Bone::leftFoot, side));
      EXPECT_GT((knee - 0.5F * (hip + ankle)).z, -0.03F) << "knees bend forward";
      if (armsHang) {
        EXPECT_LT(at(onSide(Bone::leftHand, side)).y, at(onSide(Bone::leftUpperArm, side)).y - 0.2F);
      }
    }
  }
}

TEST(SharedMotions, TheWalkOfOzzGoesForwardByItsStride) {
  SKIP_WITHOUT_MODELS();
  const KeyedMotion motion = loadOne("mocap/ozz_walk.converted.glb");
  expectUprightAndForward(motion, true);
  const glm::vec3 way = motion.hips[keyAt(motion, 1.3333F)] - motion.hips.front();
  EXPECT_NEAR(way.z, 1.43F, 0.02F);
  EXPECT_NEAR(way.x, 0.0F, 0.02F);
  EXPECT_LT(glm::length(motion.hips.back() - motion.hips[keyAt(motion, 1.3333F)]), 0.01F)
      << "the file stands still after its walk";
}

TEST(SharedMotions, TheRunAndTheLocomotionsOfOzzGoForward) {
  SKIP_WITHOUT_MODELS();
  const KeyedMotion run = loadOne("mocap/ozz_run.converted.glb");
  expectUprightAndForward(run, false);
  EXPECT_NEAR(run.hips[keyAt(run, 0.6667F)].z - run.hips.front().z, 3.35F, 0.02F);
  const std::vector<KeyedMotion> all = loadAll("mocap/ozz_locomotions.converted.glb");
  ASSERT_EQ(all.size(), 3U);
  EXPECT_EQ(all[0].name, "jog");
  EXPECT_EQ(all[1].name, "run");
  EXPECT_EQ(all[2].name, "walk");
  const float ways[] = {2.474F, 3.346F, 1.426F};
  for (std::size_t i = 0; i < 3; ++i) {
    expectUprightAndForward(all[i], i == 2);
    EXPECT_NEAR(all[i].hips.back().z - all[i].hips.front().z, ways[i], 0.02F);
  }
}

// The same figure rests in a T-pose in ozz_hand, and in frames of a walk and a run in the others.
TEST(SharedMotions, TheTPoseMadeOfAFrameOfMotionIsTheFiguresOwn) {
  SKIP_WITHOUT_MODELS();
  const Skeleton own = loadOne("mocap/ozz_hand.converted.glb").skeleton;
  for (const char* file : {"mocap/ozz_walk.converted.glb", "mocap/ozz_run.converted.glb"}) {
    const Skeleton made = loadOne(file).skeleton;
    EXPECT_EQ(made.bones, own.bones);
    for (const Bone bone : {Bone::hips, Bone::chest, Bone::neck, Bone::head, Bone::leftUpperLeg,
                            Bone::leftLowerLeg, Bone::leftFoot, Bone::rightFoot, Bone::leftToes})
      EXPECT_LT(glm::length(made.restOf(bone) - own.restOf(bone)), 0.08F) << file << ' ' << name(bone);
    for (const Side side : kSides) EXPECT_NEAR(made.armLength(side), own.armLength(side), 0.005F);
  }
}

TEST(SharedMotions, FilesWithoutHumanoidBonesAreRefused) {
  SKIP_WITHOUT_MODELS();
  for (const char* file : {"mocap/ozz_cesium_man.gltf", "hands/naf_leftHandHigh.glb"})
    EXPECT_THAT(motionRefusal(readModelFile(kModels / file)), testing::HasSubstr("no humanoid bones"))
        << file;
}

}  // namespace
}  // namespace lead::test
