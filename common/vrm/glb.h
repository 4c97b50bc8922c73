// Private to vrm/: the GLB container.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "vrm/limits.h"

namespace lead {

/// Views into the file's bytes.
struct Glb {
  std::string_view json;
  std::span<const std::uint8_t> binary;  ///< empty where the file has no BIN chunk
};

/// Throws ModelError where the bytes are no whole GLB 2 or larger than the limits.
Glb openGlb(std::span<const std::uint8_t> bytes, const LoadLimits& limits);

}  // namespace lead
