// VRM 0.x materialProperties (VRM/MToon, VRM/Unlit*, VRM_USE_GLTFSHADER), brought to VRM 1.0's values as
// UniVRM migrates them.
#include <gmock/gmock.h>

#include <glm/gtc/constants.hpp>

#include "material_file.h"

namespace lead::test {
namespace {

Material version0(Json properties) {
  properties["shader"] = "VRM/MToon";
  return materialOf(VrmVersion::v0, Json::object(), std::move(properties));
}
Material withFloats(Json floats) {
  return version0({{"floatProperties", std::move(floats)}});
}

TEST(MToonVersion0, ColoursAreTurnedFromSrgbAndOffsetsFromUnitysTextureOrigin) {
  const Material material =
      materialOf(VrmVersion::v0, {{"pbrMetallicRoughness", {{"baseColorFactor", {0, 0, 0, 1}}}}},
                 {{"shader", "VRM/MToon"},
                  {"vectorProperties",
                   {{"_Color", {1, 0.5, 0, 0.5}},
                    {"_ShadeColor", {0.5, 0.5, 0.5, 1}},
                    {"_RimColor", {0.5, 0, 0, 1}},
                    {"_OutlineColor", {0, 0.5, 0, 1}},
                    {"_MainTex", {0.1, 0.2, 0.5, 0.6}},
                    {"_EmissionColor", {2, 0.5, 0, 1}}}},
                  {"textureProperties", {{"_MainTex", 1}}}});
  constexpr float kHalf = 0.21404F;  // 0.5 of sRGB
  EXPECT_EQ(material.shading, Shading::mtoon);
  EXPECT_TRUE(near(glm::vec3(material.baseColor), {1.0F, kHalf, 0.0F}));
  EXPECT_FLOAT_EQ(material.baseColor.w, 0.5F) << "alpha is no colour";
  EXPECT_TRUE(near(material.mtoon.shadeColor, glm::vec3(kHalf)));
  EXPECT_TRUE(near(material.mtoon.rimColor, {kHalf, 0.0F, 0.0F}));
  EXPECT_TRUE(near(material.mtoon.outlineColor, {0.0F, kHalf, 0.0F}));
  EXPECT_TRUE(near(material.emissive, {2.0F, 0.5F, 0.0F})) << "linear in Unity";
  EXPECT_EQ(material.baseColorTexture.texture, 1);
  EXPECT_EQ(material.baseColorTexture.scale, glm::vec2(0.5F, 0.6F));
  EXPECT_NEAR(material.baseColorTexture.offset.x, 0.1F, 1e-6F);
  EXPECT_NEAR(material.baseColorTexture.offset.y, 1.0F - 0.6F - 0.2F, 1e-6F);
}

TEST(MToonVersion0, TexturesShareTheMainOnesTransformButTheMatcap) {
  const Material material = version0({{"vectorProperties", {{"_MainTex", {0.25, 0, 2, 1}}}},
                                      {"floatProperties", {{"_BumpScale", 0.5}}},
                                      {"textureProperties",
                                       {{"_MainTex", 0},
                                        {"_ShadeTexture", 1},
                                        {"_BumpMap", 2},
                                        {"_EmissionMap", 3},
                                        {"_RimTexture", 4},
                                        {"_OutlineWidthTexture", 5},
                                        {"_UvAnimMaskTexture", 6},
                                        {"_SphereAdd", 7}}}});
  const MToon& mtoon = material.mtoon;
  const std::array<const TextureUse*, 7> uses{&material.baseColorTexture, &mtoon.shadeTexture,
                                              &material.normalTexture,    &material.emissiveTexture,
                                              &mtoon.rimTexture,          &mtoon.outlineWidthTexture,
                                              &mtoon.uvMaskTexture};
  for (std::size_t i = 0; i < uses.size(); ++i) {
    EXPECT_EQ(uses[i]->texture, static_cast<int>(i));
    EXPECT_EQ(uses[i]->scale, glm::vec2(2, 1)) << i;
    EXPECT_EQ(uses[i]->offset, glm::vec2(0.25F, 0)) << i;
  }
  EXPECT_FLOAT_EQ(material.normalScale, 0.5F);
  EXPECT_EQ(mtoon.matcapTexture.texture, 7);
  EXPECT_EQ(mtoon.matcapTexture.scale, glm::vec2(1.0F));
  EXPECT_EQ(mtoon.matcapColor, glm::vec3(1.0F));
  EXPECT_EQ(version0(Json::object()).mtoon.matcapColor, glm::vec3(0.0F));
}

TEST(MToonVersion0, WithoutAShadeTextureTheLitOneShowsInTheShade) {
  EXPECT_EQ(version0({{"textureProperties", {{"_MainTex", 3}}}}).mtoon.shadeTexture.texture, 3);
}

TEST(MToonVersion0, ShadingShiftAndToonyNameMiddleAndMargin) {
  struct Case {
    float toony0, shift0, toony, shift;
  };
  // of UniVRM's own tests: the default, Lambert, half Lambert, any
  for (const Case& c : {Case{0.9F, 0, 0.95F, -0.05F}, Case{0, 0, 0.5F, -0.5F}, Case{0, -1, 0, 0},
                        Case{0.7F, -0.4F, 0.79F, 0.19F}}) {
    const MToon mtoon = withFloats({{"_ShadeToony", c.toony0}, {"_ShadeShift", c.shift0}}).mtoon;
    EXPECT_NEAR(mtoon.shadingToony, c.toony, 1e-3F);
    EXPECT_NEAR(mtoon.shadingShift, c.shift, 1e-3F);
  }
  EXPECT_NEAR(version0(Json::object()).mtoon.shadingToony, 0.95F, 1e-3F);
}

TEST(MToonVersion0, IndirectLightIsTheOppositeOfEqualization) {
  EXPECT_FLOAT_EQ(withFloats({{"_IndirectLightIntensity", 0.25}}).mtoon.giEqualization, 0.75F);
  EXPECT_FLOAT_EQ(version0(Json::object()).mtoon.giEqualization, 0.9F);
}

TEST(MToonVersion0, Rim) {
  const MToon mtoon =
      withFloats({{"_RimFresnelPower", 2.5}, {"_RimLift", 0.25}, {"_RimLightingMix", 0}}).mtoon;
  EXPECT_FLOAT_EQ(mtoon.rimFresnelPower, 2.5F);
  EXPECT_FLOAT_EQ(mtoon.rimLift, 0.25F);
  EXPECT_FLOAT_EQ(mtoon.rimLightingMix, 1.0F) << "as UniVRM migrates it";
}

TEST(MToonVersion0, OutlineWidthsAreCentimetresOrPercentOfHalfTheHeight) {
  const MToon world = withFloats({{"_OutlineWidthMode", 1}, {"_OutlineWidth", 0.5}}).mtoon;
  EXPECT_EQ(world.outlineWidth, OutlineWidth::world);
  EXPECT_NEAR(world.outlineFactor, 0.005F, 1e-7F);
  const MToon screen = withFloats({{"_OutlineWidthMode", 2}, {"_OutlineWidth", 0.5}}).mtoon;
  EXPECT_EQ(screen.outlineWidth, OutlineWidth::screen);
  EXPECT_NEAR(screen.outlineFactor, 0.0025F, 1e-7F);
  EXPECT_EQ(withFloats({{"_OutlineWidthMode", 0}, {"_OutlineWidth", 0.5}}).mtoon.outlineWidth,
            OutlineWidth::none);
  EXPECT_EQ(withFloats({{"_OutlineWidthMode", 3}}).mtoon.outlineWidth, OutlineWidth::none);
  EXPECT_EQ(version0({{"keywordMap", {{"MTOON_OUTLINE_WIDTH_SCREEN", true}}}}).mtoon.outlineWidth,
            OutlineWidth::screen);
}

TEST(MToonVersion0, OutlineColourModes) {
  EXPECT_FLOAT_EQ(
      withFloats({{"_OutlineColorMode", 0}, {"_OutlineLightingMix", 0.5}}).mtoon.outlineLightingMix, 0.0F);
  EXPECT_FLOAT_EQ(
      withFloats({{"_OutlineColorMode", 1}, {"_OutlineLightingMix", 0.5}}).mtoon.outlineLightingMix, 0.5F);
  EXPECT_FLOAT_EQ(version0({{"keywordMap", {{"MTOON_OUTLINE_COLOR_MIXED", true}}}}).mtoon.outlineLightingMix,
                  1.0F);
}

TEST(MToonVersion0, UvAnimationCountsTurnsAndUpwards) {
  const MToon mtoon =
      withFloats({{"_UvAnimScrollX", 0.5}, {"_UvAnimScrollY", 0.25}, {"_UvAnimRotation", 0.5}}).mtoon;
  EXPECT_EQ(mtoon.uvScroll, glm::vec2(0.5F, -0.25F));
  EXPECT_NEAR(mtoon.uvRotation, glm::pi<float>(), 1e-5F);
}

TEST(MToonVersion0, BlendModes) {
  EXPECT_EQ(withFloats({{"_BlendMode", 0}}).alphaMode, AlphaMode::opaque);
  const Material cutout = withFloats({{"_BlendMode", 1}, {"_Cutoff", 0.3}});
  EXPECT_EQ(cutout.alphaMode, AlphaMode::mask);
  EXPECT_FLOAT_EQ(cutout.alphaCutoff, 0.3F);
  EXPECT_EQ(withFloats({{"_BlendMode", 2}}).alphaMode, AlphaMode::blend);
  EXPECT_FALSE(withFloats({{"_BlendMode", 2}}).mtoon.transparentWithZWrite);
  EXPECT_EQ(withFloats({{"_BlendMode", 3}}).alphaMode, AlphaMode::blend);
  EXPECT_TRUE(withFloats({{"_BlendMode", 3}}).mtoon.transparentWithZWrite);
}

TEST(MToonVersion0, BlendModesByKeywordsAlone) {
  const auto byKeyword = [](const char* keyword, float zWrite) {
    return version0({{"keywordMap", {{keyword, true}}}, {"floatProperties", {{"_ZWrite", zWrite}}}});
  };
  EXPECT_EQ(byKeyword("_ALPHATEST_ON", 1).alphaMode, AlphaMode::mask);
  EXPECT_EQ(byKeyword("_ALPHABLEND_ON", 0).alphaMode, AlphaMode::blend);
  EXPECT_FALSE(byKeyword("_ALPHABLEND_ON", 0).mtoon.transparentWithZWrite);
  EXPECT_TRUE(byKeyword("_ALPHABLEND_ON", 1).mtoon.transparentWithZWrite);
}

TEST(MToonVersion0, CullModes) {
  EXPECT_TRUE(withFloats({{"_CullMode", 0}}).doubleSided);
  EXPECT_TRUE(withFloats({{"_CullMode", 1}}).doubleSided) << "glTF can't cull the front";
  EXPECT_FALSE(withFloats({{"_CullMode", 2}}).doubleSided);
  EXPECT_FALSE(version0(Json::object()).doubleSided);
}

TEST(MToonVersion0, RenderQueuesKeepTheirOrder) {
  struct Queue {
    int blendMode, queue;
  };
  Humanoid file = makeHumanoid({.version = VrmVersion::v0});
  file.extension()["materialProperties"] = Json::array();
  for (const Queue& q :
       {Queue{2, 3000}, Queue{2, 3050}, Queue{2, -1}, Queue{3, 2501}, Queue{3, 2510}, Queue{0, 2450}}) {
    file.add("materials", Json::object());
    file.extension()["materialProperties"].push_back({{"shader", "VRM/MToon"},
                                                      {"renderQueue", q.queue},
                                                      {"floatProperties", {{"_BlendMode", q.blendMode}}}});
  }
  const ModelPtr model = load(file);
  std::vector<int> offsets;
  for (const Material& material : model->materials) offsets.push_back(material.mtoon.renderQueueOffset);
  EXPECT_EQ(offsets, (std::vector<int>{-1, 0, -1, 0, 1, 0}));
}

TEST(MToonVersion0, ManyRenderQueuesEndAtNine) {
  Humanoid file = makeHumanoid({.version = VrmVersion::v0});
  file.extension()["materialProperties"] = Json::array();
  for (int i = 0; i < 15; ++i) {
    file.add("materials", Json::object());
    file.extension()["materialProperties"].push_back(
        {{"shader", "VRM/MToon"}, {"renderQueue", 3000 + i}, {"floatProperties", {{"_BlendMode", 2}}}});
  }
  const ModelPtr model = load(file);
  EXPECT_EQ(model->materials[0].mtoon.renderQueueOffset, -9);
  EXPECT_EQ(model->materials[13].mtoon.renderQueueOffset, -1);
  EXPECT_EQ(model->materials[14].mtoon.renderQueueOffset, 0);
}

TEST(MToonVersion0, UnlitShadersShowTheirTextureAndNoColour) {
  const Json gltf = {{"alphaMode", "BLEND"},
                     {"pbrMetallicRoughness", {{"baseColorFactor", {0.1, 0.1, 0.1, 1}}}}};
  const auto unlit = [&](const char* shader) {
    return materialOf(VrmVersion::v0, gltf,
                      {{"shader", shader},
                       {"vectorProperties", {{"_Color", {0.5, 0.5, 0.5, 0.5}}}},
                       {"textureProperties", {{"_MainTex", 2}}}});
  };
  const Material texture = unlit("VRM/UnlitTexture");
  EXPECT_EQ(texture.shading, Shading::unlit);
  EXPECT_EQ(texture.alphaMode, AlphaMode::opaque);
  EXPECT_EQ(texture.baseColor, glm::vec4(1.0F));
  EXPECT_EQ(texture.baseColorTexture.texture, 2);
  EXPECT_EQ(unlit("VRM/UnlitCutout").alphaMode, AlphaMode::mask);
  EXPECT_EQ(unlit("VRM/UnlitTransparent").alphaMode, AlphaMode::blend);
  EXPECT_EQ(unlit("Unlit/Transparent Cutout").alphaMode, AlphaMode::mask);
  const Material plain = unlit("Unlit/Color");
  EXPECT_EQ(plain.baseColorTexture.texture, -1);
  EXPECT_NEAR(plain.baseColor.x, 0.21404F, 1e-4F);
}

TEST(MToonVersion0, UnlitTransparentZWriteIsABlackMToonThatGlows) {
  const Material material = materialOf(VrmVersion::v0, Json::object(),
                                       {{"shader", "VRM/UnlitTransparentZWrite"},
                                        {"vectorProperties", {{"_Color", {1, 0.5, 0, 0.5}}}},
                                        {"textureProperties", {{"_MainTex", 2}}}});
  EXPECT_EQ(material.shading, Shading::mtoon);
  EXPECT_EQ(material.alphaMode, AlphaMode::blend);
  EXPECT_TRUE(material.mtoon.transparentWithZWrite);
  EXPECT_EQ(material.baseColor, glm::vec4(0, 0, 0, 0.5F));
  EXPECT_TRUE(near(material.emissive, {1.0F, 0.21404F, 0.0F}));
  EXPECT_EQ(material.emissiveTexture.texture, 2);
  EXPECT_EQ(material.baseColorTexture.texture, 2) << "its alpha counts";
  EXPECT_EQ(material.mtoon.shadeColor, glm::vec3(0.0F));
}

TEST(MToonVersion0, GltfsOwnMaterialHoldsForShadersThatArentVrms) {
  const Json gltf = {{"alphaMode", "BLEND"},
                     {"pbrMetallicRoughness", {{"baseColorFactor", {0.1, 0.1, 0.1, 1}}}}};
  for (const char* shader : {"VRM_USE_GLTFSHADER", "Standard", "Poiyomi/Toon"}) {
    const ModelPtr model = modelWithMaterial(VrmVersion::v0, gltf, {{"shader", shader}});
    const Material& material = model->materials[0];
    EXPECT_EQ(material.shading, Shading::pbr);
    EXPECT_FLOAT_EQ(material.baseColor.x, 0.1F);
    EXPECT_EQ(material.alphaMode, AlphaMode::blend);
    EXPECT_EQ(finds(*model, "material.shader"), shader == std::string("Poiyomi/Toon"));
  }
}

TEST(MToonVersion0, WhatIsWrongKeepsItsDefaultWithAWarning) {
  const ModelPtr model =
      modelWithMaterial(VrmVersion::v0, Json::object(),
                        {{"shader", "VRM/MToon"},
                         {"renderQueue", "late"},
                         {"floatProperties", {{"_BlendMode", 77}, {"_Cutoff", "x"}, {"_OutlineWidth", -5}}},
                         {"vectorProperties", {{"_Color", 7}, {"_ShadeColor", {-1, 1e30, 0.5}}}},
                         {"textureProperties", {{"_MainTex", 99}, {"_ReceiveShadowTexture", 0}}}});
  const Material& material = model->materials[0];
  EXPECT_EQ(material.alphaMode, AlphaMode::blend);
  EXPECT_FLOAT_EQ(material.alphaCutoff, 0.5F);
  EXPECT_EQ(material.mtoon.outlineFactor, 0.0F);
  EXPECT_EQ(material.baseColor, glm::vec4(1.0F));
  EXPECT_EQ(material.baseColorTexture.texture, -1);
  EXPECT_TRUE(std::isfinite(material.mtoon.shadeColor.y));
  EXPECT_TRUE(finds(*model, "material.value"));
  EXPECT_TRUE(finds(*model, "material.texture"));
  EXPECT_TRUE(finds(*model, "material.mtoon0-texture"));
}

}  // namespace
}  // namespace lead::test
