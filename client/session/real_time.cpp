#include "session/real_time.h"

#include <algorithm>
#include <array>
#include <utility>

namespace lead {
namespace {

constexpr auto kTick = std::chrono::milliseconds(50);

bool keyFrom(const std::string& bytes, wire::Key& key) {
  if (bytes.size() != key.size()) return false;
  std::copy(bytes.begin(), bytes.end(), key.begin());
  return true;
}

void countSent(SessionStats& stats, Path path, std::size_t bytes) {
  PathStats& counts = stats.paths[static_cast<std::size_t>(path)];
  ++counts.sent;
  counts.sentBytes += bytes;
}

}  // namespace

RealTime::RealTime(const Strand& strand, std::shared_ptr<Exchange> exchange, Callbacks callbacks)
    : strand_(strand), exchange_(std::move(exchange)), callbacks_(std::move(callbacks)), timer_(strand) {
  exchange_->count([](SessionStats& stats) { stats.path = Path::stream; });
}

void RealTime::start(const std::string& peer, const v1::Udp* udp) {
  wire::Key toServer;
  wire::Key toClient;
  if (udp != nullptr && keyFrom(udp->key_to_server(), toServer) && keyFrom(udp->key_to_client(), toClient) &&
      udp->port() <= 65535) {
    server_ = endpointOf(peer);
    if (server_ && udp->port() != 0) server_->port(static_cast<std::uint16_t>(udp->port()));
    sealer_.emplace(udp->session(), toServer);
    opener_.emplace(toClient);
  }
  choice_.begin(steadySeconds(), server_.has_value());
  if (server_) tick();
}

void RealTime::stop() {
  stopped_ = true;
  timer_.cancel();
  if (socket_) socket_->close();
  socket_ = nullptr;
  callbacks_ = {};
}

void RealTime::scheduleTick() {
  timer_.expires_after(kTick);
  timer_.async_wait([self = shared_from_this()](const asio::error_code& error) {
    if (!error && !self->stopped_) self->tick();
  });
}

void RealTime::tick() {
  const Path before = choice_.path();
  const PathChoice::Ping due = choice_.tick(steadySeconds(), roundTrip_);
  pathMayHaveChanged(before);
  if (due == PathChoice::Ping::probe && (choice_.beginsProbing() || !socket_)) openSocket();
  if (due != PathChoice::Ping::none)
    ping(due == PathChoice::Ping::probe ? static_cast<std::uint16_t>(wire::kPayloadBytes) : 0);
  scheduleTick();
}

/// A new one for each attempt: our own address may be another by now.
void RealTime::openSocket() {
  if (socket_) socket_->close();
  socket_ =
      std::make_shared<UdpSocket>(strand_, [weak = weak_from_this()](std::span<const std::uint8_t> datagram) {
        if (const auto self = weak.lock(); self && !self->stopped_) self->receivedDatagram(datagram);
      });
  if (!socket_->open(*server_)) socket_ = nullptr;
}

void RealTime::ping(std::uint16_t bytes) {
  wire::writePing({steadySeconds(), bytes}, payload_);
  sendDatagram(payload_);
}

bool RealTime::sendDatagram(std::span<const std::uint8_t> payload) {
  if (!socket_) return false;
  std::array<std::uint8_t, wire::kDatagramBytes> sealed;
  const std::size_t size = sealer_->seal(payload, sealed);
  if (!socket_->send({sealed.data(), size})) return false;
  exchange_->count([&](SessionStats& stats) { countSent(stats, Path::udp, payload.size()); });
  return true;
}

void RealTime::pathMayHaveChanged(Path before) {
  const Path now = choice_.path();
  if (now == before) return;
  exchange_->count([now](SessionStats& stats) {
    stats.path = now;
    ++stats.pathChanges;
  });
}

void RealTime::send(const wire::InputSample& input) {
  auto& samples = input_.samples;
  samples.insert(samples.begin(), input);
  if (samples.size() > wire::kInputSamples) samples.pop_back();
  input_.acks = receiver_.acks();
  wire::writeInput(input_, payload_);
  if (choice_.path() == Path::udp) {
    const double now = steadySeconds();
    if (!sendDatagram(payload_)) {
      choice_.broken(now);
      pathMayHaveChanged(Path::udp);
    } else if (!choice_.isInDoubt(now, roundTrip_)) {
      return;
    }  // else by both: a hold would not outlive finding out
  }
  exchange_->count([&](SessionStats& stats) { countSent(stats, Path::stream, payload_.size()); });
  callbacks_.toStream(payload_);
}

void RealTime::receivedDatagram(std::span<const std::uint8_t> datagram) {
  std::array<std::uint8_t, wire::kPayloadBytes> payload;
  std::size_t size = 0;
  if (datagram.size() > wire::kDatagramBytes ||
      opener_->open(datagram, payload, size) != wire::Opener::Result::good) {
    exchange_->count([](SessionStats& stats) { ++stats.datagramsRefused; });
    return;
  }
  choice_.datagram(steadySeconds());
  received({payload.data(), size}, Path::udp);
}

void RealTime::receivedOnStream(const std::string& payload) {
  if (stopped_) return;
  received({reinterpret_cast<const std::uint8_t*>(payload.data()), payload.size()}, Path::stream);
}

void RealTime::received(std::span<const std::uint8_t> payload, Path path) {
  exchange_->count([&](SessionStats& stats) {
    PathStats& counts = stats.paths[static_cast<std::size_t>(path)];
    ++counts.received;
    counts.receivedBytes += payload.size();
  });
  const wire::PayloadType type = wire::typeOf(payload);
  wire::Pong pong;
  wire::Challenge challenge;
  if (type == wire::PayloadType::snapshot) {
    receivedSnapshot(payload, path);
  } else if (type == wire::PayloadType::pong && path == Path::udp && wire::readPong(payload, pong)) {
    const Path before = choice_.path();
    choice_.pong(steadySeconds());
    pathMayHaveChanged(before);
    callbacks_.pong(pong);
  } else if (type == wire::PayloadType::challenge && path == Path::udp &&
             wire::readChallenge(payload, challenge)) {
    wire::writeChallengeAnswer(challenge, payload_);
    sendDatagram(payload_);
  } else {
    exchange_->count([](SessionStats& stats) { ++stats.payloadsMalformed; });
  }
}

void RealTime::receivedSnapshot(std::span<const std::uint8_t> payload, Path path) {
  using Result = wire::SnapshotReceiver::Result;
  if (skims_) snapshot_ = {};
  const Result result =
      skims_ ? receiver_.skim(payload, snapshot_.header) : receiver_.receive(payload, snapshot_);
  exchange_->count([&](SessionStats& stats) {
    stats.payloadsLost += receiver_.lost() - std::exchange(lost_, receiver_.lost());
    if (result == Result::duplicate) ++stats.payloadsDuplicate;
    if (result == Result::malformed) ++stats.payloadsMalformed;
    if (result == Result::unknownBaseline) ++stats.payloadsUnknown;
  });
  if (result != Result::good) return;
  if (snapshot_.header.inputSequence > acknowledged_) {
    acknowledged_ = snapshot_.header.inputSequence;
    choice_.acknowledged(steadySeconds());
  }
  callbacks_.snapshot(snapshot_, path, payload.size());
}

}  // namespace lead
