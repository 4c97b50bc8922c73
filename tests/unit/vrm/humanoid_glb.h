// A humanoid as a GLB of either version, whose place of every bone is known, with rest rotations and nodes
// above the hips as a test wants them.
#pragma once

#include <glm/gtc/quaternion.hpp>
#include <glm/vec3.hpp>
#include <vector>

#include "glb_builder.h"

namespace lead::test {

struct HumanoidOptions {
  VrmVersion version = VrmVersion::v1;
  bool wrongFacing = false;  ///< faces the way that models of the other version do
  bool rotatedRest = false;  ///< every bone's rest rotation is something else
  bool everyBone = false;    ///< all 55, else the 15 required ones
  float rootScale = 1.0F;    ///< of a node above the hips
  glm::quat rootRotation = kIdentity;
  std::vector<Bone> without{};
};

/// Rest position of a bone in the canonical frame: T-pose, 1.6 m, left at +X, facing +Z.
glm::vec3 restPosition(Bone bone);

struct Humanoid : GlbBuilder {
  BoneArray<int> node{};  ///< index in the file

  Json& extension() { return json["extensions"][version == VrmVersion::v0 ? "VRM" : "VRMC_vrm"]; }
  Json& nodeOf(Bone bone) { return json["nodes"][static_cast<std::size_t>(node[index(bone)])]; }

  /// Maps a bone's name to a node, in the version's form.
  void map(const std::string& boneName, Json target);
  /// Adds a mesh with one primitive and a node that shows it; gives the primitive.
  Json& addMesh(Json primitive, int skin = -1);
  /// A mesh of one triangle.
  Json& addTriangle();

  VrmVersion version = VrmVersion::v1;
};

Humanoid makeHumanoid(const HumanoidOptions& options = {});

/// Loads it; a refusal fails the test by its exception.
inline ModelPtr load(const GlbBuilder& builder) {
  return loadModel(builder.build());
}

}  // namespace lead::test
