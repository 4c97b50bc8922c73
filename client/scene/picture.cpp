#include "scene/picture.h"

#include <stb/stb_image_write.h>

#include <algorithm>
#include <stdexcept>

namespace lead {

void savePng(const std::filesystem::path& path, const Picture& picture) {
  std::vector<std::uint8_t> opaque;
  opaque.reserve(picture.rgba.size() / 4 * 3);
  for (std::size_t i = 0; i + 3 < picture.rgba.size(); i += 4)
    opaque.insert(opaque.end(), {picture.rgba[i], picture.rgba[i + 1], picture.rgba[i + 2]});
  const auto width = static_cast<int>(picture.width);
  if (opaque.empty() ||
      stbi_write_png(path.c_str(), width, static_cast<int>(picture.height), 3, opaque.data(), width * 3) == 0)
    throw std::runtime_error("the picture can't be written to " + path.string());
}

Picture contactSheet(const std::vector<Picture>& tiles, std::uint32_t columns) {
  if (tiles.empty()) return {};
  constexpr std::uint32_t kGap = 4;
  const auto count = static_cast<std::uint32_t>(tiles.size());
  columns = std::clamp(columns, 1U, count);
  const std::uint32_t rows = (count + columns - 1) / columns;
  const std::uint32_t tileWidth = tiles.front().width;
  const std::uint32_t tileHeight = tiles.front().height;
  Picture sheet;
  sheet.width = columns * (tileWidth + kGap) - kGap;
  sheet.height = rows * (tileHeight + kGap) - kGap;
  sheet.rgba.assign(static_cast<std::size_t>(sheet.width) * sheet.height * 4, 255);
  for (std::uint32_t i = 0; i < count; ++i) {
    const Picture& tile = tiles[i];
    if (tile.width != tileWidth || tile.height != tileHeight)
      throw std::invalid_argument("tiles of a contact sheet must be of one size");
    const std::uint32_t left = (i % columns) * (tileWidth + kGap);
    const std::uint32_t top = (i / columns) * (tileHeight + kGap);
    for (std::uint32_t y = 0; y < tileHeight; ++y)
      std::copy_n(tile.pixel(0, y), static_cast<std::size_t>(tileWidth) * 4,
                  &sheet.rgba[(static_cast<std::size_t>(top + y) * sheet.width + left) * 4]);
  }
  return sheet;
}

}  // namespace lead
