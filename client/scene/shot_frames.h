// The pictures of a scenario that lead-scene-shot makes, before they are drawn. Pure.
#pragma once

#include <glm/vec3.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "scenario/scenario.h"
#include "scene/orbit_camera.h"

namespace lead {

/// What is to be seen at one time of a scenario, with feet planted as a client does.
struct ShotFrame {
  struct Figure {
    AvatarId id = 0;
    std::string name;
    AvatarRigPtr rig;
    AvatarState state;
    EvaluatedPose pose;
  };
  double time = 0.0;
  std::vector<Figure> figures;
  /// What led to it, for what swings: up to a second of ticks, the oldest first, without the frame itself.
  std::vector<std::vector<Figure>> approach;
  float tick = 1.0F / 60.0F;     ///< seconds
  std::vector<glm::vec3> heads;  ///< of the participants
};

/// One frame for each of `times` (seconds, any order, up to the scenario's duration), in their order. Throws
/// std::invalid_argument, in a sentence, for other times.
std::vector<ShotFrame> shotFrames(const Scenario& scenario, const std::vector<double>& times);

/// "front" (the eye on +Z), "back", "side" (+X), "three-quarter", "top", or "x,y,z": from where the subject
/// is seen, unit, world. Throws std::invalid_argument for anything else.
glm::vec3 shotDirection(std::string_view camera);

/// A camera for each frame, all at one distance, that has the avatar called `follow` (empty: all of them) in
/// the picture. `headroom`: how far heads reach over their bone, metres. `aspect`: the picture's width by its
/// height. Throws std::invalid_argument where there is nobody to follow.
std::vector<CameraPose> shotCameras(const std::vector<ShotFrame>& frames, std::string_view follow,
                                    const glm::vec3& direction, float headroom, float aspect);

}  // namespace lead
