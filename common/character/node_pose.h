// From a Pose of the normalised rig to a model's own nodes, which is what skins and rigid meshes are drawn
// with. As three-vrm's VRMHumanoidRig does it: a normalised rotation q turns a bone whose rest world rotation
// is R·r (R the parent's, r its own local) by R⁻¹·q·R·r.
#pragma once

#include <glm/mat4x4.hpp>
#include <span>
#include <vector>

#include "vrm/model.h"

namespace lead {

/// Local transforms of a model's nodes. Scales are always the model's own.
struct NodePose {
  std::vector<glm::vec3> translation;
  std::vector<glm::quat> rotation;
};

/// At rest, and of the right size for the model.
NodePose restNodes(const Model& model);

/// Where a pose puts the whole avatar.
glm::mat4 rootMatrix(const Pose& pose);

/// The local rotation of a bone's node for a rotation of the normalised rig.
glm::quat boneRotation(const Model& model, Bone bone, const glm::quat& normalized);

/// Local transforms of every node in a pose. `nodes` has the model's size; allocates nothing.
void poseLocals(const Model& model, const Pose& pose, NodePose& nodes);

/// World matrices of the nodes from `first` on; those before are given. Allocates nothing.
void nodeWorlds(const Model& model, const glm::mat4& root, const NodePose& nodes, std::span<glm::mat4> world,
                std::size_t first = 0);

/// The world matrix of one node, up its ancestors; -1 is the root itself. Allocates nothing.
glm::mat4 nodeWorld(const Model& model, const glm::mat4& root, const NodePose& nodes, int node);

/// Writes one world matrix a node of `model` (world.size() == model.nodes.size()): poseLocals and nodeWorlds
/// in one. Allocates nothing.
void poseNodes(const Model& model, const Pose& pose, std::span<glm::mat4> world);

}  // namespace lead
