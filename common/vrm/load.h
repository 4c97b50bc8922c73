// .vrm bytes -> Model. Pure: no files, no threads of its own; may be called from any thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <stdexcept>
#include <vector>

#include "vrm/model.h"

namespace lead {

/// Limits on what a file may ask of us. One header names them all: vrm/limits.h.
struct LoadLimits;

/// Why a file was refused: one sentence for its user. Several faults are all named, separated by "; ".
class ModelError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Loads a VRM 0.x or 1.0 file. Throws ModelError; never anything else, whatever the bytes.
ModelPtr loadModel(std::span<const std::uint8_t> bytes);

/// Reads a whole file, refusing one over `maxBytes` before reading it. Throws ModelError.
std::vector<std::uint8_t> readModelFile(const std::filesystem::path& path, std::size_t maxBytes);

}  // namespace lead
