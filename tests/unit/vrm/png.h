#pragma once

#include "glb_builder.h"

namespace lead::test {

/// A PNG of the given size whose every pixel is (10, 20, 30, 255), but for the first: (200, 100, 50, 128).
Bytes makePng(int width, int height);
/// A JPEG of one grey.
Bytes makeJpeg(int width, int height);

}  // namespace lead::test
