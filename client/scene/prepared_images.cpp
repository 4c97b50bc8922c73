#include "scene/prepared_images.h"

#include <algorithm>
#include <utility>

#include "scene/surface_textures.h"

namespace lead {
namespace {

constexpr std::uint32_t kMaxTextureSize = 4096;

PreparedImage prepare(const ModelPtr& model, const Image& image) {
  PreparedImage prepared;
  prepared.width = image.width;
  prepared.height = image.height;
  prepared.rgba = {model, &image.rgba};
  if (std::max(image.width, image.height) > kMaxTextureSize) {
    std::vector<std::uint8_t> smaller = image.rgba;
    while (std::max(prepared.width, prepared.height) > kMaxTextureSize)
      halve(prepared.width, prepared.height, smaller);
    prepared.rgba = std::make_shared<const std::vector<std::uint8_t>>(std::move(smaller));
  }
  return prepared;
}

}  // namespace

void addImages(const ModelPtr& model, const Material& material, PreparedImages& images) {
  for (const SurfaceTexture& texture : surfaceTextures(material)) {
    if (texture.use.texture < 0) continue;
    const int index = model->textures[static_cast<std::size_t>(texture.use.texture)].image;
    if (index < 0) continue;
    const Image& image = model->images[static_cast<std::size_t>(index)];
    if (image.rgba.empty()) continue;
    auto known = images.find(index);
    if (known == images.end()) known = images.emplace(index, prepare(model, image)).first;
    (texture.data ? known->second.data : known->second.color) = true;
  }
}

void halve(std::uint32_t& width, std::uint32_t& height, std::vector<std::uint8_t>& rgba) {
  const std::uint32_t w = std::max(width / 2, 1U);
  const std::uint32_t h = std::max(height / 2, 1U);
  const std::uint32_t right = width > 1 ? 4 : 0;
  const std::size_t below = height > 1 ? static_cast<std::size_t>(width) * 4 : 0;
  for (std::uint32_t y = 0; y < h; ++y)
    for (std::uint32_t x = 0; x < w; ++x) {
      const std::size_t from =
          (static_cast<std::size_t>(y) * (below > 0 ? 2 : 1) * width + x * (right > 0 ? 2U : 1U)) * 4;
      for (std::size_t c = 0; c < 4; ++c) {
        const int sum =
            rgba[from + c] + rgba[from + right + c] + rgba[from + below + c] + rgba[from + below + right + c];
        rgba[(static_cast<std::size_t>(y) * w + x) * 4 + c] = static_cast<std::uint8_t>((sum + 2) / 4);
      }
    }
  width = w;
  height = h;
  rgba.resize(static_cast<std::size_t>(w) * h * 4);
}

}  // namespace lead
