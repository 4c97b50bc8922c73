#include "character/node_pose.h"

#include <cassert>
#include <glm/gtc/quaternion.hpp>

#include "vrm/transform.h"

namespace lead {
namespace {

glm::vec3 hipsTranslation(const Model& model, const Pose& pose) {
  const Node& hips = model.nodes[static_cast<std::size_t>(model.boneNode[index(Bone::hips)])];
  return hips.translation + glm::vec3(model.hipsParentInverse * glm::vec4(pose.hipsOffset, 0.0F));
}

const glm::mat4& above(const Node& node, const glm::mat4& root, std::span<const glm::mat4> world) {
  return node.parent < 0 ? root : world[static_cast<std::size_t>(node.parent)];
}

}  // namespace

NodePose restNodes(const Model& model) {
  NodePose nodes;
  for (const Node& node : model.nodes) {
    nodes.translation.push_back(node.translation);
    nodes.rotation.push_back(node.rotation);
  }
  return nodes;
}

glm::mat4 rootMatrix(const Pose& pose) {
  return localMatrix(pose.rootPosition, pose.rootRotation, glm::vec3(1.0F));
}

glm::quat boneRotation(const Model& model, Bone bone, const glm::quat& normalized) {
  const glm::quat& parent = model.parentRotation[index(bone)];
  const auto node = static_cast<std::size_t>(model.boneNode[index(bone)]);
  return glm::conjugate(parent) * normalized * parent * model.nodes[node].rotation;
}

void poseLocals(const Model& model, const Pose& pose, NodePose& nodes) {
  assert(nodes.rotation.size() == model.nodes.size());
  for (std::size_t i = 0; i < model.nodes.size(); ++i) {
    const Node& node = model.nodes[i];
    nodes.translation[i] = node.translation;
    nodes.rotation[i] = node.bone < 0 ? node.rotation
                                      : boneRotation(model, boneAt(static_cast<std::size_t>(node.bone)),
                                                     pose.rotation[static_cast<std::size_t>(node.bone)]);
  }
  nodes.translation[static_cast<std::size_t>(model.boneNode[index(Bone::hips)])] =
      hipsTranslation(model, pose);
}

void nodeWorlds(const Model& model, const glm::mat4& root, const NodePose& nodes, std::span<glm::mat4> world,
                std::size_t first) {
  for (std::size_t i = first; i < model.nodes.size(); ++i) {
    const Node& node = model.nodes[i];
    world[i] = above(node, root, world) * localMatrix(nodes.translation[i], nodes.rotation[i], node.scale);
  }
}

glm::mat4 nodeWorld(const Model& model, const glm::mat4& root, const NodePose& nodes, int node) {
  glm::mat4 out(1.0F);
  for (int at = node; at >= 0; at = model.nodes[static_cast<std::size_t>(at)].parent) {
    const auto i = static_cast<std::size_t>(at);
    out = localMatrix(nodes.translation[i], nodes.rotation[i], model.nodes[i].scale) * out;
  }
  return root * out;
}

void poseNodes(const Model& model, const Pose& pose, std::span<glm::mat4> world) {
  assert(world.size() == model.nodes.size());
  const glm::mat4 root = rootMatrix(pose);
  const int hips = model.boneNode[index(Bone::hips)];
  for (std::size_t i = 0; i < model.nodes.size(); ++i) {
    const Node& node = model.nodes[i];
    const glm::vec3 translation =
        static_cast<int>(i) == hips ? hipsTranslation(model, pose) : node.translation;
    const glm::quat rotation = node.bone < 0
                                   ? node.rotation
                                   : boneRotation(model, boneAt(static_cast<std::size_t>(node.bone)),
                                                  pose.rotation[static_cast<std::size_t>(node.bone)]);
    world[i] = above(node, root, world) * localMatrix(translation, rotation, node.scale);
  }
}

}  // namespace lead
