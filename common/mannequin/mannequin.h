// The avatar that comes with Lead: a whole VRM 1.0 file, made by our own code and nobody else's work.
#pragma once

#include <cstdint>
#include <vector>

namespace lead {

/// The bytes of a .vrm file: 54 humanoid bones (all but the jaw), one skinned body, eyes on the eye bones, a
/// face with the preset expressions. Under 1 MB. Equal bytes at every call. Takes about a second: programs
/// use the file made at build time (mannequin_file.h).
std::vector<std::uint8_t> buildMannequin();

}  // namespace lead
