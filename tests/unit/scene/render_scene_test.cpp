#include <gtest/gtest.h>
#include <imgui.h>

#include <cmath>
#include <cstdlib>
#include <optional>
#include <string>

#include "render_fixture.h"
#include "scene/avatar_view.h"
#include "scene/environment.h"
#include "scene/hand_spheres.h"
#include "scene/overlay.h"
#include "scene/participant_view.h"
#include "scene/space_view.h"
#include "test_model.h"

namespace lead {
namespace {

using namespace test;

Picture shoot(Stage& stage, const CameraPose& camera) {
  stage.setCamera(camera);
  return stage.capture();
}

int brightness(glm::ivec3 c) {
  return c.x + c.y + c.z;
}

TEST(Stage, WithoutADisplaySaysWhatToDo) {
  const char* display = std::getenv("DISPLAY");
  const std::string before = display != nullptr ? display : "";
  unsetenv("DISPLAY");
  EXPECT_THROW(Stage({}), GraphicsError);
  setenv("DISPLAY", ":98765", 1);
  EXPECT_THROW(Stage({}), GraphicsError);
  setenv("DISPLAY", before.c_str(), 1);
}

TEST(Stage, FollowsAResize) {
  Stage& stage = sharedStage();
  Environment environment(stage);
  stage.resize(0, 50);
  EXPECT_EQ(stage.width(), 160U);
  for (const glm::uvec2 size : {glm::uvec2(80, 60), glm::uvec2(300, 200), glm::uvec2(160, 120)}) {
    stage.resize(size.x, size.y);
    const CameraPose camera = facing({0, 1, 0});
    environment.follow(camera);
    const Picture picture = shoot(stage, camera);
    ASSERT_EQ(picture.width, size.x);
    ASSERT_EQ(picture.rgba.size(), std::size_t{4} * size.x * size.y);
    for (const float x : {1.0F, static_cast<float>(size.x) - 2.0F})
      for (const float y : {1.0F, static_cast<float>(size.y) - 2.0F})
        EXPECT_GT(brightness(colorAt(picture, x, y)), 100) << "drawn to its corners";
  }
}

TEST(Environment, HasAFloorBelowAndSkyAbove) {
  Stage& stage = sharedStage();
  Environment environment(stage);
  const CameraPose camera = facing({0.0F, 1.0F, 0.0F}, 4.0F);
  environment.follow(camera);
  const Picture picture = shoot(stage, camera);
  const glm::ivec3 sky = colorAt(picture, 80, 5);
  const glm::ivec3 floor = colorAt(picture, 83, 112);
  EXPECT_GT(sky.z, sky.x + 20) << "blue";
  EXPECT_LT(std::abs(floor.z - floor.x), 20) << "grey";
  EXPECT_GT(brightness(floor), 100);
}

TEST(Environment, TheFloorsPatternStaysInPlaceWhileOneWalks) {
  Stage& stage = sharedStage();
  Environment environment(stage);
  for (const float x : {0.0F, 0.25F, 1.2F, -7.2F}) {
    CameraPose camera;
    camera.eye = {x, 0.6F, 0.5F + x};
    camera.target = {x, 0.0F, x};
    environment.follow(camera);
    const Picture picture = shoot(stage, camera);
    // A dark line at every whole metre.
    const float line = std::round(x);
    const glm::ivec3 on = colorOf(picture, camera, {line, 0.0F, x + 0.05F});
    const glm::ivec3 beside = colorOf(picture, camera, {line + (x > line ? 0.08F : -0.08F), 0.0F, x + 0.05F});
    EXPECT_LT(brightness(on), brightness(beside) - 20) << x;
  }
}

TEST(Environment, AvatarsThrowAShadowBehindThem) {
  Stage& stage = sharedStage();
  Environment environment(stage);
  Model model = bareModel();
  const int material = addUnlit(model, glm::vec4(1.0F));
  model.materials[0].doubleSided = true;
  addRigid(model, 0, makeSquare({0.0F, 0.8F, 0.0F}, 0.5F, material));
  AvatarView avatar(stage, std::make_shared<ModelAssets>(stage, prepareModel(share(std::move(model)))));
  avatar.setPose(Pose{});
  CameraPose camera;
  camera.eye = {-0.4F, 3.0F, -2.5F};
  camera.target = {-0.4F, 0.0F, -0.7F};
  environment.follow(camera);
  const Picture lit = (stage.setShadows(false), shoot(stage, camera));
  const Picture shaded = (stage.setShadows(true), shoot(stage, camera));
  const glm::vec3 inShadow(-0.4F, 0.0F, -0.66F);
  const glm::vec3 beside(1.2F, 0.0F, -0.66F);
  EXPECT_LT(brightness(colorOf(shaded, camera, inShadow)), brightness(colorOf(lit, camera, inShadow)) - 60);
  EXPECT_LE(difference(colorOf(shaded, camera, beside), colorOf(lit, camera, beside)), 2);
}

TEST(HandSpheres, AreSeenThroughEverythingInTheColourOfTheirState) {
  Stage& stage = sharedStage();
  Model model = bareModel();
  addRigid(model, 0,
           makeSquare({0.0F, 1.0F, 0.5F}, 0.8F, addUnlit(model, glm::vec4(0.0F, 0.0F, 0.0F, 1.0F))));
  AvatarView avatar(stage, std::make_shared<ModelAssets>(stage, prepareModel(share(std::move(model)))));
  avatar.setPose(Pose{});
  HandSpheres spheres(stage);
  const CameraPose camera = facing({0.0F, 1.0F, 0.0F});
  const auto at = [&](HandSphereState state) {
    const HandSphere sphere{{0.0F, 1.0F, 0.0F}, state, std::nullopt};
    spheres.set({&sphere, 1});
    return colorOf(shoot(stage, camera), camera, sphere.position);
  };
  const glm::ivec3 idle = at(HandSphereState::idle);
  const glm::ivec3 held = at(HandSphereState::held);
  const glm::ivec3 other = at(HandSphereState::heldByOther);
  EXPECT_GT(brightness(idle), 80) << "over what hides it, half-transparent";
  EXPECT_LT(brightness(idle), 600);
  EXPECT_GT(held.y, held.x + 30);
  EXPECT_GT(other.x, other.y + 30);
  spheres.set({});
  EXPECT_LE(difference(colorOf(shoot(stage, camera), camera, {0.0F, 1.0F, 0.0F}), kBlack), 1);
}

TEST(HandSpheres, AStretchedHandHasALineToItsTarget) {
  Stage& stage = sharedStage();
  HandSpheres spheres(stage);
  const CameraPose camera = facing({0.0F, 1.003F, 0.0F});
  const Picture empty = shoot(stage, camera);
  HandSphere sphere{{-0.4F, 1.0F, 0.0F}, HandSphereState::held, glm::vec3(0.4F, 1.0F, 0.0F)};
  spheres.set({&sphere, 1});
  const Picture line = shoot(stage, camera);
  sphere.target.reset();
  spheres.set({&sphere, 1});
  EXPECT_GT(changedPixels(shoot(stage, camera), line), 20U);
  EXPECT_GT(changedPixels(empty, line), 100U);
}

TEST(ParticipantView, ShowsAFaceThatLooksWhereItsHeadDoes) {
  Stage& stage = sharedStage();
  Environment environment(stage);
  ParticipantView person(stage, participantColor(3));
  const CameraPose camera = facing({0.0F, 1.5F, 0.0F}, 0.6F);
  environment.follow(camera);
  const Picture empty = shoot(stage, camera);
  EXPECT_FALSE(person.labelPoint());
  // A head as a headset gives it looks along -Z: away from this camera. Its eyes are dark.
  Placement head{{0.0F, 1.5F, 0.0F}, kIdentity};
  person.setHead(head);
  const Picture back = shoot(stage, camera);
  head.rotation = glm::quat(0.0F, 0.0F, 1.0F, 0.0F);
  person.setHead(head);
  const Picture front = shoot(stage, camera);
  const glm::vec3 eye(0.036F, 1.522F, 0.1F);
  EXPECT_GT(changedPixels(empty, back), 400U);
  EXPECT_LT(brightness(colorOf(front, camera, eye)), brightness(colorOf(back, camera, eye)) - 60);
  ASSERT_TRUE(person.labelPoint());
  EXPECT_GT(person.labelPoint()->y, 1.6F);
  person.setHead(std::nullopt);
  EXPECT_EQ(changedPixels(empty, shoot(stage, camera)), 0U);
}

TEST(ParticipantView, ShowsEachHandByItself) {
  Stage& stage = sharedStage();
  ParticipantView person(stage, participantColor(4));
  const CameraPose camera = facing({0.0F, 1.0F, 0.0F}, 1.0F);
  const Picture empty = shoot(stage, camera);
  person.setHand(Side::left, Placement{{0.0F, 1.0F, 0.0F}, kIdentity});
  EXPECT_GT(changedPixels(empty, shoot(stage, camera)), 50U);
  person.setHand(Side::left, std::nullopt);
  EXPECT_EQ(changedPixels(empty, shoot(stage, camera)), 0U);
}

TEST(SpaceView, ObstaclesAreLitThrowAShadowAndGoAgain) {
  Stage& stage = sharedStage();
  Environment environment(stage);
  SpaceView view(stage);
  CameraPose camera;
  camera.eye = {-0.4F, 3.0F, 2.5F};
  camera.target = {-0.4F, 0.0F, -0.4F};
  environment.follow(camera);
  const Picture empty = shoot(stage, camera);
  Space space;
  space.bounds = RoomBounds{{-1.0F, -1.0F}, {1.0F, 1.0F}};
  space.obstacles.emplace_back(BoxObstacle{{0.0F, 0.0F, 0.0F}, {0.5F, 0.8F, 0.5F}, 0.0F});
  view.set(space);
  const Picture full = shoot(stage, camera);
  const glm::vec3 top(0.0F, 0.8F, 0.0F);
  EXPECT_GT(difference(colorOf(full, camera, top), colorOf(empty, camera, top)), 20);
  const glm::vec3 behind(-0.3F, 0.0F, -0.45F);  // the sun comes from the front and the right
  EXPECT_LT(brightness(colorOf(full, camera, behind)), brightness(colorOf(empty, camera, behind)) - 60);
  const glm::vec3 edge(0.5F, 0.0F, 0.985F);
  EXPECT_GT(brightness(colorOf(full, camera, edge)), brightness(colorOf(empty, camera, edge)) + 15);
  view.set({});
  EXPECT_EQ(changedPixels(empty, shoot(stage, camera)), 0U);
}

TEST(ParticipantView, AHandIsSeenThroughButNotIntoItself) {
  Stage& stage = sharedStage();
  Environment environment(stage);
  ParticipantView person(stage, {0.9F, 0.5F, 0.3F});
  Model model = bareModel();
  addRigid(model, 0,
           makeSquare({0.0F, 1.0F, -0.2F}, 0.5F, addUnlit(model, glm::vec4(0.0F, 0.0F, 1.0F, 1.0F))));
  AvatarView avatar(stage, std::make_shared<ModelAssets>(stage, prepareModel(share(std::move(model)))));
  avatar.setPose(Pose{});
  const CameraPose camera = facing({0.0F, 1.0F, 0.0F}, 0.5F);
  environment.follow(camera);
  person.setHand(Side::right, Placement{{0.0F, 1.0F, 0.0F}, kIdentity});
  const glm::ivec3 hand = colorOf(shoot(stage, camera), camera, {0.0F, 1.0F, 0.05F});
  EXPECT_GT(hand.x, 60) << "its own colour";
  EXPECT_GT(hand.z, 60) << "and what is behind it";
}

TEST(ParticipantColor, NeighboursAreToldApart) {
  for (std::uint32_t id = 1; id < 40; ++id)
    EXPECT_GT(
        difference(glm::ivec3(participantColor(id) * 255.0F), glm::ivec3(participantColor(id + 1) * 255.0F)),
        60);
}

TEST(Overlay, DrawsOverTheSceneAndGoesAgain) {
  Stage& stage = sharedStage();
  const CameraPose camera = facing({0.0F, 1.0F, 0.0F});
  const Picture empty = shoot(stage, camera);
  {
    Overlay overlay(stage);
    for (int i = 0; i < 2; ++i)
      overlay.update(0.016F, [] {
        ImGui::SetNextWindowPos({10.0F, 10.0F});
        ImGui::SetNextWindowSize({100.0F, 60.0F});
        ImGui::Begin("Panel");
        ImGui::TextUnformatted("Grüße, Ω, Ж");
        ImGui::End();
      });
    const Picture panel = shoot(stage, camera);
    EXPECT_GT(changedPixels(empty, panel), 3000U);
    EXPECT_LE(difference(colorAt(panel, 150, 110), colorAt(empty, 150, 110)), 1);
  }
  EXPECT_EQ(changedPixels(empty, shoot(stage, camera)), 0U);
}

}  // namespace
}  // namespace lead
