// Files that ask for too much: each limit of limits.h has its own refusal, or leaves out what is over it.
// Those of expressions, springs and most of those of motions and pictures are tested beside what they bound.
#include <gmock/gmock.h>

#include "humanoid_glb.h"
#include "motion_glb.h"
#include "png.h"

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

/// A file with one more of everything than the tests below allow.
Humanoid fileOfMany() {
  Humanoid file = meshFile();
  for (const char* section : {"materials", "textures", "samplers", "images", "scenes", "animations"})
    for (int i = 0; i < 3; ++i) file.add(section, Json::object());
  for (int i = 0; i < 4; ++i) file.view({1, 2, 3, 4});
  return file;
}

TEST(Limits, OfEverySectionOfTheFile) {
  struct Case {
    std::size_t LoadLimits::*limit;
    std::vector<std::string> ids;
  };
  const std::vector<Case> cases{
      {&LoadLimits::materials, {"limit.materials"}},
      {&LoadLimits::textures, {"limit.textures", "limit.samplers"}},
      {&LoadLimits::images, {"limit.images"}},
      {&LoadLimits::skins, {"limit.skins"}},
      {&LoadLimits::meshes, {"limit.meshes"}},
      {&LoadLimits::buffers, {"limit.buffers"}},
      {&LoadLimits::accessors, {"limit.bufferViews", "limit.accessors"}},
      {&LoadLimits::nodes, {"limit.nodes", "limit.scenes", "limit.animations"}},
  };
  for (const Case& c : cases) {
    LoadLimits limits;
    limits.*c.limit = 0;
    EXPECT_THAT(faultIds(fileOfMany().build(), limits), testing::IsSupersetOf(c.ids)) << c.ids.front();
  }
  EXPECT_EQ(refusal(fileOfMany().build()), "");
}

TEST(Limits, IdsOfTheOthers) {
  struct Case {
    std::size_t LoadLimits::*limit;
    std::size_t value;
    const char* id;
  };
  for (const Case& c :
       {Case{&LoadLimits::fileBytes, 100, "file.too-large"},
        Case{&LoadLimits::jsonBytes, 100, "json.too-large"},
        Case{&LoadLimits::jsonValues, 20, "json.too-many-values"},
        Case{&LoadLimits::jsonDepth, 3, "json.too-deep"},
        Case{&LoadLimits::primitives, 0, "limit.primitives"},
        Case{&LoadLimits::morphsPerPrimitive, 0, "limit.morphs"},
        Case{&LoadLimits::joints, 1, "limit.joints"}, Case{&LoadLimits::vertices, 2, "limit.vertices"},
        Case{&LoadLimits::morphValues, 2, "limit.morph-values"},
        Case{&LoadLimits::elementsRead, 5, "limit.data"}}) {
    LoadLimits limits;
    limits.*c.limit = c.value;
    EXPECT_THAT(faultIds(meshFile().build(), limits), testing::ElementsAre(c.id));
  }
}

TEST(Limits, PicturesOverTheDecodedPixelsOfAllAreLeftOut) {
  Humanoid file = makeHumanoid();
  for (int i = 0; i < 3; ++i) file.add("images", {{"bufferView", file.view(makePng(16, 16))}});
  LoadLimits limits;
  limits.decodedPixels = 2 * 16 * 16;
  const ModelPtr model = loadModel(file.build(), limits);
  EXPECT_FALSE(model->images[1].rgba.empty());
  EXPECT_TRUE(model->images[2].rgba.empty());
  EXPECT_TRUE(finds(*model, "texture.too-large"));
}

TEST(Limits, OfMotions) {
  MotionFile file = makeVrma();
  file.turn(Bone::hips, {0.0F, 5.0F}, {kIdentity, kIdentity});
  file.vrma()["expressions"]["custom"]["a"] = {{"node", 0}};
  file.vrma()["expressions"]["custom"]["b"] = {{"node", 1}};
  LoadLimits seconds;
  seconds.motionSeconds = 4.0F;
  EXPECT_THAT(motionRefusal(file.build(), seconds), HasSubstr("has a key at 5 s, the limit is 4 s"));
  LoadLimits expressions;
  expressions.motionExpressions = 1;
  EXPECT_THAT(motionRefusal(file.build(), expressions), HasSubstr("more than 1 expressions"));
  EXPECT_EQ(motionRefusal(file.build()), "");
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
