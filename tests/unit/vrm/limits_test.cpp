// Files that ask for too much: each limit has its own refusal.
#include <gmock/gmock.h>

#include "humanoid_glb.h"

namespace lead::test {
namespace {

using testing::HasSubstr;

Humanoid meshFile() {
  Humanoid file = makeHumanoid();
  Json& primitive = file.addTriangle();
  primitive["targets"] = {{{"POSITION", primitive["attributes"]["POSITION"]}}};
  file.add("skins", {{"joints", {1, 2}}});
  return file;
}

/// The refusal under one limit set to `value`.
template <typename Limit>
std::string under(Limit LoadLimits::*limit, std::size_t value) {
  LoadLimits limits;
  limits.*limit = value;
  return refusal(meshFile().build(), limits);
}

TEST(Limits, TheFileIsWithinThem) {
  EXPECT_EQ(refusal(meshFile().build()), "");
}

TEST(Limits, EachIsNamed) {
  EXPECT_THAT(under(&LoadLimits::fileBytes, 100), HasSubstr("too large"));
  EXPECT_THAT(under(&LoadLimits::jsonBytes, 100), HasSubstr("JSON is too large"));
  EXPECT_THAT(under(&LoadLimits::jsonValues, 20), HasSubstr("too many values: the limit is 20"));
  EXPECT_THAT(under(&LoadLimits::jsonDepth, 3), HasSubstr("nested too deep"));
  EXPECT_THAT(under(&LoadLimits::nodes, 16), HasSubstr("17 nodes, the limit is 16"));
  EXPECT_THAT(under(&LoadLimits::meshes, 0), HasSubstr("1 meshes, the limit is 0"));
  EXPECT_THAT(under(&LoadLimits::primitives, 0), HasSubstr("1 mesh primitives, the limit is 0"));
  EXPECT_THAT(under(&LoadLimits::skins, 0), HasSubstr("1 skins, the limit is 0"));
  EXPECT_THAT(under(&LoadLimits::joints, 1), HasSubstr("2 joints, the limit is 1"));
  EXPECT_THAT(under(&LoadLimits::accessors, 0), HasSubstr("accessors, the limit is 0"));
  EXPECT_THAT(under(&LoadLimits::vertices, 2), HasSubstr("too many vertices: the limit is 2"));
  EXPECT_THAT(under(&LoadLimits::indices, 2), HasSubstr("limit is 2"));
  EXPECT_THAT(under(&LoadLimits::morphsPerPrimitive, 0), HasSubstr("1 morph targets, the limit is 0"));
  EXPECT_THAT(under(&LoadLimits::morphValues, 2), HasSubstr("too many morph values: the limit is 2"));
  EXPECT_THAT(under(&LoadLimits::elementsRead, 5), HasSubstr("too much data"));
}

TEST(Limits, HugeCountsCostNothing) {
  for (const std::int64_t count :
       {std::int64_t{2000000000}, std::int64_t{9000000000000000000}, std::int64_t{-1}}) {
    Humanoid file = meshFile();
    file.json["accessors"][0]["count"] = count;
    EXPECT_NE(refusal(file.build()), "") << count;
    file.json["accessors"][0].erase("bufferView");  // then no data bounds it
    EXPECT_NE(refusal(file.build()), "") << count;
  }
}

TEST(Limits, ManyPartsOverOneHugeAccessorAreBounded) {
  Humanoid file = makeHumanoid();
  const int positions = file.accessorOver(-1, kFloat, "VEC3", 1'000'000);
  const int indices = file.accessor<std::uint8_t>({0, 1, 2}, kUnsignedByte, "SCALAR");
  Json& primitive = file.addMesh({{"attributes", {{"POSITION", positions}}}, {"indices", indices}});
  const Json copy = primitive;
  for (int i = 0; i < 4000; ++i) file.json["meshes"][0]["primitives"].push_back(copy);
  LoadLimits limits;
  limits.elementsRead = 10'000'000;
  EXPECT_THAT(refusal(file.build(), limits), HasSubstr("too much data"));
}

TEST(Limits, ManyWarningsAreCounted) {
  Humanoid file = makeHumanoid({.version = VrmVersion::v0});
  for (int i = 0; i < 500; ++i) file.map("tail" + std::to_string(i), 1);
  const ModelPtr model = load(file);
  EXPECT_EQ(model->warnings.size(), LoadLimits{}.warnings + 1);
  EXPECT_TRUE(warns(*model, "450 more warnings"));
}

}  // namespace
}  // namespace lead::test
