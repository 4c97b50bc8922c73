// The order of a frame. VRMC_vrm-1.0, "Expression, LookAt, SpringBone, Constraints execution order".
#include "character/character.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <glm/geometric.hpp>

#include "math/rotation.h"
#include "spring_rig.h"

namespace lead::test {
namespace {

float distance(const glm::mat4& a, const glm::mat4& b) {
  float most = 0.0F;
  for (int c = 0; c < 4; ++c) most = std::max(most, glm::length(a[c] - b[c]));
  return most;
}

TEST(ExecutionOrder, WithNothingElseItIsThePose) {
  const ModelPtr model = load(makeHumanoid({.rotatedRest = true, .everyBone = true}));
  Character character(model);
  const Pose pose = lively(0.7F);
  character.update(pose, glm::vec3(1, 2, 3), 0.01F);
  std::vector<glm::mat4> expected(model->nodes.size());
  poseNodes(*model, pose, expected);
  for (std::size_t i = 0; i < expected.size(); ++i)
    EXPECT_LT(distance(character.world()[i], expected[i]), 1e-5F);
}

TEST(ExecutionOrder, TheGazeStartsFromWhereThePoseHasTheHead) {
  Humanoid file = makeHumanoid({.everyBone = true});
  const Json range = {{"inputMaxValue", 90}, {"outputScale", 90}};
  file.extension()["lookAt"] = {{"type", "bone"},
                                {"rangeMapHorizontalInner", range},
                                {"rangeMapHorizontalOuter", range},
                                {"rangeMapVerticalDown", range},
                                {"rangeMapVerticalUp", range}};
  const ModelPtr model = load(file);
  Character character(model);
  Pose pose = lively(0.4F);
  pose.of(Bone::neck) = rotationY(0.4F);
  const auto place = [&](Bone bone) {
    return glm::vec3(character.world()[static_cast<std::size_t>(model->boneNode[index(bone)])][3]);
  };
  character.update(pose, std::monostate{}, 0.01F);
  const glm::vec3 between = (place(Bone::leftEye) + place(Bone::rightEye)) * 0.5F;
  WorldPose rig;
  forwardKinematics(model->skeleton, pose, rig);
  const glm::vec3 target = between + rig.rotationOf(Bone::head) * glm::vec3(0.5F, 0.3F, 2.0F);
  character.update(pose, target, 0.01F);
  const glm::mat4& eye = character.world()[static_cast<std::size_t>(model->boneNode[index(Bone::leftEye)])];
  const glm::mat4& rest = model->restWorld[static_cast<std::size_t>(model->boneNode[index(Bone::leftEye)])];
  const glm::vec3 forward = glm::mat3(eye) * glm::inverse(glm::mat3(rest)) * kForward;
  EXPECT_LT(angleBetween(forward, target - between), 1e-3F);
}

TEST(ExecutionOrder, ConstraintsSeeTheGazeAndSpringsSeeConstraints) {
  Haired file({.everyBone = true});
  const Json range = {{"inputMaxValue", 90}, {"outputScale", 90}};
  file.extension()["lookAt"] = {{"type", "bone"},
                                {"rangeMapHorizontalInner", range},
                                {"rangeMapHorizontalOuter", range},
                                {"rangeMapVerticalDown", range},
                                {"rangeMapVerticalUp", range}};
  // a holder that turns after the left eye, with a chain hanging on it
  const int holder = file.addUnder(file.node[index(Bone::head)], "holder", {0, 0.1, 0});
  file.json["nodes"][static_cast<std::size_t>(holder)]["extensions"]["VRMC_node_constraint"]["constraint"] = {
      {"rotation", {{"source", file.node[index(Bone::leftEye)]}}}};
  const int hanging = file.addUnder(holder, "hanging", {0, 0, -0.1});
  const int end = file.addUnder(hanging, "end", {0, 0, -0.1});
  file.addSpring({hanging, end}, {{"stiffness", 5}, {"dragForce", 0.9}});
  Character character(load(file));
  const GazeAngles gaze{0.5F, 0.2F};
  character.update(Pose{}, gaze, 1.0F / 60.0F);
  const glm::quat expected = rotationY(0.5F) * rotationX(0.2F);
  const glm::mat4& held = character.world()[nodeNamed(character.model(), "holder")];
  EXPECT_LT(angleBetween(glm::mat3(held) * kForward, expected * kForward), 1e-3F);
  // in the very first frame springs are at rest on what the constraint has turned
  EXPECT_LT(glm::length(placeOf(character, "end") - placeOf(character, "hanging") -
                        expected * glm::vec3(0, 0, -0.1F)),
            1e-4F);
}

TEST(ExecutionOrder, ThePosesExpressionsComeOutAsMorphs) {
  Humanoid file = makeHumanoid();
  Json& triangle = file.addTriangle();
  triangle["targets"] = {{{"POSITION", file.floats({0, 0, 1, 0, 0, 1, 0, 0, 1}, "VEC3")}}};
  const int shown = static_cast<int>(file.json["nodes"].size()) - 1;
  file.extension()["expressions"]["preset"]["aa"]["morphTargetBinds"] = {
      {{"node", shown}, {"index", 0}, {"weight", 1}}};
  Character character(load(file));
  int node = 0;
  while (character.model().nodes[static_cast<std::size_t>(node)].mesh < 0) ++node;
  Pose pose;
  character.update(pose, std::monostate{}, 0.01F);
  EXPECT_TRUE(character.morphsChanged(node));  // the first
  character.update(pose, std::monostate{}, 0.01F);
  EXPECT_FALSE(character.morphsChanged(node));
  pose.expressions[index(Expression::aa)] = 0.5F;
  character.update(pose, std::monostate{}, 0.01F);
  EXPECT_TRUE(character.morphsChanged(node));
  ASSERT_EQ(character.morphWeights(node).size(), 1U);
  EXPECT_FLOAT_EQ(character.morphWeights(node)[0], 0.5F);
}

/// Two seconds of movement of every shared avatar that loads.
TEST(RealFiles, MoveForTwoSecondsAndStayWhole) {
  const std::filesystem::path models = std::filesystem::path(LEAD_SHARED_DIR) / "models";
  if (!std::filesystem::exists(models)) GTEST_SKIP() << "no shared models at " << models;
  int played = 0;
  for (const char* folder : {"vrm0", "vrm1"})
    for (const auto& entry : std::filesystem::directory_iterator(models / folder)) {
      if (entry.path().extension() != ".vrm") continue;
      SCOPED_TRACE(entry.path().filename());
      ModelPtr model;
      try {
        model = loadModel(readModelFile(entry.path()));
      } catch (const ModelError&) {
        continue;  // too few bones: tests/unit/vrm/shared_models_test.cpp says which
      }
      ++played;
      Character character(model);
      const std::vector<int> joints = character.springs().joints();
      for (int i = 0; i < 120; ++i) {
        character.update(lively(static_cast<float>(i) / 60.0F), glm::vec3(0, 1.5F, 9), 1.0F / 60.0F);
        for (const glm::mat4& m : character.world())
          for (int c = 0; c < 4; ++c) ASSERT_TRUE(std::isfinite(m[c].x + m[c].y + m[c].z + m[c].w));
        std::vector<glm::mat4> posed(model->nodes.size());
        poseNodes(*model, lively(static_cast<float>(i) / 60.0F), posed);
        for (std::size_t j = 0; j < joints.size(); ++j) {
          // a joint only turns: it stays at its place on its parent, and its size is its own
          const auto node = static_cast<std::size_t>(joints[j]);
          for (int c = 0; c < 3; ++c)
            ASSERT_NEAR(glm::length(glm::vec3(character.world()[node][c])),
                        glm::length(glm::vec3(posed[node][c])),
                        1e-3F * glm::length(glm::vec3(posed[node][c])));
        }
      }
    }
  EXPECT_GE(played, 20);
}

TEST(RealFiles, ChainsSwingInWalkingAndComeToRest) {
  const std::filesystem::path models = std::filesystem::path(LEAD_SHARED_DIR) / "models";
  if (!std::filesystem::exists(models)) GTEST_SKIP() << "no shared models at " << models;
  for (const char* file : {"vrm0/godette_v4.vrm", "vrm1/metalkit_smoke_spring.vrm",
                           "vrm1/metalkit_springbone_collider_capsule_x0p02_r0p05.vrm",
                           "vrm1/metalkit_springbone_extended_icaps_anglelimit_60.vrm"}) {
    SCOPED_TRACE(file);
    const ModelPtr model = loadModel(readModelFile(models / file));
    Character character(model);
    const std::vector<int> joints = character.springs().joints();
    ASSERT_FALSE(joints.empty());
    const auto turnFromPose = [&](const Pose& pose) {
      std::vector<glm::mat4> posed(model->nodes.size());
      poseNodes(*model, pose, posed);
      float most = 0.0F;
      for (const int j : joints) {
        const auto node = static_cast<std::size_t>(j);
        for (int c = 0; c < 3; ++c)
          most =
              std::max(most, angleBetween(glm::vec3(character.world()[node][c]), glm::vec3(posed[node][c])));
      }
      return most;
    };
    float swung = 0.0F;
    play(character, 2.0F, 60, lively,
         [&](float time) { swung = std::max(swung, turnFromPose(lively(time))); });
    EXPECT_GT(swung, 0.05F);
    EXPECT_LT(swung, 3.0F);
    const Pose last = lively(2.0F);
    play(character, 4.0F, 60, [&](float) { return last; });
    const auto before = std::vector<glm::mat4>(character.world().begin(), character.world().end());
    play(character, 0.5F, 60, [&](float) { return last; });
    for (std::size_t i = 0; i < before.size(); ++i)
      EXPECT_LT(distance(before[i], character.world()[i]), 2e-3F);
  }
}

}  // namespace
}  // namespace lead::test
