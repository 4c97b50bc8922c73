// lead-big-model OUT.vrm [PICTURES]: the mannequin with 4096 x 4096 pictures on its materials, about 15 MB
// each as PNG: a file as heavy as VTubers' are, to load and to send.
#include <png.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <nlohmann/json.hpp>
#include <random>
#include <stdexcept>
#include <utility>
#include <vector>

#include "mannequin/mannequin_file.h"
#include "vrm/glb_writer.h"

namespace {

using nlohmann::json;
using Bytes = std::vector<std::uint8_t>;

constexpr std::uint32_t kSide = 4096;
constexpr std::size_t kGlbHeader = 12;
constexpr std::size_t kChunkHeader = 8;

/// Skin-like colours with a grain that doesn't compress.
Bytes picture(std::uint32_t seed) {
  std::mt19937 random(seed);
  Bytes rgb(std::size_t{kSide} * kSide * 3);
  for (std::uint32_t y = 0; y < kSide; ++y)
    for (std::uint32_t x = 0; x < kSide; ++x) {
      const std::uint32_t grain = random();
      std::uint8_t* pixel = &rgb[(std::size_t{y} * kSide + x) * 3];
      for (std::uint32_t c = 0; c < 3; ++c)
        pixel[c] = static_cast<std::uint8_t>(150 + 20 * c + (x + y) * 40 / (2 * kSide) +
                                             (grain >> (8 * c) & (c < 2 ? 3U : 1U)));
    }
  png_image image{};
  image.version = PNG_IMAGE_VERSION;
  image.width = kSide;
  image.height = kSide;
  image.format = PNG_FORMAT_RGB;
  image.flags = PNG_IMAGE_FLAG_FAST;
  png_alloc_size_t size = PNG_IMAGE_PNG_SIZE_MAX(image);
  Bytes png(size);
  if (png_image_write_to_memory(&image, png.data(), &size, 0, rgb.data(), 0, nullptr) == 0)
    throw std::runtime_error(image.message);
  png.resize(size);
  return png;
}

std::uint32_t wordAt(const std::uint8_t* at) {
  std::uint32_t word = 0;
  std::memcpy(&word, at, sizeof word);
  return word;
}

Bytes withPictures(std::size_t count) {
  const auto file = lead::mannequinFile();
  const std::size_t jsonBytes = wordAt(file.data() + kGlbHeader);
  const std::uint8_t* text = file.data() + kGlbHeader + kChunkHeader;
  json gltf = json::parse(text, text + jsonBytes);
  Bytes binary(text + jsonBytes + kChunkHeader, file.data() + file.size());

  for (std::size_t i = 0; i < count; ++i) {
    binary.resize((binary.size() + 3) / 4 * 4);
    const Bytes png = picture(static_cast<std::uint32_t>(i + 1));
    gltf["bufferViews"].push_back({{"buffer", 0}, {"byteOffset", binary.size()}, {"byteLength", png.size()}});
    gltf["images"].push_back({{"mimeType", "image/png"}, {"bufferView", gltf["bufferViews"].size() - 1}});
    gltf["textures"].push_back({{"source", gltf["images"].size() - 1}});
    binary.insert(binary.end(), png.begin(), png.end());
  }
  std::size_t next = 0;
  for (json& material : gltf["materials"])
    material["pbrMetallicRoughness"]["baseColorTexture"] = {{"index", next++ % count}};

  return lead::writeGlb(std::move(gltf), std::move(binary));
}

}  // namespace

int main(int argc, char** argv) {
  const long pictures = argc == 3 ? std::strtol(argv[2], nullptr, 10) : 3;
  if (argc < 2 || argc > 3 || pictures < 1 || pictures > 16) {
    std::fprintf(stderr, "lead-big-model OUT.vrm [PICTURES, 1 to 16, default 3]\n");
    return 2;
  }
  const Bytes bytes = withPictures(static_cast<std::size_t>(pictures));
  std::ofstream out(argv[1], std::ios::binary);
  out.write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
  out.close();
  if (!out) {
    std::fprintf(stderr, "lead-big-model: %s can't be written\n", argv[1]);
    return 1;
  }
  std::printf("%s: %.1f MB\n", argv[1], static_cast<double>(bytes.size()) / 1e6);
  return 0;
}
