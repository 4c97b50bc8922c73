// Whatever the bytes: a model or a ModelError, never anything else. Run it under the asan preset to see that
// nothing is read or written out of bounds on the way.
#include <gtest/gtest.h>

#include <random>

#include "humanoid_glb.h"
#include "png.h"

namespace lead::test {
namespace {

/// A file that uses every part of the loader.
Bytes seedFile(VrmVersion version) {
  Humanoid file = makeHumanoid({.version = version, .rotatedRest = true});
  file.add("images", {{"bufferView", file.view(makePng(8, 8))}, {"mimeType", "image/png"}});
  file.add("images", {{"bufferView", file.view(makeJpeg(8, 8))}, {"mimeType", "image/jpeg"}});
  file.json["textures"] = {{{"source", 0}}, {{"source", 1}}};
  file.json["materials"] = {{{"pbrMetallicRoughness", {{"baseColorTexture", {{"index", 1}}}}}}};
  file.extension()["materialProperties"] = {{{"shader", "VRM/MToon"},
                                             {"textureProperties", {{"_MainTex", 0}}},
                                             {"vectorProperties", {{"_Color", {1, 0, 0, 1}}}}}};
  const int skin = file.add(
      "skins",
      {{"joints", {1, 2, 3}}, {"inverseBindMatrices", file.floats(std::vector<float>(48, 0.5F), "MAT4")}});
  const int morph = file.accessorOver(-1, kFloat, "VEC3", 4);
  const int indexView = file.view({1, 0});
  const int valueView = file.view(GlbBuilder::bytesOf<float>({1, 2, 3}));
  file.json["accessors"][static_cast<std::size_t>(morph)]["sparse"] = {
      {"count", 1},
      {"indices", {{"bufferView", indexView}, {"componentType", kUnsignedShort}}},
      {"values", {{"bufferView", valueView}}}};
  file.addMesh({{"attributes",
                 {{"POSITION", file.floats({0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0}, "VEC3")},
                  {"TEXCOORD_0", file.accessor<std::uint8_t>({0, 0, 255, 0, 0, 255, 255, 255}, kUnsignedByte,
                                                             "VEC2", true)},
                  {"JOINTS_0", file.accessor<std::uint8_t>({0, 1, 2, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2},
                                                           kUnsignedByte, "VEC4")},
                  {"WEIGHTS_0", file.floats({1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0}, "VEC4")}}},
                {"mode", 5},
                {"material", 0},
                {"indices", file.accessor<std::uint16_t>({0, 1, 2, 3}, kUnsignedShort, "SCALAR")},
                {"targets", {{{"POSITION", morph}}}}},
               skin);
  return file.build();
}

class Mutation : public testing::TestWithParam<VrmVersion> {
 protected:
  /// Loads the bytes; counts what came of it. Anything but a ModelError fails the test by getting out.
  void tryLoad(const Bytes& bytes) {
    try {
      const ModelPtr model = loadModel(bytes);
      for (const glm::vec3& place : model->skeleton.rest)
        ASSERT_TRUE(std::isfinite(place.x + place.y + place.z));
      ++loaded_;
    } catch (const ModelError& error) {
      ASSERT_STRNE(error.what(), "");
      ++refused_;
    }
  }
  int loaded_ = 0;
  int refused_ = 0;
};

TEST_P(Mutation, FlippedBytesLoadOrAreRefused) {
  const Bytes seed = seedFile(GetParam());
  ASSERT_EQ(refusal(seed), "");
  std::mt19937 random(20240607);
  for (int i = 0; i < 1500; ++i) {
    tryLoad(withFlippedBytes(seed, random));
  }
  EXPECT_GT(loaded_, 50);
  EXPECT_GT(refused_, 50);
}

TEST_P(Mutation, ChangedNumbersInTheJsonLoadOrAreRefused) {
  const Bytes seed = seedFile(GetParam());
  const std::size_t jsonEnd = 20 + (seed[12] | seed[13] << 8 | seed[14] << 16);
  std::vector<std::size_t> digits;
  for (std::size_t i = 20; i < jsonEnd; ++i)
    if (std::isdigit(seed[i]) != 0) digits.push_back(i);
  std::mt19937 random(7);
  for (int i = 0; i < 1500; ++i) {
    Bytes bytes = seed;
    const int changes = 1 + static_cast<int>(random() % 3);
    for (int k = 0; k < changes; ++k) {
      static constexpr char kReplacements[] = "0123456789-e.";
      bytes[digits[random() % digits.size()]] = static_cast<std::uint8_t>(kReplacements[random() % 13]);
    }
    tryLoad(bytes);
  }
  EXPECT_GT(loaded_, 50);
  EXPECT_GT(refused_, 50);
}

TEST_P(Mutation, TruncationsAreRefused) {
  const Bytes seed = seedFile(GetParam());
  std::mt19937 random(3);
  for (int i = 0; i < 200; ++i)
    tryLoad(Bytes(seed.begin(), seed.begin() + static_cast<std::ptrdiff_t>(random() % seed.size())));
  EXPECT_EQ(loaded_, 0);
}

TEST_P(Mutation, MissingMembersLoadOrAreRefused) {
  const Bytes seed = seedFile(GetParam());
  const std::size_t jsonEnd = 20 + (seed[12] | seed[13] << 8 | seed[14] << 16);
  const Json whole = Json::parse(seed.begin() + 20, seed.begin() + static_cast<std::ptrdiff_t>(jsonEnd));
  const Bytes binary(seed.begin() + static_cast<std::ptrdiff_t>(jsonEnd) + 8, seed.end());
  const Json flat = whole.flatten();
  for (const auto& [path, value] : flat.items())
    for (const Json& replacement : {Json("text"), Json(-1), Json(1e30), Json::array()}) {
      Json changed = whole;
      changed[Json::json_pointer(path)] = replacement;
      tryLoad(glbOf(changed.dump(), binary));
    }
  EXPECT_GT(loaded_, 50);
  EXPECT_GT(refused_, 50);
}

INSTANTIATE_TEST_SUITE_P(BothVersions, Mutation, testing::Values(VrmVersion::v0, VrmVersion::v1),
                         [](const auto& info) { return info.param == VrmVersion::v0 ? "v0" : "v1"; });

}  // namespace
}  // namespace lead::test
