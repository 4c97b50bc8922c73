// One client's keys, and the address that it was last heard from: one that has not shown that it receives
// gets little.
#pragma once

#include <asio/ip/udp.hpp>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <span>

#include "operations/token_bucket.h"
#include "wire/input_payload.h"
#include "wire/sealed.h"

namespace lead::server {

/// Made by UdpEndpoint. Receiving is the endpoint's reader's; sending may be done by any one thread at a time
/// beside it, which the session sees to.
class UdpSession {
 public:
  using Clock = std::chrono::steady_clock;
  /// On the endpoint's reader, with what was sealed. Must not block. May send() an answer.
  using Handler = std::function<void(UdpSession&, std::span<const std::uint8_t> payload)>;

  UdpSession(std::uint32_t id, Handler handler);

  std::uint32_t id() const { return id_; }
  const wire::Key& keyToServer() const { return keyToServer_; }
  const wire::Key& keyToClient() const { return keyToClient_; }
  enum class Towards : std::uint8_t {
    proved,  ///< the last address that showed that it receives; where none has, the newest
    newest,  ///< where the client was last heard from: for answers to what came from there
  };
  /// Bytes of the datagram in `out`, which has room for kDatagramBytes, and where it goes. 0: nowhere;
  /// nothing has come from the client yet, or its address has not shown that it receives, and has been sent
  /// enough.
  std::size_t seal(std::span<const std::uint8_t> payload, std::span<std::uint8_t> out, Towards towards,
                   asio::ip::udp::endpoint& to);
  /// Whether there is a proved address, or one that is not may still be sent so many bytes.
  bool mayCarry(std::size_t bytes) const;

  enum class Arrival : std::uint8_t { good, tooMany, notSealed, replayed };
  /// Reader only. `payload` has room for kPayloadBytes.
  Arrival open(std::span<const std::uint8_t> datagram, const asio::ip::udp::endpoint& from,
               std::span<std::uint8_t> payload, std::size_t& size);
  void handle(std::span<const std::uint8_t> payload) { handler_(*this, payload); }
  /// What its address still has to send back to show that it receives; none: it has shown it.
  std::optional<wire::Challenge> challenge() const;
  /// Reader only: that came back from `from`.
  void answered(const wire::Challenge& challenge, const asio::ip::udp::endpoint& from);

 private:
  std::uint32_t id_;
  wire::Key keyToServer_;
  wire::Key keyToClient_;
  Handler handler_;
  wire::Opener opener_;
  TokenBucket datagrams_;
  void moveTo(const asio::ip::udp::endpoint& address);

  mutable std::mutex mutex_;  // guards what follows
  wire::Sealer sealer_;
  std::optional<asio::ip::udp::endpoint> address_;  ///< that the newest datagram came from
  std::optional<asio::ip::udp::endpoint> proved_;   ///< the last that showed that it receives
  wire::Challenge challenge_;                       ///< of address_, unless it is that
  std::size_t allowance_ = 0;                       ///< bytes that may still be sent there until then
};

using UdpSessionPtr = std::shared_ptr<UdpSession>;

}  // namespace lead::server
