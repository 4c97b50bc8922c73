#include "tool/files.h"

#include <sys/resource.h>

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <fstream>

#include "tool/command.h"

namespace lead::tool {

void writeFile(const std::filesystem::path& path, std::string_view bytes) {
  std::filesystem::path part = path;
  part += fmt::format(".{}.part", getpid());
  std::ofstream file(part, std::ios::binary);
  file.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  file.close();
  std::error_code error;
  if (file) std::filesystem::rename(part, path, error);
  if (file && !error) return;
  const std::string why = error ? error.message() : std::strerror(errno);
  std::filesystem::remove(part, error);
  throw CommandError(kFailed, fmt::format("{} can't be written: {}.", path.string(), why));
}

void raiseFileLimit() {
  rlimit files{};
  if (getrlimit(RLIMIT_NOFILE, &files) != 0) return;
  files.rlim_cur = files.rlim_max;
  setrlimit(RLIMIT_NOFILE, &files);
}

}  // namespace lead::tool
