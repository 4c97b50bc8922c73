// Every real file that loads is drawn: something of it is in the picture, from one side or the other.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <string>
#include <vector>

#include "render_fixture.h"
#include "scene/avatar_view.h"
#include "scene/environment.h"
#include "vrm/load.h"

namespace lead {
namespace {

using namespace test;
namespace fs = std::filesystem;

constexpr std::size_t kMaxBytes = 100'000'000;

std::vector<fs::path> sharedModels() {
  std::vector<fs::path> paths;
  for (const char* folder : {"vrm0", "vrm1"}) {
    const fs::path root = fs::path(LEAD_SHARED_DIR) / "models" / folder;
    std::error_code error;
    for (const auto& entry : fs::directory_iterator(root, error))
      if (entry.path().extension() == ".vrm") paths.push_back(entry.path());
  }
  std::sort(paths.begin(), paths.end());
  return paths;
}

CameraPose around(const Bounds& bounds) {
  const float radius = std::max(glm::length(bounds.half()), 0.05F);
  CameraPose camera = facing(bounds.center(), 2.8F * radius);
  camera.nearPlane = 0.01F;
  return camera;
}

TEST(SharedModels, EachIsRefusedOrDrawn) {
  const auto paths = sharedModels();
  if (paths.empty()) GTEST_SKIP() << "the shared models are not at " LEAD_SHARED_DIR;
  Stage& stage = sharedStage();
  Environment environment(stage);
  std::size_t drawn = 0;
  for (const fs::path& path : paths) {
    SCOPED_TRACE(path.filename().string());
    ModelPtr model;
    try {
      model = loadModel(readModelFile(path, kMaxBytes));
    } catch (const ModelError& refusal) {
      EXPECT_GT(std::string(refusal.what()).size(), 10U);
      continue;
    }
    const auto assets = std::make_shared<ModelAssets>(stage, prepareModel(model));
    AvatarView avatar(stage, assets);
    const CameraPose camera = around(assets->prepared().bounds);
    stage.setCamera(camera);
    environment.follow(camera);
    const Picture empty = stage.capture();
    avatar.setPose(Pose{});
    const Picture front = stage.capture();
    Pose turned;
    turned.rootRotation = glm::quat(0.0F, 0.0F, 1.0F, 0.0F);
    avatar.setPose(turned);
    const std::size_t seen = std::max(changedPixels(empty, front), changedPixels(empty, stage.capture()));
    EXPECT_GT(seen, 60U) << "nothing of it is in the picture, from neither side";
    ++drawn;
  }
  EXPECT_GT(drawn, 20U);
}

}  // namespace
}  // namespace lead
