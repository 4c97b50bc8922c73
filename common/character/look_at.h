// Where the eyes look. VRMC_vrm-1.0/lookAt.md, "LookAt algorithm". Pure; allocates nothing.
#pragma once

#include <glm/gtc/quaternion.hpp>
#include <glm/mat4x4.hpp>
#include <glm/vec3.hpp>

#include "vrm/model.h"

namespace lead {

/// The direction of the gaze, seen from the head: yaw to the left, pitch down. Radians.
struct GazeAngles {
  float yaw = 0.0F;
  float pitch = 0.0F;
};

/// Rotations of the eye bones in the normalised rig.
struct EyeRotations {
  glm::quat left = kIdentity;
  glm::quat right = kIdentity;
};

/// From the head's node, whose world matrix is `head`, to a point in the world. 0 for a point that isn't
/// finite.
GazeAngles gazeTo(const Model& model, const LookAt& lookAt, const glm::mat4& head, const glm::vec3& target);

/// The gaze of a rotation, as a VRM animation has it: of its forward direction.
GazeAngles gazeOf(const glm::quat& rotation);

/// Type bone: what the eyes do for a gaze, through the range maps.
EyeRotations eyeRotations(const LookAt& lookAt, const GazeAngles& gaze);

/// Type expression: sets the weights of lookUp, lookDown, lookLeft and lookRight.
void setLookWeights(const LookAt& lookAt, const GazeAngles& gaze, ExpressionWeights& weights);

}  // namespace lead
