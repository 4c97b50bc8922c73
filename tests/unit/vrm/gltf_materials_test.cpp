// Materials of glTF 2.0, with KHR_materials_unlit, KHR_texture_transform, KHR_materials_emissive_strength and
// VRMC_materials_hdr_emissiveMultiplier.
#include <gmock/gmock.h>

#include "material_file.h"

namespace lead::test {
namespace {

using testing::HasSubstr;

TEST(GltfMaterials, DefaultsAreTheStandards) {
  const Material material = materialOf(VrmVersion::v1, Json::object());
  EXPECT_EQ(material.shading, Shading::pbr);
  EXPECT_EQ(material.baseColor, glm::vec4(1.0F));
  EXPECT_EQ(material.alphaMode, AlphaMode::opaque);
  EXPECT_EQ(material.baseColorTexture.texture, -1);
  EXPECT_FLOAT_EQ(material.metallic, 1.0F);
  EXPECT_FALSE(material.doubleSided);
}

TEST(GltfMaterials, PbrValuesAreLinearAsTheyAre) {
  const Material material = materialOf(
      VrmVersion::v1, {{"name", "Skin"},
                       {"alphaMode", "MASK"},
                       {"alphaCutoff", 0.25},
                       {"doubleSided", true},
                       {"emissiveFactor", {0.1, 0.2, 0.3}},
                       {"emissiveTexture", {{"index", 0}}},
                       {"extensions", {{"KHR_materials_emissive_strength", {{"emissiveStrength", 2}}}}},
                       {"pbrMetallicRoughness",
                        {{"baseColorFactor", {0.5, 0.25, 0.125, 0.75}},
                         {"metallicFactor", 0},
                         {"baseColorTexture", {{"index", 1}}}}}});
  EXPECT_EQ(material.name, "Skin");
  EXPECT_EQ(material.baseColor, glm::vec4(0.5F, 0.25F, 0.125F, 0.75F));
  EXPECT_EQ(material.alphaMode, AlphaMode::mask);
  EXPECT_FLOAT_EQ(material.alphaCutoff, 0.25F);
  EXPECT_TRUE(material.doubleSided);
  EXPECT_EQ(material.baseColorTexture.texture, 1);
  EXPECT_EQ(material.emissiveTexture.texture, 0);
  EXPECT_TRUE(near(material.emissive, {0.2F, 0.4F, 0.6F}));
}

TEST(GltfMaterials, TextureTransform) {
  const Material material = materialOf(
      VrmVersion::v1,
      {{"pbrMetallicRoughness",
        {{"baseColorTexture",
          {{"index", 0},
           {"extensions",
            {{"KHR_texture_transform",
              {{"offset", {0.5, 0.25}}, {"scale", {2, 3}}, {"rotation", 0.1}, {"texCoord", 1}}}}}}}}}});
  EXPECT_EQ(material.baseColorTexture.offset, glm::vec2(0.5F, 0.25F));
  EXPECT_EQ(material.baseColorTexture.scale, glm::vec2(2, 3));
  EXPECT_FLOAT_EQ(material.baseColorTexture.rotation, 0.1F);
  EXPECT_EQ(material.baseColorTexture.texCoord, 1);
}

TEST(GltfMaterials, EveryTextureHasItsPlaceAndItsOwnTransform) {
  const auto use = [](int texture, float offset) {
    return Json{{"index", texture},
                {"extensions", {{"KHR_texture_transform", {{"offset", {offset, -offset}}}}}}};
  };
  Json normal = use(2, 0.2F);
  normal["scale"] = 0.5;
  Json occlusion = use(3, 0.3F);
  occlusion["strength"] = 0.25;
  const Material material = materialOf(
      VrmVersion::v1,
      {{"normalTexture", normal},
       {"occlusionTexture", occlusion},
       {"emissiveTexture", use(4, 0.4F)},
       {"pbrMetallicRoughness",
        {{"metallicFactor", 0.75}, {"roughnessFactor", 0.5}, {"metallicRoughnessTexture", use(1, 0.1F)}}}});
  EXPECT_EQ(material.metallicRoughnessTexture.texture, 1);
  EXPECT_EQ(material.normalTexture.texture, 2);
  EXPECT_EQ(material.occlusionTexture.texture, 3);
  EXPECT_EQ(material.emissiveTexture.texture, 4);
  EXPECT_EQ(material.metallicRoughnessTexture.offset, glm::vec2(0.1F, -0.1F));
  EXPECT_EQ(material.normalTexture.offset, glm::vec2(0.2F, -0.2F));
  EXPECT_EQ(material.occlusionTexture.offset, glm::vec2(0.3F, -0.3F));
  EXPECT_EQ(material.emissiveTexture.offset, glm::vec2(0.4F, -0.4F));
  EXPECT_FLOAT_EQ(material.metallic, 0.75F);
  EXPECT_FLOAT_EQ(material.roughness, 0.5F);
  EXPECT_FLOAT_EQ(material.normalScale, 0.5F);
  EXPECT_FLOAT_EQ(material.occlusionStrength, 0.25F);
}

TEST(GltfMaterials, OfBothEmissiveStrengthsKhronosCounts) {
  const Json legacy = {{"emissiveMultiplier", 3}};
  const auto emissive = [&](Json extensions) {
    return materialOf(VrmVersion::v1, {{"emissiveFactor", {0.5, 0.5, 0.5}}, {"extensions", extensions}})
        .emissive;
  };
  EXPECT_TRUE(near(emissive({{"VRMC_materials_hdr_emissiveMultiplier", legacy}}), glm::vec3(1.5F)));
  EXPECT_TRUE(near(emissive({{"VRMC_materials_hdr_emissiveMultiplier", legacy},
                             {"KHR_materials_emissive_strength", {{"emissiveStrength", 2}}}}),
                   glm::vec3(1.0F)));
}

TEST(GltfMaterials, Unlit) {
  EXPECT_EQ(materialOf(VrmVersion::v1, {{"extensions", {{"KHR_materials_unlit", Json::object()}}}}).shading,
            Shading::unlit);
}

TEST(GltfMaterials, ValuesOfTheWrongKindKeepTheirDefaultWithAWarning) {
  const ModelPtr model = modelWithMaterial(
      VrmVersion::v1,
      {{"name", "Skin"},
       {"pbrMetallicRoughness", {{"baseColorFactor", {"red", nullptr, 0.5}}, {"metallicFactor", "shiny"}}},
       {"doubleSided", 1},
       {"alphaMode", "MAYBE"},
       {"emissiveFactor", 3}});
  const Material& material = model->materials[0];
  EXPECT_EQ(material.baseColor, glm::vec4(1, 1, 0.5F, 1));
  EXPECT_FALSE(material.doubleSided);
  EXPECT_EQ(material.alphaMode, AlphaMode::opaque);
  EXPECT_EQ(material.emissive, glm::vec3(0.0F));
  EXPECT_TRUE(finds(*model, "material.value"));
  for (const char* key : {"baseColorFactor", "metallicFactor", "doubleSided", "alphaMode", "emissiveFactor"})
    EXPECT_TRUE(warns(*model, std::string("material 'Skin' has a")) && warns(*model, key)) << key;
}

TEST(GltfMaterials, ValuesOutOfRangeAreBroughtToItsEndWithAWarning) {
  const ModelPtr model = modelWithMaterial(
      VrmVersion::v1,
      {{"alphaCutoff", 7},
       {"normalTexture", {{"index", 0}, {"scale", -1e30}}},
       {"occlusionTexture", {{"index", 0}, {"strength", -1}}},
       {"emissiveFactor", {1e9, 0, 0}},
       {"extensions", {{"KHR_materials_emissive_strength", {{"emissiveStrength", 1e300}}}}},
       {"pbrMetallicRoughness", {{"baseColorFactor", {1.00001, 2, -1, 5}}, {"roughnessFactor", 9}}}});
  const Material& material = model->materials[0];
  EXPECT_EQ(material.baseColor, glm::vec4(1, 1, 0, 1));
  EXPECT_EQ(material.roughness, 1.0F);
  EXPECT_EQ(material.alphaCutoff, 1.0F);
  EXPECT_EQ(material.normalScale, -100.0F);
  EXPECT_EQ(material.occlusionStrength, 0.0F);
  EXPECT_LE(material.emissive.x, 1e8F);
  EXPECT_TRUE(warns(*model, "has a roughnessFactor of 9; 1 is used"));
  EXPECT_FALSE(warns(*model, "1.00001")) << "rounding is no news";
}

TEST(GltfMaterials, TexturesThatDontExistAreLeftOutWithAWarning) {
  const ModelPtr model = modelWithMaterial(
      VrmVersion::v1,
      {{"name", "Hair"},
       {"pbrMetallicRoughness",
        {{"baseColorTexture", {{"index", 99}}}, {"metallicRoughnessTexture", {{"index", -3}}}}},
       {"normalTexture", {{"index", "x"}}},
       {"occlusionTexture", 5},
       {"emissiveTexture", {{"index", 12}}}});
  const Material& material = model->materials[0];
  for (const TextureUse* use :
       {&material.baseColorTexture, &material.metallicRoughnessTexture, &material.normalTexture,
        &material.occlusionTexture, &material.emissiveTexture})
    EXPECT_EQ(use->texture, -1);
  EXPECT_TRUE(finds(*model, "material.texture"));
  EXPECT_TRUE(warns(*model, "material 'Hair' uses texture 99, which doesn't exist; the file has 12"));
}

TEST(GltfMaterials, TextureCoordinatesThatArentKept) {
  const ModelPtr model = modelWithMaterial(
      VrmVersion::v1, {{"pbrMetallicRoughness", {{"baseColorTexture", {{"index", 0}, {"texCoord", 2}}}}}});
  EXPECT_EQ(model->materials[0].baseColorTexture.texCoord, 0);
  EXPECT_TRUE(finds(*model, "material.texcoord"));
}

TEST(GltfMaterials, PicturesAndMaterialsThatDontExist) {
  Humanoid file = makeHumanoid();
  file.json["textures"] = {{{"source", 5}}};
  const ModelPtr model = load(file);
  EXPECT_EQ(model->textures.at(0).image, -1);
  EXPECT_TRUE(finds(*model, "texture.no-picture"));
  Humanoid mesh = makeHumanoid();
  mesh.addTriangle()["material"] = 3;
  EXPECT_THAT(refusal(mesh.build()), HasSubstr("uses material 3, which doesn't exist"));
}

TEST(GltfMaterials, Samplers) {
  Humanoid file = makeHumanoid();
  file.json["samplers"] = {{{"wrapS", 33071}, {"wrapT", 33648}, {"magFilter", 9728}}};
  file.json["textures"] = {{{"sampler", 0}}, {{"sampler", 7}}};
  const ModelPtr model = load(file);
  EXPECT_EQ(model->textures[0].wrapS, Wrap::clampToEdge);
  EXPECT_EQ(model->textures[0].wrapT, Wrap::mirroredRepeat);
  EXPECT_TRUE(model->textures[0].nearest);
  EXPECT_EQ(model->textures[1].wrapS, Wrap::repeat);
  EXPECT_EQ(model->textures[1].image, -1);
}

}  // namespace
}  // namespace lead::test
