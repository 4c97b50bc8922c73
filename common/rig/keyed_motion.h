// A motion as its file has it, before clean-up: poses at key times on the bones of a normalised rig. Made by
// vrm/ from .vrma and glTF animations, read by motion/. Plain value.
#pragma once

#include <glm/gtc/quaternion.hpp>
#include <glm/vec3.hpp>
#include <string>
#include <vector>

#include "rig/skeleton.h"

namespace lead {

struct ExpressionTrack {
  std::string name;            ///< a VRM 1.0 preset's or a custom expression's
  bool custom = false;         ///< a name of the file's own
  std::vector<float> weights;  ///< 0 … 1, one a key time
};

struct KeyedMotion {
  std::string name;
  std::vector<float> times;  ///< seconds, from 0, strictly rising, never empty: the key times of all channels
  BoneMask bones = 0;  ///< with a rotation channel that ever leaves the rest pose; the others stay at rest
  /// One pose a key time: local rotations of the normalised rig, each in the hemisphere of the one before.
  std::vector<BoneArray<glm::quat>> rotations;
  /// The hips' offset from their rest position, one a key time, metres of the file's own skeleton, its +Z
  /// forward; empty where the file moves no hips.
  std::vector<glm::vec3> hips;
  Skeleton skeleton;  ///< of the file, canonical frame (faces +Z); only the bones that it has. May lack
                      ///< required ones.
  std::vector<ExpressionTrack> expressions;
  /// The gaze's direction from the head, one a key time: radians, (yaw to the left, pitch down); empty: none.
  std::vector<glm::vec2> lookAt;
};

}  // namespace lead
