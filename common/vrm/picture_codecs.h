// Private to vrm/: decoders for the two picture formats of glTF, by libpng and libjpeg. (stb_image's JPEG
// decoder writes out of bounds for damaged tables up to version 2.27, which is Debian 12's.)
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace lead {

struct PictureSize {
  std::size_t width = 0;
  std::size_t height = 0;
};

/// Reads the header only; none where the bytes are neither PNG nor JPEG.
std::optional<PictureSize> pictureSize(std::span<const std::uint8_t> bytes);

/// RGBA, 8 bits each, rows top-down; none where the data is broken. Takes memory by the size in the header:
/// check that first.
std::optional<std::vector<std::uint8_t>> decodePicture(std::span<const std::uint8_t> bytes);

}  // namespace lead
