// The built-in avatar, loaded once for all tests.
#pragma once

#include <glm/vec3.hpp>
#include <vector>

#include "character/node_pose.h"
#include "mannequin/mannequin_file.h"
#include "vrm/load.h"

namespace lead {

inline const Model& mannequin() {
  static const ModelPtr model = loadModel(mannequinFile());
  return *model;
}

inline const Mesh& meshNamed(const char* name) {
  for (const Mesh& mesh : mannequin().meshes)
    if (mesh.name == name) return mesh;
  throw std::runtime_error(std::string("the mannequin has no mesh ") + name);
}

/// The bone that moves a vertex most.
inline int strongestJoint(const Primitive& primitive, std::size_t vertex) {
  int best = 0;
  for (int i = 1; i < 4; ++i)
    if (primitive.weights[vertex][i] > primitive.weights[vertex][best]) best = i;
  return primitive.joints[vertex][best];
}

/// The body's vertices in a pose, primitive by primitive.
std::vector<std::vector<glm::vec3>> skinned(const Mesh& mesh, const Pose& pose);

}  // namespace lead
