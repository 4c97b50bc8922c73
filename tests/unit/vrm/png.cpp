#include "png.h"

#define STB_IMAGE_WRITE_STATIC
#define STB_IMAGE_WRITE_IMPLEMENTATION
#include <stb_image_write.h>

namespace lead::test {
namespace {

void append(void* context, void* data, int size) {
  auto& out = *static_cast<Bytes*>(context);
  const auto* bytes = static_cast<const std::uint8_t*>(data);
  out.insert(out.end(), bytes, bytes + size);
}

}  // namespace

Bytes makePng(int width, int height) {
  Bytes pixels;
  for (int i = 0; i < width * height; ++i) pixels.insert(pixels.end(), {10, 20, 30, 255});
  const Bytes first{200, 100, 50, 128};
  std::copy(first.begin(), first.end(), pixels.begin());
  Bytes out;
  stbi_write_png_to_func(append, &out, width, height, 4, pixels.data(), 0);
  return out;
}

Bytes makeJpeg(int width, int height) {
  const Bytes pixels(static_cast<std::size_t>(width * height * 3), 90);
  Bytes out;
  stbi_write_jpg_to_func(append, &out, width, height, 3, pixels.data(), 95);
  return out;
}

}  // namespace lead::test
