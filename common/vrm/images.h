// Private to vrm/: decoding pictures.
#pragma once

#include <vector>

#include "vrm/document.h"

namespace lead {

/// Decodes the file's PNG and JPEG pictures to RGBA, scaled down to the limits. One that can't be decoded is
/// empty, with a warning. Throws ModelError where a picture points to data that doesn't exist.
std::vector<Image> readImages(const Json& json, const tinygltf::Model& gltf, const Buffers& buffers,
                              const LoadLimits& limits, Warnings& warnings);

}  // namespace lead
