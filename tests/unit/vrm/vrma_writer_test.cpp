// Motions written as .vrma and read again.
#include "vrm/vrma_writer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <stdexcept>

#include "math/rotation.h"
#include "motion_glb.h"

namespace lead::test {
namespace {

KeyedMotion someMotion() {
  MotionFile file = makeVrma({.rotatedRest = true, .everyBone = true, .rootScale = 0.01F});
  std::vector<float> times;
  std::vector<glm::quat> arm;
  std::vector<glm::quat> leg;
  for (int k = 0; k < 40; ++k) {
    times.push_back(static_cast<float>(k) / 30.0F);
    arm.push_back(rotationX(std::sin(0.2F * static_cast<float>(k))) * rotationZ(-1.2F));
    leg.push_back(rotationX(0.5F * std::cos(0.2F * static_cast<float>(k))));
  }
  file.turn(Bone::leftUpperArm, times, arm);
  file.turn(Bone::rightUpperLeg, times, leg);
  KeyedMotion motion = loadMotion(file);
  motion.name = "a walk";
  for (std::size_t k = 0; k < times.size(); ++k) {
    const auto t = static_cast<float>(k);
    motion.hips.emplace_back(0.01F * std::sin(t), -0.02F, 0.04F * t);
    motion.lookAt.emplace_back(0.3F * std::sin(t), -0.2F * std::cos(t));
  }
  motion.expressions.push_back({"blink", false, std::vector<float>(times.size(), 0.25F)});
  motion.expressions.push_back({"wagTail", true, std::vector<float>(times.size(), 1.0F)});
  return motion;
}

void expectSame(const KeyedMotion& a, const KeyedMotion& b) {
  EXPECT_EQ(a.name, b.name);
  EXPECT_EQ(a.bones, b.bones);
  EXPECT_EQ(a.skeleton.bones, b.skeleton.bones);
  ASSERT_EQ(a.times.size(), b.times.size());
  ASSERT_EQ(a.hips.size(), b.hips.size());
  ASSERT_EQ(a.lookAt.size(), b.lookAt.size());
  ASSERT_EQ(a.expressions.size(), b.expressions.size());
  for (std::size_t i = 0; i < kBoneCount; ++i) {
    EXPECT_LT(glm::length(a.skeleton.rest[i] - b.skeleton.rest[i]), 1e-5F);
    EXPECT_EQ(a.skeleton.parent[i], b.skeleton.parent[i]);
  }
  for (std::size_t k = 0; k < a.times.size(); ++k) {
    EXPECT_FLOAT_EQ(a.times[k], b.times[k]);
    for (std::size_t i = 0; i < kBoneCount; ++i)
      EXPECT_LT(degreesBetween(a.rotations[k][i], b.rotations[k][i]), 1e-2F) << name(boneAt(i));
    if (!a.hips.empty()) {
      EXPECT_LT(glm::length(a.hips[k] - b.hips[k]), 1e-5F);
    }
    if (!a.lookAt.empty()) {
      EXPECT_LT(glm::length(a.lookAt[k] - b.lookAt[k]), 1e-5F);
    }
  }
  for (std::size_t i = 0; i < a.expressions.size(); ++i) {
    EXPECT_EQ(a.expressions[i].name, b.expressions[i].name);
    EXPECT_EQ(a.expressions[i].custom, b.expressions[i].custom);
    EXPECT_EQ(a.expressions[i].weights, b.expressions[i].weights);
  }
}

KeyedMotion again(const KeyedMotion& motion) {
  const auto motions = loadMotions(writeVrma(motion));
  if (motions.size() != 1) throw std::runtime_error("not one motion");
  return motions.front();
}

Json jsonOf(const Bytes& bytes) {
  const std::size_t length = bytes[12] | bytes[13] << 8 | bytes[14] << 16;
  return Json::parse(bytes.begin() + 20, bytes.begin() + 20 + static_cast<std::ptrdiff_t>(length));
}

TEST(VrmaWriter, WhatIsWrittenReadsTheSame) {
  const KeyedMotion motion = someMotion();
  expectSame(motion, again(motion));
}

TEST(VrmaWriter, AMotionWithoutMotionReadsTheSame) {
  KeyedMotion motion = someMotion();
  motion.hips.clear();
  motion.lookAt.clear();
  motion.expressions.clear();
  motion.bones = 0;
  motion.rotations.assign(motion.times.size(), Pose::identities());
  expectSame(motion, again(motion));
}

TEST(VrmaWriter, ASkeletonOfAFewBonesReadsTheSame) {
  MotionFile file = makeVrma();
  Json few;
  for (const char* bone : {"hips", "chest", "leftHand"})
    few[bone] = file.vrma()["humanoid"]["humanBones"][bone];
  file.vrma()["humanoid"]["humanBones"] = few;
  file.turn(Bone::chest, {0.0F, 1.0F}, {kIdentity, rotationX(0.2F)});
  const KeyedMotion motion = loadMotion(file);
  expectSame(motion, again(motion));
}

TEST(VrmaWriter, TheFileIsAsTheSpecificationHasIt) {
  const Json json = jsonOf(writeVrma(someMotion()));
  EXPECT_EQ(json["asset"]["version"], "2.0");
  EXPECT_EQ(json["extensionsUsed"], Json::array({"VRMC_vrm_animation"}));
  const Json& extension = json["extensions"]["VRMC_vrm_animation"];
  EXPECT_EQ(extension["specVersion"], "1.0");
  EXPECT_EQ(extension["humanoid"]["humanBones"].size(), kBoneCount);
  EXPECT_TRUE(extension["expressions"]["preset"].contains("blink"));
  EXPECT_TRUE(extension["expressions"]["custom"].contains("wagTail"));
  EXPECT_TRUE(extension["lookAt"].contains("node"));
  for (const Json& sampler : json["animations"][0]["samplers"]) {
    const Json& input = json["accessors"][sampler["input"].get<std::size_t>()];
    ASSERT_TRUE(input.contains("min") && input.contains("max"));
    EXPECT_EQ(input["min"][0].get<float>(), 0.0F);
    EXPECT_FLOAT_EQ(input["max"][0].get<float>(), 1.3F);
  }
  for (const auto& [bone, entry] : extension["humanoid"]["humanBones"].items())
    EXPECT_FALSE(json["nodes"][entry["node"].get<std::size_t>()].contains("rotation")) << bone;
}

TEST(VrmaWriter, NamesThatAreNoTextAreReplaced) {
  KeyedMotion motion = someMotion();
  motion.name = "caf\xE9";
  EXPECT_EQ(again(motion).name, "caf\xEF\xBF\xBD");
}

TEST(VrmaWriter, BrokenMotionsAreRefused) {
  KeyedMotion motion = someMotion();
  motion.times.pop_back();
  EXPECT_THROW(writeVrma(motion), std::invalid_argument);
  motion = someMotion();
  motion.times[3] = motion.times[2];
  EXPECT_THROW(writeVrma(motion), std::invalid_argument);
  motion = someMotion();
  motion.hips.resize(2);
  EXPECT_THROW(writeVrma(motion), std::invalid_argument);
  EXPECT_THROW(writeVrma(KeyedMotion{}), std::invalid_argument);
}

}  // namespace
}  // namespace lead::test
