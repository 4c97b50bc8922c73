// .vrm bytes -> Model. Pure: no threads of its own, no global state; may be called from any thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "vrm/limits.h"
#include "vrm/model.h"

namespace lead {

/// Why a file was refused. what() is one sentence for its user with all faults, separated by "; ".
class ModelError : public std::runtime_error {
 public:
  ModelError(std::string id, std::string text);
  explicit ModelError(std::vector<Finding> findings);

  /// The faults one by one, at least one; their ids are stable and listed in README.md.
  const std::vector<Finding>& findings() const { return *findings_; }

 private:
  std::shared_ptr<const std::vector<Finding>> findings_;  // shared, so that copying can't throw
};

/// Loads a VRM 0.x or 1.0 file. Throws ModelError; never anything else, whatever the bytes.
ModelPtr loadModel(std::span<const std::uint8_t> bytes, const LoadLimits& limits = {});

/// Reads a whole file, refusing one over `maxBytes` before reading it. Throws ModelError.
std::vector<std::uint8_t> readModelFile(const std::filesystem::path& path,
                                        std::size_t maxBytes = LoadLimits{}.fileBytes);

}  // namespace lead
