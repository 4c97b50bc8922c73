// The humanoid map and the normalised rig, for both versions and any rest rotations.
#include <gmock/gmock.h>

#include <glm/geometric.hpp>

#include "humanoid_glb.h"

namespace lead::test {
namespace {

using testing::AllOf;
using testing::HasSubstr;

void expectRestPositions(const Model& model) {
  for (std::size_t i = 0; i < kBoneCount; ++i) {
    const Bone bone = boneAt(i);
    if (!model.skeleton.has(bone)) continue;
    EXPECT_LT(glm::length(model.skeleton.restOf(bone) - restPosition(bone)), 2e-5F) << name(bone);
  }
}

TEST(Humanoid, RigIsTheSameForEveryVersionFacingScaleAndRestRotation) {
  for (const VrmVersion version : {VrmVersion::v0, VrmVersion::v1})
    for (const bool wrongFacing : {false, true})
      for (const bool rotatedRest : {false, true})
        for (const float rootScale : {1.0F, 0.01F}) {
          HumanoidOptions options{version, wrongFacing, rotatedRest, true, rootScale, kIdentity, {}};
          if (rotatedRest) options.rootRotation = glm::quat(0.7F, -0.7F, 0.1F, 0.0F);
          SCOPED_TRACE(testing::Message()
                       << "version " << static_cast<int>(version) << " wrong " << wrongFacing << " rotated "
                       << rotatedRest << " scale " << rootScale);
          const ModelPtr model = load(makeHumanoid(options));
          EXPECT_EQ(model->meta.version, version);
          EXPECT_EQ(model->turned, (version == VrmVersion::v0) != wrongFacing);
          EXPECT_EQ(warns(*model, "unlike its VRM version"), wrongFacing);
          for (const int node : model->boneNode) EXPECT_GE(node, 0);
          expectRestPositions(*model);
        }
}

TEST(Humanoid, TheTurnIsANodeOfItsOwnAtTheFront) {
  const ModelPtr model = load(makeHumanoid({.version = VrmVersion::v0}));
  ASSERT_TRUE(model->turned);
  EXPECT_EQ(model->nodes[0].parent, -1);
  const glm::vec3 front = model->nodes[0].rotation * glm::vec3(0.0F, 0.0F, 1.0F);
  EXPECT_NEAR(front.z, -1.0F, 1e-6F);
  EXPECT_EQ(model->nodes[1].name, "Root");
  EXPECT_EQ(model->nodes[1].parent, 0);
}

TEST(Humanoid, ParentsComeFirst) {
  Humanoid file = makeHumanoid({.everyBone = true});
  // the root at the end of the file: every child is listed before its parent
  Json& nodes = file.json["nodes"];
  const std::size_t last = nodes.size() - 1;
  for (Json& node : nodes)
    if (node.contains("children"))
      for (Json& child : node["children"]) child = last - child.get<std::size_t>();
  std::reverse(nodes.begin(), nodes.end());
  for (auto& [boneName, bone] : file.extension()["humanoid"]["humanBones"].items())
    bone["node"] = last - bone["node"].get<std::size_t>();
  const ModelPtr model = load(file);
  for (std::size_t i = 0; i < model->nodes.size(); ++i)
    EXPECT_LT(model->nodes[i].parent, static_cast<int>(i));
  expectRestPositions(*model);
}

TEST(Humanoid, BonesKnowTheirNodesAndNodesTheirBones) {
  const ModelPtr model = load(makeHumanoid({.version = VrmVersion::v0, .everyBone = true}));
  for (std::size_t i = 0; i < kBoneCount; ++i) {
    const Node& node = model->nodes[static_cast<std::size_t>(model->boneNode[i])];
    EXPECT_EQ(node.bone, static_cast<int>(i));
    EXPECT_EQ(node.name,
              "Bone " + std::string(name(boneAt(i))));  // thumbs included: 0.x calls them otherwise
  }
}

TEST(Humanoid, OptionalBonesThatAreAbsentAreAbsent) {
  const ModelPtr model = load(makeHumanoid());
  EXPECT_EQ(model->boneNode[index(Bone::leftIndexProximal)], -1);
  EXPECT_FALSE(model->skeleton.has(Bone::chest));
  EXPECT_TRUE(model->warnings.empty());
  EXPECT_EQ(model->skeleton.parent[index(Bone::head)], static_cast<int>(index(Bone::spine)));
}

TEST(Humanoid, MissingRequiredBonesAreListed) {
  EXPECT_EQ(refusal(makeHumanoid({.without = {Bone::head, Bone::rightFoot}}).build()),
            "the model lacks 2 of the 15 required humanoid bones: head, rightFoot");
}

TEST(Humanoid, ABoneThatPointsNowhere) {
  Humanoid file = makeHumanoid();
  file.map("spine", 999);
  EXPECT_THAT(refusal(file.build()), HasSubstr("spine points to node 999, but the file has 16 nodes"));
  file.map("spine", "text");
  EXPECT_THAT(refusal(file.build()), HasSubstr("spine points to node ?"));
}

TEST(Humanoid, ABoneThatIsGivenTwice) {
  Humanoid file = makeHumanoid({.version = VrmVersion::v0});
  file.map("hips", file.node[index(Bone::spine)]);
  EXPECT_THAT(refusal(file.build()), HasSubstr("the bone hips is given twice, as node 1 and as node 2"));
}

TEST(Humanoid, ANodeThatIsTwoBones) {
  Humanoid file = makeHumanoid();
  file.map("spine", file.node[index(Bone::hips)]);
  EXPECT_THAT(refusal(file.build()), HasSubstr("node 1 is both hips and spine"));

  Humanoid eyes = makeHumanoid();
  eyes.map("leftEye", eyes.node[index(Bone::head)]);
  const ModelPtr model = load(eyes);
  EXPECT_FALSE(model->skeleton.has(Bone::leftEye));
  EXPECT_TRUE(warns(*model, "leftEye is ignored"));
}

TEST(Humanoid, MinusOneMeansNoneAndUnknownBonesAreIgnored) {
  Humanoid file = makeHumanoid({.version = VrmVersion::v0});
  file.map("jaw", -1);
  file.map("tail", 1);
  const ModelPtr model = load(file);
  EXPECT_FALSE(model->skeleton.has(Bone::jaw));
  EXPECT_TRUE(warns(*model, "unknown bone, 'tail'"));
}

TEST(Humanoid, ArmsAndLegsWithoutLengthAreRefused) {
  for (const Bone bone : {Bone::leftLowerArm, Bone::rightHand, Bone::leftLowerLeg, Bone::rightFoot}) {
    Humanoid file = makeHumanoid();
    file.nodeOf(bone)["translation"] = {0, 0, 0};
    EXPECT_THAT(refusal(file.build()), AllOf(HasSubstr("has no length"), HasSubstr(name(bone))))
        << name(bone);
  }
}

TEST(Humanoid, ScaleOfZeroIsRefused) {
  Humanoid file = makeHumanoid();
  file.json["nodes"][0]["scale"] = {0, 0, 0};
  EXPECT_THAT(refusal(file.build()), HasSubstr("has no length"));
  file.json["nodes"][0]["scale"] = {1, 1, 0};
  EXPECT_THAT(refusal(file.build()), HasSubstr("scale of zero"));
}

TEST(Humanoid, PlacesBeyondAllMeasureAreRefused) {
  Humanoid file = makeHumanoid();
  file.nodeOf(Bone::leftHand)["translation"] = {1e30, 0, 0};
  EXPECT_THAT(refusal(file.build()), HasSubstr("'Bone leftHand' is beyond all measure"));
}

TEST(Humanoid, BonesHaveToHangTogether) {
  Humanoid file = makeHumanoid();
  Json& children = file.nodeOf(Bone::leftLowerArm)["children"];
  children.clear();
  file.nodeOf(Bone::hips)["children"].push_back(file.node[index(Bone::leftHand)]);
  EXPECT_THAT(refusal(file.build()), HasSubstr("leftHand is not below leftLowerArm"));
}

TEST(Humanoid, LeftAndRightInOnePlaceKeepTheVersionsFacing) {
  for (const VrmVersion version : {VrmVersion::v0, VrmVersion::v1}) {
    Humanoid file = makeHumanoid({.version = version});
    // everything into the plane x = 0; lengths stay, along y
    for (std::size_t i = 0; i < kBoneCount; ++i)
      if (file.node[i] >= 0) {
        Json& t = file.nodeOf(boneAt(i))["translation"];
        t = {0.0, t[1].get<float>() + 0.1F, t[2]};
      }
    const ModelPtr model = load(file);
    EXPECT_EQ(model->turned, version == VrmVersion::v0);
    EXPECT_TRUE(warns(*model, "can't be told apart"));
  }
}

TEST(Humanoid, ModelWithoutMeshIsAModel) {
  const ModelPtr model = load(makeHumanoid());
  EXPECT_FALSE(model->hasMesh());
  EXPECT_EQ(model->restWorld.size(), model->nodes.size());
}

}  // namespace
}  // namespace lead::test
