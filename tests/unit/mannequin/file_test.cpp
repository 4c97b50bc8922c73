// The file itself: what a glTF reader that knows nothing of Lead would check.
#include <gmock/gmock.h>

#include <cmath>
#include <cstring>
#include <nlohmann/json.hpp>
#include <set>

#include "mannequin/mannequin.h"
#include "mannequin/mannequin_file.h"

namespace lead {
namespace {

using nlohmann::json;

std::uint32_t wordAt(std::size_t offset) {
  std::uint32_t word = 0;
  std::memcpy(&word, mannequinFile().data() + offset, 4);
  return word;
}

struct Glb {
  json root;
  std::span<const std::uint8_t> binary;
};

Glb parse() {
  const std::span<const std::uint8_t> file = mannequinFile();
  const std::uint32_t length = wordAt(12);
  return {json::parse(file.data() + 20, file.data() + 20 + length), file.subspan(28 + length)};
}

std::size_t elementSize(const json& accessor) {
  static const std::map<std::string, std::size_t> counts{
      {"SCALAR", 1}, {"VEC3", 3}, {"VEC4", 4}, {"MAT4", 16}};
  static const std::map<int, std::size_t> bytes{{5121, 1}, {5123, 2}, {5125, 4}, {5126, 4}};
  return counts.at(accessor["type"]) * bytes.at(accessor["componentType"]);
}

TEST(MannequinFile, IsUnderOneMegabyte) {
  EXPECT_GT(mannequinFile().size(), 100'000U);
  EXPECT_LT(mannequinFile().size(), 1'000'000U);
}

TEST(MannequinFile, IsMadeAnewByteForByte) {
  const std::vector<std::uint8_t> made = buildMannequin();
  const std::span<const std::uint8_t> linked = mannequinFile();
  ASSERT_EQ(made.size(), linked.size());
  EXPECT_TRUE(std::equal(made.begin(), made.end(), linked.begin()));
}

TEST(MannequinFile, HasAGlbHeaderAndAlignedChunks) {
  ASSERT_GT(mannequinFile().size(), 28U);
  EXPECT_EQ(wordAt(0), 0x46546C67U);
  EXPECT_EQ(wordAt(4), 2U);
  EXPECT_EQ(wordAt(8), mannequinFile().size());
  EXPECT_EQ(wordAt(12) % 4, 0U);
  EXPECT_EQ(wordAt(16), 0x4E4F534AU);
  const std::uint32_t binary = 20 + wordAt(12);
  EXPECT_EQ(wordAt(binary) % 4, 0U);
  EXPECT_EQ(wordAt(binary + 4), 0x004E4942U);
  EXPECT_EQ(binary + 8 + wordAt(binary), mannequinFile().size());
  EXPECT_EQ(parse().root["buffers"][0]["byteLength"], wordAt(binary));
}

TEST(MannequinFile, KeepsEveryViewAndAccessorInsideItsBuffer) {
  const Glb glb = parse();
  for (const json& view : glb.root["bufferViews"]) {
    EXPECT_EQ(view["byteOffset"].get<std::size_t>() % 4, 0U);
    EXPECT_LE(view["byteOffset"].get<std::size_t>() + view["byteLength"].get<std::size_t>(),
              glb.binary.size());
  }
  for (const json& accessor : glb.root["accessors"]) {
    if (!accessor.contains("bufferView")) continue;
    const json& view = glb.root["bufferViews"][accessor["bufferView"].get<std::size_t>()];
    EXPECT_EQ(accessor["count"].get<std::size_t>() * elementSize(accessor),
              view["byteLength"].get<std::size_t>());
  }
}

TEST(MannequinFile, StatesTheTrueBoundsOfEveryPosition) {
  const Glb glb = parse();
  std::size_t seen = 0;
  for (const json& mesh : glb.root["meshes"]) {
    for (const json& primitive : mesh["primitives"]) {
      const json& accessor = glb.root["accessors"][primitive["attributes"]["POSITION"].get<std::size_t>()];
      const json& view = glb.root["bufferViews"][accessor["bufferView"].get<std::size_t>()];
      for (int axis = 0; axis < 3; ++axis) {
        float low = INFINITY;
        float high = -INFINITY;
        for (std::size_t i = 0; i < accessor["count"]; ++i) {
          float value = 0.0F;
          std::memcpy(&value, glb.binary.data() + view["byteOffset"].get<std::size_t>() + 12 * i + 4 * axis,
                      4);
          low = std::min(low, value);
          high = std::max(high, value);
        }
        EXPECT_EQ(accessor["min"][axis].get<float>(), low);
        EXPECT_EQ(accessor["max"][axis].get<float>(), high);
        ++seen;
      }
    }
  }
  EXPECT_GE(seen, 3U * 10U);
}

TEST(MannequinFile, StoresMorphsSparselyWithRisingIndices) {
  const Glb glb = parse();
  std::size_t seen = 0;
  for (const json& accessor : glb.root["accessors"]) {
    if (!accessor.contains("sparse")) continue;
    const json& sparse = accessor["sparse"];
    const std::size_t count = sparse["count"];
    ASSERT_GE(count, 1U);
    const json& view = glb.root["bufferViews"][sparse["indices"]["bufferView"].get<std::size_t>()];
    int before = -1;
    for (std::size_t i = 0; i < count; ++i) {
      std::uint16_t index = 0;
      std::memcpy(&index, glb.binary.data() + view["byteOffset"].get<std::size_t>() + 2 * i, 2);
      EXPECT_GT(index, before);
      EXPECT_LT(index, accessor["count"].get<int>());
      before = index;
    }
    ++seen;
  }
  EXPECT_GE(seen, 12U);
}

TEST(MannequinFile, HasEveryPresetExpressionOfVrm) {
  const json preset = parse().root["extensions"]["VRMC_vrm"]["expressions"]["preset"];
  std::set<std::string> names;
  for (const auto& [name, expression] : preset.items()) names.insert(name);
  EXPECT_THAT(names, testing::UnorderedElementsAre("happy", "angry", "sad", "relaxed", "surprised", "aa",
                                                   "ih", "ou", "ee", "oh", "blink", "blinkLeft", "blinkRight",
                                                   "lookUp", "lookDown", "lookLeft", "lookRight", "neutral"));
}

TEST(MannequinFile, BindsEachExpressionToTheMorphOfItsName) {
  const json root = parse().root;
  const json preset = root["extensions"]["VRMC_vrm"]["expressions"]["preset"];
  for (const char* name : {"happy", "angry", "sad", "relaxed", "surprised", "aa", "ih", "ou", "ee", "oh",
                           "blinkLeft", "blinkRight"}) {
    SCOPED_TRACE(name);
    ASSERT_EQ(preset[name]["morphTargetBinds"].size(), 1U);
    const json& bind = preset[name]["morphTargetBinds"][0];
    const json& node = root["nodes"][bind["node"].get<std::size_t>()];
    const json& mesh = root["meshes"][node["mesh"].get<std::size_t>()];
    EXPECT_EQ(mesh["extras"]["targetNames"][bind["index"].get<std::size_t>()], name);
    for (const json& primitive : mesh["primitives"])
      EXPECT_EQ(primitive["targets"].size(), mesh["extras"]["targetNames"].size());
  }
  EXPECT_EQ(preset["blink"]["morphTargetBinds"].size(), 2U);
}

TEST(MannequinFile, SaysWhatVrmAsksFor) {
  const json root = parse().root;
  const json vrm = root["extensions"]["VRMC_vrm"];
  EXPECT_EQ(vrm["specVersion"], "1.0");
  EXPECT_THAT(root["extensionsUsed"], testing::UnorderedElementsAre("VRMC_vrm", "VRMC_materials_mtoon"));
  EXPECT_EQ(vrm["lookAt"]["type"], "bone");
  for (const char* range :
       {"rangeMapHorizontalInner", "rangeMapHorizontalOuter", "rangeMapVerticalDown", "rangeMapVerticalUp"})
    EXPECT_GT(vrm["lookAt"][range]["outputScale"].get<float>(), 0.0F) << range;
  EXPECT_EQ(vrm["firstPerson"]["meshAnnotations"].size(), 3U);
  EXPECT_EQ(vrm["meta"]["licenseUrl"], "https://vrm.dev/licenses/1.0/");
}

}  // namespace
}  // namespace lead
