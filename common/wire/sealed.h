// Sealed datagrams: ChaCha20-Poly1305-IETF (libsodium), one key each way, the 64-bit sequence as nonce.
// [session 4][sequence 8][ciphertext][tag 16], little-endian; the first twelve bytes are authenticated too.
// sodium_init() has been called. Pure; one thread at a time each.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "wire/limits.h"

namespace lead::wire {

using Key = std::array<std::uint8_t, 32>;

/// The session that a datagram says it belongs to; 0: too short to be one, or too long.
std::uint32_t sessionOf(std::span<const std::uint8_t> datagram);

class Sealer {
 public:
  Sealer(std::uint32_t session, const Key& key) : session_(session), key_(key) {}
  /// Bytes written to `out`, which has room for payload + kSealBytes. `payload` is at most kPayloadBytes.
  std::size_t seal(std::span<const std::uint8_t> payload, std::span<std::uint8_t> out);

 private:
  std::uint32_t session_;
  Key key_;
  std::uint64_t sequence_ = 0;
};

/// Which sequences have come, of the newest 1024.
class ReplayWindow {
 public:
  static constexpr std::size_t kSize = 1024;
  /// Would it be new?
  bool isNew(std::uint64_t sequence) const;
  void mark(std::uint64_t sequence);

 private:
  std::array<std::uint64_t, kSize / 64> seen_{};
  std::uint64_t newest_ = 0;  ///< sequences start at 1
};

class Opener {
 public:
  enum class Result : std::uint8_t { good, notSealed, replayed };
  explicit Opener(const Key& key) : key_(key) {}
  /// `out` has room for kPayloadBytes; `size` is what was written to it. A replay is told from its sequence
  /// before, and marked only after it has opened.
  Result open(std::span<const std::uint8_t> datagram, std::span<std::uint8_t> out, std::size_t& size);
  /// Of the newest that opened: an address change is believed from a newer one only.
  std::uint64_t newest() const { return newest_; }

 private:
  Key key_;
  ReplayWindow window_;
  std::uint64_t newest_ = 0;
};

}  // namespace lead::wire
