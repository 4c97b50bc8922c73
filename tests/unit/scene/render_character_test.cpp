// What an avatar's character does, as it is seen: morphs, changed materials, springs, eyes, first person.
#include <glm/gtc/constants.hpp>
#include <glm/gtc/quaternion.hpp>

#include "surface_fixture.h"

namespace lead {
namespace {

using namespace test;

constexpr float kFrame = 1.0F / 60.0F;

class Characters : public RenderSurface {
 protected:
  static ModelExpression& addExpression(Model& model) {
    ModelExpression expression;
    expression.name = "test";
    expression.present = true;
    model.expressions.push_back(expression);
    return model.expressions.back();
  }

  static Pose with(float weight) {
    Pose pose;
    pose.expressions[0] = weight;
    return pose;
  }

  /// A red square whose only morph moves it to the right by 0.6 m, bound to expression 0.
  static Model morphing(bool skinned) {
    Model model = bareModel();
    Primitive square = makeSquare(kMiddle - glm::vec3(0.3F, 0.0F, 0.0F), 0.1F, addUnlit(model, {1, 0, 0, 1}));
    square.morphs.resize(1);
    square.morphs[0].positions.assign(4, {0.6F, 0.0F, 0.0F});
    if (skinned) {
      square.joints.assign(4, {0, 0, 0, 0});
      square.weights.assign(4, {1.0F, 0.0F, 0.0F, 0.0F});
    }
    const int node = addRigid(model, 0, square);
    if (skinned) {
      model.nodes[static_cast<std::size_t>(node)].skin = 0;
      model.skins.push_back({{0}, {glm::mat4(1.0F)}});
    }
    addExpression(model).morphs.push_back({node, 0, 1.0F});
    return model;
  }

