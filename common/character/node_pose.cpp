#include "character/node_pose.h"

#include <cassert>
#include <glm/gtc/quaternion.hpp>

#include "vrm/transform.h"

namespace lead {

void poseNodes(const Model& model, const Pose& pose, std::span<glm::mat4> world) {
  assert(world.size() == model.nodes.size());
  const glm::mat4 root = localMatrix(pose.rootPosition, pose.rootRotation, glm::vec3(1.0F));
  const int hips = model.boneNode[index(Bone::hips)];
  for (std::size_t i = 0; i < model.nodes.size(); ++i) {
    const Node& node = model.nodes[i];
    glm::vec3 translation = node.translation;
    glm::quat rotation = node.rotation;
    if (node.bone >= 0) {
      const auto bone = static_cast<std::size_t>(node.bone);
      const glm::quat& parent = model.parentRotation[bone];
      rotation = glm::conjugate(parent) * pose.rotation[bone] * parent * rotation;
      if (static_cast<int>(i) == hips)
        translation += glm::vec3(model.hipsParentInverse * glm::vec4(pose.hipsOffset, 0.0F));
    }
    const glm::mat4& above = node.parent < 0 ? root : world[static_cast<std::size_t>(node.parent)];
    world[i] = above * localMatrix(translation, rotation, node.scale);
  }
}

}  // namespace lead
