// lead-scene-shot: pictures of models, or of a scenario at several times, side by side.
#include <fmt/format.h>
#include <imgui.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>

#include <fstream>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "mannequin/mannequin_file.h"
#include "rig/skeleton.h"
#include "scenario/rig_files.h"
#include "scene/avatar_view.h"
#include "scene/environment.h"
#include "scene/hand_spheres.h"
#include "scene/overlay.h"
#include "scene/shot_frames.h"
#include "scene/shot_poses.h"
#include "scene/space_view.h"
#include "vrm/load.h"

namespace {

constexpr std::size_t kMaxBytes = 100'000'000;
const std::vector<std::string> kPoses{"rest", "idle", "left-forward", "stretched", "walking", "grip"};
const std::vector<std::string> kModelCameras{"front", "side", "back", "face", "palm", "hand"};

struct Options {
  std::vector<std::string> models;
  std::string scenario;
  std::vector<double> times;
  std::string follow;
  std::string out = "sheet.png";
  std::string pose = "rest";
  std::string camera = "front";
  std::string size = "320x360";
  std::uint32_t columns = 6;
  bool spheres = false;
  bool ownEyes = false;
  std::vector<std::string> expressions;
  float settle = 1.0F;
  double clock = 0.0;
};

/// Brings an avatar to a pose by way of what led to it, so that what swings swings.
void playTo(lead::AvatarView& avatar, const lead::ShotPose& shot, const Options& options) {
  lead::ExpressionWeights weights = shot.pose.expressions;
  for (const std::string& words : options.expressions)
    if (!setExpression(avatar.model(), words, weights))
      fmt::print("{} has no expression {}\n", avatar.model().meta.name, words);
  constexpr float kTick = 1.0F / 60.0F;
  const auto show = [&](lead::Pose pose) {
    pose.expressions = weights;
    avatar.update(pose, {}, kTick);
  };
  for (const lead::Pose& pose : shot.approach) show(pose);
  show(shot.pose);
  if (options.pose == "walking") return;
  for (float t = 0.0F; t < options.settle; t += kTick) show(shot.pose);
}

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

void timeLabel(double time) {
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {4.0F, 1.0F});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowMinSize, {1.0F, 1.0F});
  ImGui::SetNextWindowPos({0.0F, 0.0F});
  ImGui::SetNextWindowBgAlpha(0.6F);
  ImGui::Begin(
      "label", nullptr,
      ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_AlwaysAutoResize);
  ImGui::TextUnformatted(fmt::format("{:.2f} s", time).c_str());
  ImGui::End();
  ImGui::PopStyleVar(2);
}

/// Where pictures are taken.
class Studio {
 public:
  explicit Studio(const Options& options)
      : stage_(stageOptions(options.size)), environment_(stage_), overlay_(stage_, 13.0F), spheres_(stage_) {}

  lead::Stage& stage() { return stage_; }
  float aspect() const { return stage_.size().x / stage_.size().y; }

  lead::Picture take(const lead::CameraPose& camera, const std::vector<lead::HandSphere>& spheres,
                     const std::function<void()>& draw) {
    spheres_.set(spheres);
    stage_.setCamera(camera);
    environment_.follow(camera);
    // A first frame lets ImGui lay out its window.
    for (int i = 0; i < 2; ++i) overlay_.update(0.016F, draw);
    return stage_.capture();
  }

 private:
  static lead::StageOptions stageOptions(const std::string& size) {
    const auto x = size.find('x');
    if (x == std::string::npos) throw std::invalid_argument("--size is not like 320x360");
    lead::StageOptions options;
    options.width = static_cast<std::uint32_t>(std::stoul(size.substr(0, x)));
    options.height = static_cast<std::uint32_t>(std::stoul(size.substr(x + 1)));
    return options;
  }

  lead::Stage stage_;
  lead::Environment environment_;
  lead::Overlay overlay_;
  lead::HandSpheres spheres_;
};

