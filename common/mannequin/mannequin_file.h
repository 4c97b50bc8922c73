// The built-in avatar's file, made by buildMannequin() at build time and linked into the program.
#pragma once

#include <cstdint>
#include <span>

namespace lead {

/// A whole .vrm file, valid as long as the program runs. Any thread.
std::span<const std::uint8_t> mannequinFile();

}  // namespace lead
