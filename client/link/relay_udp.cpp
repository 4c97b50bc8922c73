#include "link/relay_udp.h"

#include <algorithm>
#include <asio/buffer.hpp>
#include <chrono>

namespace lead {
namespace {

using asio::ip::udp;

constexpr int kReadsInARow = 64;  // then others have their turn
constexpr double kCleanSeconds = 5.0;

}  // namespace

UdpRelay::UdpRelay(udp::socket socket, udp::endpoint server, const RelayOptions& options)
    : socket_(std::move(socket)),
      server_(std::move(server)),
      options_{options.up, options.down},
      seed_(options.seed),
      timer_(socket_.get_executor()) {}

void UdpRelay::start(std::function<double()> now) {
  now_ = std::move(now);
  waitForClients();
}

void UdpRelay::close() {
  asio::error_code ignored;
  timer_.cancel();
  socket_.close(ignored);
  for (const auto& [address, client] : clients_) client->server.close(ignored);
  clients_.clear();
}

void UdpRelay::setOptions(const LinkOptions& up, const LinkOptions& down) {
  options_ = {up, down};
  for (const auto& [address, client] : clients_) {
    client->links[0].setOptions(up);
    client->links[1].setOptions(down);
  }
}

void UdpRelay::waitForClients() {
  socket_.async_wait(udp::socket::wait_read, [this](const asio::error_code& error) {
    if (error) return;
    readClients();
    waitForClients();
  });
}

void UdpRelay::readClients() {
  for (int i = 0; i < kReadsInARow; ++i) {
    Endpoint from;
    asio::error_code error;
    const std::size_t size = socket_.receive_from(asio::buffer(buffer_), from, 0, error);
    if (error == asio::error::would_block) return;
    if (error) continue;  // of an earlier send
    const ClientPtr client = clientAt(from);
    if (!client) continue;
    client->heard = now_();
    newest_ = client;
    send(client, Way::up, std::span(buffer_).first(size));
  }
}

UdpRelay::ClientPtr UdpRelay::clientAt(const Endpoint& address) {
  forgetIdle();
  const auto known = clients_.find(address);
  if (known != clients_.end()) return known->second;
  if (clients_.size() >= kMostClients) return nullptr;
  // Seeds of their own: what one client's packets meet does not depend on how others' fall between them.
  const std::uint32_t seed = seed_ + 2 * clientsSoFar_++;
  auto client =
      std::make_shared<Client>(Client{address,
                                      udp::socket(socket_.get_executor()),
                                      {LinkModel(options_[0], seed), LinkModel(options_[1], seed + 1)}});
  try {
    open(*client);
  } catch (const std::system_error&) {
    return nullptr;  // no socket to be had, or no way to the server
  }
  clients_.emplace(address, client);
  waitForServer(client);
  return client;
}

void UdpRelay::open(Client& client) const {
  udp::socket socket(client.server.get_executor(), server_.protocol());
  socket.non_blocking(true);
  socket.connect(server_);  // only what the server sends gets in
  client.server = std::move(socket);
}

void UdpRelay::rebind() {
  for (const auto& [address, client] : clients_) {
    try {
      open(*client);
      ++client->rebinds;
      waitForServer(client);
    } catch (const std::system_error&) {
      // keeps the old one
    }
  }
}

void UdpRelay::forgetIdle() {
  if (now_() - cleaned_ < kCleanSeconds) return;
  cleaned_ = now_();
  std::erase_if(clients_, [this](const auto& each) {
    if (now_() - each.second->heard < kForgetSeconds) return false;
    asio::error_code ignored;
    each.second->server.close(ignored);
    return true;
  });
}

void UdpRelay::waitForServer(const ClientPtr& client) {
  client->server.async_wait(udp::socket::wait_read,
                            [this, client, rebinds = client->rebinds](const asio::error_code& error) {
                              if (error || rebinds != client->rebinds)
                                return;  // closed; or another socket waits in its place
                              readServer(client);
                              waitForServer(client);
                            });
}

void UdpRelay::readServer(const ClientPtr& client) {
  for (int i = 0; i < kReadsInARow; ++i) {
    asio::error_code error;
    const std::size_t size = client->server.receive(asio::buffer(buffer_), 0, error);
    if (error == asio::error::would_block || error == asio::error::bad_descriptor) return;
    if (error) continue;  // connection refused: nobody listens there just now
    send(client, Way::down, std::span(buffer_).first(size));
  }
}

void UdpRelay::send(const ClientPtr& client, Way way, std::span<const std::uint8_t> datagram) {
  if (tap_) tap_(way, datagram);
  WayStats& stats = stats_[static_cast<std::size_t>(way)];
  ++stats.datagrams;
  stats.datagramBytes += datagram.size();
  const Fate fate = client->links[static_cast<std::size_t>(way)].packet(now_(), datagram.size());
  if (fate.cause == Fate::Cause::lost) ++stats.lost;
  if (fate.cause == Fate::Cause::blackout) ++stats.blackedOut;
  if (fate.cause == Fate::Cause::overfull || (fate.copies > 0 && underWay_.size() >= kMostUnderWay)) {
    ++stats.overfull;
    return;
  }
  if (fate.copies == 0) return;
  if (fate.copies == 2) ++stats.duplicated;
  const auto bytes = std::make_shared<const std::vector<std::uint8_t>>(datagram.begin(), datagram.end());
  for (int copy = 0; copy < fate.copies; ++copy)
    underWay_.push({fate.at[static_cast<std::size_t>(copy)], order_++, way, client, bytes});
  deliverDue();
}

void UdpRelay::deliver(Client& client, Way way, const std::vector<std::uint8_t>& datagram) {
  asio::error_code error;
  if (way == Way::up)
    client.server.send(asio::buffer(datagram), 0, error);
  else
    socket_.send_to(asio::buffer(datagram), client.address, 0, error);
  if (!error) ++stats_[static_cast<std::size_t>(way)].delivered;
}

void UdpRelay::inject(Way way, const std::vector<std::uint8_t>& datagram) {
  if (const ClientPtr client = newest_.lock()) deliver(*client, way, datagram);
}

void UdpRelay::deliverDue() {
  const double now = now_();
  while (!underWay_.empty() && underWay_.top().at <= now) {
    const UnderWay due = underWay_.top();
    underWay_.pop();
    if (const ClientPtr client = due.client.lock()) deliver(*client, due.way, *due.bytes);
  }
  setTimer();
}

void UdpRelay::setTimer() {
  if (underWay_.empty()) return;
  const double wait = underWay_.top().at - now_();
  timer_.expires_after(std::chrono::duration_cast<std::chrono::steady_clock::duration>(
      std::chrono::duration<double>(std::max(0.0, wait))));
  timer_.async_wait([this](const asio::error_code& error) {
    if (!error) deliverDue();
  });
}

}  // namespace lead
