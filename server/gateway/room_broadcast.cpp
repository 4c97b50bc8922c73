// RoomHost, the real-time part: inputs in, snapshots out, by datagrams or by the stream.
#include <algorithm>

#include "gateway/decode.h"
#include "gateway/parallel_for.h"
#include "gateway/room_host.h"
#include "operations/limits.h"
#include "wire/input_payload.h"

namespace lead::server {

// ---- In

void RoomHost::openUdp(ParticipantId id, Seat& seat) {
  closeUdp(seat);
  if (!udp_ || stopped_) return;
  seat.udpInputs = std::make_shared<InputSlot>();
  seat.udp = udp_->open([weak = weak_from_this(), id, slot = seat.udpInputs](
                            UdpSession& session, std::span<const std::uint8_t> payload) {
    if (const auto host = weak.lock()) host->datagram(id, slot, session, payload);
  });
}

void RoomHost::closeUdp(Seat& seat) {
  if (seat.udp) udp_->close(seat.udp);
  seat.udp.reset();
  seat.udpInputs.reset();
  seat.overUdp = false;
}

/// On the endpoint's reader.
void RoomHost::datagram(ParticipantId id, const std::shared_ptr<InputSlot>& slot, UdpSession& session,
                        std::span<const std::uint8_t> payload) {
  const auto now = Clock::now();
  wire::Ping ping;
  wire::InputPayload input;
  if (wire::typeOf(payload) == wire::PayloadType::ping && wire::readPing(payload, ping)) {
    std::vector<std::uint8_t> pong;
    wire::writePong({ping.clientTime, serverTime(now)}, static_cast<std::uint16_t>(payload.size()), pong);
    udp_->send(session, pong);
  } else if (wire::typeOf(payload) == wire::PayloadType::input && wire::readInput(payload, input)) {
    this->input(id, nullptr, slot, {decodeInput(input.samples.front()), now, input.acks, true});
  } else {
    ++stats_.malformedPayloads;
  }
}

void RoomHost::input(ParticipantId id, const std::shared_ptr<Listener>& listener,
                     const std::shared_ptr<InputSlot>& slot, InputSlot::Arrived arrived) {
  switch (slot->offer(std::move(arrived))) {
    case InputSlot::Offer::first: {
      const std::lock_guard lock(inputsMutex_);
      waitingInputs_.push_back({id, listener, slot});
      return;
    }
    case InputSlot::Offer::stale:
      ++stats_.staleInputs;
      return;
    case InputSlot::Offer::replaced:
      return;
  }
}

/// All that waits. Only ticks and commands look at inputs, and so the strand is woken for none.
void RoomHost::takeInputs() {
  {
    const std::lock_guard lock(inputsMutex_);
    std::swap(takenInputs_, waitingInputs_);
  }
  for (const auto& [id, listener, slot] : takenInputs_) {
    const auto arrived = slot->take();
    const auto found = seats_.find(id);
    if (!arrived || found == seats_.end() || !found->second.listener) continue;
    Seat& seat = found->second;
    if (seat.udpInputs == slot || seat.listener == listener.lock()) takeInput(id, seat, *arrived);
  }
  takenInputs_.clear();
}

void RoomHost::takeInput(ParticipantId id, Seat& seat, const InputSlot::Arrived& arrived) {
  if (!room_.input(id, arrived.input)) return;
  // Only now: a straggler may still name what the client has asked us to forget since.
  if (arrived.acks && seat.view) seat.view->acknowledge(*arrived.acks);
  ++stats_.inputs;
  unsentInputs_.push_back({arrived.at, room_.tick()});
  seat.overUdp = arrived.overUdp;
  if (arrived.overUdp) seat.heardOverUdp = Clock::now();
}

// ---- Out

SharedSnapshot RoomHost::snapshotNow() const {
  return {room_, tickServerTime_, tickUnixTime_};
}

/// At once in a room of usual size; in a crowd not so often that news of who comes and goes is all that is
/// sent.
void RoomHost::sendInfoIfChanged(Clock::time_point now) {
  if (sentInfo_ == room_.infoVersion() || now < infoDue_) return;
  sentInfo_ = room_.infoVersion();
  const grpc::ByteBuffer info = encodeInfo(room_);
  std::size_t bytes = 0;
  for (auto& [id, seat] : seats_) {
    if (!seat.listener) continue;
    seat.listener->sendInfo(info);
    bytes += info.Length();
  }
  const std::chrono::duration<double> pause(static_cast<double>(bytes) / limits::kInfoBytesPerSecond);
  infoDue_ = now + std::chrono::duration_cast<Clock::duration>(pause);
}

/// Beside others of other participants: touches nothing but the seat, its listener and the lane.
void RoomHost::sendSnapshot(const Participant& participant, Seat& seat, Lane& lane) {
  const Viewer viewer{participant.id, participant.sequence.value_or(0), participant.head};
  if (seat.overUdp && Clock::now() - seat.heardOverUdp > limits::kUdpSilence) seat.overUdp = false;
  // An address that answers no challenge gets little: then the stream has to do.
  if (seat.overUdp && seat.udp && seat.udp->mayCarry(seat.datagramBytes)) {
    seat.datagramBytes = 0;
    seat.view->write(states_, lane.codes, viewer, [&](std::span<const std::uint8_t> payload) {
      stats_.payloadBytesSent += payload.size();
      seat.datagramBytes += payload.size() + wire::kSealBytes;
      lane.batch->add(*seat.udp, payload);
    });
    return;
  }
  if (seat.listener->isBehind()) {  // payloads that would only wait are better made later
    ++stats_.snapshotsDropped;
    return;
  }
  std::vector<std::string> payloads;
  seat.view->write(states_, lane.codes, viewer, [&](std::span<const std::uint8_t> payload) {
    stats_.payloadBytesSent += payload.size();
    payloads.emplace_back(payload.begin(), payload.end());
  });
  seat.listener->sendSnapshot(encodePayloads(payloads));
}

void RoomHost::addLane() {
  Lane& lane = lanes_.emplace_back();
  if (udp_) lane.batch.emplace(*udp_);
}

/// A crowd is more than one core's work for a good part of a tick.
void RoomHost::sendSnapshots() {
  constexpr std::size_t kPart = 16;  // clients
  constexpr std::size_t kMostLanes = 4;
  const std::size_t lanes = std::clamp<std::size_t>(dueForPayloads_.size() / kPart, 1, kMostLanes);
  while (lanes_.size() < lanes) addLane();
  parallelFor(pool_, lanes, dueForPayloads_.size(), kPart,
              [this](std::size_t number, std::size_t begin, std::size_t end) {
                Lane& lane = lanes_[number];
                for (std::size_t i = begin; i < end; ++i)
                  sendSnapshot(*dueForPayloads_[i].participant, *dueForPayloads_[i].seat, lane);
                if (lane.batch) lane.batch->flush();
              });
  dueForPayloads_.clear();
}

/// To everybody whose turn it is.
void RoomHost::broadcast(Clock::time_point began) {
  sendInfoIfChanged(began);
  bool any = false;
  std::optional<SharedSnapshot> whole;
  for (const Participant& participant : room_.participants()) {
    const auto found = seats_.find(participant.id);
    if (found == seats_.end() || !found->second.listener) continue;
    Seat& seat = found->second;
    seat.untilSnapshot += options_.snapshotRate;
    if (seat.untilSnapshot < options_.tickRate) continue;
    seat.untilSnapshot -= options_.tickRate;
    if (!std::exchange(any, true)) states_.record(room_, tickServerTime_);
    if (seat.view) {
      dueForPayloads_.push_back({&participant, &seat});
    } else {
      if (!whole) whole.emplace(snapshotNow());
      seat.listener->sendSnapshot(whole->forReceiver(participant.sequence.value_or(0)));
    }
    ++stats_.snapshotsSent;
  }
  sendSnapshots();
  if (any) countBroadcast(began);
}

void RoomHost::countBroadcast(Clock::time_point began) {
  const auto now = Clock::now();
  stats_.tickToSent.record(seconds(now - began));
  for (const UnsentInput& input : unsentInputs_) stats_.inputToBroadcast.record(seconds(now - input.arrived));
  const int round = (options_.tickRate + options_.snapshotRate - 1) / options_.snapshotRate;
  std::erase_if(unsentInputs_, [&](const UnsentInput& input) {
    return room_.tick() - input.tick >= static_cast<std::uint32_t>(round);
  });
}

}  // namespace lead::server
