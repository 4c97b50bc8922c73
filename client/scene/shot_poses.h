// The poses and cameras of lead-scene-shot. Pure.
#pragma once

#include <string_view>

#include "rig/skeleton.h"
#include "scene/mesh_data.h"
#include "scene/orbit_camera.h"

namespace lead {

struct ShotPose {
  Pose pose;
  WorldPose world;
};

/// rest: as in the file; idle: standing; stretched: the left hand pulled as far as it goes without a step;
/// walking: led straight ahead; left-forward: the left hand held in front and gripped; grip: the left fingers
/// curled, the hand held out to the side.
ShotPose makeShotPose(const Skeleton& skeleton, std::string_view name);

/// front, side (from the avatar's left), back: all of mesh and bones; palm, hand: close to the left hand,
/// from its palm side and from the front. `aspect`: the picture's width by its height.
CameraPose shotCamera(const Bounds& mesh, const Skeleton& skeleton, const ShotPose& shot,
                      std::string_view name, float aspect);

}  // namespace lead
