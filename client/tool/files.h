// Output files.
#pragma once

#include <filesystem>
#include <string_view>

namespace lead::tool {

/// Whole or not at all; replaces an older one. Throws CommandError.
void writeFile(const std::filesystem::path& path, std::string_view bytes);
/// As many open files and sockets as the system allows.
void raiseFileLimit();

}  // namespace lead::tool
