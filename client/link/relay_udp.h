// The datagrams of a relay: a socket towards the server for each client, and what is under way. Relay's
// thread only.
#pragma once

#include <asio/ip/udp.hpp>
#include <asio/steady_timer.hpp>
#include <map>
#include <memory>
#include <queue>
#include <vector>

#include "link/relay.h"

namespace lead {

class UdpRelay {
 public:
  static constexpr std::size_t kMostClients = 4096;
  static constexpr std::size_t kMostUnderWay = 100'000;  ///< datagrams; at most 2 KiB each
  static constexpr std::size_t kMostDatagram = 2048;
  static constexpr double kForgetSeconds = 60.0;  ///< without a datagram from it

  UdpRelay(asio::ip::udp::socket socket, asio::ip::udp::endpoint server, const RelayOptions& options);
  /// `now()` gives seconds since the relay's start.
  void start(std::function<double()> now);
  void close();

  void setOptions(const LinkOptions& up, const LinkOptions& down);
  void rebind();
  void setTap(Relay::Tap tap) { tap_ = std::move(tap); }
  void inject(Way way, const std::vector<std::uint8_t>& datagram);

  std::size_t clients() const { return clients_.size(); }
  const WayStats& stats(Way way) const { return stats_[static_cast<std::size_t>(way)]; }

 private:
  using Endpoint = asio::ip::udp::endpoint;
  struct Client {
    Endpoint address;
    asio::ip::udp::socket server;
    std::array<LinkModel, 2> links;  ///< by Way
    double heard = 0.0;
    int rebinds = 0;
  };
  using ClientPtr = std::shared_ptr<Client>;
  struct UnderWay {
    double at;
    std::uint64_t order;
    Way way;
    std::weak_ptr<Client> client;
    std::shared_ptr<const std::vector<std::uint8_t>> bytes;
    bool operator<(const UnderWay& other) const {  // the first to come is the top of the queue
      return at != other.at ? at > other.at : order > other.order;
    }
  };

  void waitForClients();
  void readClients();
  void waitForServer(const ClientPtr& client);
  void readServer(const ClientPtr& client);
  ClientPtr clientAt(const Endpoint& address);
  void open(Client& client) const;
  void forgetIdle();
  void send(const ClientPtr& client, Way way, std::span<const std::uint8_t> datagram);
  void deliver(Client& client, Way way, const std::vector<std::uint8_t>& datagram);
  void deliverDue();
  void setTimer();

  asio::ip::udp::socket socket_;
  Endpoint server_;
  std::array<LinkOptions, 2> options_;
  std::uint32_t seed_;
  std::function<double()> now_;
  asio::steady_timer timer_;
  std::map<Endpoint, ClientPtr> clients_;
  std::weak_ptr<Client> newest_;
  std::uint32_t clientsSoFar_ = 0;
  double cleaned_ = 0.0;
  std::priority_queue<UnderWay> underWay_;
  std::uint64_t order_ = 0;
  Relay::Tap tap_;
  std::array<WayStats, 2> stats_{};
  std::array<std::uint8_t, kMostDatagram> buffer_{};
};

}  // namespace lead
