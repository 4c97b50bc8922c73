// Private to vrm/: JSON and a binary chunk -> the bytes of a .glb.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <vector>

namespace lead {

/// Sets `buffers` of the document, which has one or none. Names in it may be any bytes: what isn't UTF-8 is
/// replaced.
std::vector<std::uint8_t> writeGlb(nlohmann::json document, std::vector<std::uint8_t> binary);

}  // namespace lead
