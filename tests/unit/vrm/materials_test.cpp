// Materials of glTF, of VRM 1.0 and of VRM 0.x.
#include <gmock/gmock.h>

#include <glm/geometric.hpp>

#include "humanoid_glb.h"

namespace lead::test {
namespace {

using testing::HasSubstr;

/// The only material of a file of the given version with two textures.
Material materialOf(VrmVersion version, Json material, Json properties = nullptr) {
  Humanoid file = makeHumanoid({.version = version});
  file.json["images"] = {Json::object()};
  file.json["textures"] = {{{"source", 0}}, {{"source", 0}}};
  file.json["materials"] = {std::move(material)};
  if (!properties.is_null()) file.extension()["materialProperties"] = {std::move(properties)};
  return load(file)->materials.at(0);
}

void expectNear(const glm::vec3& a, const glm::vec3& b) {
  EXPECT_LT(glm::length(a - b), 1e-4F) << a.x << ' ' << a.y << ' ' << a.z;
}

TEST(Materials, DefaultsAreTheStandards) {
  const Material material = materialOf(VrmVersion::v1, Json::object());
  EXPECT_EQ(material.shading, Shading::pbr);
  EXPECT_EQ(material.baseColor, glm::vec4(1.0F));
  EXPECT_EQ(material.alphaMode, AlphaMode::opaque);
  EXPECT_EQ(material.baseColorTexture.texture, -1);
  EXPECT_FLOAT_EQ(material.metallic, 1.0F);
  EXPECT_FALSE(material.doubleSided);
}

TEST(Materials, PbrValuesAreLinearAsTheyAre) {
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
  expectNear(material.emissive, {0.2F, 0.4F, 0.6F});
}

TEST(Materials, TextureTransform) {
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

TEST(Materials, UnlitAndMToonOfVersion1) {
  EXPECT_EQ(materialOf(VrmVersion::v1, {{"extensions", {{"KHR_materials_unlit", Json::object()}}}}).shading,
            Shading::unlit);
  const Material mtoon =
      materialOf(VrmVersion::v1, {{"extensions",
                                   {{"KHR_materials_unlit", Json::object()},
                                    {"VRMC_materials_mtoon", {{"shadeColorFactor", {0.5, 0.6, 0.7}}}}}}});
  EXPECT_EQ(mtoon.shading, Shading::mtoon);
  expectNear(mtoon.mtoon.shadeColor, {0.5F, 0.6F, 0.7F});
}

TEST(Materials, MToonOfVersion0IsTurnedFromSrgbAndFromUnitysTextureOrigin) {
  const Material material =
      materialOf(VrmVersion::v0, {{"pbrMetallicRoughness", {{"baseColorFactor", {0, 0, 0, 1}}}}},
                 {{"shader", "VRM/MToon"},
                  {"vectorProperties",
                   {{"_Color", {1, 0.5, 0, 0.5}},
                    {"_ShadeColor", {0.5, 0.5, 0.5, 1}},
                    {"_MainTex", {0.1, 0.2, 0.5, 0.6}},
                    {"_EmissionColor", {2, 0.5, 0, 1}}}},
                  {"textureProperties", {{"_MainTex", 1}}},
                  {"floatProperties", {{"_BlendMode", 1}, {"_Cutoff", 0.3}, {"_CullMode", 0}}}});
  EXPECT_EQ(material.shading, Shading::mtoon);
  expectNear(glm::vec3(material.baseColor), {1.0F, 0.21404F, 0.0F});
  EXPECT_FLOAT_EQ(material.baseColor.w, 0.5F);  // alpha is no colour
  expectNear(material.mtoon.shadeColor, glm::vec3(0.21404F));
  expectNear(material.emissive, {2.0F, 0.5F, 0.0F});
  EXPECT_EQ(material.baseColorTexture.texture, 1);
  EXPECT_EQ(material.baseColorTexture.scale, glm::vec2(0.5F, 0.6F));
  EXPECT_NEAR(material.baseColorTexture.offset.x, 0.1F, 1e-6F);
  EXPECT_NEAR(material.baseColorTexture.offset.y, 1.0F - 0.6F - 0.2F, 1e-6F);
  EXPECT_EQ(material.alphaMode, AlphaMode::mask);
  EXPECT_FLOAT_EQ(material.alphaCutoff, 0.3F);
  EXPECT_TRUE(material.doubleSided);
}

TEST(Materials, BlendModesOfVersion0) {
  const auto alphaMode = [](Json properties) {
    properties["shader"] = "VRM/MToon";
    return materialOf(VrmVersion::v0, Json::object(), std::move(properties)).alphaMode;
  };
  EXPECT_EQ(alphaMode({{"floatProperties", {{"_BlendMode", 0}}}}), AlphaMode::opaque);
  EXPECT_EQ(alphaMode({{"floatProperties", {{"_BlendMode", 2}}}}), AlphaMode::blend);
  EXPECT_EQ(alphaMode({{"floatProperties", {{"_BlendMode", 3}}}}), AlphaMode::blend);
  EXPECT_EQ(alphaMode({{"keywordMap", {{"_ALPHATEST_ON", true}}}}), AlphaMode::mask);
  EXPECT_EQ(alphaMode({{"keywordMap", {{"_ALPHABLEND_ON", true}}}}), AlphaMode::blend);
}

TEST(Materials, UnlitOfVersion0AndForeignShaders) {
  const Json gltf = {{"alphaMode", "BLEND"},
                     {"pbrMetallicRoughness", {{"baseColorFactor", {0.1, 0.1, 0.1, 1}}}}};
  EXPECT_EQ(materialOf(VrmVersion::v0, gltf, {{"shader", "VRM/UnlitTexture"}}).shading, Shading::unlit);
  EXPECT_EQ(materialOf(VrmVersion::v0, gltf, {{"shader", "VRM/UnlitTexture"}}).alphaMode, AlphaMode::opaque);
  EXPECT_EQ(materialOf(VrmVersion::v0, gltf, {{"shader", "VRM/UnlitCutout"}}).alphaMode, AlphaMode::mask);
  EXPECT_EQ(materialOf(VrmVersion::v0, gltf, {{"shader", "VRM/UnlitTransparentZWrite"}}).alphaMode,
            AlphaMode::blend);
  for (const char* shader : {"VRM_USE_GLTFSHADER", "Standard"}) {
    const Material material = materialOf(VrmVersion::v0, gltf, {{"shader", shader}});
    EXPECT_EQ(material.shading, Shading::pbr);
    EXPECT_FLOAT_EQ(material.baseColor.x, 0.1F);
    EXPECT_EQ(material.alphaMode, AlphaMode::blend);
  }
}

TEST(Materials, ValuesOfTheWrongKindAreIgnored) {
  const Material material = materialOf(
      VrmVersion::v1,
      {{"pbrMetallicRoughness", {{"baseColorFactor", {"red", nullptr, 0.5}}, {"metallicFactor", "shiny"}}},
       {"doubleSided", 1},
       {"emissiveFactor", 3}});
  EXPECT_EQ(material.baseColor, glm::vec4(1, 1, 0.5F, 1));
  EXPECT_FALSE(material.doubleSided);
}

TEST(Materials, TexturesMaterialsAndPicturesThatDontExist) {
  EXPECT_THAT(
      [] {
        materialOf(VrmVersion::v1, {{"pbrMetallicRoughness", {{"baseColorTexture", {{"index", 2}}}}}});
      },
      testing::ThrowsMessage<ModelError>(HasSubstr("uses texture 2, which doesn't exist; the file has 2")));
  EXPECT_THAT(
      [] {
        materialOf(VrmVersion::v0, {{"name", "Hair"}},
                   {{"shader", "VRM/MToon"}, {"textureProperties", {{"_MainTex", 7}}}});
      },
      testing::ThrowsMessage<ModelError>(HasSubstr("material 'Hair' uses texture 7")));
  Humanoid file = makeHumanoid();
  file.json["textures"] = {{{"source", 5}}};
  EXPECT_THAT(refusal(file.build()), HasSubstr("texture 0 uses picture 5"));
  Humanoid mesh = makeHumanoid();
  mesh.addTriangle()["material"] = 3;
  EXPECT_THAT(refusal(mesh.build()), HasSubstr("uses material 3, which doesn't exist"));
}

TEST(Materials, Samplers) {
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
