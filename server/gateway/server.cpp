#include "gateway/server.h"

#include <grpcpp/ext/proto_server_reflection_plugin.h>
#include <grpcpp/grpcpp.h>
#include <grpcpp/health_check_service_interface.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <asio/ip/tcp.hpp>
#include <asio/post.hpp>
#include <asio/steady_timer.hpp>
#include <asio/strand.hpp>
#include <asio/thread_pool.hpp>
#include <thread>

#include "gateway/assets_service.h"
#include "gateway/gateway.h"
#include "gateway/rooms_service.h"
#include "gateway/server_credentials.h"
#include "gateway/sessions_service.h"
#include "mannequin/mannequin_file.h"
#include "room/spawn.h"
#include "scenario/space_json.h"
#include "vrm/load.h"

namespace lead::server {
namespace {

constexpr std::chrono::milliseconds kWatchEvery{250};
constexpr std::chrono::milliseconds kShutdownWithin{1500};
constexpr int kKeepaliveMs = 10'000;
constexpr int kKeepaliveTimeoutMs = 10'000;
constexpr int kClientPingLeastMs = 1'000;

std::size_t threadCount() {
  return std::max(2U, std::thread::hardware_concurrency());
}

/// gRPC only says that it could not listen; the system says why. None: it would let us.
std::optional<std::string> faultOfListening(const Options& options) {
  asio::io_context io;
  asio::error_code error;
  asio::ip::tcp::resolver resolver(io);
  const auto found = resolver.resolve(options.host, std::to_string(options.port), error);
  if (error) return "the host's name is unknown";
  asio::ip::tcp::acceptor acceptor(io);
  const auto endpoint = found.begin()->endpoint();
  acceptor.open(endpoint.protocol(), error);
  if (!error) acceptor.set_option(asio::socket_base::reuse_address(true), error);
  if (!error) acceptor.bind(endpoint, error);
  if (!error) acceptor.listen(asio::socket_base::max_listen_connections, error);
  if (error == asio::error::address_in_use) return "the port is in use";
  return error ? std::optional(error.message()) : std::nullopt;
}

std::unique_ptr<ModelStore> openStore(const Options& options) {
  try {
    StoreOptions store;
    store.directory = options.data;
    store.maxUpload = options.maxUpload;
    store.walks = readWalkFiles(options.walks);
    return std::make_unique<ModelStore>(store);
  } catch (const std::runtime_error& error) {
    throw StartError(error.what());
  }
}

std::vector<PublicKey> tokenKeysOf(const Options& options) {
  try {
    return readTokenKeys(options.tokenKeys);
  } catch (const std::runtime_error& error) {
    throw StartError(error.what());
  }
}

}  // namespace

class Server::Impl {
 public:
  explicit Impl(Options options)
      : options_(std::move(options)),
        store_(openStore(options_)),
        pool_(threadCount()),
        credentials_(credentialsFor(options_)),
        watchTimer_(asio::make_strand(pool_)),
        rooms_(pool_,
               {options_.tickRate, options_.snapshotRate, store_->walkHashes(), options_.caps,
                options_.clientRate},
               stats_),
        admission_(stats_, options_.caps, tokenKeysOf(options_)),
        gateway_{stats_,
                 *store_,
                 rooms_,
                 streams_,
                 store_->addBuiltIn(mannequinFile()),
                 options_.readWithin,
                 options_.chunkWithin,
                 options_.caps,
                 admission_},
        roomsService_(gateway_),
        sessionsService_(gateway_),
        assetsService_(gateway_) {
    if (options_.udp) openUdp();
    for (const std::string& room : options_.rooms) openRoom(room);
    listen();
    watch();
  }

  ~Impl() { stop(); }

  void stop() {
    if (std::exchange(stopped_, true)) return;
    if (server_) {
      if (auto* health = server_->GetHealthCheckService()) health->SetServingStatus(false);
      rooms_.stop();
      streams_.closeAll(Disconnect::shutdown, "The server is shutting down.");
      server_->Shutdown(std::chrono::system_clock::now() + kShutdownWithin);
      server_->Wait();
    } else {
      rooms_.stop();
    }
    asio::post(watchTimer_.get_executor(), [this] {
      watching_ = false;
      watchTimer_.cancel();
    });
    store_->stop();  // its callbacks post to rooms
    if (udp_) udp_->stop();
    pool_.join();
  }

  std::uint16_t port() const { return static_cast<std::uint16_t>(port_); }
  std::string address() const { return toString(Address{options_.host, port()}); }
  const std::string& mannequinHash() const { return gateway_.mannequin->model.sha256; }
  Stats& stats() { return stats_; }

 private:
  [[noreturn]] void failToListen(const std::string& why) {
    fail("Can't listen on " + toString({options_.host, options_.port}) + ": " + why + ".");
  }

