// .vrm bytes -> Model. Pure: no threads of its own, no global state; may be called from any thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <stdexcept>
#include <vector>

#include "vrm/limits.h"
#include "vrm/model.h"

namespace lead {

/// Why a file was refused: one sentence for its user. Several faults are all named, separated by "; ".
class ModelError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Loads a VRM 0.x or 1.0 file. Throws ModelError; never anything else, whatever the bytes.
ModelPtr loadModel(std::span<const std::uint8_t> bytes, const LoadLimits& limits = {});

/// Reads a whole file, refusing one over `maxBytes` before reading it. Throws ModelError.
std::vector<std::uint8_t> readModelFile(const std::filesystem::path& path,
                                        std::size_t maxBytes = LoadLimits{}.fileBytes);

}  // namespace lead
