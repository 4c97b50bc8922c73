#include "vrm/images.h"

#include <fmt/format.h>
#include <stb_image_resize.h>

#include <algorithm>

#include "vrm/load.h"
#include "vrm/picture_codecs.h"

namespace lead {
namespace {

using Bytes = std::span<const std::uint8_t>;

class ImageReader {
 public:
  ImageReader(const LoadLimits& limits, Warnings& warnings) : limits_(limits), warnings_(warnings) {}

  void decode(Bytes bytes, const std::string& what, Image& image) {
    const auto size = pictureSize(bytes);
    if (!size) {
      warnings_.add("texture.unreadable", what + " is no PNG or JPEG that can be read and is left out");
      return;
    }
    // sides first: then the product can't overflow
    if (std::max(size->width, size->height) > limits_.imageSide ||
        size->width * size->height > limits_.decodedPixels - decoded_) {
      warnings_.add("texture.too-large", fmt::format("{} is too large ({} x {}) and is left out", what,
                                                     size->width, size->height));
      return;
    }
    decoded_ += size->width * size->height;
    const auto rgba = decodePicture(bytes);
    if (rgba)
      keep(rgba->data(), static_cast<int>(size->width), static_cast<int>(size->height), what, image);
    else
      warnings_.add("texture.broken", what + " is broken and is left out");
  }

 private:
  void keep(const std::uint8_t* rgba, int width, int height, const std::string& what, Image& image) {
    int keptWidth = width;
    int keptHeight = height;
    const auto tooLarge = [&] {
      return static_cast<std::size_t>(std::max(keptWidth, keptHeight)) > limits_.keptSide ||
             static_cast<std::size_t>(keptWidth) * static_cast<std::size_t>(keptHeight) >
                 limits_.keptPixels - kept_;
    };
    while (tooLarge() && (keptWidth > 1 || keptHeight > 1)) {
      keptWidth = std::max(1, keptWidth / 2);
      keptHeight = std::max(1, keptHeight / 2);
    }
    if (tooLarge()) {
      warnings_.add("texture.too-many", what + " is one too many and is left out");
      return;
    }
    const std::size_t pixels = static_cast<std::size_t>(keptWidth) * static_cast<std::size_t>(keptHeight);
    image.rgba.resize(pixels * 4);
    if (keptWidth == width && keptHeight == height) {
      std::copy_n(rgba, image.rgba.size(), image.rgba.begin());
    } else {
      if (stbir_resize_uint8_srgb(rgba, width, height, 0, image.rgba.data(), keptWidth, keptHeight, 0, 4, 3,
                                  0) == 0)
        throw ModelError("file.memory", "there is not enough memory for the model's pictures");
      warnings_.add("texture.scaled", fmt::format("{} was scaled down from {} x {} to {} x {}", what, width,
                                                  height, keptWidth, keptHeight));
    }
    image.width = static_cast<std::uint32_t>(keptWidth);
    image.height = static_cast<std::uint32_t>(keptHeight);
    kept_ += pixels;
  }

  const LoadLimits& limits_;
  Warnings& warnings_;
  std::size_t decoded_ = 0;
  std::size_t kept_ = 0;
};

}  // namespace

std::vector<Image> readImages(const Json& json, const tinygltf::Model& gltf, const Buffers& buffers,
                              const LoadLimits& limits, Warnings& warnings) {
  ImageReader reader(limits, warnings);
  std::vector<Image> images;
  for (const Json& in : arrayMember(json, "images")) {
    Image image;
    image.name = textMember(in, "name");
    const std::string what = fmt::format("picture {} {}", images.size(), inQuotes(image.name));
    if (const Json& view = member(in, "bufferView"); !view.is_null())
      reader.decode(buffers.view(gltf, asIndex(view).value_or(-1)), what, image);
    else if (const std::string uri = textMember(in, "uri"); !uri.empty())
      reader.decode(decodeDataUri(uri, what), what, image);
    else
      warnings.add("texture.no-data", what + " has no data");
    images.push_back(std::move(image));
  }
  return images;
}

}  // namespace lead