  bool redAt(const Picture& picture, float x) const {
    return difference(colorOf(picture, facing(kMiddle), kMiddle + glm::vec3(x, 0.0F, 0.0F)), kRed) <= 2;
  }
};

TEST_F(Characters, AnExpressionMovesMorphsAndLetsThemBackAgain) {
  for (const bool skinned : {false, true}) {
    AvatarView avatar(stage_, upload(morphing(skinned)));
    avatar.update(with(0.0F), {}, kFrame);
    EXPECT_TRUE(redAt(shoot(), -0.3F));
    avatar.update(with(1.0F), {}, kFrame);
    const Picture open = shoot();
    EXPECT_TRUE(redAt(open, 0.3F));
    EXPECT_FALSE(redAt(open, -0.3F));
    avatar.update(with(0.5F), {}, kFrame);
    EXPECT_TRUE(redAt(shoot(), 0.0F));
    avatar.update(with(0.0F), {}, kFrame);
    EXPECT_TRUE(redAt(shoot(), -0.3F));
  }
}

TEST_F(Characters, OneAvatarsFaceIsNotAnothers) {
  const ModelAssetsPtr assets = upload(morphing(true));
  AvatarView one(stage_, assets);
  AvatarView two(stage_, assets);
  one.update(with(1.0F), {}, kFrame);
  two.update(with(0.0F), {}, kFrame);
  const Picture picture = shoot();
  EXPECT_TRUE(redAt(picture, 0.3F));
  EXPECT_TRUE(redAt(picture, -0.3F));
}

TEST_F(Characters, DefaultWeightsOfTheFileAreDrawnWhereNoExpressionHasThem) {
  Model model = morphing(false);
  model.expressions.clear();
  model.meshes.back().morphWeights = {1.0F};
  EXPECT_TRUE(redAt(shootAtRest(std::move(model)), 0.3F));
}

TEST_F(Characters, MorphsAndSkinningOnTheCpuWorkTogether) {
  // A joint turned by 45° under a stretched node: a matrix that the driver can't be given.
  Model model = morphing(true);
  Node stretched;
  stretched.parent = 0;
  stretched.scale = {1.5F, 1.0F, 1.0F};
  model.nodes.push_back(stretched);
  Node joint;
  joint.parent = static_cast<int>(model.nodes.size()) - 1;
  joint.rotation = glm::angleAxis(glm::quarter_pi<float>(), glm::vec3(0.0F, 0.0F, 1.0F));
  model.nodes.push_back(joint);
  updateRest(model);
  const glm::mat4 place = glm::mat4(1.0F);
  model.skins[0] = {{static_cast<int>(model.nodes.size()) - 1}, {place}};
  AvatarView avatar(stage_, upload(model));
  const auto redOf = [&](glm::vec3 point) {
    const glm::vec3 world(model.restWorld.back() * glm::vec4(point, 1.0F));
    const CameraPose camera = facing(world);
    return difference(colorOf(shoot(camera), camera, world), kRed) <= 2;
  };
  const glm::vec3 closed = kMiddle - glm::vec3(0.3F, 0.0F, 0.0F);
  const glm::vec3 open = kMiddle + glm::vec3(0.3F, 0.0F, 0.0F);
  avatar.update(with(0.0F), {}, kFrame);
  EXPECT_TRUE(redOf(closed));
  avatar.update(with(1.0F), {}, kFrame);
  EXPECT_TRUE(redOf(open));
  EXPECT_FALSE(redOf(closed));
}

TEST_F(Characters, AColourBindChangesThisAvatarsMaterialOnly) {
  Model model = bareModel();
  const int material = addUnlit(model, {1.0F, 0.0F, 0.0F, 1.0F});
  addRigid(model, 0, makeSquare(kMiddle, 0.1F, material));
  addExpression(model).colors.push_back({material, MaterialColor::base, {0.0F, 0.0F, 1.0F, 1.0F}});
  const ModelAssetsPtr assets = upload(std::move(model));
  AvatarView one(stage_, assets);
  AvatarView two(stage_, assets);
  Pose left = with(1.0F);
  left.rootPosition.x = -0.3F;
  Pose right = with(0.0F);
  right.rootPosition.x = 0.3F;
  one.update(left, {}, kFrame);
  two.update(right, {}, kFrame);
  const auto at = [&](float x) {
    return colorOf(shoot(), facing(kMiddle), kMiddle + glm::vec3(x, 0.0F, 0.0F));
  };
  EXPECT_LE(difference(at(-0.3F), kBlue), 2);
  EXPECT_LE(difference(at(0.3F), kRed), 2);
  left.expressions[0] = 0.0F;
  one.update(left, {}, kFrame);
  EXPECT_LE(difference(at(-0.3F), kRed), 2);
}

TEST_F(Characters, EveryColourOfMtoonCanBeBound) {
  Material material = toon(kBlackLight, kBlackLight);
  material.mtoon.rimLift = 1.0F;
  material.mtoon.rimLightingMix = 0.0F;
  for (const auto& [kind, factor] :
       {std::pair(MaterialColor::base, 1.0F), std::pair(MaterialColor::emission, 1.0F),
        std::pair(MaterialColor::shade, kToonSun), std::pair(MaterialColor::rim, 1.0F),
        std::pair(MaterialColor::matcap, 1.0F)}) {
    Model model = bareModel();
    Material one = material;
    one.mtoon.matcapTexture.texture = addPixel(model, {255, 255, 255});
    one.mtoon.matcapColor = kBlackLight;
    const int index = add(model, one);
    const bool shaded = kind == MaterialColor::shade;
    addRigid(model, 0, tilted(shaded ? awayFromSun() : glm::vec3(0.0F, 0.0F, 1.0F), index));
    addExpression(model).colors.push_back({index, kind, {0.0F, 0.5F, 0.0F, 1.0F}});
    AvatarView avatar(stage_, upload(std::move(model)));
    avatar.update(with(0.0F), {}, kFrame);
    EXPECT_LE(difference(colorOf(shoot(), facing(kMiddle), kMiddle), kBlack), 2);
    avatar.update(with(1.0F), {}, kFrame);
    EXPECT_LE(difference(colorOf(shoot(), facing(kMiddle), kMiddle), pixelOf({0.0F, 0.5F * factor, 0.0F})), 2)
        << static_cast<int>(kind);
  }
}

TEST_F(Characters, ATextureTransformBindMovesTextures) {
  Model model = bareModel();
  const int material = addUnlit(model, glm::vec4(1.0F));
  model.materials.back().baseColorTexture.texture = addStripes(model);
  addRigid(model, 0, makeSquare(kMiddle, 0.4F, material));
  addExpression(model).textureTransforms.push_back({material, {1.0F, 1.0F}, {0.5F, 0.0F}});
  AvatarView avatar(stage_, upload(std::move(model)));
  const auto leftmost = [&] {
    return colorOf(shoot(), facing(kMiddle), kMiddle - glm::vec3(0.3F, 0.0F, 0.0F));
  };
  avatar.update(with(0.0F), {}, kFrame);
  EXPECT_LE(difference(leftmost(), kRed), 2);
  avatar.update(with(1.0F), {}, kFrame);
  EXPECT_LE(difference(leftmost(), kBlue), 2);
}

TEST_F(Characters, SpringsSwingWhileOthersHang) {
  Model model = bareModel();
  const int red = addUnlit(model, {1.0F, 0.0F, 0.0F, 1.0F});
  Node swings;
  swings.parent = 0;
  swings.translation = kMiddle + glm::vec3(0.0F, 0.4F, 0.0F);
  const int joint = static_cast<int>(model.nodes.size());
  model.nodes.push_back(swings);
  updateRest(model);
  addRigid(model, joint, makeSquare(kMiddle, 0.06F, red));
  SpringJoint settings;
  settings.node = joint;
  settings.tail = {0.0F, -0.4F, 0.0F};
  settings.stiffness = 0.0F;
  settings.gravityPower = 1.0F;
  settings.gravityDir = {1.0F, 0.0F, 0.0F};
  model.springs.push_back({"sideways", {settings}, {}, -1});
  AvatarView avatar(stage_, upload(std::move(model)));
  avatar.setPose(Pose{});
  EXPECT_TRUE(redAt(shoot(), 0.0F));
  for (int i = 0; i < 300; ++i) avatar.update(Pose{}, {}, kFrame);
  const Picture pulled = shoot();
  EXPECT_FALSE(redAt(pulled, 0.0F));
  EXPECT_LE(difference(colorOf(pulled, facing(kMiddle), kMiddle + glm::vec3(0.4F, 0.4F, 0.0F)), kRed), 2);
  avatar.setPose(Pose{});
  EXPECT_TRUE(redAt(shoot(), 0.0F)) << "a still has springs at rest";
}

TEST_F(Characters, EyesLookAtTheirTarget) {
  Model model = bareModel();
  const int red = addUnlit(model, {1.0F, 0.0F, 0.0F, 1.0F});
  Node eye;
  eye.parent = model.boneNode[index(Bone::head)];
  eye.bone = static_cast<int>(index(Bone::leftEye));
  model.boneNode[index(Bone::leftEye)] = static_cast<int>(model.nodes.size());
  model.nodes.push_back(eye);
  updateRest(model);
  // A pointer in front of the eye, 0.5 m long.
  const glm::vec3 head(0.0F, 1.45F, 0.0F);
  addRigid(model, model.boneNode[index(Bone::leftEye)],
           makeSquare(head + glm::vec3(0.0F, 0.0F, 0.5F), 0.06F, red));
  LookAt lookAt;
  for (RangeMap* map :
       {&lookAt.horizontalInner, &lookAt.horizontalOuter, &lookAt.verticalDown, &lookAt.verticalUp})
    *map = {glm::half_pi<float>(), glm::half_pi<float>()};
  model.lookAt = lookAt;
  AvatarView avatar(stage_, upload(std::move(model)));
  const CameraPose camera = facing(head, 3.0F);
  const auto red45 = [&](float side) {
    return difference(colorOf(shoot(camera), camera, head + glm::vec3(side, 0.0F, 0.35F)), kRed) <= 2;
  };
  avatar.update(Pose{}, glm::vec3(5.0F, 1.45F, 5.0F), kFrame);
  EXPECT_TRUE(red45(0.35F));
  avatar.update(Pose{}, glm::vec3(-5.0F, 1.45F, 5.0F), kFrame);
  EXPECT_TRUE(red45(-0.35F));
}

/// Squares from left to right: on the head, on the body, for others only, for itself only.
Model forFirstPerson() {
  Model model = bareModel();
  const int red = addUnlit(model, {1.0F, 0.0F, 0.0F, 1.0F});
  const int head = model.boneNode[index(Bone::head)];
  const int hips = model.boneNode[index(Bone::hips)];
  const auto add = [&](float x, int parent, FirstPersonView view) {
    const int node = addRigid(model, parent, makeSquare(kMiddle + glm::vec3(x, 0.0F, 0.0F), 0.08F, red));
    model.nodes[static_cast<std::size_t>(node)].view = view;
  };
  add(-0.45F, head, FirstPersonView::automatic);
  add(-0.15F, hips, FirstPersonView::automatic);
  add(0.15F, hips, FirstPersonView::thirdPersonOnly);
  add(0.45F, head, FirstPersonView::firstPersonOnly);
  return model;
}

TEST_F(Characters, OwnEyesSeeNoHead) {
  AvatarView avatar(stage_, upload(forFirstPerson()));
  avatar.setPose(Pose{});
  const auto seen = [&] {
    const Picture picture = shoot();
    return std::array{redAt(picture, -0.45F), redAt(picture, -0.15F), redAt(picture, 0.15F),
                      redAt(picture, 0.45F)};
  };
  EXPECT_EQ(seen(), (std::array{true, true, true, false}));
  avatar.setPerspective(Perspective::firstPerson);
  EXPECT_EQ(seen(), (std::array{false, true, false, true}));
  avatar.setPose(Pose{});
  EXPECT_EQ(seen(), (std::array{false, true, false, true}));
  avatar.setPerspective(Perspective::thirdPerson);
  EXPECT_EQ(seen(), (std::array{true, true, true, false}));
}

TEST_F(Characters, OwnEyesSeeWhatOfAMeshDoesNotHangOnTheHead) {
  Model model = bareModel();
  const int red = addUnlit(model, {1.0F, 0.0F, 0.0F, 1.0F});
  Primitive both = makeSquare(kMiddle - glm::vec3(0.3F, 0.0F, 0.0F), 0.1F, red);
  const Primitive right = makeSquare(kMiddle + glm::vec3(0.3F, 0.0F, 0.0F), 0.1F, red);
  for (const std::uint32_t i : right.indices) both.indices.push_back(i + 4);
  both.positions.insert(both.positions.end(), right.positions.begin(), right.positions.end());
  both.normals.insert(both.normals.end(), right.normals.begin(), right.normals.end());
  both.uv0.clear();
  both.joints.assign(8, {0, 0, 0, 0});
  for (std::size_t v = 4; v < 8; ++v) both.joints[v].x = 1;
  both.weights.assign(8, {1.0F, 0.0F, 0.0F, 0.0F});
  const int node = addRigid(model, 0, both);
  Skin skin;
  for (const Bone bone : {Bone::hips, Bone::head}) {
    skin.joints.push_back(model.boneNode[index(bone)]);
    skin.inverseBind.push_back(glm::inverse(model.restWorld[static_cast<std::size_t>(skin.joints.back())]));
  }
  model.nodes[static_cast<std::size_t>(node)].skin = 0;
  model.skins.push_back(skin);
  AvatarView avatar(stage_, upload(std::move(model)));
  avatar.setPerspective(Perspective::firstPerson);
  avatar.setPose(Pose{});
  const Picture own = shoot();
  EXPECT_TRUE(redAt(own, -0.3F));
  EXPECT_FALSE(redAt(own, 0.3F));
  avatar.setPerspective(Perspective::thirdPerson);
  EXPECT_TRUE(redAt(shoot(), 0.3F));
}

}  // namespace
}  // namespace lead