  void openUdp() {
    const std::uint16_t port = options_.udpPort.value_or(options_.port);
    try {
      udp_ = std::make_shared<UdpEndpoint>(pool_, options_.host, port, stats_);
    } catch (const std::runtime_error& error) {
      if (const auto fault = faultOfListening(options_)) failToListen(*fault);  // most likely another server
      fail("Can't use UDP on " + toString({options_.host, port}) + ": " + error.what() +
           "; choose another --udp-port, or do without (--no-udp).");
    }
    rooms_.useUdp(udp_);
    udp_->start();
  }

  void openRoom(const std::string& name) {
    switch (rooms_.create({name, {gateway_.mannequin->model}, true, spaceOf(name)})) {
      case RoomDirectory::Fault::none:
        return;
      case RoomDirectory::Fault::exists:
        fail("The room \"" + name + "\" is named twice.");
      case RoomDirectory::Fault::full:
        fail("There are too many rooms.");
    }
  }

  Space spaceOf(const std::string& room) {
    const auto file = options_.spaces.find(room);
    if (file == options_.spaces.end()) return {};
    try {
      const auto bytes = readModelFile(file->second, limits::kSpaceFileBytes);
      const Space space = parseSpace({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
      if (const auto fault = faultOfSpawns(space)) throw std::runtime_error(*fault);
      return space;
    } catch (const std::exception& error) {  // ModelError or ScenarioError
      fail("The space " + file->second.string() + " of the room \"" + room +
           "\" can't be used: " + error.what());
    }
  }

  [[noreturn]] void fail(const std::string& sentence) {
    stop();
    throw StartError(sentence);
  }

  /// A port that the system chooses is to be the same of both, too.
  void listen() {
    const bool likeUdp = options_.port == 0 && udp_ && !options_.udpPort;
    if (!likeUdp || !listenOn(udp_->port())) {
      if (!listenOn(options_.port))
        failToListen(faultOfListening(options_).value_or("the system refuses it"));
    }
    if (udp_ && udp_->port() != port()) gateway_.announcedUdpPort = udp_->port();
  }

  /// False: the port can't be had.
  bool listenOn(std::uint16_t port) {
    grpc::EnableDefaultHealthCheckService(true);
    grpc::reflection::InitProtoReflectionServerBuilderPlugin();
    grpc::ServerBuilder builder;
    builder.AddChannelArgument(GRPC_ARG_ALLOW_REUSEPORT, 0);
    builder.AddChannelArgument(GRPC_ARG_MAX_CONCURRENT_STREAMS, limits::kConcurrentCallsPerConnection);
    builder.AddChannelArgument(GRPC_ARG_KEEPALIVE_TIME_MS, kKeepaliveMs);
    builder.AddChannelArgument(GRPC_ARG_KEEPALIVE_TIMEOUT_MS, kKeepaliveTimeoutMs);
    builder.AddChannelArgument(GRPC_ARG_HTTP2_MIN_RECV_PING_INTERVAL_WITHOUT_DATA_MS, kClientPingLeastMs);
    builder.AddChannelArgument(GRPC_ARG_KEEPALIVE_PERMIT_WITHOUT_CALLS, 1);
    builder.SetMaxReceiveMessageSize(limits::kMessageBytes);
    builder.AddListeningPort(toString({options_.host, port}), credentials_, &port_);
    builder.RegisterService(&roomsService_);
    builder.RegisterService(&sessionsService_);
    builder.RegisterService(&assetsService_);
    server_ = builder.BuildAndStart();
    return server_ && port_ != 0;
  }

  void watch() {
    watchTimer_.expires_after(kWatchEvery);
    watchTimer_.async_wait([this](const asio::error_code& error) {
      if (error || !watching_) return;
      const auto now = std::chrono::steady_clock::now();
      streams_.watch(now);
      rooms_.removeEmpty(now);
      watch();
    });
  }

  // Destroyed from the bottom up: services before what they use, the pool's threads before what runs on them.
  Options options_;
  Stats stats_;
  std::unique_ptr<ModelStore> store_;
  asio::thread_pool pool_;
  std::shared_ptr<grpc::ServerCredentials> credentials_;
  asio::steady_timer watchTimer_;
  std::shared_ptr<UdpEndpoint> udp_;
  StreamRegistry streams_;
  RoomDirectory rooms_;
  Admission admission_;
  Gateway gateway_;
  RoomsService roomsService_;
  SessionsService sessionsService_;
  AssetsService assetsService_;
  std::unique_ptr<grpc::Server> server_;
  int port_ = 0;
  bool watching_ = true;  // belongs to the timer's strand
  bool stopped_ = false;
};

Server::Server(Options options) : impl_(std::make_unique<Impl>(std::move(options))) {}
Server::~Server() = default;
std::uint16_t Server::port() const {
  return impl_->port();
}
std::string Server::address() const {
  return impl_->address();
}
std::string Server::mannequinHash() const {
  return impl_->mannequinHash();
}
Stats& Server::stats() {
  return impl_->stats();
}
void Server::stop() {
  impl_->stop();
}

}  // namespace lead::server
