// The hierarchy of nodes and their transforms.
#include <gmock/gmock.h>

#include <glm/geometric.hpp>

#include "humanoid_glb.h"

namespace lead::test {
namespace {

using testing::AllOf;
using testing::HasSubstr;

TEST(Nodes, ACycleIsRefused) {
  Humanoid file = makeHumanoid();
  const int a = file.add("nodes", {{"name", "a"}});
  const int b = file.add("nodes", {{"name", "b"}, {"children", {a}}});
  file.json["nodes"][static_cast<std::size_t>(a)]["children"] = {b};
  EXPECT_THAT(refusal(file.build()), HasSubstr("'a' is its own ancestor"));
}

TEST(Nodes, ANodeThatIsItsOwnChild) {
  Humanoid file = makeHumanoid();
  file.add("nodes", {{"name", "self"}, {"children", {file.json["nodes"].size()}}});
  EXPECT_THAT(refusal(file.build()), HasSubstr("'self' is its own ancestor"));
}

TEST(Nodes, TwoParentsAreRefused) {
  Humanoid file = makeHumanoid();
  file.add("nodes", {{"children", {file.node[index(Bone::head)]}}});
  EXPECT_THAT(refusal(file.build()), HasSubstr("'Bone head' has two parents"));
}

TEST(Nodes, AChildThatDoesntExist) {
  Humanoid file = makeHumanoid();
  file.nodeOf(Bone::head)["children"] = {4711};
  EXPECT_THAT(refusal(file.build()), HasSubstr("'Bone head' has a child that doesn't exist"));
  file.nodeOf(Bone::head)["children"] = {-1};
  EXPECT_THAT(refusal(file.build()), HasSubstr("has a child that doesn't exist"));
}

TEST(Nodes, MeshAndSkinThatDontExist) {
  Humanoid file = makeHumanoid();
  file.nodeOf(Bone::head)["mesh"] = 3;
  file.nodeOf(Bone::head)["skin"] = 4;
  EXPECT_THAT(refusal(file.build()), AllOf(HasSubstr("uses mesh 3"), HasSubstr("uses skin 4")));
}

TEST(Nodes, TransformsOfTheWrongShape) {
  for (const char* key : {"translation", "rotation", "scale", "matrix"}) {
    Humanoid file = makeHumanoid();
    file.nodeOf(Bone::head)[key] = {1, 2};
    EXPECT_THAT(refusal(file.build()), HasSubstr(std::string("has a ") + key + " that isn't")) << key;
    file.nodeOf(Bone::head)[key] = "text";
    EXPECT_THAT(refusal(file.build()), HasSubstr(std::string("has a ") + key + " that isn't")) << key;
  }
}

TEST(Nodes, RotationsAreMadeUnitAndZeroIsLeftOut) {
  Humanoid file = makeHumanoid();
  file.add("nodes", {{"name", "long"}, {"rotation", {0, 0, 0, 7}}});
  file.add("nodes", {{"name", "none"}, {"rotation", {0, 0, 0, 0}}});
  const ModelPtr model = load(file);
  for (const Node& node : model->nodes) EXPECT_NEAR(glm::dot(node.rotation, node.rotation), 1.0F, 1e-5F);
  EXPECT_TRUE(warns(*model, "'none' has a rotation of length zero"));
}

TEST(Nodes, AMatrixBecomesTranslationRotationScale) {
  Humanoid file = makeHumanoid();
  // a quarter turn about Z, mirrored in its own x, twice as long in y
  file.add("nodes", {{"name", "m"}, {"matrix", {0, -1, 0, 0, -2, 0, 0, 0, 0, 0, 1, 0, 5, 6, 7, 1}}});
  const ModelPtr model = load(file);
  const Node& node = model->nodes.back();
  ASSERT_EQ(node.name, "m");
  EXPECT_EQ(node.translation, glm::vec3(5, 6, 7));
  const glm::mat4& world = model->restWorld.back();
  EXPECT_NEAR(glm::length(world[0] - glm::vec4(0, -1, 0, 0)), 0.0F, 1e-5F);
  EXPECT_NEAR(glm::length(world[1] - glm::vec4(-2, 0, 0, 0)), 0.0F, 1e-5F);
  EXPECT_NEAR(glm::length(world[2] - glm::vec4(0, 0, 1, 0)), 0.0F, 1e-5F);
  EXPECT_TRUE(model->warnings.empty());
}

TEST(Nodes, ShearAndFlatMatricesAreReported) {
  Humanoid file = makeHumanoid();
  file.add("nodes", {{"name", "sheared"}, {"matrix", {1, 0, 0, 0, 1, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1}}});
  file.add("nodes", {{"name", "flat"}, {"matrix", {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1}}});
  const ModelPtr model = load(file);
  EXPECT_TRUE(warns(*model, "'sheared' has a matrix with shear"));
  EXPECT_TRUE(warns(*model, "'flat' has a matrix"));
}

TEST(Nodes, AFileWithoutScenesShowsEverything) {
  Humanoid file = makeHumanoid();
  file.addTriangle();
  EXPECT_TRUE(load(file)->hasMesh());
}

TEST(Nodes, MeshesOutsideOfTheSceneAreNotShown) {
  Humanoid file = makeHumanoid();
  file.addTriangle();
  file.json["scenes"] = {{{"nodes", {0}}}, {{"nodes", {0, file.json["nodes"].size() - 1}}}};
  const ModelPtr first = load(file);
  EXPECT_FALSE(first->hasMesh());
  EXPECT_TRUE(warns(*first, "not in the file's scene"));
  file.json["scene"] = 1;
  EXPECT_TRUE(load(file)->hasMesh());
}

TEST(Nodes, SceneThatDoesntExist) {
  Humanoid file = makeHumanoid();
  file.json["scenes"] = {{{"nodes", {0}}}};
  file.json["scene"] = 3;
  EXPECT_THAT(refusal(file.build()), HasSubstr("scene doesn't exist"));
  file.json["scene"] = 0;
  file.json["scenes"] = {{{"nodes", {4711}}}};
  EXPECT_THAT(refusal(file.build()), HasSubstr("scene has a node that doesn't exist"));
}

TEST(Nodes, AChainOfThousandsOfNodesLoads) {
  Humanoid file = makeHumanoid();
  for (int i = 0; i < 8000; ++i) {
    const std::size_t self = file.json["nodes"].size();
    file.add("nodes", {{"children", {self + 1}}});
  }
  file.add("nodes", Json::object());
  EXPECT_EQ(load(file)->nodes.size(), 16U + 8001U);
}

}  // namespace
}  // namespace lead::test
