// A pose of the normalised rig, carried over to nodes with any rest rotations, is the pose of the rig.
#include "character/node_pose.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <glm/geometric.hpp>
#include <random>

#include "allocations.h"
#include "humanoid_glb.h"

namespace lead::test {
namespace {

Pose randomPose(unsigned seed) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<float> range(-1.0F, 1.0F);
  const auto rotation = [&] {
    return glm::normalize(glm::quat(range(random) + 1.5F, range(random), range(random), range(random)));
  };
  Pose pose;
  for (glm::quat& q : pose.rotation) q = rotation();
  pose.rootPosition = {3.0F, 0.2F, -5.0F};
  pose.rootRotation = rotation();
  pose.hipsOffset = {0.1F, -0.2F, 0.05F};
  return pose;
}

std::vector<glm::mat4> posed(const Model& model, const Pose& pose) {
  std::vector<glm::mat4> world(model.nodes.size());
  poseNodes(model, pose, world);
  return world;
}

float distance(const glm::mat4& a, const glm::mat4& b) {
  float most = 0.0F;
  for (int c = 0; c < 4; ++c) most = std::max(most, glm::length(a[c] - b[c]));
  return most;
}

/// Nodes of bones are where forward kinematics has the bones, turned by as much from their rest.
void expectFollowsRig(const Model& model, const Pose& pose) {
  const std::vector<glm::mat4> world = posed(model, pose);
  WorldPose rig;
  forwardKinematics(model.skeleton, pose, rig);
  for (std::size_t i = 0; i < kBoneCount; ++i) {
    if (model.boneNode[i] < 0) continue;
    const auto node = static_cast<std::size_t>(model.boneNode[i]);
    EXPECT_LT(glm::length(glm::vec3(world[node][3]) - rig.position[i]), 1e-4F) << name(boneAt(i));
    const glm::mat3 expected = glm::mat3_cast(rig.rotation[i]) * glm::mat3(model.restWorld[node]);
    for (int c = 0; c < 3; ++c)
      EXPECT_LT(glm::length(glm::vec3(world[node][c]) - expected[c]), 1e-4F) << name(boneAt(i));
  }
}

TEST(PoseNodes, RestPoseGivesTheRestMatrices) {
  for (const VrmVersion version : {VrmVersion::v0, VrmVersion::v1}) {
    const ModelPtr model = load(makeHumanoid({.version = version, .rotatedRest = true, .everyBone = true}));
    const std::vector<glm::mat4> world = posed(*model, Pose{});
    for (std::size_t i = 0; i < world.size(); ++i)
      EXPECT_LT(distance(world[i], model->restWorld[i]), 1e-5F) << i;
  }
}

TEST(PoseNodes, FollowsTheRigForEveryVersionFacingScaleAndRestRotation) {
  unsigned seed = 1;
  for (const VrmVersion version : {VrmVersion::v0, VrmVersion::v1})
    for (const bool wrongFacing : {false, true})
      for (const bool everyBone : {false, true})
        for (const float rootScale : {1.0F, 0.01F, 3.0F}) {
          HumanoidOptions options{
              version, wrongFacing, true, everyBone, rootScale, glm::quat(0.7F, -0.7F, 0.1F, 0.0F), {}};
          expectFollowsRig(*load(makeHumanoid(options)), randomPose(seed++));
        }
}

TEST(PoseNodes, FollowsTheRigUnderAMirroredRoot) {
  // exporters that mirror the axes leave a negative scale above the hips; the file's left is then at its -X
  Humanoid file = makeHumanoid({.rotatedRest = true, .everyBone = true});
  file.json["nodes"][0]["scale"] = {-0.5, 0.5, 0.5};
  expectFollowsRig(*load(file), randomPose(9));
}

TEST(PoseNodes, NodesBetweenBonesAreCarriedAlong) {
  Humanoid file = makeHumanoid({.rotatedRest = true});
  // a twist node between the arm's two bones
  Json& upper = file.nodeOf(Bone::leftUpperArm);
  const Json children = upper["children"];
  const int twist = file.add("nodes", {{"name", "twist"},
                                       {"rotation", {0.5, 0.5, 0.5, 0.5}},
                                       {"translation", {0.0, 0.05, 0.02}},
                                       {"children", children}});
  file.nodeOf(Bone::leftUpperArm)["children"] = {twist};
  const ModelPtr model = load(file);
  expectFollowsRig(*model, randomPose(4));
}

TEST(PoseNodes, NonHumanoidNodesKeepTheirPlaceOnTheirParent) {
  Humanoid file = makeHumanoid();
  const int hat = file.add("nodes", {{"name", "hat"}, {"translation", {0, 0.2, 0}}});
  file.nodeOf(Bone::head)["children"] = {hat};
  const ModelPtr model = load(file);
  Pose pose;
  pose.of(Bone::head) = glm::angleAxis(1.5707964F, glm::vec3(0, 0, 1));  // onto its left... of +Y comes -X
  const std::vector<glm::mat4> world = posed(*model, pose);
  std::size_t at = 0;
  while (model->nodes[at].name != "hat") ++at;
  const glm::vec3 expected = restPosition(Bone::head) + glm::vec3(-0.2F, 0, 0);
  EXPECT_LT(glm::length(glm::vec3(world[at][3]) - expected), 1e-5F);
}

TEST(PoseNodes, TheRootMovesEverything) {
  const ModelPtr model = load(makeHumanoid({.version = VrmVersion::v0}));
  Pose pose;
  pose.rootPosition = {1, 2, 3};
  pose.rootRotation = glm::angleAxis(1.5707964F, glm::vec3(0, 1, 0));  // +Z to +X
  const std::vector<glm::mat4> world = posed(*model, pose);
  const glm::vec3 hand(world[static_cast<std::size_t>(model->boneNode[index(Bone::leftHand)])][3]);
  const glm::vec3 rest = restPosition(Bone::leftHand);
  EXPECT_LT(glm::length(hand - glm::vec3(1 + rest.z, 2 + rest.y, 3 - rest.x)), 1e-5F);
}

TEST(PoseNodes, HipsOffsetIsInMetresWhateverScaleIsAbove) {
  const ModelPtr model =
      load(makeHumanoid({.rootScale = 0.01F, .rootRotation = glm::quat(0.7F, 0.7F, 0, 0)}));
  Pose pose;
  pose.hipsOffset = {0.0F, -0.3F, 0.1F};
  const std::vector<glm::mat4> world = posed(*model, pose);
  const glm::vec3 head(world[static_cast<std::size_t>(model->boneNode[index(Bone::head)])][3]);
  EXPECT_LT(glm::length(head - (restPosition(Bone::head) + pose.hipsOffset)), 1e-5F);
}

TEST(PoseNodes, AllocatesNothing) {
  const ModelPtr model = load(makeHumanoid({.everyBone = true}));
  const Pose pose = randomPose(2);
  std::vector<glm::mat4> world(model->nodes.size());
  const long before = allocations();
  for (int i = 0; i < 10; ++i) poseNodes(*model, pose, world);
  EXPECT_EQ(allocations(), before);
}

TEST(PoseNodes, FollowsTheRigOfRealFiles) {
  const std::filesystem::path models = std::filesystem::path(LEAD_SHARED_DIR) / "models";
  if (!std::filesystem::exists(models)) GTEST_SKIP() << "no shared models at " << models;
  for (const char* file : {"vrm0/godette_v4.vrm", "vrm0/addon_armature_transform_4.2.vrm",
                           "vrm0/univrm_EmissionMigration_v0.107.vrm", "vrm1/addon_Example.vrm",
                           "vrm1/debug_robot.vrm", "vrm1/addon_non_humanoid_5.2.vrm"}) {
    SCOPED_TRACE(file);
    expectFollowsRig(*loadModel(readModelFile(models / file)), randomPose(11));
  }
}

}  // namespace
}  // namespace lead::test
