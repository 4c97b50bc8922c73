#include <gtest/gtest.h>

#include <cmath>
#include <glm/ext/matrix_transform.hpp>
#include <glm/gtc/constants.hpp>
#include <glm/matrix.hpp>
#include <limits>
#include <thread>

#include "render_fixture.h"
#include "scene/avatar_view.h"
#include "scene/material_library.h"
#include "test_model.h"

namespace lead {
namespace {

using namespace test;

constexpr glm::vec4 kLinearRed{1.0F, 0.0F, 0.0F, 1.0F};
constexpr glm::vec4 kLinearGreen{0.0F, 1.0F, 0.0F, 1.0F};
constexpr glm::vec4 kLinearBlue{0.0F, 0.0F, 1.0F, 1.0F};
constexpr glm::vec3 kMiddle{0.0F, 1.0F, 0.0F};

class RenderAvatar : public testing::Test {
 protected:
  ModelAssetsPtr upload(Model model) {
    return std::make_shared<ModelAssets>(stage_, prepareModel(share(std::move(model))));
  }

  Picture shoot(const CameraPose& camera = facing(kMiddle)) {
    stage_.setCamera(camera);
    return stage_.capture();
  }

  /// The picture of a model in its rest pose.
  Picture shootAtRest(Model model, const CameraPose& camera = facing(kMiddle)) {
    AvatarView avatar(stage_, upload(std::move(model)));
    avatar.setPose(Pose{});
    return shoot(camera);
  }

