// A small stage and what its tests ask of pictures.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <glm/vec3.hpp>

#include "scene/stage.h"

namespace lead::test {

/// One stage for all tests of a program: a second engine costs seconds of shader compiling.
inline Stage& sharedStage() {
  static Stage stage({.width = 160, .height = 120});
  return stage;
}

/// Looks along -Z at `target` from two metres.
inline CameraPose facing(glm::vec3 target, float distance = 2.0F) {
  CameraPose camera;
  camera.target = target;
  camera.eye = target + glm::vec3(0.0F, 0.0F, distance);
  return camera;
}

inline glm::ivec3 colorAt(const Picture& picture, float x, float y) {
  const auto px = static_cast<std::uint32_t>(std::clamp(x, 0.0F, static_cast<float>(picture.width - 1)));
  const auto py = static_cast<std::uint32_t>(std::clamp(y, 0.0F, static_cast<float>(picture.height - 1)));
  const std::uint8_t* p = picture.pixel(px, py);
  return {p[0], p[1], p[2]};
}

inline glm::ivec3 colorOf(const Picture& picture, const CameraPose& camera, glm::vec3 point) {
  const glm::vec2 size(static_cast<float>(picture.width), static_cast<float>(picture.height));
  const auto pixel = camera.toPixel(point, size);
  return pixel ? colorAt(picture, pixel->x, pixel->y) : glm::ivec3(-1);
}

inline int difference(glm::ivec3 a, glm::ivec3 b) {
  return std::max({std::abs(a.x - b.x), std::abs(a.y - b.y), std::abs(a.z - b.z)});
}

/// Pixels that differ by more than a few steps.
inline std::size_t changedPixels(const Picture& a, const Picture& b) {
  std::size_t changed = 0;
  for (std::uint32_t y = 0; y < a.height; ++y)
    for (std::uint32_t x = 0; x < a.width; ++x)
      if (difference(colorAt(a, static_cast<float>(x), static_cast<float>(y)),
                     colorAt(b, static_cast<float>(x), static_cast<float>(y))) > 4)
        ++changed;
  return changed;
}

inline constexpr glm::ivec3 kBlack{0, 0, 0};
inline constexpr glm::ivec3 kRed{255, 0, 0};
inline constexpr glm::ivec3 kGreen{0, 255, 0};
inline constexpr glm::ivec3 kBlue{0, 0, 255};

}  // namespace lead::test
