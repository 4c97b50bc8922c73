// lead-scene-shot: stands models in the scene, one after the other, and tiles their pictures.
#include <fmt/format.h>
#include <imgui.h>

#include <CLI/CLI.hpp>
#include <filesystem>
#include <glm/gtc/constants.hpp>
#include <optional>
#include <string>
#include <vector>

#include "mannequin/mannequin_file.h"
#include "rig/skeleton.h"
#include "scene/avatar_view.h"
#include "scene/environment.h"
#include "scene/hand_spheres.h"
#include "scene/overlay.h"
#include "scene/shot_poses.h"
#include "vrm/load.h"

namespace {

constexpr std::size_t kMaxBytes = 100'000'000;

struct Options {
  std::vector<std::string> models;
  std::string out = "sheet.png";
  std::string pose = "rest";
  std::string camera = "front";
  std::string size = "320x360";
  std::uint32_t columns = 6;
  bool spheres = false;
};

struct Loaded {
  std::string name;
  lead::ModelPtr model;
  std::string refusal;
};

Loaded load(const std::string& path) {
  Loaded loaded{std::filesystem::path(path).stem().string(), nullptr, ""};
  try {
    loaded.model = path == "mannequin" ? lead::loadModel(lead::mannequinFile())
                                       : lead::loadModel(lead::readModelFile(path, kMaxBytes));
  } catch (const lead::ModelError& error) {
    loaded.refusal = error.what();
  }
  return loaded;
}

void label(const Loaded& loaded, float width, float height) {
  // Under the feet, not over the head.
  const bool drawn = loaded.refusal.empty();
  ImGui::SetNextWindowPos({0.0F, drawn ? height : 0.0F}, ImGuiCond_Always, {0.0F, drawn ? 1.0F : 0.0F});
  ImGui::SetNextWindowSize({width, drawn ? 0.0F : height});
  ImGui::Begin("label", nullptr, ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoSavedSettings);
  ImGui::TextWrapped("%s", loaded.name.c_str());
  if (!drawn) {
    ImGui::Separator();
    ImGui::TextWrapped("refused: %s", loaded.refusal.c_str());
  }
  ImGui::End();
}

class Photographer {
 public:
  Photographer(const Options& options, std::uint32_t width, std::uint32_t height)
      : options_(options),
        stage_({.width = width, .height = height}),
        environment_(stage_),
        overlay_(stage_, 13.0F),
        spheres_(stage_) {}

  lead::Picture take(const Loaded& loaded) {
    std::optional<lead::AvatarView> avatar;
    lead::CameraPose camera;
    std::vector<lead::HandSphere> spheres;
    if (loaded.model) {
      const auto assets = std::make_shared<lead::ModelAssets>(stage_, lead::prepareModel(loaded.model));
      avatar.emplace(stage_, assets);
      const lead::ShotPose shot = lead::makeShotPose(loaded.model->skeleton, options_.pose);
      avatar->setPose(shot.pose);
      camera = lead::shotCamera(assets->prepared().bounds, loaded.model->skeleton, shot, options_.camera,
                                stage_.size().x / stage_.size().y);
      if (options_.spheres)
        for (const lead::Side side : lead::kSides)
          spheres.push_back(
              {shot.world.positionOf(onSide(lead::Bone::leftHand, side)),
               side == lead::Side::left ? lead::HandSphereState::held : lead::HandSphereState::idle,
               std::nullopt});
    }
    spheres_.set(spheres);
    stage_.setCamera(camera);
    environment_.follow(camera);
    const glm::vec2 size = stage_.size();
    // A first frame lets ImGui lay out its window.
    for (int i = 0; i < 2; ++i) overlay_.update(0.016F, [&] { label(loaded, size.x, size.y); });
    return stage_.capture();
  }

 private:
  Options options_;
  lead::Stage stage_;
  lead::Environment environment_;
  lead::Overlay overlay_;
  lead::HandSpheres spheres_;
};

int run(const Options& options) {
  const auto x = options.size.find('x');
  if (x == std::string::npos) throw std::invalid_argument("--size is not like 320x360");
  const auto width = static_cast<std::uint32_t>(std::stoul(options.size.substr(0, x)));
  const auto height = static_cast<std::uint32_t>(std::stoul(options.size.substr(x + 1)));
  Photographer photographer(options, width, height);
  std::vector<lead::Picture> tiles;
  std::size_t refused = 0;
  for (const std::string& path : options.models) {
    const Loaded loaded = load(path);
    tiles.push_back(photographer.take(loaded));
    refused += loaded.refusal.empty() ? 0 : 1;
    fmt::print("{}: {}\n", loaded.name, loaded.refusal.empty() ? "drawn" : "refused: " + loaded.refusal);
  }
  lead::savePng(options.out, lead::contactSheet(tiles, options.columns));
  fmt::print("{} drawn, {} refused; {}\n", tiles.size() - refused, refused, options.out);
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app{"Stands models in the scene, one after the other, and tiles their pictures in a PNG"};
  Options options;
  app.add_option("--models", options.models, "Files to show; \"mannequin\" is the built-in avatar")
      ->required();
  app.add_option("--out", options.out, "PNG to write")->capture_default_str();
  app.add_option("--pose", options.pose)
      ->check(CLI::IsMember({"rest", "idle", "left-forward", "stretched", "walking", "grip"}))
      ->capture_default_str();
  app.add_option("--camera", options.camera)
      ->check(CLI::IsMember({"front", "side", "back", "palm", "hand"}))
      ->capture_default_str();
  app.add_option("--size", options.size, "Of one picture, pixels")->capture_default_str();
  app.add_option("--columns", options.columns)->check(CLI::Range(1, 64))->capture_default_str();
  app.add_flag("--spheres", options.spheres, "Show the hand spheres");
  CLI11_PARSE(app, argc, argv);
  try {
    return run(options);
  } catch (const std::exception& error) {
    fmt::print(stderr, "lead-scene-shot: {}\n", error.what());
    return 1;
  }
}
