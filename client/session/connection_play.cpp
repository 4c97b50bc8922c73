// Connection, in the room: messages in, inputs and commands out.
#include <fmt/format.h>

#include <algorithm>

#include "session/connection.h"
#include "session/messages.h"

namespace lead {
namespace {

constexpr double kActiveInterval = 1.0 / 60.0;
constexpr double kRestInterval = 0.1;
constexpr double kActiveSeconds = 0.25;  // at the full rate this long after the last change
constexpr double kStableSeconds = 5.0;

}  // namespace

void Connection::received(v1::ServerMessage& message) {
  const double now = steadySeconds();
  line_.heardOnStream(now);
  switch (message.kind_case()) {
    case v1::ServerMessage::kInfo:
      return receivedRoom(message.info());
    case v1::ServerMessage::kSnapshot:
      return receivedSnapshot(message.snapshot());
    case v1::ServerMessage::kPayloads:
      for (const std::string& payload : message.payloads().payload())
        if (realTime_) realTime_->receivedOnStream(payload);
      return;
    case v1::ServerMessage::kPong:
      if (realTime_ && realTime_->path() == Path::udp) return;  // other clocks tell more there
      clock_.add(message.pong().client_time(), message.pong().server_time(), now);
      return clockMeasured();
    case v1::ServerMessage::kHoldRefused:
      return exchange_->event(decodeRefusal(message.hold_refused(), exchange_->room().get()));
    case v1::ServerMessage::kRefused:
      return exchange_->event(CommandRefused{message.refused().sentence()});
    case v1::ServerMessage::kGoodbye:
      goodbye_ = message.goodbye();
      return;
    case v1::ServerMessage::KIND_NOT_SET:  // of a newer server
      return exchange_->countBadMessage();
  }
}

void Connection::clockMeasured() {
  std::optional<ClockEstimate> clock;
  if (clock_.offset()) clock = ClockEstimate{*clock_.offset(), *clock_.leastRoundTrip()};
  roundTrip_ = clock_.roundTrip();
  exchange_->setClock(roundTrip_, clock);
  if (realTime_) realTime_->setRoundTrip(roundTrip_);
}

void Connection::receivedSnapshot(const v1::Snapshot& message) {
  auto snapshot = decodeSnapshot(message);
  if (!snapshot) return exchange_->countBadMessage();
  publish(std::move(*snapshot), message.ByteSizeLong());
}

void Connection::receivedPayload(wire::ReceivedSnapshot& received, Path path, std::size_t bytes) {
  Snapshot snapshot = toSnapshot(received);
  snapshot.path = path;
  snapshot.unixTime = unixEpoch_ + snapshot.serverTime;
  publish(std::move(snapshot), bytes);
}

void Connection::publish(Snapshot snapshot, std::size_t bytes) {
  newestTick_ = std::max(newestTick_.value_or(0), snapshot.tick);
  snapshot.connection = static_cast<std::uint32_t>(attempt_);
  snapshot.receivedTime = steadySeconds();
  snapshot.receivedUnixTime = unixSeconds();
  if (const auto offset = clock_.offset())
    snapshot.age = snapshot.receivedTime + *offset - snapshot.serverTime;
  const std::uint32_t sequence = snapshot.inputSequence;
  if (sequence != 0 && sequence <= sequence_ && sequence_ - sequence < sentTimes_.size())
    snapshot.inputSentTime = sentTimes_[sequence % sentTimes_.size()];
  const auto shared = std::make_shared<const Snapshot>(std::move(snapshot));
  exchange_->addSnapshot(shared, bytes);
  if (options_.onSnapshot) options_.onSnapshot(shared);
}

void Connection::startRealTime() {
  if (!payloads_) return;
  RealTime::Callbacks callbacks;
  callbacks.toStream = [this](const std::vector<std::uint8_t>& payload) {
    if (!stream_) return;
    v1::ClientMessage message;
    message.set_payload(payload.data(), payload.size());
    stream_->sendInput(std::move(message));
  };
  callbacks.snapshot = [this](wire::ReceivedSnapshot& snapshot, Path path, std::size_t bytes) {
    if (path == Path::udp) line_.heardByDatagram(steadySeconds());
    receivedPayload(snapshot, path, bytes);
  };
  callbacks.pong = [this](const wire::Pong& pong) {
    const double now = steadySeconds();
    line_.heardByDatagram(now);
    clock_.add(pong.clientTime, pong.serverTime, now);
    clockMeasured();
  };
  realTime_ = std::make_shared<RealTime>(strand_, exchange_, std::move(callbacks));
  if (skims_) realTime_->skim();
  realTime_->start(stream_->peer(), udp_ ? &*udp_ : nullptr);
}

void Connection::receivedRoom(const v1::RoomInfo& message) {
  auto info = decodeRoom(message);
  if (!info) return exchange_->countBadMessage();
  const auto room = std::make_shared<const RoomInfo>(std::move(*info));
  exchange_->setRoom(room);
  if (!connected_) nowConnected(*room);
  if (!options_.loadModels) return;
  fetcher_->connected(assets_, {options_.room, participant_, resumeSecret_});
  fetcher_->want(*room);
}

void Connection::nowConnected(const RoomInfo& room) {
  connected_ = true;
  if (connectedAt_ > 0.0) exchange_->countReconnect();
  connectedAt_ = steadySeconds();
  exchange_->changeState(ConnectionState::connected,
                         fmt::format("You are in room \"{}\" as {}.", options_.room, givenName_));
  startRealTime();
  sendInputNow();
  if (resumed_) catchUp(room);
  if (wish_) offerWish();
}

void Connection::playEnded(const grpc::Status& status) {
  stream_ = nullptr;
  if (connected_ && steadySeconds() - connectedAt_ > kStableSeconds) backoff_.reset();
  if (goodbye_) {
    const v1::DisconnectReason reason = goodbye_->reason();
    if (reason == v1::DISCONNECT_REASON_SHUTDOWN || reason == v1::DISCONNECT_REASON_SILENT)
      resumeSecret_.clear();  // the place has gone with it
    return failed(goodbyeFailure(*goodbye_, place_));
  }
  if (status.error_code() == grpc::StatusCode::UNAUTHENTICATED) {
    resumeSecret_.clear();
    return failed({true, "The server no longer knows this participant"});
  }
  failed(callFailure(status, place_));
}

void Connection::inputChanged() {
  asio::post(strand_, [self = shared_from_this()] {
    if (!self->connected_) return;
    self->changedInputAt_ = steadySeconds();
    self->scheduleInput(self->sentInputAt_ + kActiveInterval);
  });
}

void Connection::sendInputNow() {
  if (!connected_ || !stream_) return;
  const double now = steadySeconds();
  ParticipantInput input = exchange_->input();
  ++sequence_;
  if (realTime_) {
    const wire::InputSample sample = wire::rounded(toSample(input, sequence_, now, newestTick_.value_or(0)));
    realTime_->send(sample);
    input = fromSample(sample);
  } else {
    v1::ClientMessage message;
    *message.mutable_input() = encodeInput(input, sequence_, now, newestTick_.value_or(0));
    stream_->sendInput(std::move(message));
  }
  exchange_->addSent({sequence_, now, input});
  sentInputAt_ = sentTimes_[sequence_ % sentTimes_.size()] = now;
  const bool active = holdsAnything(input) || now - changedInputAt_ < kActiveSeconds;
  scheduleInput(now + (active ? kActiveInterval : kRestInterval));
}

void Connection::scheduleInput(double due) {
  const auto wait = std::chrono::duration<double>(std::max(0.0, due - steadySeconds()));
  inputTimer_.expires_after(std::chrono::duration_cast<asio::steady_timer::duration>(wait));
  inputTimer_.async_wait([self = shared_from_this(), use = ++inputTimerUse_](const asio::error_code& error) {
    if (!error && use == self->inputTimerUse_) self->sendInputNow();
  });
}

void Connection::scheduleHeartbeat() {
  if (!stream_) return;
  const double now = steadySeconds();
  if (line_.isDead(now)) return stream_->cancel();
  v1::ClientMessage ping;
  ping.mutable_ping()->set_client_time(now);
  stream_->send(std::move(ping));
  heartbeat_.expires_after(std::chrono::seconds(1));
  heartbeat_.async_wait([self = shared_from_this()](const asio::error_code& error) {
    if (!error) self->scheduleHeartbeat();
  });
}

bool Connection::tell(v1::ClientMessage message) {
  return stream_ && stream_->send(std::move(message));
}

void Connection::command(v1::ClientMessage message) {
  asio::post(strand_, [self = shared_from_this(), message = std::move(message)]() mutable {
    if (!self->connected_)
      self->exchange_->event(
          CommandRefused{"There is no connection to the server at the moment; try again."});
    else if (!self->tell(std::move(message)))
      self->exchange_->event(
          CommandRefused{"The connection has broken off or is too slow for so many changes; try again."});
  });
}

void Connection::skim() {
  asio::post(strand_, [self = shared_from_this()] {
    self->skims_ = true;
    if (self->realTime_) self->realTime_->skim();
  });
}

void Connection::setRole(Role role) {
  asio::post(strand_, [self = shared_from_this(), role] {
    self->options_.role = role;  // for the next join
    if (!self->connected_) return;
    v1::ClientMessage message;
    message.mutable_set_role()->set_role(toProto(role));
    self->tell(std::move(message));
  });
}

}  // namespace lead
