// Addresses and sockets of a relay.
#pragma once

#include <asio/io_context.hpp>
#include <asio/ip/tcp.hpp>
#include <asio/ip/udp.hpp>
#include <string>

namespace lead {

struct HostPort {
  std::string host;  ///< without brackets
  std::string port;
};
/// Of "host:port" or "[::1]:port"; throws std::runtime_error.
HostPort splitAddress(const std::string& text);

/// IPv4 where there is a choice: that is what servers of ours listen on by default. Throws
/// std::runtime_error.
asio::ip::udp::endpoint resolveUdp(asio::io_context& io, const HostPort& address);

struct ListeningPair {
  asio::ip::tcp::acceptor tcp;
  asio::ip::udp::socket udp;
};
/// Both on one port number. Throws std::runtime_error.
ListeningPair listenOnBoth(asio::io_context& io, const HostPort& address);

}  // namespace lead
