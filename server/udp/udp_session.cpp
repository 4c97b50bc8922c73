#include "udp/udp_session.h"

#include <sodium/randombytes.h>

#include "operations/limits.h"

namespace lead::server {
namespace {

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

std::optional<asio::ip::udp::endpoint> UdpSession::address() const {
  const std::lock_guard lock(mutex_);
  return address_;
}

std::size_t UdpSession::seal(std::span<const std::uint8_t> payload, std::span<std::uint8_t> out) {
  const std::lock_guard lock(mutex_);
  return sealer_.seal(payload, out);
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
  if (opener_.newest() >
      newest) {  // a straggler from an address that was left says nothing about the new one
    const std::lock_guard lock(mutex_);
    address_ = from;
  }
  return Arrival::good;
}

}  // namespace lead::server
