// A model's pictures made ready for upload. Any thread.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <vector>

#include "vrm/model.h"

namespace lead {

struct PreparedImage {
  std::uint32_t width = 0;
  std::uint32_t height = 0;
  std::shared_ptr<const std::vector<std::uint8_t>> rgba;  ///< rows top-down
  bool color = false;                                     ///< used as a colour: decoded from sRGB
  bool data = false;                                      ///< used as numbers
};

/// By their index in the model.
using PreparedImages = std::map<int, PreparedImage>;

/// Adds those of a material's pictures that are drawn and have data; ones too large are scaled down.
void addImages(const ModelPtr& model, const Material& material, PreparedImages& images);

/// Halves a picture (rounding down, at least one pixel) by averaging, in place.
void halve(std::uint32_t& width, std::uint32_t& height, std::vector<std::uint8_t>& rgba);

}  // namespace lead
