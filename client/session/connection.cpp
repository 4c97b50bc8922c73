#include "session/connection.h"

#include <fmt/format.h>
#include <sodium/randombytes.h>

#include <algorithm>
#include <random>

#include "session/address.h"
#include "session/messages.h"
#include "session/model_hash.h"
#include "tls/tls.h"

namespace lead {
namespace {

constexpr double kJoinSeconds = 5.0;
constexpr double kResumeSeconds =
    2.0;  // and some round trips: an answer that is lost must not cost the place
constexpr double kLeaveSeconds = 1.0;
constexpr int kMostNamesakes = 4;

std::string withRetry(std::string sentence, double seconds) {
  if (!sentence.empty() && sentence.back() == '.') sentence.pop_back();
  return seconds < 1.0 ? fmt::format("{}; trying again in {:.1f} s.", sentence, seconds)
                       : fmt::format("{}; trying again in {:.0f} s.", sentence, seconds);
}

std::string newKey() {
  std::string key(16, '\0');
  randombytes_buf(key.data(), key.size());
  return key;
}

}  // namespace

Connection::Connection(SessionOptions options, std::shared_ptr<Exchange> exchange)
    : options_(std::move(options)),
      exchange_(std::move(exchange)),
      strand_(asio::make_strand(SessionThreads::instance().io())),
      place_{options_.server, options_.room, options_.name},
      backoff_(std::random_device{}()),
      retryTimer_(strand_),
      inputTimer_(strand_),
      heartbeat_(strand_),
      wishTimer_(strand_),
      fetcher_(std::make_shared<ModelFetcher>(strand_, exchange_, DiskCache(options_.cache))) {}

void Connection::start() {
  asio::post(strand_, [self = shared_from_this()] {
    const auto address = parseAddress(self->options_.server);
    if (!address) {
      self->failed({false, fmt::format("\"{}\" is no server address; write host or host:port.",
                                       self->options_.server)});
      return;
    }
    self->address_ = self->place_.server = *address;
    try {
      self->credentials_ = credentialsFor(self->options_.access);
    } catch (const std::runtime_error& error) {
      return self->failed({false, error.what()});
    }
    self->attempt();
  });
}

void Connection::attempt() {
  if (over()) return;
  ++attempt_;
  exchange_->changeState(ConnectionState::connecting, fmt::format("Connecting to {}.", address_));
  sessions_ = v1::Sessions::NewStub(openChannel(address_, Traffic::realTime, credentials_));
  assets_ = v1::Assets::NewStub(openChannel(address_, Traffic::bulk, credentials_));
  offeredNow_ = false;
  avatarFault_.clear();
  if (options_.avatar.empty() || offered_ || wish_)
    join();
  else
    offer();
}

void Connection::join() {
  const bool resuming = !resumeSecret_.empty();  // for how long that counts, the server knows
  const double patience =
      mayResume() ? std::min(kJoinSeconds, kResumeSeconds + 6.0 * roundTrip_) : kJoinSeconds;
  exchange_->changeState(ConnectionState::joining, fmt::format("Joining room \"{}\".", options_.room));
  v1::JoinRequest request;
  request.set_room(options_.room);
  request.set_name(everJoined_ ? givenName_ : options_.name);
  request.set_role(toProto(options_.role));
  // What is wished for in its place comes when we are there.
  const bool bringing = offered_ && !(wish_ && wish_->file.empty());
  if (bringing) {
    request.set_avatar_sha256(*hashToBytes(avatarHash_));
    request.set_share_avatar(options_.shareAvatar);
    if (const auto shown = possessions_->find(avatarHash_); shown != possessions_->end())
      request.set_possession(shown->second);
  }
  if (!resuming && joinKey_.empty()) joinKey_ = newKey();
  request.set_resume_secret(resuming ? resumeSecret_ : joinKey_);
  startCall(
      calls_, strand_, sessions_, [](auto* async, auto... rest) { async->Join(rest...); }, std::move(request),
      v1::JoinResponse(), patience,
      ofThisAttempt([=](Connection& self, const grpc::Status& status, const v1::JoinResponse& response) {
        if (status.ok())
          self.joined(response, bringing);
        else
          self.joinFailed(status, resuming, bringing);
      }));
}

void Connection::joinFailed(const grpc::Status& status, bool resuming, bool bringing) {
  if (resuming && status.error_code() == grpc::StatusCode::UNAUTHENTICATED) {
    resumeSecret_.clear();  // the server has forgotten us: as someone new, then
    return join();
  }
  if (bringing && everJoined_ && refusalOf(status) == v1::CALL_REFUSAL_AVATARS_FULL) {
    offered_ = false;
    return notOffered(joinFailure(status, place_));
  }
  Failure failure = joinFailure(status, place_);
  if (status.error_code() == grpc::StatusCode::FAILED_PRECONDITION && bringing) {
    offered_ = false;  // it has begun anew, without the file or without knowing that we have it
    if (!offeredNow_) return offer();
    failure = {true, "The server has lost the avatar's file"};
  }
  // Our own name, that the server still thinks in use by the connection we have just lost: that passes.
  if (status.error_code() == grpc::StatusCode::ALREADY_EXISTS && everJoined_)
    failure.retry = ++namesakes_ <= kMostNamesakes;
  failed(failure);
}

void Connection::joined(const v1::JoinResponse& response, bool bringing) {
  everJoined_ = true;
  namesakes_ = 0;
  participant_ = response.participant();
  resumeSecret_ = response.resume_secret();
  joinKey_.clear();
  givenName_ = place_.name = response.name();
  resumed_ = response.resumed();
  exchange_->setIdentity(participant_, response.avatar());
  if (!resumed_ && !bringing) forgetAvatar();
  unixEpoch_ = response.unix_epoch();
  payloads_ = unixEpoch_ > 0.0;  // older servers know neither
  udp_.reset();
  if (response.has_udp() && options_.udp) udp_ = response.udp();
  play();
}

void Connection::play() {
  goodbye_.reset();
  newestTick_.reset();
  clock_.reset();
  exchange_->setClock(0.0, std::nullopt);
  sentInputAt_ = 0.0;
  line_.begin(steadySeconds());
  v1::ClientMessage hello;
  hello.mutable_hello()->set_room(options_.room);
  hello.mutable_hello()->set_participant(participant_);
  hello.mutable_hello()->set_resume_secret(resumeSecret_);
  hello.mutable_hello()->set_payloads(payloads_);
  hello.mutable_hello()->set_bits_per_second(options_.bitsPerSecond);
  PlayStream::Callbacks callbacks;
  callbacks.message = [self = shared_from_this(), attempt = attempt_](v1::ServerMessage& message) {
    if (self->attempt_ == attempt && !self->over()) self->received(message);
  };
  callbacks.ended =
      ofThisAttempt([](Connection& self, const grpc::Status& status) { self.playEnded(status); });
  stream_ = std::make_shared<PlayStream>(sessions_, strand_, std::move(callbacks));
  stream_->start(std::move(hello));
  scheduleHeartbeat();
}

void Connection::failed(const Failure& failure) {
  dropCalls();
  if (failure.unreachable && !everJoined_)
    askWhy(failure);
  else
    waitOrGiveUp(failure);
}

/// A server that speaks TLS where we don't, or the other way round, looks like none at all.
void Connection::askWhy(const Failure& failure) {
  SessionThreads::instance().work([self = shared_from_this(), strand = strand_, attempt = attempt_, failure,
                                   address = address_, authorities = credentials_.authorities]() mutable {
    const auto trouble = tlsTrouble(address, authorities);
    asio::post(strand, [self = std::move(self), attempt, failure, trouble] {
      if (self->attempt_ == attempt && !self->over())
        self->waitOrGiveUp(trouble ? Failure{false, *trouble} : failure);
    });
  });
}

void Connection::waitOrGiveUp(const Failure& failure) {
  if (!failure.retry || !options_.reconnect) {
    givenUp_ = true;
    exchange_->changeState(ConnectionState::failed, failure.sentence);
    return;
  }
  const double seconds = backoff_.next(failure.unanswered && mayResume(), failure.retryAfter);
  exchange_->changeState(ConnectionState::waiting, withRetry(failure.sentence, seconds));
  retryTimer_.expires_after(std::chrono::milliseconds(static_cast<int>(seconds * 1000.0)));
  retryTimer_.async_wait([self = shared_from_this()](const asio::error_code& error) {
    if (!error) self->attempt();
  });
}

void Connection::dropCalls() {
  ++attempt_;  // whatever still answers belongs to the past
  connected_ = false;
  calls_.cancelAll();
  for (auto* offer : {&offer_, &change_}) {
    if (*offer) (*offer)->cancel();
    if (*offer && *offer == change_ && wish_) ++wish_->failures;
    *offer = nullptr;
  }
  for (const auto& offer : motionOffers_) offer->cancel();
  if (!motionOffers_.empty() && !over())
    exchange_->event(CommandRefused{"The connection broke off before the motion was sent; play it again."});
  motionOffers_.clear();
  if (stream_) stream_->cancel();
  stream_ = nullptr;
  if (realTime_) realTime_->stop();
  realTime_ = nullptr;
  fetcher_->disconnected();
  inputTimer_.cancel();
  heartbeat_.cancel();
  wishTimer_.cancel();
  sessions_ = nullptr;
  assets_ = nullptr;
}

void Connection::close() {
  asio::post(strand_, [self = shared_from_this()] { self->closeNow(); });
}

void Connection::closeNow() {
  if (leaving_) return;
  leaving_ = true;
  retryTimer_.cancel();
  if (!stream_ || !sessions_) return finishClosing();
  v1::LeaveRequest request;
  request.set_room(options_.room);
  request.set_participant(participant_);
  request.set_resume_secret(resumeSecret_);
  startCall(
      calls_, strand_, sessions_, [](auto* async, auto... rest) { async->Leave(rest...); },
      std::move(request), v1::LeaveResponse(), kLeaveSeconds,
      [self = shared_from_this()](const grpc::Status&, const v1::LeaveResponse&) { self->finishClosing(); });
}

void Connection::finishClosing() {
  dropCalls();
  if (!givenUp_) exchange_->changeState(ConnectionState::closed, "You have left the room.");
}

}  // namespace lead
