// Whole panels from 3-D, and cameras to see them with.
#include <algorithm>
#include <glm/common.hpp>
#include <glm/geometric.hpp>

#include "storyboard/projection.h"

namespace lead::storyboard {
namespace {

using glm::dvec3;

constexpr double kFieldOfView = 0.5;  // radians: about that of a portrait lens

struct Bounds {
  dvec3 centre{0.0, 0.9, 0.0};
  double radius = 1.0;
};

Bounds boundsOf(const std::vector<Subject>& subjects) {
  if (subjects.empty()) return {};
  dvec3 least(1e9);
  dvec3 most(-1e9);
  for (const Subject& subject : subjects)
    for (const dvec3& place : jointPlaces(subject, {0, 1, 100}).place) {
      least = glm::min(least, place);
      most = glm::max(most, place);
    }
  return {(least + most) * 0.5, 0.5 * glm::length(most - least) + 0.1};
}

double distanceTo(const Camera& camera, const Subject& subject) {
  return glm::length(dvec3(subject.pose->world.positionOf(Bone::hips)) - camera.eye);
}

}  // namespace

Panel panelFrom(const std::vector<Subject>& subjects, const Camera& camera,
                const std::vector<Character>& who) {
  std::vector<std::size_t> order(subjects.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return distanceTo(camera, subjects[a]) > distanceTo(camera, subjects[b]);
  });
  Panel panel;
  for (const std::size_t i : order) {
    const Character character = i < who.size() ? who[i] : characterNumber(i);
    auto figure = figureFrom(subjects[i], camera, character);
    if (!figure) continue;
    if (panel.figures.empty()) {
      // A hand's breadth behind the farthest one's feet.
      const glm::vec3 feet = subjects[i].pose->local.rootPosition;
      const dvec3 flat = glm::normalize(dvec3(feet.x - camera.eye.x, 1e-9, feet.z - camera.eye.z));
      if (const auto ground = see(camera, dvec3(feet) + flat * 0.35)) panel.groundHeight = ground->place.y;
    }
    panel.figures.push_back(std::move(*figure));
    if (panel.figures.size() == kMostFigures) break;
  }
  return panel;
}

Camera cameraOn(const std::vector<Subject>& subjects, View view, double heading) {
  const Bounds bounds = boundsOf(subjects);
  const double turn = view == View::front ? 0.0 : view == View::side ? 1.5707963267948966 : 0.66;
  const double direction = heading + turn;
  const double away = std::max(2.0, bounds.radius / std::sin(0.5 * kFieldOfView));
  Camera camera;
  camera.target = bounds.centre;
  camera.eye = bounds.centre + away * dvec3(std::sin(direction), 0.06, std::cos(direction));
  camera.fovY = kFieldOfView;
  return camera;
}

Camera cameraOn(const std::vector<Subject>& subjects, const dvec3& eye) {
  const Bounds bounds = boundsOf(subjects);
  Camera camera;
  camera.eye = eye;
  camera.target = bounds.centre;
  const double away = glm::length(eye - bounds.centre);
  camera.fovY = 2.0 * std::asin(std::clamp(bounds.radius / std::max(away, 1e-3), 0.05, 0.9));
  return camera;
}

Subject subjectOf(const AvatarRig& rig, const AvatarState& state, const EvaluatedPose& pose,
                  std::string name) {
  Subject subject;
  subject.skeleton = &rig.skeleton;
  subject.pose = &pose;
  subject.name = std::move(name);
  if (state.gaze.mode != GazeMode::off && state.gaze.weight > 0.2F) subject.lookAt = state.gaze.target;
  for (const Side side : kSides) subject.handTaken[lead::index(side)] = state.arm(side).taken();
  return subject;
}

Character characterNumber(std::size_t n) {
  struct Look {
    const char* hair;
    double hairTone, shirtTone, trouserTone;
  };
  constexpr std::array<Look, 6> kLooks{{{"short", 0.9, 0.0, 0.35},
                                        {"long", 0.0, 0.2, 0.75},
                                        {"bob", 0.55, 0.0, 0.2},
                                        {"tied", 0.9, 0.45, 0.0},
                                        {"short", 0.15, 0.6, 0.25},
                                        {"long", 0.8, 0.05, 0.5}}};
  const Look& look = kLooks[n % kLooks.size()];
  Character character;
  character.hair = look.hair;
  character.hairTone = look.hairTone;
  character.shirtTone = look.shirtTone;
  character.trouserTone = look.trouserTone;
  return character;
}

}  // namespace lead::storyboard
