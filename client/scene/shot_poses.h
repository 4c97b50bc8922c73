// The poses and cameras of lead-scene-shot. Pure.
#pragma once

#include <string_view>

#include "rig/skeleton.h"
#include "scene/orbit_camera.h"

namespace lead {

struct ShotPose {
  Pose pose;
  WorldPose world;
};

/// rest; left-forward: the left hand held in front and gripped; grip: the left fingers curled at rest.
ShotPose makeShotPose(const Skeleton& skeleton, std::string_view name);

/// front, side (from the avatar's left), back: all of the avatar; palm: close to the left hand, from its palm side.
CameraPose shotCamera(const Skeleton& skeleton, const WorldPose& world, std::string_view name);

}  // namespace lead
