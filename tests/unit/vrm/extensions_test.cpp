// What can't be read (KTX2, WebP, Draco, meshopt, extensions that aren't known) is refused by a stable id,
// with advice how to export; what has a fallback loads by it.
#include <gmock/gmock.h>

#include "humanoid_glb.h"
#include "png.h"

namespace lead::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

Bytes requiring(const std::string& extension) {
  Humanoid file = makeHumanoid();
  file.json["extensionsRequired"] = {extension};
  return file.build();
}

TEST(Extensions, RequiredOnesThatCantBeReadAreRefusedWithAdvice) {
  struct Case {
    const char *extension, *id, *advice;
  };
  for (const Case& c : {Case{"KHR_draco_mesh_compression", "extension.draco", "without Draco"},
                        Case{"EXT_meshopt_compression", "extension.meshopt", "without meshopt"},
                        Case{"KHR_meshopt_compression", "extension.meshopt", "without meshopt"},
                        Case{"KHR_texture_basisu", "texture.ktx2", "PNG or JPEG textures instead of KTX2"},
                        Case{"EXT_texture_webp", "texture.webp", "PNG or JPEG textures instead of WebP"},
                        Case{"EXT_texture_avif", "texture.webp", "PNG or JPEG textures instead of AVIF"},
                        Case{"ACME_hair", "extension.unknown", "export the model without it"}}) {
    EXPECT_THAT(faultIds(requiring(c.extension)), ElementsAre(c.id));
    EXPECT_THAT(refusal(requiring(c.extension)), HasSubstr(c.advice));
    EXPECT_THAT(refusal(requiring(c.extension)), HasSubstr(c.extension)) << "by name";
  }
}

TEST(Extensions, RequiredOnesOfVrmAndLooksAreFine) {
  Humanoid file = makeHumanoid();
  file.json["extensionsRequired"] = {"VRM",
                                     "VRMC_vrm",
                                     "VRMC_springBone",
                                     "VRMC_node_constraint",
                                     "VRMC_materials_mtoon",
                                     "VRMC_materials_hdr_emissiveMultiplier",
                                     "KHR_materials_unlit",
                                     "KHR_materials_emissive_strength",
                                     "KHR_texture_transform",
                                     "KHR_mesh_quantization"};
  EXPECT_EQ(refusal(file.build()), "");
}

TEST(Extensions, RequiredNonsenseIsRefused) {
  Humanoid file = makeHumanoid();
  file.json["extensionsRequired"] = {7};
  EXPECT_THAT(faultIds(file.build()), ElementsAre("extension.unknown"));
}

/// A mesh with Draco data; `positions`: its accessor has data of its own.
Bytes withDraco(bool positions) {
  Humanoid file = makeHumanoid();
  Json& primitive = file.addTriangle();
  primitive["extensions"] = {
      {"KHR_draco_mesh_compression", {{"bufferView", 0}, {"attributes", {{"POSITION", 0}}}}}};
  if (!positions)
    file.json["accessors"][primitive["attributes"]["POSITION"].get<std::size_t>()].erase("bufferView");
  return file.build();
}

TEST(Extensions, DracoWithoutAFallbackIsRefusedEvenWhereItIsntRequired) {
  EXPECT_THAT(faultIds(withDraco(false)), ElementsAre("extension.draco"));
  EXPECT_THAT(refusal(withDraco(false)), HasSubstr("the mesh 'Body' is there as Draco data only"));
  EXPECT_EQ(refusal(withDraco(true)), "");
}

Bytes withMeshopt(bool placeholder) {
  Humanoid file = makeHumanoid();
  file.addTriangle();
  file.json["bufferViews"][0]["extensions"] = {{"EXT_meshopt_compression", {{"buffer", 0}}}};
  if (placeholder) {
    file.json["bufferViews"][0]["buffer"] = 1;
    file.json["buffers"] = {
        {{"byteLength", file.binary.size()}},
        {{"byteLength", 64}, {"extensions", {{"EXT_meshopt_compression", {{"fallback", true}}}}}}};
  }
  return file.build();
}

TEST(Extensions, MeshoptWithAPlaceholderInsteadOfDataIsRefused) {
  EXPECT_THAT(faultIds(withMeshopt(true)), ElementsAre("extension.meshopt"));
  EXPECT_EQ(refusal(withMeshopt(false)), "") << "its data is there uncompressed as well";
}

Bytes withTexture(Json texture, const char* mimeType = "image/png") {
  Humanoid file = makeHumanoid();
  file.add("images", {{"mimeType", mimeType}, {"bufferView", file.view(makePng(4, 4))}});
  file.add("textures", std::move(texture));
  return file.build();
}

TEST(Extensions, PicturesWithoutAFallbackAreRefused) {
  EXPECT_THAT(faultIds(withTexture({{"extensions", {{"KHR_texture_basisu", {{"source", 0}}}}}})),
              ElementsAre("texture.ktx2"));
  EXPECT_THAT(faultIds(withTexture({{"extensions", {{"EXT_texture_webp", {{"source", 0}}}}}})),
              ElementsAre("texture.webp"));
  EXPECT_THAT(faultIds(withTexture({{"source", 0}}, "image/ktx2")), ElementsAre("texture.ktx2"));
  EXPECT_THAT(faultIds(withTexture({{"source", 0}}, "image/webp")), ElementsAre("texture.webp"));
}

TEST(Extensions, PicturesWithAFallbackLoadByIt) {
  const ModelPtr model =
      loadModel(withTexture({{"source", 0}, {"extensions", {{"KHR_texture_basisu", {{"source", 7}}}}}}));
  EXPECT_EQ(model->textures.at(0).image, 0);
  EXPECT_EQ(model->images.at(0).width, 4U);
}

TEST(Extensions, SeveralAreAllNamed) {
  Humanoid file = makeHumanoid({.without = {Bone::head}});
  file.json["extensionsRequired"] = {"KHR_draco_mesh_compression", "KHR_texture_basisu", "ACME_hair"};
  EXPECT_THAT(faultIds(file.build()),
              ElementsAre("extension.draco", "texture.ktx2", "extension.unknown", "humanoid.missing-bones"));
}

}  // namespace
}  // namespace lead::test
