// VRMC_materials_mtoon-1.0: lighting, global illumination, emission, rim lighting, normals, UV animation.
#include <glm/gtc/constants.hpp>
#include <glm/gtc/quaternion.hpp>

#include "surface_fixture.h"

namespace lead {
namespace {

using namespace test;

class Mtoon : public RenderSurface {};

TEST_F(Mtoon, FullLightShowsTheBaseColourAsInTheFile) {
  const glm::vec3 base(0.6F, 0.2F, 0.05F);
  EXPECT_LE(difference(seen(toon(base, kBlueLight)), pixelOf(base)), 2);
}

TEST_F(Mtoon, WhatFacesAwayShowsTheShadeColour) {
  const glm::vec3 shade(0.1F, 0.3F, 0.6F);
  EXPECT_LE(difference(seen(toon(kBlackLight, shade), awayFromSun()), pixelOf(shade * kToonSun)), 2);
}

TEST_F(Mtoon, TheShadeTextureIsOfTheShadeAlone) {
  Model model = bareModel();
  Material material = toon(kBlackLight, glm::vec3(0.5F));
  material.mtoon.shadeTexture.texture = addPixel(model, {255, 0, 0});
  EXPECT_LE(difference(seen(model, material, awayFromSun()), pixelOf({0.5F * kToonSun, 0.0F, 0.0F})), 2);
  EXPECT_LE(difference(seen(model, material), kBlack), 2);
}

TEST_F(Mtoon, ShadingShiftMovesTheBorder) {
  // Across the sun's direction: on the border.
  const glm::vec3 border = glm::normalize(glm::cross(towardsSun(), glm::vec3(0.0F, 1.0F, 0.0F)) * -0.2F +
                                          glm::vec3(0.0F, -0.598F, 0.717F));
  for (const float shift : {-0.4F, 0.4F}) {
    Material material = toon(kRedLight, kGreenLight);
    material.mtoon.shadingShift = shift;
    const glm::ivec3 color = seen(material, border);
    EXPECT_EQ(color.r > 200, shift > 0.0F) << shift;
    EXPECT_EQ(color.g > 200, shift < 0.0F) << shift;
  }
}

TEST_F(Mtoon, TheShiftTextureCountsAsANumberAndIsScaled) {
  Model model = bareModel();
  Material material = toon(kRedLight, kBlackLight);
  material.mtoon.shadingToony = 0.0F;
  material.mtoon.shadingShiftTexture.texture = addPixel(model, {128, 0, 0});
  material.mtoon.shadingShiftScale = -1.0F;
  const float shading = towardsSun().z - 128.0F / 255.0F;
  const float red = (shading + 1.0F) / 2.0F * kToonSun + toonGi(0.0F);
  EXPECT_LE(difference(seen(model, material), pixelOf({red, 0.0F, 0.0F})), 2);
}

TEST_F(Mtoon, ToonyIsHowSharpTheBorderIs) {
  Material material = toon(kRedLight, kBlackLight);
  material.mtoon.shadingToony = 0.0F;
  const float soft = (towardsSun().z + 1.0F) / 2.0F * kToonSun + toonGi(0.0F);
  EXPECT_LE(difference(seen(material), pixelOf({soft, 0.0F, 0.0F})), 2);
  material.mtoon.shadingToony = 1.0F;
  EXPECT_LE(difference(seen(material), kRed), 2);
}

TEST_F(Mtoon, GiEqualizationEvensOutWhereTheLightComesFrom) {
  const glm::vec3 up = glm::normalize(glm::vec3(0.0F, 1.0F, 0.1F));
  for (const float equal : {0.0F, 1.0F}) {
    Material material = toon(glm::vec3(0.3F), glm::vec3(0.0F));
    material.mtoon.giEqualization = equal;
    const float above = 0.3F * (kToonSun + toonGi((1.0F - equal) * up.y));
    const float below = 0.3F * toonGi((1.0F - equal) * awayFromSun().y);
    EXPECT_LE(difference(seen(material, up), pixelOf(glm::vec3(above))), 1) << equal;
    EXPECT_LE(difference(seen(material, awayFromSun()), pixelOf(glm::vec3(below))), 1) << equal;
  }
}

TEST_F(Mtoon, EmissionIsAddedAndMultipliedByItsTexture) {
  Model model = bareModel();
  Material material = toon(kBlackLight, kBlackLight);
  material.emissive = glm::vec3(0.4F, 0.2F, 1.5F);
  EXPECT_LE(difference(seen(model, material), pixelOf({0.4F, 0.2F, 1.0F})), 2);
  material.emissiveTexture.texture = addPixel(model, {255, 0, 255});
  EXPECT_LE(difference(seen(model, material, awayFromSun()), pixelOf({0.4F, 0.0F, 1.0F})), 2);
}

TEST_F(Mtoon, TheParametricRimGrowsTowardsTheEdge) {
  Material material = toon(kBlackLight, kBlackLight);
  material.mtoon.rimColor = kBlueLight;
  material.mtoon.rimFresnelPower = 2.0F;
  material.mtoon.rimLightingMix = 0.0F;
  EXPECT_LE(difference(seen(material), kBlack), 3);
  const glm::vec3 edge = glm::normalize(glm::vec3(1.0F, 0.0F, 0.5F));
  const float rim = std::pow(1.0F - edge.z, 2.0F);
  EXPECT_LE(difference(seen(material, edge), pixelOf({0.0F, 0.0F, rim})), 2);
  material.mtoon.rimLift = 0.3F;
  EXPECT_LE(difference(seen(material, edge), pixelOf({0.0F, 0.0F, std::pow(1.3F - edge.z, 2.0F)})), 2);
}

TEST_F(Mtoon, ARimOfPowerZeroIsEverywhere) {
  Material material = toon(kBlackLight, kBlackLight);
  material.mtoon.rimColor = glm::vec3(0.5F);
  material.mtoon.rimFresnelPower = 0.0F;
  material.mtoon.rimLightingMix = 0.0F;
  EXPECT_LE(difference(seen(material), pixelOf(glm::vec3(0.5F))), 2);
}

TEST_F(Mtoon, TheRimIsMaskedByItsTextureAndMixedWithTheLight) {
  Model model = bareModel();
  addShade(model);
  Material material = toon(kBlackLight, kBlackLight);
  material.mtoon.rimColor = glm::vec3(0.5F);
  material.mtoon.rimLift = 1.0F;
  material.mtoon.rimTexture.texture = addPixel(model, {255, 0, 255});
  const glm::vec3 rim(0.5F, 0.0F, 0.5F);
  material.mtoon.rimLightingMix = 0.0F;
  EXPECT_LE(difference(seen(model, material), pixelOf(rim)), 2);
  material.mtoon.rimLightingMix = 1.0F;
  EXPECT_LE(difference(seen(model, material), pixelOf(rim * toonGi(0.0F))), 2);
}

TEST_F(Mtoon, TheMatcapIsLookedUpByTheNormalAsSeen) {
  Model model = bareModel();
  Material material = toon(kBlackLight, kBlackLight);
  material.mtoon.rimLightingMix = 0.0F;
  material.mtoon.matcapColor = glm::vec3(0.5F);
  material.mtoon.matcapTexture.texture = addTexture(model, 2, 2,
                                                    {255, 0, 0, 255, 0, 255, 0, 255,  //
                                                     0, 0, 255, 255, 255, 255, 255, 255});
  const auto at = [&](float x, float y) {
    return seen(model, material, glm::normalize(glm::vec3(x, y, 1.0F)));
  };
  EXPECT_LE(difference(at(-0.8F, 0.8F), pixelOf(kRedLight * 0.5F)), 2);
  EXPECT_LE(difference(at(0.8F, 0.8F), pixelOf(kGreenLight * 0.5F)), 2);
  EXPECT_LE(difference(at(-0.8F, -0.8F), pixelOf(kBlueLight * 0.5F)), 2);
  EXPECT_LE(difference(at(0.8F, -0.8F), pixelOf(glm::vec3(0.5F))), 2);
}

TEST_F(Mtoon, WithoutAMatcapTextureThereIsNone) {
  Material material = toon(kBlackLight, kBlackLight);
  material.mtoon.matcapColor = glm::vec3(1.0F);
  EXPECT_LE(difference(seen(material), kBlack), 2);
}

TEST_F(Mtoon, TheNormalTextureTurnsNormalsAsItsGreenGoesUp) {
  Model model = bareModel();
  Material material = toon(kRedLight, kGreenLight);
  material.normalTexture.texture = addPixel(model, {128, 128, 255});
  EXPECT_GT(seen(model, material).r, 240);
  model = bareModel();
  material.normalTexture.texture = addPixel(model, {128, 1, 128});  // straight down
  EXPECT_GT(seen(model, material).g, 220);
  model = bareModel();
  material.normalTexture.texture = addPixel(model, {128, 255, 128});
  EXPECT_GT(seen(model, material).r, 240);
  model = bareModel();
  material.normalTexture.texture = addPixel(model, {1, 128, 128});  // to the left: away from the sun
  EXPECT_GT(seen(model, material).g, 220);
}

TEST_F(Mtoon, NormalScaleIsHowMuchOfIt) {
  Model model = bareModel();
  Material material = toon(kRedLight, kGreenLight);
  material.normalTexture.texture = addPixel(model, {128, 1, 160});
  material.normalScale = 0.05F;
  EXPECT_GT(seen(model, material).r, 240);
  material.normalScale = 1.0F;
  EXPECT_GT(seen(model, material).g, 220);
}

TEST_F(Mtoon, TheBackOfADoubleSidedSurfaceIsLitAsAFront) {
  for (const bool back : {false, true}) {
    Model model = bareModel();
    Material material = toon(kRedLight, kGreenLight);
    material.doubleSided = true;
    addRigid(model, 0, makeSquare(kMiddle, 0.3F, add(model, material)));
    AvatarView avatar(stage_, upload(std::move(model)));
    Pose pose;
    if (back) pose.rootRotation = glm::angleAxis(glm::pi<float>(), glm::vec3(0.0F, 1.0F, 0.0F));
    avatar.setPose(pose);
    EXPECT_LE(difference(colorOf(shoot(), facing(kMiddle), kMiddle), kRed), 2) << back;
  }
}

TEST_F(Mtoon, ReceivesTheShadowOfOthers) {
  Model model = bareModel();
  const int material = add(model, toon(kRedLight, kGreenLight));
  addRigid(model, 0, makeSquare(kMiddle, 0.5F, material));
  addShade(model);
  const Picture picture = shootAtRest(std::move(model));
  EXPECT_GT(colorOf(picture, facing(kMiddle), kMiddle).g, 200);
  EXPECT_LE(difference(colorOf(picture, facing(kMiddle), kMiddle - glm::vec3(0.4F, 0.4F, 0.0F)), kRed), 3);
}

class UvAnimation : public RenderSurface {
 protected:
  Material striped(Model& model) {
    Material material = toon(glm::vec3(1.0F), glm::vec3(1.0F));
    material.baseColorTexture.texture = addStripes(model);
    model.textures.back().wrapS = model.textures.back().wrapT = Wrap::repeat;
    return material;
  }
  /// The colour on the square's second stripe of four, `seconds` from now.
  glm::ivec3 secondStripe(Model model, Material material, double seconds) {
    const int index = add(model, std::move(material));
    addRigid(model, 0, makeSquare(kMiddle, 0.4F, index));
    AvatarView avatar(stage_, upload(std::move(model)));
    stage_.advance(seconds - stage_.time());
    avatar.setPose(Pose{});
    return colorOf(shoot(), facing(kMiddle), kMiddle - glm::vec3(0.1F, 0.1F, 0.0F));
  }
};

TEST_F(UvAnimation, ScrollsWithTheSceneClock) {
  Model model = bareModel();
  Material material = striped(model);
  material.mtoon.uvScroll = {0.25F, 0.0F};
  EXPECT_LE(difference(secondStripe(model, material, 0.0), kGreen), 3);
  EXPECT_LE(difference(secondStripe(model, material, 1.0), kBlue), 3);
  EXPECT_LE(difference(secondStripe(model, material, 3.0), kRed), 3);
  EXPECT_LE(difference(secondStripe(model, material, 4.0 * 86400.0), kGreen), 3);
}

TEST_F(UvAnimation, TheMaskHoldsPartsStill) {
  Model model = bareModel();
  Material material = striped(model);
  material.mtoon.uvScroll = {0.25F, 0.0F};
  material.mtoon.uvMaskTexture.texture = addPixel(model, {255, 255, 0});
  EXPECT_LE(difference(secondStripe(model, material, 1.0), kGreen), 3);
}

TEST_F(UvAnimation, TurnsCounterClockwiseAboutTheMiddle) {
  Model model = bareModel();
  Material material = striped(model);
  material.mtoon.uvRotation = glm::half_pi<float>();
  // A quarter turn: uv (0.375, 0.625) -> (0.5 + 0.125, 0.5 + 0.125).
  EXPECT_LE(difference(secondStripe(model, material, 1.0), kBlue), 3);
  // Three quarters: -> (0.375, 0.375); half: -> (0.625, 0.375).
  EXPECT_LE(difference(secondStripe(model, material, 3.0), kGreen), 3);
  EXPECT_LE(difference(secondStripe(model, material, 2.0), kBlue), 3);
}

}  // namespace
}  // namespace lead
