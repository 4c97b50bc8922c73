// Animation files for tests: a humanoid of humanoid_glb.h with channels on it.
#pragma once

#include <string>
#include <vector>

#include "humanoid_glb.h"
#include "vrm/animation.h"

namespace lead::test {

struct MotionFile : Humanoid {
  /// Adds a channel to the animation; `values` are flat, as many as the interpolation needs.
  void animate(int fileNode, const std::string& path, const std::vector<float>& times,
               const std::vector<float>& values, const std::string& interpolation = "LINEAR");
  void animate(Bone bone, const std::string& path, const std::vector<float>& times,
               const std::vector<float>& values, const std::string& interpolation = "LINEAR") {
    animate(node[index(bone)], path, times, values, interpolation);
  }
  /// Rotation keys given in the normalised rig, whatever the node's rest is. Nodes above are at rest.
  void turn(Bone bone, const std::vector<float>& times, const std::vector<glm::quat>& normalized);
  Json& vrma() { return json["extensions"]["VRMC_vrm_animation"]; }

  glm::quat restWorld(int fileNode) const;  ///< world rotation of a node at rest
  glm::quat restLocal(int fileNode) const;
  int parentOf(int fileNode) const;  ///< -1 for a root
  std::size_t animation = 0;         ///< to which channels are added
};

/// As a .vrma, with all bones unless said otherwise.
MotionFile makeVrma(HumanoidOptions options = {.everyBone = true});

/// Without the extension: bones are known by their nodes' names only, "Bone leftUpperArm".
MotionFile makePlain(HumanoidOptions options = {.everyBone = true});

/// The only motion of a file; a refusal fails the test by its exception.
KeyedMotion loadMotion(const GlbBuilder& file);

/// What loadMotions says against the bytes; empty where they load.
std::string motionRefusal(const Bytes& bytes, const LoadLimits& limits = {});

/// Where the motion has its bones at a key, in the canonical frame, metres.
WorldPose worldAt(const KeyedMotion& motion, std::size_t key);

/// Degrees between two rotations.
float degreesBetween(const glm::quat& a, const glm::quat& b);

std::vector<float> flat(const std::vector<glm::quat>& rotations);
std::vector<float> flatPlaces(const std::vector<glm::vec3>& places);

}  // namespace lead::test