lead::Picture takeModel(Studio& studio, const Options& options, const Loaded& loaded) {
  std::optional<lead::AvatarView> avatar;
  lead::CameraPose camera;
  std::vector<lead::HandSphere> spheres;
  if (loaded.model) {
    const auto assets = std::make_shared<lead::ModelAssets>(studio.stage(), lead::prepareModel(loaded.model));
    avatar.emplace(studio.stage(), assets);
    const lead::ShotPose shot = lead::makeShotPose(loaded.model->skeleton, options.pose);
    if (options.ownEyes) avatar->setPerspective(lead::Perspective::firstPerson);
    playTo(*avatar, shot, options);
    camera = lead::shotCamera(assets->prepared().bounds, loaded.model->skeleton, shot, options.camera,
                              studio.aspect());
    if (options.spheres)
      for (const lead::Side side : lead::kSides)
        spheres.push_back(
            {shot.world.positionOf(onSide(lead::Bone::leftHand, side)),
             side == lead::Side::left ? lead::HandSphereState::held : lead::HandSphereState::idle,
             std::nullopt});
  }
  const glm::vec2 size = studio.stage().size();
  return studio.take(camera, spheres, [&] { label(loaded, size.x, size.y); });
}

int photographModels(const Options& options) {
  Studio studio(options);
  studio.stage().advance(options.clock);
  std::vector<lead::Picture> tiles;
  std::size_t refused = 0;
  for (const std::string& path : options.models) {
    const Loaded loaded = load(path);
    tiles.push_back(takeModel(studio, options, loaded));
    refused += loaded.refusal.empty() ? 0 : 1;
    fmt::print("{}: {}\n", loaded.name, loaded.refusal.empty() ? "drawn" : "refused: " + loaded.refusal);
  }
  lead::savePng(options.out, lead::contactSheet(tiles, options.columns));
  fmt::print("{} drawn, {} refused; {}\n", tiles.size() - refused, refused, options.out);
  return 0;
}

/// The avatars of a scenario, each with its model.
class Crowd {
 public:
  Crowd(lead::Stage& stage, const lead::RigFiles& files) : stage_(stage), files_(files) {}

  void show(const lead::ShotFrame& frame) {
    for (auto& [id, view] : views_) view->setVisible(false);
    for (const auto& figure : frame.figures) {
      std::unique_ptr<lead::AvatarView>& view = views_[{figure.id, lead::baseOf(figure.rig)}];
      if (view == nullptr) view = std::make_unique<lead::AvatarView>(stage_, assetsOf(figure.rig));
      view->setVisible(true);
      view->setPose(firstOf(frame, figure).pose.local);
      for (const auto& figures : frame.approach)
        for (const auto& before : figures)
          if (before.id == figure.id) view->update(before.pose.local, lookOf(before), frame.tick);
      view->update(figure.pose.local, lookOf(figure), frame.tick);
    }
  }

 private:
  static lead::LookTarget lookOf(const lead::ShotFrame::Figure& figure) {
    const lead::Pose& pose = figure.pose.local;
    if (!pose.hasGaze) return {};
    return lead::GazeAngles{pose.gaze.x, pose.gaze.y};
  }

  /// Where its springs begin, at rest.
  static const lead::ShotFrame::Figure& firstOf(const lead::ShotFrame& frame,
                                                const lead::ShotFrame::Figure& figure) {
    for (const auto& figures : frame.approach)
      for (const auto& before : figures)
        if (before.id == figure.id) return before;
    return figure;
  }

  lead::ModelAssetsPtr assetsOf(const lead::AvatarRigPtr& rig) {
    const lead::ModelPtr model = files_.modelOf(rig);
    lead::ModelAssetsPtr& known = assets_[model];
    if (known == nullptr) known = std::make_shared<lead::ModelAssets>(stage_, lead::prepareModel(model));
    return known;
  }

  lead::Stage& stage_;
  const lead::RigFiles& files_;
  std::map<lead::ModelPtr, lead::ModelAssetsPtr> assets_;
  std::map<std::pair<lead::AvatarId, lead::AvatarRigPtr>, std::unique_ptr<lead::AvatarView>> views_;
};

/// On the hands that somebody has.
std::vector<lead::HandSphere> spheresOf(const lead::ShotFrame& frame) {
  std::vector<lead::HandSphere> spheres;
  for (const auto& figure : frame.figures)
    for (const lead::Side side : lead::kSides) {
      const lead::ArmState& arm = figure.state.arm(side);
      if (!arm.taken()) continue;
      lead::HandSphere sphere{handPosition(figure.pose.world, side), lead::HandSphereState::joined, {}};
      if (arm.held()) {
        sphere.state = lead::HandSphereState::held;
        sphere.target = arm.target;
      }
      spheres.push_back(sphere);
    }
  return spheres;
}

