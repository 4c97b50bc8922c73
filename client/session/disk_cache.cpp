#include "session/disk_cache.h"

#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <fstream>

#include "session/model_hash.h"

namespace lead {
namespace {

namespace fs = std::filesystem;

fs::path defaultFolder() {
  if (const char* cache = std::getenv("XDG_CACHE_HOME"); cache != nullptr && fs::path(cache).is_absolute())
    return fs::path(cache) / "lead" / "models";
  const char* home = std::getenv("HOME");
  return (home != nullptr ? fs::path(home) : fs::temp_directory_path()) / ".cache" / "lead" / "models";
}

std::optional<std::vector<std::uint8_t>> readAll(const fs::path& path) {
  std::ifstream file(path, std::ios::binary | std::ios::ate);
  if (!file) return std::nullopt;
  const std::streamoff size = file.tellg();
  if (size < 0) return std::nullopt;
  std::vector<std::uint8_t> bytes(static_cast<std::size_t>(size));
  file.seekg(0);
  if (!file.read(reinterpret_cast<char*>(bytes.data()), size)) return std::nullopt;
  return bytes;
}

}  // namespace

DiskCache::DiskCache(fs::path folder, std::uintmax_t limitBytes)
    : folder_(folder.empty() ? defaultFolder() : std::move(folder)), limit_(limitBytes) {}

std::optional<std::vector<std::uint8_t>> DiskCache::read(const std::string& hash) const {
  if (!hashToBytes(hash)) return std::nullopt;
  std::error_code ignored;
  const fs::path path = fileOf(hash);
  auto bytes = readAll(path);
  if (!bytes) return std::nullopt;
  if (hashOfModel(*bytes) != hash) {
    fs::remove(path, ignored);
    return std::nullopt;
  }
  fs::last_write_time(path, fs::file_time_type::clock::now(), ignored);  // used: the last to be dropped
  return bytes;
}

bool DiskCache::write(const std::string& hash, std::span<const std::uint8_t> bytes) const {
  static std::atomic<unsigned> counter{0};
  if (!hashToBytes(hash)) return false;
  std::error_code error;
  fs::create_directories(folder_, error);
  const fs::path part =
      folder_ / (hash + "." + std::to_string(getpid()) + "." + std::to_string(counter++) + ".part");
  std::ofstream file(part, std::ios::binary);
  file.write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
  file.close();
  if (file) fs::rename(part, fileOf(hash), error);
  if (!file || error) {
    fs::remove(part, error);
    return false;
  }
  prune();
  return true;
}

void DiskCache::prune() const {
  struct File {
    fs::path path;
    fs::file_time_type used;
    std::uintmax_t size;
  };
  std::vector<File> files;
  std::uintmax_t total = 0;
  std::error_code error;
  for (fs::directory_iterator it(folder_, error), end; !error && it != end; it.increment(error)) {
    std::error_code gone;  // another process may be pruning too
    const std::uintmax_t size = it->file_size(gone);
    const auto used = gone ? fs::file_time_type{} : it->last_write_time(gone);
    if (gone) continue;
    files.push_back({it->path(), used, size});
    total += size;
  }
  std::sort(files.begin(), files.end(), [](const File& a, const File& b) { return a.used < b.used; });
  // The newest stays, however large: it was written for someone who is about to use it.
  for (std::size_t i = 0; total > limit_ && i + 1 < files.size(); ++i) {
    fs::remove(files[i].path, error);
    total -= files[i].size;
  }
}

}  // namespace lead
