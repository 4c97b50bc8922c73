// VRMC_materials_mtoon 1.0: shading, global illumination, rim, outline, UV animation, rendering.
#include <gmock/gmock.h>

#include "material_file.h"

namespace lead::test {
namespace {

ModelPtr modelWithMToon(Json mtoon, const std::string& alphaMode = "OPAQUE") {
  return modelWithMaterial(
      VrmVersion::v1,
      {{"alphaMode", alphaMode},
       {"extensions",
        {{"KHR_materials_unlit", Json::object()}, {"VRMC_materials_mtoon", std::move(mtoon)}}}});
}

Material mtoonOf(Json mtoon, const std::string& alphaMode = "OPAQUE") {
  return modelWithMToon(std::move(mtoon), alphaMode)->materials.at(0);
}

TEST(MToon, DefaultsAreTheStandards) {
  const Material material = mtoonOf(Json::object());
  EXPECT_EQ(material.shading, Shading::mtoon) << "over KHR_materials_unlit, which is for others";
  const MToon& mtoon = material.mtoon;
  EXPECT_EQ(mtoon.shadeColor, glm::vec3(0.0F));
  EXPECT_EQ(mtoon.shadeTexture.texture, -1);
  EXPECT_FLOAT_EQ(mtoon.shadingShift, 0.0F);
  EXPECT_FLOAT_EQ(mtoon.shadingToony, 0.9F);
  EXPECT_FLOAT_EQ(mtoon.giEqualization, 0.9F);
  EXPECT_EQ(mtoon.matcapColor, glm::vec3(1.0F));
  EXPECT_EQ(mtoon.rimColor, glm::vec3(0.0F));
  EXPECT_FLOAT_EQ(mtoon.rimFresnelPower, 5.0F);
  EXPECT_FLOAT_EQ(mtoon.rimLift, 0.0F);
  EXPECT_FLOAT_EQ(mtoon.rimLightingMix, 1.0F);
  EXPECT_EQ(mtoon.outlineWidth, OutlineWidth::none);
  EXPECT_EQ(mtoon.outlineColor, glm::vec3(0.0F));
  EXPECT_FLOAT_EQ(mtoon.outlineLightingMix, 1.0F);
  EXPECT_FALSE(mtoon.transparentWithZWrite);
  EXPECT_EQ(mtoon.renderQueueOffset, 0);
}

TEST(MToon, Shading) {
  const MToon mtoon = mtoonOf({{"shadeColorFactor", {0.5, 0.6, 0.7}},
                               {"shadeMultiplyTexture", {{"index", 1}}},
                               {"shadingShiftFactor", -0.25},
                               {"shadingShiftTexture", {{"index", 2}, {"scale", 0.5}}},
                               {"shadingToonyFactor", 0.75},
                               {"giEqualizationFactor", 0.5}})
                          .mtoon;
  EXPECT_TRUE(near(mtoon.shadeColor, {0.5F, 0.6F, 0.7F}));
  EXPECT_EQ(mtoon.shadeTexture.texture, 1);
  EXPECT_FLOAT_EQ(mtoon.shadingShift, -0.25F);
  EXPECT_EQ(mtoon.shadingShiftTexture.texture, 2);
  EXPECT_FLOAT_EQ(mtoon.shadingShiftScale, 0.5F);
  EXPECT_FLOAT_EQ(mtoon.shadingToony, 0.75F);
  EXPECT_FLOAT_EQ(mtoon.giEqualization, 0.5F);
}

TEST(MToon, RimLighting) {
  const MToon mtoon =
      mtoonOf({{"matcapFactor", {0.1, 0.2, 0.3}},
               {"matcapTexture", {{"index", 3}}},
               {"parametricRimColorFactor", {0.4, 0.5, 0.6}},
               {"parametricRimFresnelPowerFactor", 2.5},
               {"parametricRimLiftFactor", 0.125},
               {"rimMultiplyTexture",
                {{"index", 4},
                 {"extensions", {{"KHR_texture_transform", {{"scale", {2, 3}}, {"rotation", 1}}}}}}},
               {"rimLightingMixFactor", 0.25}})
          .mtoon;
  EXPECT_TRUE(near(mtoon.matcapColor, {0.1F, 0.2F, 0.3F}));
  EXPECT_EQ(mtoon.matcapTexture.texture, 3);
  EXPECT_TRUE(near(mtoon.rimColor, {0.4F, 0.5F, 0.6F}));
  EXPECT_FLOAT_EQ(mtoon.rimFresnelPower, 2.5F);
  EXPECT_FLOAT_EQ(mtoon.rimLift, 0.125F);
  EXPECT_EQ(mtoon.rimTexture.texture, 4);
  EXPECT_EQ(mtoon.rimTexture.scale, glm::vec2(2, 3));
  EXPECT_FLOAT_EQ(mtoon.rimTexture.rotation, 1.0F);
  EXPECT_FLOAT_EQ(mtoon.rimLightingMix, 0.25F);
}

TEST(MToon, Outline) {
  const MToon world = mtoonOf({{"outlineWidthMode", "worldCoordinates"},
                               {"outlineWidthFactor", 0.005},
                               {"outlineWidthMultiplyTexture", {{"index", 5}}},
                               {"outlineColorFactor", {0.1, 0.2, 0.3}},
                               {"outlineLightingMixFactor", 0.5}})
                          .mtoon;
  EXPECT_EQ(world.outlineWidth, OutlineWidth::world);
  EXPECT_FLOAT_EQ(world.outlineFactor, 0.005F);
  EXPECT_EQ(world.outlineWidthTexture.texture, 5);
  EXPECT_TRUE(near(world.outlineColor, {0.1F, 0.2F, 0.3F}));
  EXPECT_FLOAT_EQ(world.outlineLightingMix, 0.5F);
  EXPECT_EQ(mtoonOf({{"outlineWidthMode", "screenCoordinates"}}).mtoon.outlineWidth, OutlineWidth::screen);
  EXPECT_EQ(mtoonOf({{"outlineWidthMode", "none"}, {"outlineWidthFactor", 1}}).mtoon.outlineWidth,
            OutlineWidth::none);
}

TEST(MToon, UvAnimation) {
  const MToon mtoon = mtoonOf({{"uvAnimationMaskTexture", {{"index", 6}}},
                               {"uvAnimationScrollXSpeedFactor", 0.5},
                               {"uvAnimationScrollYSpeedFactor", -0.25},
                               {"uvAnimationRotationSpeedFactor", 3}})
                          .mtoon;
  EXPECT_EQ(mtoon.uvMaskTexture.texture, 6);
  EXPECT_EQ(mtoon.uvScroll, glm::vec2(0.5F, -0.25F));
  EXPECT_FLOAT_EQ(mtoon.uvRotation, 3.0F);
}

TEST(MToon, RenderQueueOffsetsAreOfTransparentMaterialsAndWithinTheStandards) {
  const auto offset = [](int number, bool zWrite, const char* alphaMode) {
    return mtoonOf({{"renderQueueOffsetNumber", number}, {"transparentWithZWrite", zWrite}}, alphaMode)
        .mtoon.renderQueueOffset;
  };
  EXPECT_EQ(offset(-3, false, "BLEND"), -3);
  EXPECT_EQ(offset(4, true, "BLEND"), 4);
  EXPECT_EQ(offset(3, false, "BLEND"), 0);
  EXPECT_EQ(offset(-4, true, "BLEND"), 0);
  EXPECT_EQ(offset(-99, false, "BLEND"), -9);
  EXPECT_EQ(offset(-3, false, "OPAQUE"), 0);
  EXPECT_TRUE(mtoonOf({{"transparentWithZWrite", true}}, "BLEND").mtoon.transparentWithZWrite);
  EXPECT_FALSE(mtoonOf({{"transparentWithZWrite", true}}, "MASK").mtoon.transparentWithZWrite);
}

TEST(MToon, WhatIsWrongKeepsItsDefaultWithAWarning) {
  const ModelPtr model = modelWithMToon({{"shadeColorFactor", {"x", 0.5, 9}},
                                         {"shadeMultiplyTexture", {{"index", 400}}},
                                         {"matcapTexture", {{"index", -7}}},
                                         {"shadingToonyFactor", 3},
                                         {"shadingShiftFactor", nullptr},
                                         {"parametricRimFresnelPowerFactor", -1e30},
                                         {"outlineWidthMode", "thick"},
                                         {"outlineWidthFactor", 1e30},
                                         {"uvAnimationRotationSpeedFactor", "fast"}});
  const MToon& mtoon = model->materials[0].mtoon;
  EXPECT_EQ(mtoon.shadeColor, glm::vec3(0, 0.5F, 1));
  EXPECT_EQ(mtoon.shadeTexture.texture, -1);
  EXPECT_EQ(mtoon.matcapTexture.texture, -1);
  EXPECT_EQ(mtoon.shadingToony, 1.0F);
  EXPECT_EQ(mtoon.shadingShift, 0.0F);
  EXPECT_EQ(mtoon.rimFresnelPower, 0.0F);
  EXPECT_EQ(mtoon.outlineWidth, OutlineWidth::none);
  EXPECT_LE(mtoon.outlineFactor, 10.0F);
  EXPECT_EQ(mtoon.uvRotation, 0.0F);
  EXPECT_TRUE(finds(*model, "material.value"));
  EXPECT_TRUE(finds(*model, "material.texture"));
  for (const char* key : {"shadeColorFactor", "shadingToonyFactor", "parametricRimFresnelPowerFactor",
                          "outlineWidthMode", "outlineWidthFactor", "uvAnimationRotationSpeedFactor"})
    EXPECT_TRUE(warns(*model, key)) << key;
}

}  // namespace
}  // namespace lead::test
