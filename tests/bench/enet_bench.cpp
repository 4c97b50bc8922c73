// lead-enet-bench [PEERS] [PAYLOADS] [BYTES]: the same snapshot payloads to peers on loopback, through the
// server's own UDP endpoint (sealed) and through ENet (unreliable, unsequenced, in the clear), turn about in
// one run. Prints the CPU time of the sending thread, kernel's share included, for each datagram, and the
// ratio.
#include <enet/enet.h>
#include <fcntl.h>
#include <sodium.h>
#include <sys/socket.h>

#include <algorithm>
#include <asio/io_context.hpp>
#include <asio/ip/udp.hpp>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <memory>
#include <random>
#include <stdexcept>
#include <thread>
#include <vector>

#include "udp/udp_endpoint.h"
#include "wire/sealed.h"

namespace lead::bench {
namespace {

using Payloads = std::vector<std::vector<std::uint8_t>>;

double cpuSeconds() {
  timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

/// The server's endpoint, and a socket for each client.
class Ours {
 public:
  explicit Ours(std::size_t peers)
      : endpoint_(std::make_shared<server::UdpEndpoint>(pool_, "127.0.0.1", 0, stats_)) {
    endpoint_->start();
    for (std::size_t i = 0; i < peers; ++i) {
      sessions_.push_back(endpoint_->open([](server::UdpSession&, std::span<const std::uint8_t>) {}));
      auto& socket = *sockets_.emplace_back(std::make_unique<asio::ip::udp::socket>(context_));
      socket.open(asio::ip::udp::v4());
      socket.connect({asio::ip::make_address("127.0.0.1"), endpoint_->port()});
      socket.non_blocking(true);
      wire::Sealer sealer(sessions_.back()->id(), sessions_.back()->keyToServer());
      const std::uint8_t hello = 3;
      std::vector<std::uint8_t> datagram(1 + wire::kSealBytes);
      sealer.seal({&hello, 1}, datagram);
      socket.send(asio::buffer(datagram));
    }
    for (const auto& session : sessions_)
      for (int tries = 0; !session->address(); ++tries) {
        if (tries > 2000) throw std::runtime_error("a client is not heard");
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
      }
  }
  ~Ours() {
    endpoint_->stop();
    pool_.join();
  }

  /// CPU seconds.
  double send(const Payloads& payloads) {
    const double before = cpuSeconds();
    {
      server::UdpEndpoint::Batch batch(*endpoint_);
      for (const auto& session : sessions_)
        for (const auto& payload : payloads) batch.add(*session, payload);
    }
    return cpuSeconds() - before;
  }
  std::size_t drain() {
    std::size_t got = 0;
    for (const auto& socket : sockets_) {
      asio::error_code error;
      while (socket->receive(asio::buffer(buffer_), 0, error) > 0 && !error) ++got;
    }
    return got;
  }

 private:
  asio::thread_pool pool_{1};
  asio::io_context context_;
  server::Stats stats_;
  std::shared_ptr<server::UdpEndpoint> endpoint_;
  std::vector<server::UdpSessionPtr> sessions_;
  std::vector<std::unique_ptr<asio::ip::udp::socket>> sockets_;
  std::array<std::uint8_t, 2000> buffer_;
};

class Enet {
 public:
  explicit Enet(std::size_t peers) {
    if (enet_initialize() != 0) throw std::runtime_error("ENet doesn't start");
    ENetAddress address{};
    enet_address_set_host(&address, "127.0.0.1");
    server_ = enet_host_create(&address, peers, 1, 0, 0);
    if (server_ == nullptr) throw std::runtime_error("ENet has no host");
    enet_socket_set_option(server_->socket, ENET_SOCKOPT_SNDBUF, 4 * 1024 * 1024);
    socklen_t size = sizeof(sockaddr_in);
    sockaddr_in bound{};
    getsockname(server_->socket, reinterpret_cast<sockaddr*>(&bound), &size);
    address.port = ntohs(bound.sin_port);
    for (std::size_t i = 0; i < peers; ++i) {
      clients_.push_back(enet_host_create(nullptr, 1, 1, 0, 0));
      enet_host_connect(clients_.back(), &address, 1, 0);
    }
    for (int tries = 0; connected_ < peers; ++tries) {
      if (tries > 5000) throw std::runtime_error("a client of ENet does not connect");
      service();
      drain();
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    // By itself it drops what is unreliable where round trips vary, as they do here.
    for (std::size_t i = 0; i < server_->peerCount; ++i)
      enet_peer_throttle_configure(&server_->peers[i], ENET_PEER_PACKET_THROTTLE_INTERVAL,
                                   ENET_PEER_PACKET_THROTTLE_SCALE, 0);
  }
  ~Enet() {
    for (ENetHost* client : clients_) enet_host_destroy(client);
    enet_host_destroy(server_);
    enet_deinitialize();
  }

  double send(const Payloads& payloads) {
    const double before = cpuSeconds();
    for (std::size_t i = 0; i < server_->peerCount; ++i)
      for (const auto& payload : payloads) {
        ENetPacket* packet = enet_packet_create(payload.data(), payload.size(), ENET_PACKET_FLAG_UNSEQUENCED);
        enet_peer_send(&server_->peers[i], 0, packet);
      }
    service();
    return cpuSeconds() - before;
  }
  std::size_t drain() {
    std::size_t got = 0;
    for (ENetHost* client : clients_) {
      ENetEvent event;
      while (enet_host_service(client, &event, 0) > 0) {
        if (event.type != ENET_EVENT_TYPE_RECEIVE) continue;
        ++got;
        enet_packet_destroy(event.packet);
      }
    }
    return got;
  }

 private:
  void service() {
    ENetEvent event;
    while (enet_host_service(server_, &event, 0) > 0)
      if (event.type == ENET_EVENT_TYPE_CONNECT) ++connected_;
  }

  ENetHost* server_ = nullptr;
  std::vector<ENetHost*> clients_;
  std::size_t connected_ = 0;
};

Payloads somePayloads(std::size_t count, std::size_t bytes) {
  std::mt19937 random(1);
  Payloads payloads(count, std::vector<std::uint8_t>(bytes));
  for (auto& payload : payloads)
    for (std::uint8_t& byte : payload) byte = static_cast<std::uint8_t>(random());
  return payloads;
}

void compare(std::size_t peers, const Payloads& payloads) {
  constexpr int kRounds = 300;
  Ours ours(peers);
  Enet enet(peers);
  double oursSeconds = 0.0;
  double enetSeconds = 0.0;
  std::size_t oursGot = 0;
  std::size_t enetGot = 0;
  for (int round = 0; round < kRounds; ++round) {
    oursSeconds += ours.send(payloads);
    oursGot += ours.drain();
    enetSeconds += enet.send(payloads);
    enetGot += enet.drain();
  }
  for (int i = 0; i < 100; ++i) {
    enetGot += enet.drain();
    oursGot += ours.drain();
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  const double sent = static_cast<double>(kRounds) * static_cast<double>(peers * payloads.size());
  std::printf("%zu peers, %zu payloads of %zu bytes each, %d times\n", peers, payloads.size(),
              payloads[0].size(), kRounds);
  std::printf("ours (sealed)    %6.2f us a payload, %5.1f%% arrived\n", 1e6 * oursSeconds / sent,
              100.0 * static_cast<double>(oursGot) / sent);
  std::printf("ENet (in clear)  %6.2f us a payload, %5.1f%% arrived\n", 1e6 * enetSeconds / sent,
              100.0 * static_cast<double>(enetGot) / sent);
  std::printf("ratio            %6.2f (ours / ENet)\n", oursSeconds / enetSeconds);
}

}  // namespace
}  // namespace lead::bench

int main(int argc, char** argv) {
  const auto argument = [&](int i, long otherwise, long most) {
    return static_cast<std::size_t>(argc > i ? std::clamp(std::atol(argv[i]), 1L, most) : otherwise);
  };
  try {
    if (sodium_init() < 0) throw std::runtime_error("libsodium doesn't start");
    lead::bench::compare(argument(1, 50, 1000),
                         lead::bench::somePayloads(argument(2, 3, 20),
                                                   argument(3, lead::wire::kPayloadBytes,
                                                            static_cast<long>(lead::wire::kPayloadBytes))));
  } catch (const std::exception& error) {
    std::fprintf(stderr, "lead-enet-bench: %s\n", error.what());
    return 1;
  }
}
