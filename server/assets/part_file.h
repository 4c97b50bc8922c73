// A file that is still being written. It has a lock on it for as long as it is open, so that a server that
// starts can tell a part file that was left behind from one that another server is writing.
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>

namespace lead::server {

class PartFile {
 public:
  static constexpr const char* kSuffix = ".part";

  /// Throws std::system_error.
  explicit PartFile(const std::filesystem::path& directory);
  /// Removes the file, unless it was kept.
  ~PartFile();
  PartFile(const PartFile&) = delete;
  PartFile& operator=(const PartFile&) = delete;

  /// Throws std::system_error (disk full, ...).
  void append(std::span<const std::uint8_t> bytes);
  /// Gives it its final name, atomically, once it is safely on the disk. Throws std::system_error.
  void keepAs(const std::filesystem::path& path);

  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
  int file_ = -1;
};

/// Removes part files that nobody writes to any more.
void removeStalePartFiles(const std::filesystem::path& directory);

}  // namespace lead::server
