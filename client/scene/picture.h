// A picture in memory, and PNG files. Pure but for the file.
#pragma once

#include <cstdint>
#include <filesystem>
#include <vector>

namespace lead {

/// 8 bits a channel, RGBA (sRGB), rows top-down.
struct Picture {
  std::uint32_t width = 0;
  std::uint32_t height = 0;
  std::vector<std::uint8_t> rgba;

  const std::uint8_t* pixel(std::uint32_t x, std::uint32_t y) const {
    return &rgba[(static_cast<std::size_t>(y) * width + x) * 4];
  }
};

/// Writes an opaque PNG. Throws std::runtime_error, in a sentence, if the file can't be written.
void savePng(const std::filesystem::path& path, const Picture& picture);

/// Equal-sized pictures side by side, `columns` a row, on a white sheet.
Picture contactSheet(const std::vector<Picture>& tiles, std::uint32_t columns);

}  // namespace lead
