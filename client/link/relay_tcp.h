// The TCP connections of a relay. Relay's thread only.
#pragma once

#include <asio/ip/tcp.hpp>
#include <asio/steady_timer.hpp>
#include <functional>
#include <memory>
#include <set>

#include "link/relay.h"

namespace lead {

class TcpConnection;

class TcpRelay {
 public:
  static constexpr std::size_t kMostConnections = 8192;

  TcpRelay(asio::ip::tcp::acceptor acceptor, asio::ip::tcp::endpoint server, const RelayOptions& options);
  ~TcpRelay();
  /// `now()` gives seconds since the relay's start.
  void start(std::function<double()> now);
  void close();
  void setOptions(const LinkOptions& up, const LinkOptions& down);

  std::size_t connections() const { return connections_.size(); }
  std::uint64_t refused() const { return refused_; }
  std::uint64_t bytes(Way way) const { return bytes_[static_cast<std::size_t>(way)]; }

 private:
  friend class TcpConnection;
  void accept();

  asio::ip::tcp::acceptor acceptor_;
  asio::ip::tcp::endpoint server_;
  std::array<LinkOptions, 2> options_;
  std::uint32_t seed_;
  asio::steady_timer pause_;  ///< before accepting again
  std::function<double()> now_;
  std::set<std::shared_ptr<TcpConnection>> connections_;
  std::uint64_t refused_ = 0;
  std::array<std::uint64_t, 2> bytes_{};
};

}  // namespace lead
