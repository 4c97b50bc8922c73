#include "scene/texture_upload.h"

#include <filament/Texture.h>

#include <algorithm>

namespace lead {
namespace {

using PixelBuffer = filament::Texture::PixelBufferDescriptor;
using SharedPixels = std::shared_ptr<const std::vector<std::uint8_t>>;

}  // namespace

TextureUpload::TextureUpload(filament::Engine& engine, const PreparedImage& image, bool data)
    : engine_(engine), image_(image), data_(data) {}

void TextureUpload::allocate() {
  using Format = filament::Texture::InternalFormat;
  texture_ = own(engine_, filament::Texture::Builder()
                              .width(image_.levels.front().width)
                              .height(image_.levels.front().height)
                              .levels(static_cast<std::uint8_t>(image_.levels.size()))
                              .format(data_ ? Format::RGBA8 : Format::SRGB8_A8)
                              .sampler(filament::Texture::Sampler::SAMPLER_2D)
                              .build(engine_));
}

std::size_t TextureUpload::step(std::size_t bytes) {
  if (!texture_) {  // of a large one this alone costs the driver as much as a step
    allocate();
    return bytes;
  }
  std::size_t handed = 0;
  while (!done() && (handed == 0 || handed < bytes)) {
    const PreparedLevel& level = image_.levels[level_];
    const std::size_t rowBytes = std::size_t{level.width} * 4;
    const auto rows = static_cast<std::uint32_t>(
        std::clamp<std::size_t>((bytes - handed) / rowBytes, 1, level.height - row_));
    auto* keep = new SharedPixels(level.rgba);
    texture_->setImage(
        engine_, level_, 0, row_, level.width, rows,
        PixelBuffer(
            level.rgba->data() + row_ * rowBytes, rows * rowBytes, filament::Texture::Format::RGBA,
            filament::Texture::Type::UBYTE,
            [](void*, std::size_t, void* user) { delete static_cast<SharedPixels*>(user); }, keep));
    handed += rows * rowBytes;
    row_ += rows;
    if (row_ < level.height) continue;
    row_ = 0;
    ++level_;
  }
  return handed;
}

}  // namespace lead
