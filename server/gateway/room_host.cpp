#include "gateway/room_host.h"

#include <spdlog/spdlog.h>

#include <asio/bind_executor.hpp>
#include <asio/post.hpp>

#include "operations/limits.h"

namespace lead::server {
namespace {

double unixNow() {
  return std::chrono::duration<double>(std::chrono::system_clock::now().time_since_epoch()).count();
}

}  // namespace

RoomHost::RoomHost(asio::thread_pool& pool, HostOptions options, const std::vector<AvatarModel>& avatars,
                   Stats& stats, std::shared_ptr<UdpEndpoint> udp)
    : options_(std::move(options)),
      stats_(stats),
      pool_(pool.get_executor()),
      strand_(asio::make_strand(pool_)),
      timer_(strand_),
      room_({options_.room, options_.tickRate, options_.space, options_.walks, options_.mostParticipants,
             options_.mostAvatars}),
      states_(options_.tickRate),
      udp_(std::move(udp)),
      period_(std::chrono::duration_cast<Clock::duration>(
          std::chrono::duration<double>(1.0 / options_.tickRate))),
      began_(Clock::now()),
      lastSeenUsed_(began_) {
  due_ = began_ + period_;
  tickUnixTime_ = unixNow();
  addLane();
  for (const AvatarModel& avatar : avatars) room_.addAvatar(avatar);
  avatarCount_ = room_.avatars().size();
}

template <typename Function>
void RoomHost::onStrand(Function function) {
  asio::post(strand_, [self = shared_from_this(), function = std::move(function)]() mutable {
    function();
    self->afterChange();
  });
}

double RoomHost::serverTime(Clock::time_point at) const {
  return seconds(at - began_);
}

bool RoomHost::isCurrent(ParticipantId id, const std::shared_ptr<Listener>& listener) const {
  const auto seat = seats_.find(id);
  return seat != seats_.end() && seat->second.listener == listener;
}

void RoomHost::start() {
  onStrand([this] { scheduleTick(); });
}

void RoomHost::stop() {
  onStrand([this] {
    stopped_ = true;
    timer_.cancel();
    for (auto& [id, seat] : seats_) {
      closeUdp(seat);
      if (seat.listener) seat.listener->close(Disconnect::shutdown, "The server is shutting down.");
    }
  });
}

// ---- People

void RoomHost::join(JoinRequest request, AddressBook::Slot slot, std::function<void(const Joined&)> done) {
  auto task = [this, request = std::move(request),
               slot = std::make_shared<AddressBook::Slot>(std::move(slot)), done = std::move(done)] {
    Joined joined;
    joined.closed = stopped_;
    if (stopped_) return done(joined);
    joined.result = room_.join(request);
    joined.unixEpoch = unixNow() - serverTime(Clock::now());
    const JoinResult& result = joined.result;
    if (result.fault == JoinFault::none) {
      const std::string& name = joined.name = room_.find(result.participant)->name;
      const bool isNew = !seats_.contains(result.participant);
      Seat& seat = seats_[result.participant];
      if (!slot->isEmpty()) seat.slot = std::move(*slot);
      openUdp(result.participant, seat);
      joined.udp = seat.udp;
      if (isNew) ++stats_.participants;
      spdlog::info("{}: {} {} ({})", options_.room, name, result.resumed ? "is back" : "joined",
                   result.participant);
    }
    done(joined);
  };
  onStrand(std::move(task));
}

void RoomHost::leave(ParticipantId id, std::string secret, std::function<void(bool)> done) {
  onStrand([this, id, secret = std::move(secret), done = std::move(done)] {
    const bool known = room_.authenticate(id, secret);
    if (known) leaveNow(id, Disconnect::left, "You left the room.");
    done(known);
  });
}

void RoomHost::withdraw(ParticipantId id) {
  onStrand([this, id] {
    const Participant* participant = room_.find(id);
    if (participant != nullptr && !participant->claimed)
      leaveNow(id, Disconnect::left, "You gave up joining.");
  });
}

void RoomHost::leaveNow(ParticipantId id, Disconnect reason, const std::string& sentence) {
  if (const Participant* participant = room_.find(id))
    spdlog::info("{}: {} left ({})", options_.room, participant->name, id);
  room_.leave(id);
  const auto seat = seats_.find(id);
  if (seat != seats_.end() && seat->second.listener) seat->second.listener->close(reason, sentence);
  forget(id);
}

void RoomHost::forget(ParticipantId id) {
  const auto seat = seats_.find(id);
  if (seat == seats_.end()) return;
  closeUdp(seat->second);
  seats_.erase(seat);
  --stats_.participants;
}

void RoomHost::attach(ParticipantId id, std::string secret, Wish wish, std::shared_ptr<Listener> listener,
                      std::function<void(bool)> done) {
  onStrand(
      [this, id, wish, secret = std::move(secret), listener = std::move(listener), done = std::move(done)] {
        if (!room_.authenticate(id, secret)) {
          done(false);
          return;
        }
        Seat& seat = seats_[id];
        if (seat.listener)
          seat.listener->close(Disconnect::replaced, "You are connected from somewhere else now.");
        seat.listener = listener;
        // Not all in the same tick, so that none has to send to everybody.
        seat.untilSnapshot = static_cast<int>(id % 1000U) * options_.snapshotRate % options_.tickRate;
        seat.overUdp = false;
        seat.view.reset();
        if (wish.payloads) {
          const std::uint32_t rate = wish.bitsPerSecond == 0 ? options_.clientRate : wish.bitsPerSecond;
          seat.view.emplace(std::clamp(rate, limits::kClientRateLeast, limits::kClientRateMost),
                            options_.snapshotRate);
        }
        room_.connected(id);
        done(true);
        if (stopped_) {
          listener->close(Disconnect::shutdown, "The server is shutting down.");
          return;
        }
        // All that there is to know, at once: a late joiner waits for nothing.
        listener->sendInfo(encodeInfo(room_));
        listener->sendEvent(snapshotNow().forReceiver(0));
      });
}

void RoomHost::mayDownload(ParticipantId id, std::string secret, std::string sha256,
                           std::function<void(bool)> done) {
  onStrand([this, id, secret = std::move(secret), sha256 = std::move(sha256), done = std::move(done)] {
    done(room_.mayDownload(id, secret, sha256));
  });
}

void RoomHost::detach(ParticipantId id, std::shared_ptr<Listener> listener) {
  onStrand([this, id, listener = std::move(listener)] {
    if (!isCurrent(id, listener)) return;
    seats_[id].listener.reset();
    room_.disconnected(id);
  });
}

void RoomHost::command(ParticipantId id, std::shared_ptr<Listener> listener, Command command) {
  onStrand([this, id, listener = std::move(listener), command = std::move(command)] {
    if (!isCurrent(id, listener)) return;
    takeInputs();  // those sent before it count
    room_.heard(id);
    if (const Room::Fault fault = command(room_)) {
      ++stats_.commandsRefused;
      listener->sendEvent(encodeRefused(*fault));
    }
  });
}

/// After anything that happened on the strand: who has to be told goes out at once, what is counted is
/// counted.
void RoomHost::afterChange() {
  deliverNotices();
  participantCount_ = room_.participants().size();
  avatarCount_ = room_.avatars().size();
  if (participantCount_ > 0) lastSeenUsed_ = Clock::now();

  const RoomCounters now = room_.counters();
  stats_.staleInputs += now.staleInputs - reported_.staleInputs;
  stats_.holdsTaken += now.holdsTaken - reported_.holdsTaken;
  stats_.holdsRefused += now.holdsRefused - reported_.holdsRefused;
  for (std::size_t i = 0; i < kRefusalCount; ++i)
    stats_.holdsRefusedBy[i] += now.refusedBy[i] - reported_.refusedBy[i];
  stats_.silentReleases += now.silentReleases - reported_.silentReleases;
  reported_ = now;
}

void RoomHost::deliverNotices() {
  for (const Notice& notice : room_.takeNotices()) {
    if (const auto* removed = std::get_if<RemovedNotice>(&notice)) {
      leaveNow(removed->participant, Disconnect::silent, "Nothing was heard of you for 10 seconds.");
      continue;
    }
    const auto& refused = std::get<HoldRefusedNotice>(notice);
    const auto seat = seats_.find(refused.participant);
    if (seat != seats_.end() && seat->second.listener)
      seat->second.listener->sendEvent(encodeRefusedHold(refused));
  }
}

// ---- Time

void RoomHost::scheduleTick() {
  if (stopped_) return;
  timer_.expires_at(due_);
  timer_.async_wait(asio::bind_executor(strand_, [self = shared_from_this()](const asio::error_code& error) {
    if (!error && !self->stopped_) self->onTimer();
  }));
}

void RoomHost::onTimer() {
  for (int done = 0; due_ <= Clock::now(); ++done) {
    if (done == limits::kCatchUpTicks) {
      const auto skipped = (Clock::now() - due_) / period_ + 1;
      stats_.skippedTicks += static_cast<std::uint64_t>(skipped);
      due_ += skipped * period_;
      break;
    }
    tick(due_);
    due_ += period_;
  }
  scheduleTick();
}

void RoomHost::tick(Clock::time_point due) {
  const auto began = Clock::now();
  stats_.tickLateness.record(seconds(began - due));
  ++stats_.ticks;
  tickServerTime_ = serverTime(due);
  tickUnixTime_ = unixNow();
  takeInputs();
  room_.step(1.0F / static_cast<float>(options_.tickRate));
  afterChange();
  broadcast(began);
  stats_.tickDuration.record(seconds(Clock::now() - began));
}

}  // namespace lead::server
