#include "wire/sealed.h"

#include <sodium.h>

#include <algorithm>

#include "wire/little_endian.h"

namespace lead::wire {
namespace {

constexpr std::size_t kHeaderBytes = 12;
constexpr std::size_t kTagBytes = crypto_aead_chacha20poly1305_IETF_ABYTES;
static_assert(kHeaderBytes + kTagBytes == kSealBytes);
using Nonce = std::array<std::uint8_t, crypto_aead_chacha20poly1305_IETF_NPUBBYTES>;

Nonce nonceOf(std::uint64_t sequence) {
  Nonce nonce{};
  storeBytes(sequence, 8, nonce.data() + 4);
  return nonce;
}

bool isSealed(std::span<const std::uint8_t> datagram) {
  return datagram.size() > kSealBytes && datagram.size() <= kDatagramBytes;
}

}  // namespace

std::uint32_t sessionOf(std::span<const std::uint8_t> datagram) {
  return isSealed(datagram) ? static_cast<std::uint32_t>(loadBytes(datagram.data(), 4)) : 0;
}

std::size_t Sealer::seal(std::span<const std::uint8_t> payload, std::span<std::uint8_t> out) {
  ++sequence_;
  storeBytes(session_, 4, out.data());
  storeBytes(sequence_, 8, out.data() + 4);
  unsigned long long size = 0;
  crypto_aead_chacha20poly1305_ietf_encrypt(out.data() + kHeaderBytes, &size, payload.data(), payload.size(),
                                            out.data(), kHeaderBytes, nullptr, nonceOf(sequence_).data(),
                                            key_.data());
  return kHeaderBytes + static_cast<std::size_t>(size);
}

bool ReplayWindow::isNew(std::uint64_t sequence) const {
  if (sequence == 0) return false;
  if (sequence > newest_) return true;
  if (newest_ - sequence >= kSize) return false;
  return (seen_[sequence / 64 % seen_.size()] >> (sequence % 64) & 1U) == 0;
}

void ReplayWindow::mark(std::uint64_t sequence) {
  if (sequence > newest_) {
    // What lies between has not come; bits of sequences that are 1024 older are in its place.
    const std::uint64_t between = std::min<std::uint64_t>(sequence - newest_, kSize);
    for (std::uint64_t each = sequence - between + 1; each <= sequence && each != 0; ++each)
      seen_[each / 64 % seen_.size()] &= ~(std::uint64_t{1} << (each % 64));
    newest_ = sequence;
  }
  if (newest_ - sequence < kSize) seen_[sequence / 64 % seen_.size()] |= std::uint64_t{1} << (sequence % 64);
}

Opener::Result Opener::open(std::span<const std::uint8_t> datagram, std::span<std::uint8_t> out,
                            std::size_t& size) {
  size = 0;
  if (!isSealed(datagram)) return Result::notSealed;
  const std::uint64_t sequence = loadBytes(datagram.data() + 4, 8);
  if (!window_.isNew(sequence)) return Result::replayed;
  unsigned long long opened = 0;
  if (crypto_aead_chacha20poly1305_ietf_decrypt(out.data(), &opened, nullptr, datagram.data() + kHeaderBytes,
                                                datagram.size() - kHeaderBytes, datagram.data(), kHeaderBytes,
                                                nonceOf(sequence).data(), key_.data()) != 0)
    return Result::notSealed;
  window_.mark(sequence);
  newest_ = std::max(newest_, sequence);
  size = static_cast<std::size_t>(opened);
  return Result::good;
}

}  // namespace lead::wire
