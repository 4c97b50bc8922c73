// Pictures of the built-in avatar against those in pictures/, which somebody has looked at and found right.
// Drivers differ in single pixels, so blocks of pixels are compared. After a wanted change, run with
// LEAD_UPDATE_PICTURES=1 and look at the new ones.
#include <gtest/gtest.h>
#include <stb/stb_image.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <vector>

#include "mannequin/mannequin_file.h"
#include "render_fixture.h"
#include "scene/avatar_view.h"
#include "scene/environment.h"
#include "scene/shapes.h"
#include "scene/shot_frames.h"
#include "scene/shot_poses.h"
#include "test_model.h"
#include "vrm/load.h"

namespace lead {
namespace {

using namespace test;

constexpr std::uint32_t kWidth = 240;
constexpr std::uint32_t kHeight = 240;
constexpr std::uint32_t kBlock = 8;

struct Shot {
  const char* name;
  const char* pose;
  const char* camera;
  std::vector<std::string> expressions = {};  ///< as "happy=1"
};

std::ostream& operator<<(std::ostream& out, const Shot& shot) {
  return out << shot.name;
}

Picture loadPng(const std::filesystem::path& path) {
  int width = 0;
  int height = 0;
  int channels = 0;
  const std::unique_ptr<stbi_uc, void (*)(void*)> pixels(
      stbi_load(path.c_str(), &width, &height, &channels, 4), stbi_image_free);
  if (!pixels) return {};
  Picture picture{static_cast<std::uint32_t>(width), static_cast<std::uint32_t>(height), {}};
  picture.rgba.assign(pixels.get(), pixels.get() + static_cast<std::size_t>(width) * height * 4);
  return picture;
}

glm::vec3 meanOf(const Picture& picture, std::uint32_t left, std::uint32_t top) {
  glm::vec3 sum(0.0F);
  for (std::uint32_t y = top; y < top + kBlock; ++y)
    for (std::uint32_t x = left; x < left + kBlock; ++x) {
      const std::uint8_t* p = picture.pixel(x, y);
      sum += glm::vec3(p[0], p[1], p[2]);
    }
  return sum / static_cast<float>(kBlock * kBlock);
}

/// Blocks whose mean colour is off by more than a shade.
int wrongBlocks(const Picture& a, const Picture& b) {
  int wrong = 0;
  for (std::uint32_t y = 0; y + kBlock <= a.height; y += kBlock)
    for (std::uint32_t x = 0; x + kBlock <= a.width; x += kBlock) {
      const glm::vec3 off = glm::abs(meanOf(a, x, y) - meanOf(b, x, y));
      if (std::max({off.x, off.y, off.z}) > 14.0F) ++wrong;
    }
  return wrong;
}

void expectAsKept(const Picture& seen, const std::string& name) {
  const std::filesystem::path path =
      std::filesystem::path(LEAD_SOURCE_DIR) / "tests/unit/scene/pictures" / (name + ".png");
  if (std::getenv("LEAD_UPDATE_PICTURES") != nullptr) savePng(path, seen);
  const Picture wanted = loadPng(path);
  ASSERT_EQ(wanted.width, kWidth) << path << " is missing";
  ASSERT_EQ(wanted.height, kHeight);
  const int wrong = wrongBlocks(seen, wanted);
  if (wrong > 9) {
    const auto kept = std::filesystem::temp_directory_path() / ("lead-" + path.filename().string());
    savePng(kept, seen);
    ADD_FAILURE() << wrong << " of 900 blocks differ from " << path << "; see " << kept;
  }
}

class Pictures : public testing::TestWithParam<Shot> {};

TEST_P(Pictures, LookAsTheyDidWhenSomebodyLooked) {
  Stage& stage = sharedStage();
  stage.resize(kWidth, kHeight);
  Environment environment(stage);
  const ModelPtr model = loadModel(mannequinFile());
  const auto assets = std::make_shared<ModelAssets>(stage, prepareModel(model));
  AvatarView avatar(stage, assets);
  ShotPose shot = makeShotPose(model->skeleton, GetParam().pose);
  for (const std::string& words : GetParam().expressions)
    EXPECT_TRUE(setExpression(*model, words, shot.pose.expressions)) << words;
  avatar.setPose(shot.pose);
  const CameraPose camera =
      shotCamera(assets->prepared().bounds, model->skeleton, shot, GetParam().camera, 1.0F);
  stage.setCamera(camera);
  environment.follow(camera);
  const Picture seen = stage.capture();
  stage.resize(160, 120);
  expectAsKept(seen, GetParam().name);
}

INSTANTIATE_TEST_SUITE_P(Mannequin, Pictures,
                         testing::Values(Shot{"rest", "rest", "front"},
                                         Shot{"arm_stretched", "stretched", "side"},
                                         Shot{"walking", "walking", "side"},
                                         Shot{"grip_front", "grip", "hand"},
                                         Shot{"grip_palm", "grip", "palm"}, Shot{"face", "rest", "face"},
                                         Shot{"face_laughing", "rest", "face", {"happy=1", "aa=1"}},
                                         Shot{"face_blinking", "rest", "face", {"blink=1"}}),
                         [](const auto& info) { return std::string(info.param.name); });

/// One frame of the sheets in docs/pictures.
struct Moment {
  const char* name;
  const char* scenario;  ///< in docs/examples
  double time;
  const char* camera;
};

std::ostream& operator<<(std::ostream& out, const Moment& moment) {
  return out << moment.name;
}

class Moments : public testing::TestWithParam<Moment> {};

TEST_P(Moments, LookAsTheyDidWhenSomebodyLooked) {
  const ModelPtr model = loadModel(mannequinFile());
  std::ifstream file(std::filesystem::path(LEAD_SOURCE_DIR) / "docs/examples" / GetParam().scenario);
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  const Scenario scenario = parseScenario(text, [&](const std::string& named, const std::string& motion) {
    EXPECT_EQ(named + " " + motion, "mannequin gait");
    return makeAvatarRig(model->skeleton, Motion::full);
  });
  const std::vector<ShotFrame> frames = shotFrames(scenario, {GetParam().time});
  Stage& stage = sharedStage();
  stage.resize(kWidth, kHeight);
  Environment environment(stage);
  const auto assets = std::make_shared<ModelAssets>(stage, prepareModel(model));
  std::vector<std::unique_ptr<AvatarView>> views;
  for (const ShotFrame::Figure& figure : frames[0].figures) {
    views.push_back(std::make_unique<AvatarView>(stage, assets));
    views.back()->setPose(figure.pose.local);
  }
  const CameraPose camera = shotCameras(frames, "", shotDirection(GetParam().camera), 0.2F, 1.0F)[0];
  stage.setCamera(camera);
  environment.follow(camera);
  const Picture seen = stage.capture();
  stage.resize(160, 120);
  expectAsKept(seen, GetParam().name);
}

INSTANTIATE_TEST_SUITE_P(Mannequin, Moments,
                         testing::Values(Moment{"walk_three_quarter", "walk.json", 3.0, "three-quarter"},
                                         Moment{"two_hands_side", "two-hands.json", 3.4, "side"},
                                         Moment{"chain_front", "chain.json", 1.9, "front"}),
                         [](const auto& info) { return std::string(info.param.name); });

/// Balls of one radius in two rows.
Model balls(std::vector<Material> materials) {
  const MeshData shape = makeEllipsoid(glm::vec3(0.16F), 24, 36);
  Model model = bareModel();
  for (std::size_t i = 0; i < materials.size(); ++i) {
    Primitive ball;
    ball.positions = shape.positions;
    ball.normals = shape.normals;
    for (const glm::vec3& p : shape.positions) ball.uv0.emplace_back(p.x * 4.0F, p.y * 4.0F);
    const glm::vec3 place(static_cast<float>(i % 3) * 0.42F - 0.42F, i < 3 ? 1.22F : 0.78F, 0.0F);
    for (glm::vec3& p : ball.positions) p += place;
    ball.indices = shape.indices;
    ball.material = static_cast<int>(i);
    model.materials.push_back(std::move(materials[i]));
    addRigid(model, 0, ball);
  }
  return model;
}

/// Two-tone; outlined with a rim; seen through with its own depth and an outline; rough; metal; unlit.
std::vector<Material> kindsOfSurfaces() {
  Material toon;
  toon.shading = Shading::mtoon;
  toon.baseColor = {0.9F, 0.35F, 0.2F, 1.0F};
  toon.mtoon.shadeColor = {0.35F, 0.08F, 0.15F};
  Material outlined = toon;
  outlined.mtoon.outlineWidth = OutlineWidth::world;
  outlined.mtoon.outlineFactor = 0.012F;
  outlined.mtoon.rimColor = {0.3F, 0.6F, 1.0F};
  outlined.mtoon.rimFresnelPower = 3.0F;
  Material glass = outlined;
  glass.baseColor.a = 0.4F;
  glass.alphaMode = AlphaMode::blend;
  glass.mtoon.transparentWithZWrite = true;
  Material rough;
  rough.baseColor = toon.baseColor;
  rough.metallic = 0.0F;
  Material metal = rough;
  metal.metallic = 1.0F;
  metal.roughness = 0.25F;
  Material unlit = rough;
  unlit.shading = Shading::unlit;
  return {toon, outlined, glass, rough, metal, unlit};
}

TEST(Surfaces, LookAsTheyDidWhenSomebodyLooked) {
  Stage& stage = sharedStage();
  stage.resize(kWidth, kHeight);
  Environment environment(stage);
  AvatarView avatar(stage, std::make_shared<ModelAssets>(
                               stage, prepareModel(std::make_shared<const Model>(balls(kindsOfSurfaces())))));
  avatar.setPose(Pose{});
  const CameraPose camera = facing({0.0F, 1.0F, 0.0F}, 2.0F);
  stage.setCamera(camera);
  environment.follow(camera);
  const Picture seen = stage.capture();
  stage.resize(160, 120);
  expectAsKept(seen, "surfaces");
}

}  // namespace
}  // namespace lead
