// Private to vrm/: materials and the textures they use.
#pragma once

#include <vector>

#include "vrm/document.h"

namespace lead {

/// Textures with their samplers. Throws ModelError where one uses a picture that doesn't exist.
std::vector<Texture> readTextures(const Json& json, const tinygltf::Model& gltf);

/// glTF's materials with what VRM adds: VRMC_materials_mtoon, KHR_materials_unlit, or the materialProperties
/// of 0.x, which replace glTF's own values. Throws ModelError where one uses a texture that doesn't exist.
std::vector<Material> readMaterials(const Json& json, const tinygltf::Model& gltf, const VrmExtension& vrm);

/// Puts what 0.x materialProperties say over a material. Texture indices are as in the file, unchecked.
void applyVersion0Properties(const Json& properties, Material& material);

}  // namespace lead
