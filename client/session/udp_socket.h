// A connected UDP socket: never blocks, never fragments. On a session's strand.
#pragma once

#include <asio/ip/udp.hpp>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include "session/threads.h"

namespace lead {

/// Where the channel of a call has got to, as gRPC says it ("ipv4:127.0.0.1:7400", "ipv6:%5B::1%5D:7400").
/// None: it is no IP address.
std::optional<asio::ip::udp::endpoint> endpointOf(const std::string& grpcPeer);

/// Keeps itself alive while it waits for datagrams, until it is closed.
class UdpSocket : public std::enable_shared_from_this<UdpSocket> {
 public:
  using Received = std::function<void(std::span<const std::uint8_t>)>;

  UdpSocket(const Strand& strand, Received received) : socket_(strand), received_(std::move(received)) {}
  /// False: there is no way to that address.
  bool open(const asio::ip::udp::endpoint& to);
  /// False: it will not get through. Full buffers count as a loss on the way.
  bool send(std::span<const std::uint8_t> datagram);
  void close();

 private:
  void wait();
  void receiveAll();

  asio::ip::udp::socket socket_;
  Received received_;
};

}  // namespace lead
