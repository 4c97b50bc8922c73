// A picture on its way to the driver, in bands of rows, so that no frame waits for a large one. Private to
// client/scene.
#pragma once

#include "scene/gpu.h"
#include "scene/prepared_images.h"

namespace lead {

class TextureUpload {
 public:
  /// `image` stays the caller's until done. `data`: numbers, not to be decoded from sRGB.
  TextureUpload(filament::Engine& engine, const PreparedImage& image, bool data);

  /// Makes room for it, the first time, and then hands over about `bytes` more, at least one row. Returns how
  /// many, or what making room counts as.
  std::size_t step(std::size_t bytes);
  bool done() const { return level_ == image_.levels.size(); }
  Owned<filament::Texture> take() { return std::move(texture_); }

 private:
  void allocate();

  filament::Engine& engine_;
  const PreparedImage& image_;
  bool data_;
  Owned<filament::Texture> texture_;
  std::size_t level_ = 0;
  std::uint32_t row_ = 0;
};

}  // namespace lead
