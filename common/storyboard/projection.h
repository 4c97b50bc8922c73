// From 3-D: an avatar's pose seen by a camera → a figure whose joints are where the camera sees them. Pure;
// any thread. World: metres, right-handed, +Y up.
#pragma once

#include <glm/vec3.hpp>
#include <optional>
#include <string>
#include <vector>

#include "lead/evaluate.h"
#include "storyboard/panel.h"

namespace lead::storyboard {

struct Camera {
  glm::dvec3 eye{0.0, 1.3, 4.0};
  glm::dvec3 target{0.0, 0.9, 0.0};
  double fovY = 0.6;                               ///< radians
  glm::dvec2 canvas{kCanvasWidth, kCanvasHeight};  ///< what it sees is drawn over this
};

/// Where a camera sees a point.
struct Seen {
  glm::dvec2 place{0.0};  ///< canvas
  double distance = 0.0;  ///< along the view, metres
  double scale = 0.0;     ///< pixels a metre there
};
/// None: not at least 5 cm in front of the eye.
std::optional<Seen> see(const Camera& camera, const glm::dvec3& point);

/// An avatar at a moment.
struct Subject {
  const Skeleton* skeleton = nullptr;
  const EvaluatedPose* pose = nullptr;
  std::optional<glm::vec3> lookAt;  ///< world
  std::array<bool, 2> handTaken{};  ///< by Side: drawn closed
  std::string name;
};

/// Where the joints of a figure are in a pose, in the world; what the model lacks is put between its
/// neighbours. `facing`: which of the avatar's sides is on the viewer's left is by whether it faces this eye.
struct JointPlaces {
  JointArray<glm::dvec3> place{};
  bool facesAway = false;  ///< -L is the avatar's left
};
JointPlaces jointPlaces(const Subject& subject, const glm::dvec3& eye);

/// None where a joint is not in front of the camera. `who`: how it is drawn; its lchar is that of the
/// avatar's own bones.
std::optional<Figure> figureFrom(const Subject& subject, const Camera& camera, const Character& who);

/// PoseVector whose joints are `places` exactly. `pose`: origin and scale are set, the rest is looked for.
void recoverAngles(const JointArray<glm::dvec2>& places, const JointArray<double>& lchar, PoseVector& pose);

/// The figures of all who can be seen, the farthest first, and where the ground is under the farthest.
Panel panelFrom(const std::vector<Subject>& subjects, const Camera& camera,
                const std::vector<Character>& who);

/// A camera that sees everybody, from the front, the side or between both of where `heading` faces
/// (atan2(x, z)); or from a place.
enum class View : std::uint8_t { front, side, threeQuarter };
Camera cameraOn(const std::vector<Subject>& subjects, View view, double heading);
Camera cameraOn(const std::vector<Subject>& subjects, const glm::dvec3& eye);

/// What a state says of a subject besides its pose.
Subject subjectOf(const AvatarRig& rig, const AvatarState& state, const EvaluatedPose& pose,
                  std::string name);

/// Tells figures apart: the n-th of a room.
Character characterNumber(std::size_t n);

}  // namespace lead::storyboard
