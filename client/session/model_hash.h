// SHA-256 names of model files, by libsodium.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace lead {

/// Lower-case hex, 64 characters: a ModelHash.
std::string hashOfModel(std::span<const std::uint8_t> bytes);

/// 64 hex characters <-> the 32 bytes that travel. None where it isn't one.
std::optional<std::string> hashToBytes(std::string_view hex);
std::optional<std::string> hashFromBytes(std::string_view bytes);

}  // namespace lead
