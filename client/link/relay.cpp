#include "link/relay.h"

#include <fmt/format.h>

#include <algorithm>
#include <asio/executor_work_guard.hpp>
#include <asio/post.hpp>
#include <chrono>
#include <future>
#include <thread>

#include "link/relay_sockets.h"
#include "link/relay_tcp.h"
#include "link/relay_udp.h"

namespace lead {
namespace {

double steadyNow() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

asio::ip::tcp::endpoint asTcp(const asio::ip::udp::endpoint& endpoint) {
  return {endpoint.address(), endpoint.port()};
}

}  // namespace

class Relay::Impl {
 public:
  explicit Impl(const RelayOptions& options)
      : options_(options),
        server_(resolveUdp(io_, splitAddress(options.to))),
        sockets_(listenOnBoth(io_, splitAddress(options.listen))),
        local_(sockets_.udp.local_endpoint()),
        udp_(std::move(sockets_.udp), server_, options),
        tcp_(std::move(sockets_.tcp), asTcp(server_), options),
        started_(steadyNow()) {
    const auto now = [this] { return steadyNow() - started_; };
    udp_.start(now);
    tcp_.start(now);
    thread_ = std::thread([this] { io_.run(); });
  }

  ~Impl() {
    ask([this] {
      udp_.close();
      tcp_.close();
    });
    io_.stop();
    thread_.join();
  }

  const asio::ip::udp::endpoint& local() const { return local_; }
  double now() const { return steadyNow() - started_; }

  /// On the relay's thread; waits for it.
  template <typename Function>
  std::invoke_result_t<Function> ask(Function function) {
    std::packaged_task<decltype(function())()> task(std::move(function));
    auto answer = task.get_future();
    asio::post(io_, [&task] { task(); });
    return answer.get();
  }

  void setOptions(const LinkOptions& up, const LinkOptions& down) {
    options_.up = up;
    options_.down = down;
    apply();
  }

  void blackout(double seconds) {
    std::erase_if(blackouts_, [this](const Blackout& each) { return each.from + each.seconds < now(); });
    blackouts_.push_back({now(), seconds});
    apply();
  }

  RelayStats stats() const {
    RelayStats stats;
    for (const Way way : {Way::up, Way::down}) {
      WayStats& each = stats.ways[static_cast<std::size_t>(way)];
      each = udp_.stats(way);
      each.streamBytes = tcp_.bytes(way);
    }
    stats.clients = udp_.clients();
    stats.streams = tcp_.connections();
    stats.streamsRefused = tcp_.refused();
    stats.seconds = now();
    for (const LinkOptions& each : {withBlackouts(options_.up), withBlackouts(options_.down)})
      for (const Blackout& dark : each.blackouts)
        stats.blackout |= stats.seconds >= dark.from && stats.seconds < dark.from + dark.seconds;
    return stats;
  }

  UdpRelay& udp() { return udp_; }

 private:
  LinkOptions withBlackouts(LinkOptions options) const {
    options.blackouts.insert(options.blackouts.end(), blackouts_.begin(), blackouts_.end());
    return options;
  }
  void apply() {
    udp_.setOptions(withBlackouts(options_.up), withBlackouts(options_.down));
    tcp_.setOptions(withBlackouts(options_.up), withBlackouts(options_.down));
  }

  asio::io_context io_{1};
  asio::executor_work_guard<asio::io_context::executor_type> work_{io_.get_executor()};
  RelayOptions options_;
  std::vector<Blackout> blackouts_;  ///< begun by blackout(); other options leave them be
  asio::ip::udp::endpoint server_;
  ListeningPair sockets_;
  asio::ip::udp::endpoint local_;
  UdpRelay udp_;
  TcpRelay tcp_;
  double started_;
  std::thread thread_;
};

Relay::Relay(RelayOptions options) : impl_(std::make_unique<Impl>(options)) {}
Relay::~Relay() = default;

int Relay::port() const {
  return impl_->local().port();
}

std::string Relay::address() const {
  const auto& local = impl_->local();
  const std::string host = local.address().is_unspecified() ? "localhost" : local.address().to_string();
  return fmt::format(fmt::runtime(local.address().is_v6() && host != "localhost" ? "[{}]:{}" : "{}:{}"), host,
                     local.port());
}

void Relay::setOptions(const LinkOptions& up, const LinkOptions& down) {
  impl_->ask([&] { impl_->setOptions(up, down); });
}
void Relay::blackout(double seconds) {
  impl_->ask([&] { impl_->blackout(seconds); });
}
void Relay::rebind() {
  impl_->ask([&] { impl_->udp().rebind(); });
}
void Relay::setTap(Tap tap) {
  impl_->ask([&] { impl_->udp().setTap(std::move(tap)); });
}
void Relay::inject(Way way, std::span<const std::uint8_t> datagram) {
  impl_->ask([&] { impl_->udp().inject(way, {datagram.begin(), datagram.end()}); });
}
RelayStats Relay::stats() const {
  return impl_->ask([&] { return impl_->stats(); });
}

}  // namespace lead
