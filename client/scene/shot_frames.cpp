#include "scene/shot_frames.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <deque>
#include <glm/common.hpp>
#include <glm/geometric.hpp>
#include <limits>
#include <map>
#include <sstream>
#include <stdexcept>

#include "lead/plant_feet.h"
#include "math/rotation.h"
#include "scenario/runner.h"

namespace lead {
namespace {

constexpr float kAroundBones = 0.06F;  ///< of the height

using Figure = ShotFrame::Figure;
using Feet = std::map<AvatarId, FootState>;

std::vector<Figure> figuresOf(const ScenarioRunner& run, float dt, Feet& feet) {
  std::vector<Figure> figures;
  for (const Avatar& avatar : run.world().avatars()) {
    Figure figure{avatar.id, run.nameOf(avatar.id), avatar.rig, avatar.state, avatar.pose};
    plantFeet(*figure.rig, figure.state, dt, figure.pose, feet[figure.id]);
    figures.push_back(std::move(figure));
  }
  std::erase_if(feet, [&](const auto& entry) { return run.world().find(entry.first) == nullptr; });
  return figures;
}

bool isSubject(const Figure& figure, std::string_view follow) {
  return follow.empty() || figure.name == follow;
}

struct Box {
  glm::vec3 low{std::numeric_limits<float>::max()};
  glm::vec3 high{-std::numeric_limits<float>::max()};

  void add(const glm::vec3& point) {
    low = glm::min(low, point);
    high = glm::max(high, point);
  }
  glm::vec3 center() const { return (low + high) * 0.5F; }
};

/// About the subjects' feet.
Box footingOf(const ShotFrame& frame, std::string_view follow) {
  Box box;
  bool any = false;
  for (const Figure& figure : frame.figures) {
    if (!isSubject(figure, follow)) continue;
    box.add(figure.state.position);
    any = true;
  }
  if (!any)
    throw std::invalid_argument(
        follow.empty() ? fmt::format("there is nobody to be seen at {:.2f} s", frame.time)
                       : fmt::format("there is no avatar \"{}\" at {:.2f} s", follow, frame.time));
  return box;
}

/// All bones of the subjects in all frames, each seen from between the subjects' feet in its frame: so that
/// the camera goes with them as steadily as they walk.
std::vector<glm::vec3> bonesAboutFooting(const std::vector<ShotFrame>& frames, std::string_view follow,
                                         float headroom) {
  std::vector<glm::vec3> bones;
  for (const ShotFrame& frame : frames) {
    const glm::vec3 footing = footingOf(frame, follow).center();
    for (const Figure& figure : frame.figures) {
      if (!isSubject(figure, follow)) continue;
      for (std::size_t i = 0; i < kBoneCount; ++i)
        if (figure.rig->skeleton.has(boneAt(i)))
          bones.push_back(figure.pose.world.positionOf(boneAt(i)) - footing);
      const glm::quat head = figure.pose.world.rotationOf(Bone::head);
      bones.push_back(figure.pose.world.positionOf(Bone::head) + head * (kUp * headroom) - footing);
    }
  }
  return bones;
}

}  // namespace

std::vector<ShotFrame> shotFrames(const Scenario& scenario, const std::vector<double>& times) {
  ScenarioRunner run(scenario);
  std::vector<std::pair<std::uint64_t, std::size_t>> wanted;  // tick, place
  for (std::size_t i = 0; i < times.size(); ++i) {
    const double tick = std::round(times[i] * scenario.tickRate);
    if (!(tick >= 0.0) || tick > static_cast<double>(run.ticks()))
      throw std::invalid_argument(
          fmt::format("the scenario has no {} s: it takes {} s", times[i], scenario.duration));
    wanted.emplace_back(static_cast<std::uint64_t>(tick), i);
  }
  std::sort(wanted.begin(), wanted.end());
  std::vector<ShotFrame> frames(times.size());
  Feet feet;
  const auto dt = static_cast<float>(1.0 / scenario.tickRate);
  std::vector<Figure> figures = figuresOf(run, dt, feet);
  std::deque<std::vector<Figure>> approach;
  for (const auto& [tick, place] : wanted) {
    while (run.tick() < tick && run.step()) {
      approach.push_back(std::move(figures));
      if (approach.size() > static_cast<std::size_t>(scenario.tickRate)) approach.pop_front();
      figures = figuresOf(run, dt, feet);
    }
    ShotFrame& frame = frames[place];
    frame.approach.assign(approach.begin(), approach.end());
    frame.tick = dt;
    frame.time = run.time();
    frame.figures = figures;
    for (const auto& [name, head] : run.heads()) frame.heads.push_back(head);
  }
  return frames;
}

glm::vec3 shotDirection(std::string_view camera) {
  constexpr float kFromAbove = 0.12F;
  static const std::map<std::string_view, glm::vec3> kNamed{{"front", {0.0F, kFromAbove, 1.0F}},
                                                            {"back", {0.0F, kFromAbove, -1.0F}},
                                                            {"side", {1.0F, kFromAbove, 0.0F}},
                                                            {"three-quarter", {0.8F, 0.35F, 1.0F}},
                                                            {"top", {0.0F, 1.0F, 0.02F}}};
  if (const auto named = kNamed.find(camera); named != kNamed.end()) return glm::normalize(named->second);
  std::istringstream words{std::string(camera)};
  glm::vec3 at(0.0F);
  char comma = ',';
  char rest = ' ';
  const bool read = words >> at.x >> comma && comma == ',' && words >> at.y >> comma && comma == ',' &&
                    words >> at.z && !(words >> rest);
  if (!read || !(glm::length(at) > 1e-3F) || !(glm::length(at) < 1e6F))
    throw std::invalid_argument(
        fmt::format("the camera must be front, side, back, three-quarter, top or x,y,z, not \"{}\"", camera));
  return glm::normalize(at);
}

std::vector<CameraPose> shotCameras(const std::vector<ShotFrame>& frames, std::string_view follow,
                                    const glm::vec3& direction, float headroom, float aspect) {
  CameraPose camera;
  camera.fovY = 0.60F;
  const float upTan = std::tan(camera.fovY * 0.5F);
  const glm::vec3 right = normalizedOr(glm::cross(kUp, direction), glm::vec3(1.0F, 0.0F, 0.0F));
  const glm::vec3 up = glm::cross(direction, right);
  const std::vector<glm::vec3> bones = bonesAboutFooting(frames, follow, headroom);
  Box box;
  for (const glm::vec3& bone : bones) box.add(bone);
  // What there is of a subject besides its bones: hair, fingers, soles.
  const float around = kAroundBones * (box.high.y - box.low.y);
  float distance = 0.0F;
  for (const glm::vec3& bone : bones) {
    const glm::vec3 off = bone - box.center();
    const float wide = (std::abs(glm::dot(off, right)) + around) / (upTan * aspect);
    const float tall = (std::abs(glm::dot(off, up)) + around) / upTan;
    distance = std::max(distance, std::max(wide, tall) + glm::dot(off, direction));
  }
  std::vector<CameraPose> cameras;
  for (const ShotFrame& frame : frames) {
    camera.target = footingOf(frame, follow).center() + box.center();
    camera.eye = camera.target + direction * distance;
    cameras.push_back(camera);
  }
  return cameras;
}

}  // namespace lead
