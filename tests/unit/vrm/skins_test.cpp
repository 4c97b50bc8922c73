// Skins: joints, matrices, and the influences of joints on vertices.
#include <gmock/gmock.h>

#include "humanoid_glb.h"

namespace lead::test {
namespace {

using testing::HasSubstr;

struct Skinned : Humanoid {
  explicit Skinned(const HumanoidOptions& options = {}) : Humanoid(makeHumanoid(options)) {
    const int skin = add("skins", {{"joints", {node[index(Bone::hips)], node[index(Bone::spine)]}}});
    addMesh({{"attributes", {{"POSITION", floats({0, 0, 0, 1, 0, 0, 0, 1, 0}, "VEC3")}}}}, skin);
  }
  Json& attributes() { return json["meshes"][0]["primitives"][0]["attributes"]; }
  void influence(const std::vector<std::uint8_t>& joints, const std::vector<float>& weights, int set = 0) {
    attributes()["JOINTS_" + std::to_string(set)] = accessor(joints, kUnsignedByte, "VEC4");
    attributes()["WEIGHTS_" + std::to_string(set)] = floats(weights, "VEC4");
  }
};

const Primitive& primitiveOf(const Model& model) {
  return model.meshes.at(0).primitives.at(0);
}

TEST(Skins, JointsPointToTheModelsNodes) {
  for (const VrmVersion version : {VrmVersion::v0, VrmVersion::v1}) {
    Skinned file({.version = version});
    file.influence({0, 1, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0}, {1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0});
    const ModelPtr model = load(file);
    ASSERT_EQ(model->skins.size(), 1U);
    EXPECT_EQ(model->skins[0].joints.at(0), model->boneNode[index(Bone::hips)]);
    EXPECT_EQ(model->skins[0].joints.at(1), model->boneNode[index(Bone::spine)]);
    EXPECT_EQ(model->skins[0].inverseBind.at(1), glm::mat4(1.0F));
    EXPECT_EQ(primitiveOf(*model).joints.at(1).x, 1);
  }
}

TEST(Skins, InverseBindMatricesAreRead) {
  Skinned file;
  std::vector<float> matrices(32, 0.0F);
  for (std::size_t i : {0U, 5U, 10U, 15U, 16U, 21U, 26U, 31U}) matrices[i] = 1.0F;
  matrices[28] = -3.0F;
  file.json["skins"][0]["inverseBindMatrices"] = file.floats(matrices, "MAT4");
  EXPECT_EQ(load(file)->skins[0].inverseBind[1][3], glm::vec4(-3, 0, 0, 1));

  file.json["skins"][0]["inverseBindMatrices"] = file.floats(std::vector<float>(16, 0.0F), "MAT4");
  EXPECT_THAT(refusal(file.build()), HasSubstr("has 2 joints but 1 matrices"));
  file.json["skins"][0]["inverseBindMatrices"] = 70;
  EXPECT_THAT(refusal(file.build()), HasSubstr("accessor 70 doesn't exist"));
  matrices[3] = std::numeric_limits<float>::infinity();
  file.json["skins"][0]["inverseBindMatrices"] = file.floats(matrices, "MAT4");
  EXPECT_THAT(refusal(file.build()), HasSubstr("matrix that is not finite"));
}

TEST(Skins, WeightsAreMadeToSumToOne) {
  Skinned file;
  file.influence({0, 1, 0, 0, 0, 1, 0, 0, 1, 0, 0, 0}, {1, 3, 0, 0, 0, 0, 0, 0, -1, 0.5F, 0, 0});
  const ModelPtr model = load(file);
  const Primitive& primitive = primitiveOf(*model);
  EXPECT_EQ(primitive.joints[0].x, 1);  // the strongest first
  EXPECT_EQ(primitive.weights[0], glm::vec4(0.75F, 0.25F, 0, 0));
  EXPECT_EQ(primitive.weights[1], glm::vec4(1, 0, 0, 0));
  EXPECT_EQ(primitive.weights[2], glm::vec4(1, 0, 0, 0));
  EXPECT_EQ(primitive.joints[2].x, 0);
}

TEST(Skins, NormalisedWeights) {
  Skinned file;
  file.influence({0, 1, 0, 0, 0, 1, 0, 0, 1, 0, 0, 0}, std::vector<float>(12, 0.25F));
  file.attributes()["WEIGHTS_0"] =
      file.accessor<std::uint8_t>({51, 204, 0, 0, 255, 0, 0, 0, 255, 0, 0, 0}, kUnsignedByte, "VEC4", true);
  const ModelPtr model = load(file);
  EXPECT_NEAR(primitiveOf(*model).weights[0].x, 0.8F, 1e-5F);
}

TEST(Skins, TheFourStrongestOfEightStay) {
  Skinned file;
  for (int i = 0; i < 6; ++i) file.json["skins"][0]["joints"].push_back(file.node[index(Bone::head)]);
  file.influence({0, 1, 2, 3, 0, 0, 0, 0, 0, 0, 0, 0}, {0.1F, 0.2F, 0.05F, 0.15F, 1, 0, 0, 0, 1, 0, 0, 0});
  file.influence({4, 5, 6, 7, 0, 0, 0, 0, 0, 0, 0, 0}, {0.3F, 0.1F, 0.05F, 0.05F, 0, 0, 0, 0, 0, 0, 0, 0}, 1);
  const ModelPtr model = load(file);
  EXPECT_EQ(primitiveOf(*model).joints[0].x, 4);
  EXPECT_EQ(primitiveOf(*model).joints[0].y, 1);
  EXPECT_EQ(primitiveOf(*model).joints[0].z, 3);
  EXPECT_NEAR(primitiveOf(*model).weights[0].x, 0.4F, 1e-5F);
}

TEST(Skins, JointsThatTheSkinDoesntHaveLoseTheirShare) {
  Skinned file;
  file.influence({1, 9, 0, 0, 9, 9, 9, 9, 0, 9, 0, 0}, {0.5F, 0.5F, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0});
  const ModelPtr model = load(file);
  const Primitive& primitive = primitiveOf(*model);
  EXPECT_TRUE(warns(*model, "joints that its skin doesn't have"));
  for (std::size_t v = 0; v < 3; ++v)
    for (int c = 0; c < 4; ++c) EXPECT_LT(primitive.joints[v][c], 2) << v;
  for (const glm::vec4& w : primitive.weights) EXPECT_NEAR(w.x + w.y + w.z + w.w, 1.0F, 1e-6F);
  EXPECT_NEAR(primitive.weights[0].x + primitive.weights[0].y, 1.0F, 1e-6F);
  EXPECT_EQ(primitive.joints[0].x == 1 ? primitive.weights[0].x : primitive.weights[0].y, 1.0F);
}

TEST(Skins, JointsAreFittedToEverySkinThatShowsTheMesh) {
  Skinned file;
  file.influence({1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0}, {1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0});
  const int small = file.add("skins", {{"joints", {file.node[index(Bone::head)]}}});
  file.add("nodes", {{"mesh", 0}, {"skin", small}});
  const ModelPtr model = load(file);
  for (const glm::u16vec4& joints : primitiveOf(*model).joints) EXPECT_EQ(joints.x, 0);
}

TEST(Skins, SkinFaults) {
  Skinned nowhere;
  nowhere.json["skins"][0]["joints"] = {0, 4711};
  EXPECT_THAT(refusal(nowhere.build()), HasSubstr("has node 4711 as a joint"));
  Skinned empty;
  empty.json["skins"][0]["joints"] = Json::array();
  EXPECT_THAT(refusal(empty.build()), HasSubstr("no joints"));
}

TEST(Skins, MeshWithoutInfluencesUnderASkinIsRigid) {
  const ModelPtr model = load(Skinned());
  EXPECT_TRUE(model->hasMesh());
  EXPECT_TRUE(primitiveOf(*model).joints.empty());
}

}  // namespace
}  // namespace lead::test
