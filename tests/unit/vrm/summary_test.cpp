// What lead-tool inspect says of a file.
#include "vrm/summary.h"

#include <gmock/gmock.h>

#include <filesystem>

#include "humanoid_glb.h"
#include "motion_glb.h"
#include "png.h"

namespace lead::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;
namespace fs = std::filesystem;

/// One of everything that is counted.
Humanoid wholeFile() {
  Humanoid file = makeHumanoid();
  file.extension()["meta"] = {{"name", "Ann"}, {"version", "2"}, {"authors", {"Bea"}}};
  file.add("images", {{"name", "Face"}, {"bufferView", file.view(makePng(8, 4))}});
  file.add("textures", {{"source", 0}});
  file.add("materials",
           {{"extensions", {{"VRMC_materials_mtoon", {{"outlineWidthMode", "worldCoordinates"}}}}}});
  file.add("materials", {{"alphaMode", "BLEND"}, {"extensions", {{"KHR_materials_unlit", Json::object()}}}});
  file.add("materials", Json::object());
  Json& primitive = file.addTriangle();
  primitive["targets"] = {{{"POSITION", primitive["attributes"]["POSITION"]}}};
  file.add("skins", {{"joints", {1, 2}}});
  const int head = file.node[index(Bone::head)];
  const int spine = file.node[index(Bone::spine)];
  file.extension()["expressions"] = {{"preset", {{"happy", Json::object()}}},
                                     {"custom", {{"wink", Json::object()}}}};
  file.extension()["lookAt"] = {{"type", "expression"}};
  file.json["extensions"]["VRMC_springBone"] = {
      {"colliders",
       {{{"node", head}, {"shape", {{"sphere", {{"radius", 0.1}}}}}},
        {{"node", head}, {"shape", {{"capsule", {{"radius", 0.1}, {"tail", {0, 1, 0}}}}}}}}},
      {"springs", {{{"joints", {{{"node", spine}}, {{"node", head}}}}}}}};
  file.json["nodes"][static_cast<std::size_t>(head)]["extensions"] = {
      {"VRMC_node_constraint", {{"constraint", {{"rotation", {{"source", spine}}}}}}}};
  return file;
}

TEST(Summary, OfAModel) {
  const Bytes bytes = wholeFile().build();
  const Inspection inspection = inspect(bytes);
  ASSERT_TRUE(inspection.usable());
  ASSERT_TRUE(inspection.model.has_value());
  EXPECT_EQ(inspection.bytes, bytes.size());
  const ModelSummary& m = *inspection.model;
  EXPECT_EQ(m.version, VrmVersion::v1);
  EXPECT_EQ(m.meta.name, "Ann");
  EXPECT_FALSE(m.licence.empty());
  EXPECT_NEAR(m.height, restPosition(Bone::head).y - restPosition(Bone::leftFoot).y, 1e-4F);
  EXPECT_EQ(m.bones.size(), 15U);
  EXPECT_EQ(m.bones.size() + m.missingBones.size(), kBoneCount);
  EXPECT_THAT(m.expressions, ElementsAre("happy"));
  EXPECT_THAT(m.customExpressions, ElementsAre("wink"));
  EXPECT_EQ(m.lookAt, "expression");
  EXPECT_EQ(m.springs, 1U);
  EXPECT_EQ(m.springJoints, 1U);
  EXPECT_EQ(m.sphereColliders, 1U);
  EXPECT_EQ(m.capsuleColliders, 1U);
  EXPECT_EQ(m.planeColliders, 0U);
  EXPECT_EQ(m.rotationConstraints, 1U);
  EXPECT_EQ(m.mtoonMaterials, 1U);
  EXPECT_EQ(m.unlitMaterials, 1U);
  EXPECT_EQ(m.pbrMaterials, 1U);
  EXPECT_EQ(m.transparentMaterials, 1U);
  EXPECT_EQ(m.outlinedMaterials, 1U);
  ASSERT_EQ(m.pictures.size(), 1U);
  EXPECT_EQ(m.pictures[0].width, 8U);
  EXPECT_EQ(m.pixels, 32U);
  EXPECT_EQ(m.vertices, 3U);
  EXPECT_EQ(m.triangles, 1U);
  EXPECT_EQ(m.morphs, 1U);
  EXPECT_EQ(m.joints, 2U);
}

