#include "scene/prepared_images.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "scene/surface_textures.h"

namespace lead {
namespace {

/// sRGB bytes <-> light in 1/4095.
struct LightTables {
  std::array<std::uint16_t, 256> light{};
  std::array<std::uint8_t, 4096> srgb{};

  LightTables() {
    for (std::size_t i = 0; i < light.size(); ++i) {
      const double s = static_cast<double>(i) / 255.0;
      const double linear = s <= 0.04045 ? s / 12.92 : std::pow((s + 0.055) / 1.055, 2.4);
      light[i] = static_cast<std::uint16_t>(std::lround(linear * 4095.0));
    }
    for (std::size_t i = 0; i < srgb.size(); ++i) {
      const double linear = static_cast<double>(i) / 4095.0;
      const double s = linear <= 0.0031308 ? linear * 12.92 : 1.055 * std::pow(linear, 1.0 / 2.4) - 0.055;
      srgb[i] = static_cast<std::uint8_t>(std::lround(s * 255.0));
    }
  }
};

}  // namespace

void addImages(const ModelPtr& model, const Material& material, PreparedImages& images) {
  for (const SurfaceTexture& texture : surfaceTextures(material)) {
    if (texture.use.texture < 0) continue;
    const int index = model->textures[static_cast<std::size_t>(texture.use.texture)].image;
    if (index < 0) continue;
    const Image& image = model->images[static_cast<std::size_t>(index)];
    if (image.rgba.empty()) continue;
    PreparedImage& prepared = images[index];
    if (prepared.levels.empty()) prepared.levels.push_back({image.width, image.height, {model, &image.rgba}});
    (texture.data ? prepared.data : prepared.color) = true;
  }
}

void addMipLevels(PreparedImages& images) {
  for (auto& [index, image] : images)
    while (std::max(image.levels.back().width, image.levels.back().height) > 1)
      image.levels.push_back(halved(image.levels.back(), image.color));
}

PreparedLevel halved(const PreparedLevel& level, bool color) {
  static const LightTables tables;
  const std::vector<std::uint8_t>& in = *level.rgba;
  const std::uint32_t w = std::max(level.width / 2, 1U);
  const std::uint32_t h = std::max(level.height / 2, 1U);
  const std::size_t right = level.width > 1 ? 4 : 0;
  const std::size_t below = level.height > 1 ? static_cast<std::size_t>(level.width) * 4 : 0;
  std::vector<std::uint8_t> out(static_cast<std::size_t>(w) * h * 4);
  for (std::uint32_t y = 0; y < h; ++y)
    for (std::uint32_t x = 0; x < w; ++x) {
      const std::uint8_t* from =
          &in[(static_cast<std::size_t>(y) * (below > 0 ? 2 : 1) * level.width + x * (right > 0 ? 2U : 1U)) *
              4];
      std::uint8_t* to = &out[(static_cast<std::size_t>(y) * w + x) * 4];
      for (std::size_t c = 0; c < 4; ++c) {
        const auto sum = [&](const auto& value) {
          return value(from[c]) + value(from[right + c]) + value(from[below + c]) +
                 value(from[below + right + c]);
        };
        if (color && c < 3)
          to[c] = tables.srgb[(sum([](std::uint8_t v) { return unsigned{tables.light[v]}; }) + 2U) / 4U];
        else
          to[c] = static_cast<std::uint8_t>((sum([](std::uint8_t v) { return unsigned{v}; }) + 2U) / 4U);
      }
    }
  return {w, h, std::make_shared<const std::vector<std::uint8_t>>(std::move(out))};
}

}  // namespace lead
