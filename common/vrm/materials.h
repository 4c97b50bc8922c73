// Private to vrm/: materials and the textures they use. What is wrong in them is warned about and left out;
// nothing here refuses a file.
#pragma once

#include <vector>

#include "vrm/document.h"
#include "vrm/material_values.h"

namespace lead {

/// Textures with their samplers.
std::vector<Texture> readTextures(const Json& json, const tinygltf::Model& gltf, Warnings& warnings);

/// glTF's materials with what VRM adds: VRMC_materials_mtoon, KHR_materials_unlit, or the materialProperties
/// of 0.x, which replace glTF's own values.
std::vector<Material> readMaterials(const Json& json, const VrmExtension& vrm, Warnings& warnings);

/// Puts a material's VRMC_materials_mtoon over it, if that is an object.
void readMToon(const Json& mtoon, MaterialValues& values, Material& out);

/// Puts what 0.x materialProperties say over a material. Its render queue offset is Unity's, without bounds.
void applyVersion0Properties(const Json& properties, MaterialValues& values, Material& material);

/// Unity's render queue offsets -> VRM 1.0's, in the same order as far as nine of them can tell it.
void orderVersion0RenderQueues(std::vector<Material>& materials);

}  // namespace lead