  Stage& stage_ = sharedStage();
};

TEST_F(RenderAvatar, UnlitColoursComeOutAsInTheFile) {
  for (const glm::vec3 srgb : {glm::vec3(200, 80, 40), glm::vec3(12, 130, 250), glm::vec3(128, 128, 128)}) {
    Model model = bareModel();
    const int material = addUnlit(model, glm::vec4(linearFromSrgb(srgb / 255.0F), 1.0F));
    addRigid(model, 0, makeSquare(kMiddle, 0.3F, material));
    const glm::ivec3 seen = colorOf(shootAtRest(std::move(model)), facing(kMiddle), kMiddle);
    EXPECT_LE(difference(seen, glm::ivec3(srgb)), 1);
  }
}

TEST_F(RenderAvatar, TexturesAreTheRightWayUpAndKeepTheirColours) {
  Model model = bareModel();
  const int texture = addTexture(model, 2, 2,
                                 {200, 10, 20, 255, 10, 200, 20, 255,  //
                                  20, 10, 200, 255, 90, 90, 90, 255});
  const int material = addUnlit(model, glm::vec4(1.0F));
  model.materials[0].baseColorTexture.texture = texture;
  addRigid(model, 0, makeSquare(kMiddle, 0.4F, material));
  const Picture picture = shootAtRest(std::move(model));
  const auto at = [&](float x, float y) {
    return colorOf(picture, facing(kMiddle), kMiddle + glm::vec3(x, y, 0.0F));
  };
  EXPECT_LE(difference(at(-0.2F, 0.2F), {200, 10, 20}), 2);
  EXPECT_LE(difference(at(0.2F, 0.2F), {10, 200, 20}), 2);
  EXPECT_LE(difference(at(-0.2F, -0.2F), {20, 10, 200}), 2);
  EXPECT_LE(difference(at(0.2F, -0.2F), {90, 90, 90}), 2);
}

TEST_F(RenderAvatar, TextureTransformsMoveThePicture) {
  Model model = bareModel();
  const int texture = addTexture(model, 2, 1, {255, 0, 0, 255, 0, 0, 255, 255});
  const int material = addUnlit(model, glm::vec4(1.0F));
  model.materials[0].baseColorTexture.texture = texture;
  model.materials[0].baseColorTexture.offset = {0.5F, 0.0F};
  model.materials[0].baseColorTexture.scale = {0.5F, 1.0F};
  addRigid(model, 0, makeSquare(kMiddle, 0.4F, material));
  const Picture picture = shootAtRest(std::move(model));
  EXPECT_LE(difference(colorOf(picture, facing(kMiddle), kMiddle - glm::vec3(0.2F, 0.0F, 0.0F)), kBlue), 2);
}

TEST_F(RenderAvatar, NobodyIsDrawnBeforeTheFirstPose) {
  const Picture empty = shoot();
  Model model = bareModel();
  addRigid(model, 0, makeSquare(kMiddle, 0.3F, addUnlit(model, kLinearRed)));
  AvatarView avatar(stage_, upload(std::move(model)));
  avatar.setVisible(true);
  EXPECT_EQ(changedPixels(empty, shoot()), 0U);
  avatar.setPose(Pose{});
  EXPECT_GT(changedPixels(empty, shoot()), 500U);
}

TEST_F(RenderAvatar, HidingAndRemovingLeaveNothingBehind) {
  const Picture empty = shoot();
  Model model = bareModel();
  addRigid(model, 0, makeSquare(kMiddle, 0.3F, addUnlit(model, kLinearRed)));
  {
    AvatarView avatar(stage_, upload(std::move(model)));
    avatar.setPose(Pose{});
    avatar.setVisible(false);
    avatar.setPose(Pose{});
    EXPECT_EQ(changedPixels(empty, shoot()), 0U);
    avatar.setVisible(true);
    EXPECT_GT(changedPixels(empty, shoot()), 500U);
  }
  EXPECT_EQ(changedPixels(empty, shoot()), 0U);
}

TEST_F(RenderAvatar, LeftIsLeftAndFollowsItsBone) {
  Model model = bareModel();
  const int red = addUnlit(model, kLinearRed);
  const int blue = addUnlit(model, kLinearBlue);
  addRigid(model, model.boneNode[index(Bone::leftHand)], makeSquare({0.67F, 1.35F, 0.0F}, 0.1F, red));
  addRigid(model, model.boneNode[index(Bone::rightHand)], makeSquare({-0.67F, 1.35F, 0.0F}, 0.1F, blue));
  AvatarView avatar(stage_, upload(std::move(model)));
  avatar.setPose(Pose{});
  const CameraPose camera = facing({0.0F, 1.2F, 0.0F}, 3.0F);
  const Picture rest = shoot(camera);
  EXPECT_LE(difference(colorOf(rest, camera, {0.67F, 1.35F, 0.0F}), kRed), 2);
  EXPECT_LE(difference(colorOf(rest, camera, {-0.67F, 1.35F, 0.0F}), kBlue), 2);

  Pose lowered;
  lowered.of(Bone::leftUpperArm) = glm::angleAxis(-glm::half_pi<float>(), glm::vec3(0.0F, 0.0F, 1.0F));
  avatar.setPose(lowered);
  const Picture down = shoot(camera);
  EXPECT_LE(difference(colorOf(down, camera, {0.18F, 0.86F, 0.0F}), kRed), 2);
  EXPECT_GT(difference(colorOf(down, camera, {0.67F, 1.35F, 0.0F}), kRed), 50);
}

TEST_F(RenderAvatar, AvatarsOfOneModelStandWhereTheirPosesSay) {
  Model model = bareModel();
  addRigid(model, 0, makeSquare(kMiddle, 0.15F, addUnlit(model, kLinearGreen)));
  const ModelAssetsPtr assets = upload(std::move(model));
  AvatarView one(stage_, assets);
  AvatarView two(stage_, assets);
  Pose pose;
  pose.rootPosition = {-0.5F, 0.0F, 0.0F};
  one.setPose(pose);
  pose.rootPosition = {0.5F, 0.2F, 0.0F};
  two.setPose(pose);
  const Picture picture = shoot();
  EXPECT_LE(difference(colorOf(picture, facing(kMiddle), {-0.5F, 1.0F, 0.0F}), kGreen), 2);
  EXPECT_LE(difference(colorOf(picture, facing(kMiddle), {0.5F, 1.2F, 0.0F}), kGreen), 2);
  EXPECT_LE(difference(colorOf(picture, facing(kMiddle), {0.0F, 1.0F, 0.0F}), kBlack), 2);
}

TEST_F(RenderAvatar, APoseThatIsNotFiniteIsIgnored) {
  Model model = bareModel();
  addRigid(model, 0, makeSquare(kMiddle, 0.3F, addUnlit(model, kLinearRed)));
  AvatarView avatar(stage_, upload(std::move(model)));
  Pose broken;
  broken.rootPosition.x = std::numeric_limits<float>::quiet_NaN();
  const Picture empty = shoot();
  avatar.setPose(broken);
  EXPECT_EQ(changedPixels(empty, shoot()), 0U);
  avatar.setPose(Pose{});
  const Picture whole = shoot();
  avatar.setPose(broken);
  EXPECT_EQ(changedPixels(whole, shoot()), 0U);
}

/// A row of squares above each other's heads, square i on joint i of a skin of `count` joints.
Model tower(std::size_t count, const glm::vec3& scaleAbove) {
  Model model = bareModel();
  const int material = addUnlit(model, kLinearRed);
  const int base = static_cast<int>(model.nodes.size());
  model.nodes.push_back({.name = "scaled", .parent = 0, .scale = scaleAbove});
  Skin skin;
  Mesh mesh;
  Primitive all;
  all.material = material;
  for (std::size_t i = 0; i < count; ++i) {
    Node joint;
    joint.parent = base;
    joint.translation = {-0.6F + 1.2F * static_cast<float>(i) / static_cast<float>(count), 1.0F, 0.0F};
    skin.joints.push_back(static_cast<int>(model.nodes.size()));
    model.nodes.push_back(joint);
    const Primitive square = makeSquare({}, 0.05F, material);
    for (const std::uint32_t k : square.indices)
      all.indices.push_back(static_cast<std::uint32_t>(all.positions.size()) + k);
    for (std::size_t v = 0; v < 4; ++v) {
      all.positions.push_back(square.positions[v]);
      all.normals.push_back(square.normals[v]);
      all.joints.emplace_back(i, 0, 0, 0);
      all.weights.emplace_back(1.0F, 0.0F, 0.0F, 0.0F);
    }
  }
  skin.inverseBind.assign(count, glm::mat4(1.0F));
  mesh.primitives.push_back(std::move(all));
  model.skins.push_back(std::move(skin));
  model.meshes.push_back(std::move(mesh));
  model.nodes.push_back({.name = "body", .parent = 0, .mesh = 0, .skin = 0});
  updateRest(model);
  return model;
}

TEST_F(RenderAvatar, SkinsOfMoreThan255JointsAreDrawnWhole) {
  const Picture picture = shootAtRest(tower(700, glm::vec3(1.0F)));
  for (const float x : {-0.55F, -0.2F, 0.0F, 0.3F, 0.55F})
    EXPECT_LE(difference(colorOf(picture, facing(kMiddle), {x, 1.0F, 0.0F}), kRed), 2) << x;
}

TEST_F(RenderAvatar, AShearedSkinIsDrawnAsItsMatricesSay) {
  // Joints turned by 45° under a node that is stretched threefold: a diamond, three times as wide as high.
  Model model = tower(1, {3.0F, 1.0F, 1.0F});
  Node& joint = model.nodes[static_cast<std::size_t>(model.skins[0].joints[0])];
  joint.translation = {0.0F, 1.0F, 0.0F};
  joint.rotation = glm::angleAxis(glm::quarter_pi<float>(), glm::vec3(0.0F, 0.0F, 1.0F));
  updateRest(model);
  const Picture picture = shootAtRest(std::move(model));
  const auto red = [&](float x, float y) {
    return difference(colorOf(picture, facing(kMiddle), {x, 1.0F + y, 0.0F}), kRed) <= 2;
  };
  EXPECT_TRUE(red(0.0F, 0.0F));
  EXPECT_TRUE(red(0.18F, 0.0F));   // the diamond's half width is 3 · 0.0707
  EXPECT_TRUE(red(0.0F, 0.055F));  // its half height 0.0707
  EXPECT_FALSE(red(0.18F, 0.03F));
  EXPECT_FALSE(red(0.0F, 0.09F));
}

TEST_F(RenderAvatar, MasksCutAndBlendsMix) {
  Model model = bareModel();
  const int behind = addUnlit(model, kLinearBlue);
  const int masked = addUnlit(model, {1.0F, 0.0F, 0.0F, 0.3F});
  model.materials.back().alphaMode = AlphaMode::mask;
  const int blended = addUnlit(model, {1.0F, 0.0F, 0.0F, 0.5F});
  model.materials.back().alphaMode = AlphaMode::blend;
  const int ignored = addUnlit(model, {1.0F, 0.0F, 0.0F, 0.3F});
  addRigid(model, 0, makeSquare(kMiddle, 0.6F, behind));
  addRigid(model, 0, makeSquare(kMiddle + glm::vec3(-0.3F, 0.0F, 0.1F), 0.1F, masked));
  addRigid(model, 0, makeSquare(kMiddle + glm::vec3(0.0F, 0.0F, 0.1F), 0.1F, blended));
  addRigid(model, 0, makeSquare(kMiddle + glm::vec3(0.3F, 0.0F, 0.1F), 0.1F, ignored));
  const Picture picture = shootAtRest(std::move(model));
  const auto at = [&](float x) {
    return colorOf(picture, facing(kMiddle), kMiddle + glm::vec3(x, 0.0F, 0.1F));
  };
  EXPECT_LE(difference(at(-0.3F), kBlue), 2);
  EXPECT_LE(difference(at(0.0F), {128, 0, 128}), 3);
  EXPECT_LE(difference(at(0.3F), kRed), 2);
}

TEST_F(RenderAvatar, BacksAreSeenOnlyOfDoubleSidedMaterials) {
  for (const bool doubleSided : {false, true}) {
    Model model = bareModel();
    const int material = addUnlit(model, kLinearRed);
    model.materials.back().doubleSided = doubleSided;
    addRigid(model, 0, makeSquare(kMiddle, 0.3F, material));
    AvatarView avatar(stage_, upload(std::move(model)));
    Pose turned;
    turned.rootRotation = glm::angleAxis(glm::pi<float>(), glm::vec3(0.0F, 1.0F, 0.0F));
    avatar.setPose(turned);
    const int off = difference(colorOf(shoot(), facing(kMiddle), kMiddle), kRed);
    EXPECT_EQ(off <= 2, doubleSided);
  }
}

TEST_F(RenderAvatar, AMirroredNodeShowsItsFront) {
  Model model = bareModel();
  addRigid(model, 0, makeSquare(kMiddle, 0.3F, addUnlit(model, kLinearRed)));
  model.nodes.back().scale.x = -1.0F;
  updateRest(model);
  EXPECT_LE(difference(colorOf(shootAtRest(std::move(model)), facing(kMiddle), kMiddle), kRed), 2);
}

TEST_F(RenderAvatar, ModelsMayBePreparedOnAnotherThread) {
  PreparedModelPtr prepared;
  std::thread([&] { prepared = prepareModel(share(bareModel())); }).join();
  AvatarView avatar(stage_, std::make_shared<ModelAssets>(stage_, prepared));
  const Picture empty = shoot();
  avatar.setPose(Pose{});
  EXPECT_GT(changedPixels(empty, shoot()), 100U);
}

}  // namespace
}  // namespace lead
