#include "udp/udp_session.h"

#include <sodium/randombytes.h>

#include "operations/limits.h"

namespace lead::server {
namespace {

/// Bytes to an address, of each that came from it, before it has shown that it receives: as QUIC does (RFC
/// 9000, 8.1).
constexpr std::size_t kUnprovedFactor = 3;

wire::Key newKey() {
  wire::Key key;
  randombytes_buf(key.data(), key.size());
  return key;
}

}  // namespace

UdpSession::UdpSession(std::uint32_t id, Handler handler)
    : id_(id),
      keyToServer_(newKey()),
      keyToClient_(newKey()),
      handler_(std::move(handler)),
      opener_(keyToServer_),
      datagrams_(limits::kDatagramsPerSecond, limits::kDatagramBurst, Clock::now()),
      sealer_(id, keyToClient_) {}

std::size_t UdpSession::seal(std::span<const std::uint8_t> payload, std::span<std::uint8_t> out,
                             Towards towards, asio::ip::udp::endpoint& to) {
  const std::lock_guard lock(mutex_);
  const auto& address = towards == Towards::newest || !proved_ ? address_ : proved_;
  if (!address) return 0;
  if (address != proved_) {
    const std::size_t size = payload.size() + wire::kSealBytes;
    if (size > allowance_) return 0;
    allowance_ -= size;
  }
  to = *address;
  return sealer_.seal(payload, out);
}

bool UdpSession::mayCarry(std::size_t bytes) const {
  const std::lock_guard lock(mutex_);
  return proved_ || bytes <= allowance_;
}

void UdpSession::moveTo(const asio::ip::udp::endpoint& address) {
  address_ = address;
  randombytes_buf(&challenge_.value, sizeof(challenge_.value));
  allowance_ = 0;
}

std::optional<wire::Challenge> UdpSession::challenge() const {
  const std::lock_guard lock(mutex_);
  return address_ == proved_ ? std::nullopt : std::optional(challenge_);
}

void UdpSession::answered(const wire::Challenge& challenge, const asio::ip::udp::endpoint& from) {
  const std::lock_guard lock(mutex_);
  if (from == address_ && challenge.value == challenge_.value) proved_ = from;
}

UdpSession::Arrival UdpSession::open(std::span<const std::uint8_t> datagram,
                                     const asio::ip::udp::endpoint& from, std::span<std::uint8_t> payload,
                                     std::size_t& size) {
  const std::uint64_t newest = opener_.newest();
  switch (opener_.open(datagram, payload, size)) {
    case wire::Opener::Result::notSealed:
      return Arrival::notSealed;
    case wire::Opener::Result::replayed:
      return Arrival::replayed;
    case wire::Opener::Result::good:
      break;
  }
  // Forgeries cost their sender's quota nothing: only what opened is counted.
  if (!datagrams_.take(Clock::now())) return Arrival::tooMany;
  const std::lock_guard lock(mutex_);
  // A straggler from an address that was left says nothing about the new one.
  if (opener_.newest() > newest && address_ != from) moveTo(from);
  if (address_ == from && address_ != proved_) allowance_ += kUnprovedFactor * datagram.size();
  return Arrival::good;
}

}  // namespace lead::server