/// Of the biggest head: how far its mesh reaches over its bone.
float headroomOf(const std::vector<lead::ShotFrame>& frames, const lead::RigFiles& files) {
  std::set<lead::AvatarRigPtr> rigs;
  for (const lead::ShotFrame& frame : frames)
    for (const auto& figure : frame.figures) rigs.insert(figure.rig);
  float headroom = 0.0F;
  for (const lead::AvatarRigPtr& rig : rigs) {
    const float top = lead::prepareModel(files.modelOf(rig))->bounds.max.y;
    headroom = std::max(headroom, top - rig->skeleton.restOf(lead::Bone::head).y);
  }
  return headroom;
}

std::string readText(const std::string& path) {
  std::ifstream stream(path, std::ios::binary);
  if (!stream || std::filesystem::is_directory(path)) throw std::runtime_error(path + " can't be read");
  return {std::istreambuf_iterator<char>(stream), {}};
}

int photographScenario(const Options& options) {
  lead::RigFiles files(std::filesystem::path(options.scenario).parent_path());
  const lead::Scenario scenario = lead::parseScenario(
      readText(options.scenario),
      [&](const std::string& model, const std::string& motion) { return files.get(model, motion); },
      [&](const std::string& file, std::uint32_t animation, bool loops) {
        return files.motion(file, animation, loops);
      });
  const auto frames = lead::shotFrames(scenario, options.times);
  Studio studio(options);
  const auto cameras = lead::shotCameras(frames, options.follow, lead::shotDirection(options.camera),
                                         headroomOf(frames, files), studio.aspect());
  lead::SpaceView space(studio.stage());
  space.set(scenario.space);
  Crowd crowd(studio.stage(), files);
  std::vector<lead::Picture> tiles;
  for (std::size_t i = 0; i < frames.size(); ++i) {
    crowd.show(frames[i]);
    tiles.push_back(studio.take(cameras[i],
                                options.spheres ? spheresOf(frames[i]) : std::vector<lead::HandSphere>{},
                                [&] { timeLabel(frames[i].time); }));
  }
  lead::savePng(options.out, lead::contactSheet(tiles, options.columns));
  fmt::print("{} pictures; {}\n", tiles.size(), options.out);
  return 0;
}

int run(const Options& options) {
  if (!options.scenario.empty()) return photographScenario(options);
  if (std::find(kModelCameras.begin(), kModelCameras.end(), options.camera) == kModelCameras.end())
    throw std::invalid_argument("models are seen by the cameras front, side, back, face, palm and hand");
  return photographModels(options);
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app{"Draws models, or a scenario at several times, and tiles the pictures in a PNG"};
  Options options;
  auto* models =
      app.add_option("--models", options.models, "Files to show; \"mannequin\" is the built-in avatar");
  auto* scenario = app.add_option("--scenario", options.scenario, "Scenario to run; docs/scenario.md");
  scenario->excludes(models);
  auto* times = app.add_option("--at", options.times, "Of a scenario: seconds, as 0.5,1,1.5")->delimiter(',');
  scenario->needs(times);
  app.add_option("--follow", options.follow, "Of a scenario: the avatar to look at; all of them without")
      ->needs(scenario);
  app.add_option("--out", options.out, "PNG to write")->capture_default_str();
  app.add_option("--pose", options.pose, "Of models")->check(CLI::IsMember(kPoses))->capture_default_str();
  app.add_option(
         "--camera", options.camera,
         "Models: front, side, back, face, palm, hand; scenario: front, side, back, three-quarter, top, or "
         "x,y,z to look from")
      ->capture_default_str();
  app.add_option("--size", options.size, "Of one picture, pixels")->capture_default_str();
  app.add_option("--columns", options.columns)->check(CLI::Range(1, 64))->capture_default_str();
  app.add_option("--expression", options.expressions, "Of models: NAME=WEIGHT, as happy=1; may be repeated")
      ->excludes(scenario);
  app.add_option("--settle", options.settle,
                 "Of models that hold still: seconds for springs to come to rest in the pose")
      ->check(CLI::Range(0.0F, 60.0F))
      ->capture_default_str();
  app.add_option("--clock", options.clock, "Seconds that textures of models have moved by")
      ->check(CLI::Range(0.0, 1e6))
      ->capture_default_str();
  app.add_flag("--own-eyes", options.ownEyes, "What a model's own eyes see of it")->excludes(scenario);
  app.add_flag("--spheres", options.spheres, "Show the hand spheres");
  app.callback([&] {
    if (models->empty() && scenario->empty()) throw CLI::RequiredError("--models or --scenario");
  });
  CLI11_PARSE(app, argc, argv);
  try {
    return run(options);
  } catch (const std::exception& error) {
    fmt::print(stderr, "lead-scene-shot: {}\n", error.what());
    return 1;
  }
}
