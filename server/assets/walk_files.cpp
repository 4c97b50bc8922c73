#include "assets/walk_files.h"

#include <algorithm>

#include "assets/sha256.h"
#include "convert/walk_file.h"
#include "operations/limits.h"
#include "room/text.h"
#include "vrm/load.h"

namespace lead::server {
namespace {

WalkFile readWalkFile(const std::filesystem::path& file) {
  WalkFile walk;
  walk.bytes = readModelFile(file, limits::kWalkFileBytes);
  walk.sha256 = sha256(walk.bytes);
  walk.cycles = walksOf(walk.bytes);
  return walk;
}

}  // namespace

std::vector<WalkFile> readWalkFiles(const std::vector<std::filesystem::path>& files) {
  if (files.size() > limits::kWalkFiles)
    throw WalkFileError("There may be up to " + std::to_string(limits::kWalkFiles) + " walk clips.");
  std::vector<WalkFile> walks;
  for (const std::filesystem::path& file : files) {
    try {
      WalkFile walk = readWalkFile(file);
      const bool known = std::any_of(walks.begin(), walks.end(),
                                     [&](const WalkFile& each) { return each.sha256 == walk.sha256; });
      if (!known) walks.push_back(std::move(walk));
    } catch (const std::exception& error) {  // ModelError, MotionError, or memory that ran out
      throw WalkFileError("The walk clip " + file.string() +
                          " can't be used: " + printable(error.what(), limits::kSentenceBytes));
    }
  }
  return walks;
}

}  // namespace lead::server
