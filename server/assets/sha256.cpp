#include "assets/sha256.h"

#include <sodium/utils.h>

namespace lead::server {

std::string Sha256::finish() {
  std::string hash(kHashBytes, '\0');
  crypto_hash_sha256_final(&state_, reinterpret_cast<unsigned char*>(hash.data()));
  return hash;
}

std::string sha256(std::span<const std::uint8_t> bytes) {
  Sha256 hash;
  hash.update(bytes);
  return hash.finish();
}

std::string toHex(std::string_view bytes) {
  std::string hex(bytes.size() * 2 + 1, '\0');
  sodium_bin2hex(hex.data(), hex.size(), reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size());
  hex.pop_back();
  return hex;
}

std::optional<std::string> hashFromHex(std::string_view hex) {
  std::string hash(kHashBytes, '\0');
  std::size_t length = 0;
  if (hex.size() != 2 * kHashBytes || hex.find_first_not_of("0123456789abcdef") != std::string_view::npos ||
      sodium_hex2bin(reinterpret_cast<unsigned char*>(hash.data()), hash.size(), hex.data(), hex.size(),
                     nullptr, &length, nullptr) != 0)
    return std::nullopt;
  return hash;
}

}  // namespace lead::server
