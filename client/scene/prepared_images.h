// A model's pictures made ready for upload. Any thread.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <vector>

#include "vrm/model.h"

namespace lead {

/// One of a texture's mip levels.
struct PreparedLevel {
  std::uint32_t width = 0;
  std::uint32_t height = 0;
  std::shared_ptr<const std::vector<std::uint8_t>> rgba;  ///< rows top-down
};

struct PreparedImage {
  std::vector<PreparedLevel> levels;  ///< the whole picture first, one pixel last
  bool color = false;                 ///< used as a colour: decoded from sRGB
  bool data = false;                  ///< used as numbers
};

/// By their index in the model.
using PreparedImages = std::map<int, PreparedImage>;

/// Adds those of a material's pictures that are drawn and have data. Only their first level is
/// there.
void addImages(const ModelPtr& model, const Material& material, PreparedImages& images);

/// Adds the other levels.
void addMipLevels(PreparedImages& images);

/// Half as wide and high (rounding down, at least one pixel), averaged; colours by their light.
PreparedLevel halved(const PreparedLevel& level, bool color);

}  // namespace lead
