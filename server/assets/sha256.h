// SHA-256 of a model file, on the fly. A hash is 32 bytes in a std::string; hex only in file names and logs.
#pragma once

#include <sodium/crypto_hash_sha256.h>

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace lead::server {

inline constexpr std::size_t kHashBytes = crypto_hash_sha256_BYTES;

class Sha256 {
 public:
  Sha256() { crypto_hash_sha256_init(&state_); }
  void update(std::span<const std::uint8_t> bytes) {
    crypto_hash_sha256_update(&state_, bytes.data(), bytes.size());
  }
  /// The 32 bytes; call once.
  std::string finish();

 private:
  crypto_hash_sha256_state state_;
};

std::string sha256(std::span<const std::uint8_t> bytes);
std::string toHex(std::string_view bytes);
/// None where the text is not 64 lower-case hex digits.
std::optional<std::string> hashFromHex(std::string_view hex);

}  // namespace lead::server
