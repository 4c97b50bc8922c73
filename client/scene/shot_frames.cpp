#include "scene/shot_frames.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <glm/common.hpp>
#include <glm/geometric.hpp>
#include <map>
#include <sstream>
#include <stdexcept>

#include "lead/plant_feet.h"
#include "math/rotation.h"
#include "scenario/runner.h"

namespace lead {
namespace {

/// Hair, fingers and soles stick out of the bones, by this share of the height.
constexpr float kAroundBones = 0.10F;

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

/// Between the subjects' feet, half way up.
glm::vec3 centerOf(const ShotFrame& frame, std::string_view follow, float height) {
  glm::vec3 low(0.0F);
  glm::vec3 high(0.0F);
  bool any = false;
  for (const Figure& figure : frame.figures) {
    if (!isSubject(figure, follow)) continue;
    const glm::vec3& place = figure.state.position;
    low = any ? glm::min(low, place) : place;
    high = any ? glm::max(high, place) : place;
    any = true;
  }
  if (!any)
    throw std::invalid_argument(
        follow.empty() ? fmt::format("there is nobody to be seen at {:.2f} s", frame.time)
                       : fmt::format("there is no avatar \"{}\" at {:.2f} s", follow, frame.time));
  return (low + high) * 0.5F + glm::vec3(0.0F, 0.5F * height, 0.0F);
}

float heightOf(const std::vector<ShotFrame>& frames, std::string_view follow) {
  float height = 0.1F;
  for (const ShotFrame& frame : frames)
    for (const Figure& figure : frame.figures)
      if (isSubject(figure, follow))
        height = std::max(height, figure.rig->skeleton.restOf(Bone::head).y * (1.0F + kAroundBones));
  return height;
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
  for (const auto& [tick, place] : wanted) {
    while (run.tick() < tick && run.step()) figures = figuresOf(run, dt, feet);
    ShotFrame& frame = frames[place];
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
                                    const glm::vec3& direction, float aspect) {
  CameraPose camera;
  camera.fovY = 0.60F;
  const float upTan = std::tan(camera.fovY * 0.5F);
  const glm::vec3 right = normalizedOr(glm::cross(kUp, direction), glm::vec3(1.0F, 0.0F, 0.0F));
  const glm::vec3 up = glm::cross(direction, right);
  const float height = heightOf(frames, follow);
  const float around = kAroundBones * height;
  float distance = 0.0F;
  std::vector<glm::vec3> centers;
  for (const ShotFrame& frame : frames) {
    centers.push_back(centerOf(frame, follow, height));
    for (const Figure& figure : frame.figures) {
      if (!isSubject(figure, follow)) continue;
      for (std::size_t i = 0; i < kBoneCount; ++i) {
        if (!figure.rig->skeleton.has(boneAt(i))) continue;
        const glm::vec3 off = figure.pose.world.positionOf(boneAt(i)) - centers.back();
        const float wide = (std::abs(glm::dot(off, right)) + around) / (upTan * aspect);
        const float tall = (std::abs(glm::dot(off, up)) + around) / upTan;
        distance = std::max(distance, std::max(wide, tall) + glm::dot(off, direction));
      }
    }
  }
  std::vector<CameraPose> cameras;
  for (const glm::vec3& center : centers) {
    camera.target = center;
    camera.eye = center + direction * distance;
    cameras.push_back(camera);
  }
  return cameras;
}

}  // namespace lead
