// Private to vrm/: meshes and skins.
#pragma once

#include <vector>

#include "vrm/accessors.h"

namespace lead {

/// Everything that reading meshes needs.
struct MeshSource {
  const Json& json;
  const tinygltf::Model& gltf;
  AccessorReader& accessors;
  const LoadLimits& limits;
  Warnings& warnings;
};

/// Throws ModelError at the first thing that is broken.
std::vector<Mesh> readMeshes(const MeshSource& source);

/// `newIndex` gives the model's node index of the file's. Throws ModelError.
std::vector<Skin> readSkins(const MeshSource& source, const std::vector<int>& newIndex);

/// Makes the joint indices of every skinned primitive fit each skin it is shown with, and weights sum to 1.
/// Takes meshes without anything to draw off their nodes.
void fitSkins(Model& model, Warnings& warnings);

}  // namespace lead
