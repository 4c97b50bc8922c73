// Private to vrm/: the transfer curve of sRGB.
#pragma once

#include <cmath>

namespace lead {

inline float linearOfSrgb(float srgb) {
  if (srgb <= 0.04045F) return srgb / 12.92F;
  return std::pow((srgb + 0.055F) / 1.055F, 2.4F);
}

}  // namespace lead
