#include "assets/part_file.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

namespace lead::server {
namespace {

[[noreturn]] void fail(const std::filesystem::path& path) {
  throw std::system_error(errno, std::generic_category(), path.string());
}

}  // namespace

PartFile::PartFile(const std::filesystem::path& directory) {
  std::string name = (directory / "upload-XXXXXX").string() + kSuffix;
  file_ = ::mkostemps(name.data(), static_cast<int>(std::char_traits<char>::length(kSuffix)), O_CLOEXEC);
  if (file_ < 0) fail(directory);
  path_ = name;
  ::flock(file_, LOCK_EX | LOCK_NB);
}

PartFile::~PartFile() {
  if (file_ >= 0) ::close(file_);
  if (!path_.empty()) ::unlink(path_.c_str());
}

void PartFile::append(std::span<const std::uint8_t> bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(file_, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) fail(path_);
    bytes = bytes.subspan(static_cast<std::size_t>(written));
  }
}

void PartFile::keepAs(const std::filesystem::path& path) {
  if (::fdatasync(file_) != 0) fail(path_);
  std::filesystem::rename(path_, path);
  path_.clear();
}

void removeStalePartFiles(const std::filesystem::path& directory) {
  std::error_code ignored;
  for (const auto& entry : std::filesystem::directory_iterator(directory, ignored)) {
    if (entry.path().extension() != PartFile::kSuffix) continue;
    const int file = ::open(entry.path().c_str(), O_RDONLY | O_CLOEXEC);
    if (file < 0) continue;
    if (::flock(file, LOCK_EX | LOCK_NB) == 0) ::unlink(entry.path().c_str());
    ::close(file);
  }
}

}  // namespace lead::server
