#include "desktop/storyboard_panel.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <cstdlib>
#include <ctime>
#include <deque>
#include <fstream>
#include <stdexcept>

#include "session/rigs.h"
#include "storyboard/projection.h"

namespace lead {
namespace {

namespace fs = std::filesystem;

fs::path folderOfPictures() {
  std::error_code error;
  if (const char* told = std::getenv("XDG_PICTURES_DIR"); told != nullptr && fs::is_directory(told, error))
    return told;
  if (const char* home = std::getenv("HOME");
      home != nullptr && fs::is_directory(fs::path(home) / "Pictures", error))
    return fs::path(home) / "Pictures";
  return fs::current_path(error);
}

fs::path freeName() {
  const std::time_t now = std::time(nullptr);
  const std::string name = fmt::format("lead-panel-{:%Y%m%d-%H%M%S}", fmt::localtime(now));
  const fs::path folder = folderOfPictures();
  fs::path file = folder / (name + ".svg");
  for (int i = 2; fs::exists(file) && i < 1000; ++i) file = folder / fmt::format("{}-{}.svg", name, i);
  return file;
}

storyboard::Camera cameraAs(const CameraPose& pose, glm::vec2 viewport) {
  storyboard::Camera camera;
  camera.eye = pose.eye;
  camera.target = pose.target;
  camera.fovY = pose.fovY;
  camera.canvas = {storyboard::kCanvasHeight * viewport.x / viewport.y, storyboard::kCanvasHeight};
  return camera;
}

}  // namespace

fs::path saveStoryboardPanel(const Session& session, Rigs& rigs, const std::vector<AvatarSnapshot>& avatars,
                             const CameraPose& pose, glm::vec2 viewport) {
  struct Body {
    AvatarRigPtr rig;
    EvaluatedPose pose;
  };
  const auto room = session.room();
  std::deque<Body> bodies;
  std::vector<storyboard::Subject> subjects;
  for (const AvatarSnapshot& avatar : avatars) {
    const AvatarInfo* info = room ? room->avatar(avatar.id) : nullptr;
    AvatarRigPtr rig = info != nullptr ? rigs.of(session, *info) : nullptr;
    if (!rig) continue;
    Body& body = bodies.emplace_back();
    body.rig = std::move(rig);
    evaluate(*body.rig, avatar.state, body.pose);
    subjects.push_back(storyboard::subjectOf(*body.rig, avatar.state, body.pose, info->modelName));
  }
  const storyboard::Camera camera = cameraAs(pose, viewport);
  storyboard::Panel panel = storyboard::panelFrom(subjects, camera, {});
  panel.view = {{0.0, 0.0}, camera.canvas};
  const std::string svg = storyboard::panelSvg(panel);
  const fs::path file = freeName();
  std::ofstream out(file, std::ios::binary);
  out << svg;
  if (!out.flush()) throw std::runtime_error(fmt::format("The panel can't be written to {}.", file.string()));
  return file;
}

}  // namespace lead
