// VRMC_materials_mtoon-1.0, "Outline".
#include <glm/matrix.hpp>

#include "scene/shapes.h"
#include "surface_fixture.h"

namespace lead {
namespace {

using namespace test;

constexpr float kRadius = 0.3F;
constexpr glm::vec3 kOutline{0.9F, 0.0F, 0.9F};

class Outline : public RenderSurface {
 protected:
  static Material outlined(OutlineWidth kind, float width) {
    Material material = toon(kGreenLight, kGreenLight);
    material.mtoon.outlineWidth = kind;
    material.mtoon.outlineFactor = width;
    material.mtoon.outlineColor = kOutline;
    material.mtoon.outlineLightingMix = 0.0F;
    return material;
  }

  static Model ball(Model model, Material material) {
    const MeshData shape = makeEllipsoid(glm::vec3(kRadius), 24, 36);
    Primitive ball;
    ball.positions = shape.positions;
    for (glm::vec3& p : ball.positions) p += kMiddle;
    ball.normals = shape.normals;
    ball.uv0.assign(ball.positions.size(), glm::vec2(0.5F));
    ball.indices = shape.indices;
    ball.material = add(model, std::move(material));
    addRigid(model, 0, ball);
    return model;
  }

  /// Pixels of the outline's colour to the right of the ball's middle.
  int widthInPixels(const Picture& picture, const CameraPose& camera, glm::vec3 color = kOutline) const {
    const glm::ivec3 wanted = pixelOf(color);
    const auto middle = camera.toPixel(kMiddle, stage_.size());
    int count = 0;
    for (float x = middle->x; x < stage_.size().x; x += 1.0F)
      if (difference(colorAt(picture, x, middle->y), wanted) <= 3) ++count;
    return count;
  }
};

TEST_F(Outline, IsAsWideAsTheFileSaysInMetres) {
  const CameraPose camera = facing(kMiddle);
  const auto inside = camera.toPixel(kMiddle + glm::vec3(kRadius, 0.0F, 0.0F), stage_.size());
  const auto outside = camera.toPixel(kMiddle + glm::vec3(kRadius + 0.1F, 0.0F, 0.0F), stage_.size());
  const Picture picture = shootAtRest(ball(bareModel(), outlined(OutlineWidth::world, 0.1F)), camera);
  EXPECT_NEAR(widthInPixels(picture, camera), outside->x - inside->x, 2.0F);
  EXPECT_LE(difference(colorOf(picture, camera, kMiddle), kGreen), 2) << "the surface itself stays";
}

TEST_F(Outline, OfTheScreenIsThePartOfItsHeightFromAnyDistance) {
  for (const float distance : {1.5F, 4.0F}) {
    const CameraPose camera = facing(kMiddle, distance);
    const Picture picture = shootAtRest(ball(bareModel(), outlined(OutlineWidth::screen, 0.05F)), camera);
    EXPECT_NEAR(widthInPixels(picture, camera), 0.05F * stage_.size().y, 1.6F) << distance;
  }
}

TEST_F(Outline, OfNoWidthIsNone) {
  const CameraPose camera = facing(kMiddle);
  for (const auto& [kind, width] :
       {std::pair(OutlineWidth::none, 0.1F), std::pair(OutlineWidth::world, 0.0F)})
    EXPECT_EQ(widthInPixels(shootAtRest(ball(bareModel(), outlined(kind, width)), camera), camera), 0);
}

TEST_F(Outline, ItsWidthTextureIsGreenAndANumber) {
  const CameraPose camera = facing(kMiddle);
  const auto width = [&](std::uint8_t green) {
    Model model = bareModel();
    Material material = outlined(OutlineWidth::world, 0.2F);
    material.mtoon.outlineWidthTexture.texture = addPixel(model, {255, green, 255});
    return widthInPixels(shootAtRest(ball(model, material), camera), camera);
  };
  EXPECT_EQ(width(0), 0);
  EXPECT_NEAR(width(128), 0.5F * static_cast<float>(width(255)), 2.0F);
}

TEST_F(Outline, ItsColourIsMixedWithTheLight) {
  const CameraPose camera = facing(kMiddle);
  Material material = outlined(OutlineWidth::world, 0.1F);
  material.baseColor = glm::vec4(0.5F, 0.5F, 0.5F, 1.0F);
  material.mtoon.shadeColor = glm::vec3(0.5F);
  material.mtoon.giEqualization = 1.0F;
  material.mtoon.outlineLightingMix = 1.0F;
  const Picture lit = shootAtRest(ball(bareModel(), material), camera);
  EXPECT_GT(widthInPixels(lit, camera, kOutline * 0.5F), 3);
  material.mtoon.outlineLightingMix = 0.5F;
  const Picture half = shootAtRest(ball(bareModel(), material), camera);
  EXPECT_GT(widthInPixels(half, camera, kOutline * 0.75F), 3);
}

TEST_F(Outline, IsCutWhereAMaskCutsTheSurface) {
  const CameraPose camera = facing(kMiddle);
  Material material = outlined(OutlineWidth::world, 0.1F);
  material.alphaMode = AlphaMode::mask;
  material.baseColor.a = 0.6F;
  EXPECT_GT(widthInPixels(shootAtRest(ball(bareModel(), material), camera), camera), 3);
  material.alphaCutoff = 0.7F;
  EXPECT_EQ(widthInPixels(shootAtRest(ball(bareModel(), material), camera), camera), 0);
}

TEST_F(Outline, FollowsASkinAndGoesWithItsAvatar) {
  const CameraPose camera = facing(kMiddle);
  Model model = ball(bareModel(), outlined(OutlineWidth::world, 0.1F));
  Primitive& skinned = model.meshes.back().primitives.back();
  skinned.joints.assign(skinned.positions.size(), {0, 0, 0, 0});
  skinned.weights.assign(skinned.positions.size(), {1.0F, 0.0F, 0.0F, 0.0F});
  model.nodes.back().skin = 0;
  const int hips = model.boneNode[index(Bone::hips)];
  model.skins.push_back({{hips}, {glm::inverse(model.restWorld[static_cast<std::size_t>(hips)])}});
  const Picture empty = shoot(camera);
  {
    AvatarView avatar(stage_, upload(std::move(model)));
    Pose pose;
    pose.rootPosition = {20.0F, 0.0F, 0.0F};
    avatar.setPose(pose);
    EXPECT_EQ(widthInPixels(shoot(camera), camera), 0);
    avatar.setPose(Pose{});
    EXPECT_GT(widthInPixels(shoot(camera), camera), 5);
    avatar.setVisible(false);
    EXPECT_EQ(changedPixels(empty, shoot(camera)), 0U);
  }
  EXPECT_EQ(changedPixels(empty, shoot(camera)), 0U);
}

}  // namespace
}  // namespace lead
