#include "session/model_hash.h"

#include <sodium.h>

#include <array>

namespace lead {

std::string hashOfModel(std::span<const std::uint8_t> bytes) {
  std::array<unsigned char, crypto_hash_sha256_BYTES> hash{};
  crypto_hash_sha256(hash.data(), bytes.data(), bytes.size());
  return *hashFromBytes({reinterpret_cast<const char*>(hash.data()), hash.size()});
}

std::optional<std::string> hashToBytes(std::string_view hex) {
  std::string bytes(crypto_hash_sha256_BYTES, '\0');
  std::size_t size = 0;
  const char* end = nullptr;
  if (hex.size() != 2 * bytes.size() ||
      sodium_hex2bin(reinterpret_cast<unsigned char*>(bytes.data()), bytes.size(), hex.data(), hex.size(),
                     nullptr, &size, &end) != 0 ||
      size != bytes.size())
    return std::nullopt;
  return bytes;
}

std::optional<std::string> hashFromBytes(std::string_view bytes) {
  if (bytes.size() != crypto_hash_sha256_BYTES) return std::nullopt;
  std::string hex(2 * bytes.size() + 1, '\0');
  sodium_bin2hex(hex.data(), hex.size(), reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size());
  hex.pop_back();
  return hex;
}

}  // namespace lead
