// The poses and cameras of lead-scene-shot. Pure.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "rig/skeleton.h"
#include "scene/mesh_data.h"
#include "scene/orbit_camera.h"
#include "vrm/model.h"

namespace lead {

struct ShotPose {
  Pose pose;
  WorldPose world;
  std::vector<Pose> approach;  ///< what led to it, for what swings: 60 a second, the oldest first
};

/// rest: as in the file; idle: standing; stretched: the left hand pulled as far as it goes without a step;
/// walking: led straight ahead; left-forward: the left hand held in front and gripped; grip: the left fingers
/// curled, the hand held out to the side.
ShotPose makeShotPose(const Skeleton& skeleton, std::string_view name);

/// Sets the expressions of a model that are named in `words` ("happy=1", "aa=0.5"), whatever their case.
/// False for one that it lacks. Throws std::invalid_argument for words that aren't like that.
bool setExpression(const Model& model, const std::string& words, ExpressionWeights& weights);

/// front, side (from the avatar's left), back: all of mesh and bones; face: the head; palm, hand: close to
/// the left hand, from its palm side and from the front. `aspect`: the picture's width by its height.
CameraPose shotCamera(const Bounds& mesh, const Skeleton& skeleton, const ShotPose& shot,
                      std::string_view name, float aspect);

}  // namespace lead