TEST(Summary, AsText) {
  const std::string text = textOf(inspect(wholeFile().build()), "ann.vrm");
  EXPECT_THAT(text, HasSubstr("ann.vrm: usable"));
  EXPECT_THAT(text, HasSubstr("VRM 1.0, 'Ann', version '2'"));
  EXPECT_THAT(text, HasSubstr("Bea"));
  EXPECT_THAT(text, HasSubstr("1 sphere, 1 capsule"));
  EXPECT_THAT(text, HasSubstr("1 MToon, 1 unlit, 1 PBR, 1 transparent, 1 outlined"));
  EXPECT_THAT(text, HasSubstr("'Face' 8 x 4"));
  EXPECT_THAT(text, Not(HasSubstr("warning")));
}

TEST(Summary, WarningsAndFaultsHaveTheirIds) {
  Humanoid odd = wholeFile();
  odd.map("tail", 1);
  const Inspection inspection = inspect(odd.build());
  EXPECT_TRUE(inspection.usable());
  ASSERT_EQ(inspection.warnings.size(), 1U);
  EXPECT_THAT(textOf(inspection, "a.vrm"), HasSubstr("[humanoid.unknown-bone]"));

  const Inspection broken = inspect(makeHumanoid({.without = {Bone::head}}).build());
  EXPECT_FALSE(broken.usable());
  EXPECT_FALSE(broken.model.has_value());
  EXPECT_THAT(textOf(broken, "b.vrm"), HasSubstr("b.vrm: not usable"));
  EXPECT_THAT(textOf(broken, "b.vrm"), HasSubstr("[humanoid.missing-bones]"));
}

TEST(Summary, HostileNamesCantFakeALine) {
  Humanoid file = wholeFile();
  file.extension()["meta"]["name"] = "Ann\n  fault  none";
  file.json["images"][0]["name"] = "x\nwarning";
  const std::string text = textOf(inspect(file.build()), "a.vrm");
  EXPECT_THAT(text, Not(HasSubstr("\n  fault")));
  EXPECT_THAT(text, Not(HasSubstr("\nwarning")));
}

TEST(Summary, OfNothingThatIsKnown) {
  for (const Bytes& bytes : {Bytes{}, Bytes{1, 2, 3}, glbOf(R"({"asset":{"version":"2.0"}})")}) {
    const Inspection inspection = inspect(bytes);
    EXPECT_FALSE(inspection.usable());
    EXPECT_TRUE(inspection.motions.empty());
  }
}

TEST(Summary, OfAMotion) {
  MotionFile file = makeVrma();
  file.turn(Bone::spine, {0.0F, 1.0F, 2.5F}, {kIdentity, glm::quat(0.9F, 0.1F, 0.0F, 0.0F), kIdentity});
  const Inspection inspection = inspect(file.build());
  ASSERT_TRUE(inspection.usable());
  EXPECT_FALSE(inspection.model.has_value());
  ASSERT_EQ(inspection.motions.size(), 1U);
  const MotionSummary& m = inspection.motions[0];
  EXPECT_FLOAT_EQ(m.seconds, 2.5F);
  EXPECT_GE(m.keys, 3U);
  EXPECT_THAT(m.bones, ElementsAre("spine"));
  EXPECT_FALSE(m.movesHips);
  EXPECT_FALSE(m.movesGaze);
  EXPECT_THAT(textOf(inspection, "a.vrma"), HasSubstr("2.50 s"));
}

TEST(Summary, OfAMotionWithAFault) {
  MotionFile file = makeVrma();
  file.turn(Bone::spine, {1.0F, 0.5F}, {kIdentity, kIdentity});
  const Inspection inspection = inspect(file.build());
  EXPECT_FALSE(inspection.usable());
  ASSERT_EQ(inspection.faults.size(), 1U);
  EXPECT_EQ(inspection.faults[0].id, "animation.keys");
}

TEST(Summary, OfSharedMotions) {
  const fs::path file = fs::path(LEAD_SHARED_DIR) / "models" / "vrma" / "three_test.vrma";
  if (!fs::exists(file)) GTEST_SKIP() << "no shared models at " << file;
  const Inspection inspection = inspect(readModelFile(file));
  ASSERT_TRUE(inspection.usable());
  ASSERT_EQ(inspection.motions.size(), 1U);
  EXPECT_FLOAT_EQ(inspection.motions[0].seconds, 3.0F);
  EXPECT_THAT(inspection.motions[0].expressions, ElementsAre("happy"));
  EXPECT_TRUE(inspection.motions[0].movesGaze);
}

}  // namespace
}  // namespace lead::test
