// Downloaded model files on disk, named by their hash. Files only; any thread; several processes may share a
// folder.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace lead {

class DiskCache {
 public:
  static constexpr std::uintmax_t kDefaultLimit = std::uintmax_t{2} << 30;

  /// Empty: $XDG_CACHE_HOME/lead/models, else ~/.cache/lead/models.
  explicit DiskCache(std::filesystem::path folder = {}, std::uintmax_t limitBytes = kDefaultLimit);

  /// The file's bytes, checked against its name; one that doesn't match is removed.
  std::optional<std::vector<std::uint8_t>> read(const std::string& hash) const;
  /// Whole or not at all; then drops what was unused the longest until the folder is under its limit. False
  /// where the disk won't have it, which costs nothing but the next download.
  bool write(const std::string& hash, std::span<const std::uint8_t> bytes) const;

  const std::filesystem::path& folder() const { return folder_; }
  std::filesystem::path fileOf(const std::string& hash) const { return folder_ / (hash + ".vrm"); }

 private:
  void prune() const;
  std::filesystem::path folder_;
  std::uintmax_t limit_;
};

}  // namespace lead
