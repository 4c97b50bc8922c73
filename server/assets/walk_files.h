// Walk and run clips that all avatars of a server walk with: read and checked at its start.
#pragma once

#include <cstdint>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <vector>

#include "motion/walk_cycle.h"

namespace lead::server {

struct WalkFile {
  std::string sha256;  ///< 32 bytes, not hex
  std::vector<std::uint8_t> bytes;
  std::vector<WalkCyclePtr> cycles;
};

/// What is wrong with a file: one sentence that names it.
class WalkFileError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// In the order of the files; one that is named twice is there once. Throws WalkFileError.
std::vector<WalkFile> readWalkFiles(const std::vector<std::filesystem::path>& files);

}  // namespace lead::server
