// From a Pose of the normalised rig to the world matrices of a model's own nodes, which is what skins and
// rigid meshes are drawn with. As three-vrm's VRMHumanoidRig does it: a normalised rotation q turns a bone
// whose rest world rotation is R·r (R the parent's, r its own local) by R⁻¹·q·R·r.
#pragma once

#include <glm/mat4x4.hpp>
#include <span>

#include "vrm/model.h"

namespace lead {

/// Writes one world matrix a node of `model` (world.size() == model.nodes.size()). Allocates nothing.
void poseNodes(const Model& model, const Pose& pose, std::span<glm::mat4> world);

}  // namespace lead
