// glTF's own materials: metallic-roughness with all its textures, KHR_materials_unlit, KHR_texture_transform.
#include <glm/gtc/constants.hpp>

#include "surface_fixture.h"

namespace lead {
namespace {

using namespace test;

class Standard : public RenderSurface {
 protected:
  static Material rough(glm::vec3 base) {
    Material material;
    material.baseColor = glm::vec4(base, 1.0F);
    material.metallic = 0.0F;
    return material;
  }
};

TEST_F(Standard, UnlitColoursAreNotLit) {
  Model model = bareModel();
  Material material = rough({0.5F, 0.25F, 0.1F});
  material.shading = Shading::unlit;
  material.emissive = glm::vec3(1.0F);
  for (const glm::vec3 normal : {glm::vec3(0.0F, 0.0F, 1.0F), awayFromSun()})
    EXPECT_LE(difference(seen(material, normal), pixelOf({0.5F, 0.25F, 0.1F})), 1);
}

TEST_F(Standard, TheSunSideIsBrighter) {
  const Material material = rough(glm::vec3(0.5F));
  EXPECT_GT(seen(material, towardsSun()).g, seen(material, awayFromSun()).g + 50);
}

TEST_F(Standard, TheTextureOfMetalAndRoughnessIsBlueAndGreen) {
  Model model = bareModel();
  Material material = rough(kRedLight);
  material.metallic = 1.0F;
  const glm::ivec3 metal = seen(material);
  material.metallicRoughnessTexture.texture = addPixel(model, {255, 255, 0});
  const glm::ivec3 plastic = seen(model, material);
  EXPECT_LE(difference(plastic, seen(rough(kRedLight))), 1);
  EXPECT_LT(metal.g, plastic.g) << "metal mirrors in its own colour";
}

TEST_F(Standard, OcclusionTakesTheLightFromAround) {
  Model model = bareModel();
  Material material = rough(glm::vec3(0.5F));
  material.roughness = 1.0F;
  const int open = seen(model, material, awayFromSun()).g;
  material.occlusionTexture.texture = addPixel(model, {0, 255, 255});
  EXPECT_LE(seen(model, material, awayFromSun()).g, 2);
  material.occlusionStrength = 0.0F;
  EXPECT_NEAR(seen(model, material, awayFromSun()).g, open, 1);
}

TEST_F(Standard, EmissionShinesInTheDark) {
  Model model = bareModel();
  Material material = rough(kBlackLight);
  material.occlusionTexture.texture = addPixel(model, {0, 0, 0});
  material.emissive = {0.0F, 0.8F, 0.8F};
  material.emissiveTexture.texture = addPixel(model, {255, 255, 0});
  EXPECT_LE(difference(seen(model, material, awayFromSun()), pixelOf({0.0F, 0.8F, 0.0F})), 2);
}

TEST_F(Standard, TheNormalTextureTurnsNormals) {
  Model model = bareModel();
  Material material = rough(glm::vec3(0.5F));
  material.normalTexture.texture = addPixel(model, {128, 1, 128});
  EXPECT_LT(seen(model, material).g, seen(rough(glm::vec3(0.5F))).g - 40);
}

TEST_F(Standard, EachTextureHasItsOwnTransformAndCoordinates) {
  Model model = bareModel();
  Material material = rough(kBlackLight);
  material.shading = Shading::unlit;
  material.baseColor = glm::vec4(1.0F);
  material.baseColorTexture.texture = addStripes(model);
  material.baseColorTexture.texCoord = 1;
  material.baseColorTexture.offset = {0.25F, 0.0F};
  Primitive square = tilted({0.0F, 0.0F, 1.0F}, add(model, material));
  square.uv1.assign(4, {0.4F, 0.5F});
  addRigid(model, 0, square);
  EXPECT_LE(difference(colorOf(shootAtRest(std::move(model)), facing(kMiddle), kMiddle), kBlue), 2);
}

TEST_F(Standard, TransformsTurnAboutTheOriginOfTheTexture) {
  Model model = bareModel();
  Material material = rough(kBlackLight);
  material.shading = Shading::unlit;
  material.baseColor = glm::vec4(1.0F);
  material.baseColorTexture.texture = addStripes(model);
  model.textures.back().wrapS = Wrap::repeat;
  material.baseColorTexture.rotation = glm::half_pi<float>();  // (u, v) -> (v, -u)
  addRigid(model, 0, makeSquare(kMiddle, 0.4F, add(model, material)));
  const Picture picture = shootAtRest(std::move(model));
  const auto at = [&](float down) {
    return colorOf(picture, facing(kMiddle), kMiddle + glm::vec3(0.1F, 0.4F - down * 0.8F, 0.0F));
  };
  EXPECT_LE(difference(at(0.125F), kRed), 2);
  EXPECT_LE(difference(at(0.375F), kGreen), 2);
  EXPECT_LE(difference(at(0.625F), kBlue), 2);
}

}  // namespace
}  // namespace lead
