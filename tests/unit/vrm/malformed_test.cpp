// ../shared/models/malformed: each refused for its own reasons, all of them named. negative-manifest.json
// there says what another importer makes of the usd_ files; where that repairs a file of three nodes (a bone
// that points nowhere, or is given twice), here it is also without 13 required bones, so it is refused.
#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <set>

#include "humanoid_glb.h"

namespace lead::test {
namespace {

using testing::ElementsAreArray;
using testing::HasSubstr;
namespace fs = std::filesystem;

const fs::path kFolder = fs::path(LEAD_SHARED_DIR) / "models" / "malformed";

struct Refusal {
  std::vector<std::string> ids;
  std::vector<const char*> words;
};

const std::map<std::string, Refusal> kRefusals{
    {"addon_draco.vrm",
     {{"extension.draco", "extension.draco"},
      {"KHR_draco_mesh_compression", "export the model without Draco compression", "the mesh 'Plane'"}}},
    {"addon_empty.vrm", {{"file.not-vrm"}, {"neither the extension VRM nor VRMC_vrm"}}},
    {"usd_badext.vrm",
     {{"meta.shape", "humanoid.bone-node", "humanoid.missing-bones"},
      {"'meta' is not a JSON object", "spine points to node 999", "lacks 13 of the 15"}}},
    {"usd_duplicate_humanoid_bone.vrm",
     {{"humanoid.bone-twice", "humanoid.missing-bones"},
      {"hips is given twice, as node 1 and as node 2", "lacks 13 of the 15"}}},
    {"usd_invalid.vrm", {{"file.not-vrm"}, {"doesn't begin as a binary glTF"}}},
    {"usd_malformed_glb_json.vrm", {{"json.malformed"}, {"JSON is malformed at byte 1"}}},
    {"usd_nonfinite_transform.vrm",
     {{"json.not-finite", "humanoid.missing-bones", "node.not-finite"},
      {"NaN or Infinity", "'hips' has a translation", "lacks 13 of the 15"}}},
    {"usd_nonobject_vrm_extension.vrm", {{"vrm.shape"}, {"VRMC_vrm is not a JSON object"}}},
    {"usd_unmapped_humanoid_node.vrm",
     {{"humanoid.bone-node", "humanoid.missing-bones"},
      {"spine points to node 999, but the file has 3 nodes", "lacks 13 of the 15"}}},
};

const std::set<std::string> kUsable{"addon_extensions_required.vrm"};  // all that it requires are VRM's own

TEST(Malformed, EveryFileIsRefusedForItsOwnReasons) {
  if (!fs::exists(kFolder)) GTEST_SKIP() << "no shared models at " << kFolder;
  std::size_t seen = 0;
  for (const auto& entry : fs::directory_iterator(kFolder)) {
    if (entry.path().extension() != ".vrm") continue;
    const std::string name = entry.path().filename().string();
    SCOPED_TRACE(name);
    if (kUsable.count(name) != 0) continue;
    ASSERT_EQ(kRefusals.count(name), 1U) << "a new file: say above what is wrong with it";
    const Refusal& expected = kRefusals.at(name);
    const Bytes bytes = readModelFile(entry.path());
    EXPECT_THAT(faultIds(bytes), ElementsAreArray(expected.ids));
    for (const char* words : expected.words) EXPECT_THAT(refusal(bytes), HasSubstr(words));
    ++seen;
  }
  EXPECT_EQ(seen, kRefusals.size()) << "a file of the list is gone";
}

TEST(Malformed, WhatIsMerelyUnusualLoads) {
  if (!fs::exists(kFolder)) GTEST_SKIP() << "no shared models at " << kFolder;
  for (const std::string& name : kUsable) EXPECT_EQ(refusal(readModelFile(kFolder / name)), "") << name;
}

/// The files that the manifest names are there under other names, or not at all; their faults are made here.
TEST(Malformed, EveryFixtureOfTheManifestHasItsOutcomeHere) {
  if (!fs::exists(kFolder)) GTEST_SKIP() << "no shared models at " << kFolder;
  const std::map<std::string, const char*> outcomes{
      {"malformed-glb-json", "refused"},           {"dangling-texture-index", "warned"},
      {"nonfinite-transform", "refused"},          {"nonobject-vrm-extension", "refused"},
      {"out-of-range-joints", "warned"},           {"unmapped-humanoid-node", "refused"},
      {"duplicate-humanoid-bone", "refused"},      {"oob-expression-morph", "warned"},
      {"missing-spring-collider-group", "warned"},
  };
  std::ifstream file(kFolder / "negative-manifest.json");
  const Json manifest = Json::parse(file);
  ASSERT_FALSE(manifest["fixtures"].empty());
  for (const Json& fixture : manifest["fixtures"])
    EXPECT_EQ(outcomes.count(fixture["id"].get<std::string>()), 1U) << fixture["id"];
}

// The manifest's faults in files that are whole otherwise.

TEST(MalformedFixture, DanglingTextureIndex) {
  Humanoid file = makeHumanoid();
  file.json["materials"] = {{{"pbrMetallicRoughness", {{"baseColorTexture", {{"index", 3}}}}}}};
  EXPECT_TRUE(finds(*load(file), "material.texture"));
}

TEST(MalformedFixture, NonfiniteTransform) {
  const Humanoid file = makeHumanoid();
  std::string text = file.json.dump();
  const std::string member = "\"translation\":[";
  const std::size_t at = text.find(member) + member.size();
  text.replace(at, text.find(',', at) - at, "NaN");
  EXPECT_THAT(faultIds(glbOf(text)), ElementsAreArray({"json.not-finite", "node.not-finite"}));
}

TEST(MalformedFixture, OutOfRangeJoints) {
  Humanoid file = makeHumanoid();
  const int skin = file.add("skins", {{"joints", {1, 2}}});
  file.addMesh({{"attributes",
                 {{"POSITION", file.floats({0, 0, 0, 1, 0, 0, 0, 1, 0}, "VEC3")},
                  {"JOINTS_0",
                   file.accessor<std::uint8_t>({5, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0}, kUnsignedByte, "VEC4")},
                  {"WEIGHTS_0", file.floats({1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0}, "VEC4")}}}},
               skin);
  EXPECT_TRUE(finds(*load(file), "mesh.joints"));
}

TEST(MalformedFixture, UnmappedHumanoidNode) {
  Humanoid file = makeHumanoid();
  file.map("spine", 999);
  EXPECT_THAT(faultIds(file.build()), ElementsAreArray({"humanoid.bone-node"}));
}

TEST(MalformedFixture, DuplicateHumanoidBone) {
  Humanoid file = makeHumanoid({.version = VrmVersion::v0});
  file.map("hips", 0);
  EXPECT_THAT(faultIds(file.build()), ElementsAreArray({"humanoid.bone-twice"}));
}

TEST(MalformedFixture, OutOfBoundsExpressionMorph) {
  Humanoid file = makeHumanoid();
  file.addTriangle();
  const auto node = file.json["nodes"].size() - 1;
  file.extension()["expressions"]["preset"]["happy"]["morphTargetBinds"] = {
      {{"node", node}, {"index", 7}, {"weight", 1}}};
  EXPECT_TRUE(finds(*load(file), "expression.morph"));
}

TEST(MalformedFixture, MissingSpringColliderGroup) {
  Humanoid file = makeHumanoid();
  file.json["extensions"]["VRMC_springBone"] = {
      {"springs",
       {{{"joints", {{{"node", file.node[index(Bone::spine)]}}, {{"node", file.node[index(Bone::head)]}}}},
         {"colliderGroups", {5}}}}}};
  EXPECT_TRUE(finds(*load(file), "collider.group"));
}

}  // namespace
}  // namespace lead::test
