// A room on a server, and clients that see it through bad lines: the real rules, codec and playback, with the
// sockets left out. Seeded; time is counted, so a test takes as long as it computes.
#pragma once

#include <algorithm>
#include <functional>
#include <map>
#include <memory>
#include <random>
#include <vector>

#include "room/room.h"
#include "session/messages.h"
#include "session/playback.h"
#include "session/rigs.h"
#include "support/rigs.h"
#include "wire/avatar_codec.h"
#include "wire/input_payload.h"

namespace lead::test {

/// One way of a line. Each thing that is sent arrives once, later, or never.
struct Line {
  double delay = 0.0;
  double jitter = 0.0;  ///< up to so much more, evenly
  double loss = 0.0;
};

template <typename Thing>
class Pipe {
 public:
  Pipe(Line line, std::uint32_t seed) : line(line), random_(seed) {}
  Line line;

  void send(double now, const Thing& thing) {
    std::uniform_real_distribution<double> chance(0.0, 1.0);
    const bool lost = chance(random_) < line.loss;
    const double at = now + line.delay + line.jitter * chance(random_);
    if (!lost) onTheWay_.emplace(at, thing);
  }
  /// What has arrived, with when.
  std::vector<std::pair<double, Thing>> take(double now) {
    const auto end = onTheWay_.upper_bound(now);
    std::vector<std::pair<double, Thing>> arrived(onTheWay_.begin(), end);
    onTheWay_.erase(onTheWay_.begin(), end);
    return arrived;
  }

 private:
  std::minstd_rand random_;
  std::multimap<double, Thing> onTheWay_;
};

/// Somebody in the room, with a window of 60 frames a second.
class SimulatedClient {
 public:
  static constexpr double kClock = 1000.0;  ///< ours - the server's

  SimulatedClient(ParticipantId id, Line line, std::uint32_t seed, bool predicts)
      : id(id), down_(line, seed), up_(line, seed + 1), predicts_(predicts) {}

  ParticipantId id;
  Playback playback;
  ParticipantInput input;

  void snapshotSent(double now, const SnapshotPtr& snapshot) { down_.send(now, snapshot); }
  std::vector<std::pair<double, std::vector<wire::InputSample>>> arrivedInputs(double now) {
    return up_.take(now);
  }
  /// Inputs go 60 times a second, each with the two before it.
  void sendInput(double now) {
    const wire::InputSample sample = wire::rounded(toSample(input, ++sequence_, now + kClock, newestTick_));
    samples_.insert(samples_.begin(), sample);
    if (samples_.size() > wire::kInputSamples) samples_.pop_back();
    up_.send(now, samples_);
    updates_.inputs.push_back({sequence_, now + kClock, fromSample(sample)});
  }
  void frame(double now, const std::shared_ptr<const RoomInfo>& room, const AvatarRigPtr& rig) {
    for (auto& [at, snapshot] : down_.take(now)) {
      Snapshot received = *snapshot;
      received.receivedTime = at + kClock;
      newestTick_ = std::max(newestTick_, received.tick);
      updates_.snapshots.push_back(std::make_shared<const Snapshot>(std::move(received)));
    }
    // As a quick ping has it: half of the jitter of its two ways at least makes it wrong.
    updates_.clock = ClockEstimate{-kClock, down_.line.delay + up_.line.delay + 0.004};
    PlaybackSource source{std::move(updates_), room, id, {}};
    updates_ = {};
    if (predicts_) source.rigOf = [rig](const AvatarInfo&) { return rig; };
    playback.follow(source);
    playback.setInput(input);
    playback.sampleAt(now + kClock);
  }

 private:
  Pipe<SnapshotPtr> down_;
  Pipe<std::vector<wire::InputSample>> up_;
  bool predicts_;
  std::uint32_t sequence_ = 0;
  std::uint32_t newestTick_ = 0;
  std::vector<wire::InputSample> samples_;
  SessionUpdates updates_;
};

class SimulatedRoom {
 public:
  static constexpr double kTick = 1.0 / 60.0;

  explicit SimulatedRoom(int avatars = 1)
      : rig(makeTestRig(Motion::full, {.optionalBones = true})), room_({"lobby"}) {
    auto info = std::make_shared<RoomInfo>();
    for (int i = 0; i < avatars; ++i) {
      const AvatarId id = room_.addAvatar({std::string(32, 'm'), "test", rig});
      info->avatars.push_back({id, "model", "test"});
    }
    info->params = room_.world().params;
    info_ = info;
  }

  SimulatedClient& join(Line line, bool predicts) {
    const auto seed = static_cast<std::uint32_t>(100 + 10 * clients_.size());
    const auto joined = room_.join({"", server::Role::leader, std::to_string(seed), "", {}});
    auto info = std::make_shared<RoomInfo>(*info_);
    info->participants.push_back({joined.participant, "guest"});
    info_ = info;
    clients_.push_back(std::make_unique<SimulatedClient>(joined.participant, line, seed, predicts));
    return *clients_.back();
  }

  /// `eachFrame` is called with the time before each frame is drawn; it may change the clients' inputs.
  void run(double seconds, const std::function<void(double)>& eachFrame,
           const std::function<void(double)>& drawn = {}) {
    const double end = now_ + seconds;
    while (now_ < end) {
      now_ += kTick;
      for (const auto& client : clients_) takeInputs(*client);
      room_.step(static_cast<float>(kTick));
      if (room_.tick() % 2 == 0) broadcast();
      eachFrame(now_);
      for (const auto& client : clients_) {
        client->sendInput(now_ + 0.003);
        client->frame(now_ + 0.005, info_, rig);
      }
      if (drawn) drawn(now_);
    }
  }

  server::Room& room() { return room_; }
  double now() const { return now_; }
  glm::vec3 hand(const AvatarState& state, Side side) const { return wrists(*rig, state)[index(side)]; }

  AvatarRigPtr rig;

 private:
  void takeInputs(SimulatedClient& client) {
    for (const auto& [at, samples] : client.arrivedInputs(now_)) {
      for (auto sample = samples.rbegin(); sample != samples.rend(); ++sample) {
        server::Input input;
        input.sequence = sample->sequence;
        input.seenTick = sample->seenTick;
        if (sample->headPosition) input.head = server::Head{*sample->headPosition, sample->headOrientation};
        for (std::size_t i = 0; i < 2; ++i)
          if (const auto& hand = sample->hands[i])
            input.hands[i] = {hand->position,     hand->orientation,     hand->heldAvatar, hand->heldHand,
                              hand->grabbedPoint, hand->handOrientation, hand->rayOrigin};
        room_.input(client.id, input);
      }
    }
  }
  void broadcast() {
    for (const auto& client : clients_) {
      auto snapshot = std::make_shared<Snapshot>();
      snapshot->tick = room_.tick();
      snapshot->connection = 1;
      snapshot->serverTime = now_;
      snapshot->inputSequence = room_.find(client->id)->sequence.value_or(0);
      for (const Avatar& avatar : room_.world().avatars()) {
        wire::QuantisedAvatar quantised;
        wire::quantise(avatar.id, avatar.state, quantised);
        AvatarSnapshot& to = snapshot->avatars.emplace_back();
        to.id = avatar.id;
        wire::dequantise(quantised, room_.tick(), static_cast<float>(kTick), to.state);
      }
      client->snapshotSent(now_, snapshot);
    }
  }

  server::Room room_;
  std::shared_ptr<const RoomInfo> info_;
  std::vector<std::unique_ptr<SimulatedClient>> clients_;
  double now_ = 0.0;
};

}  // namespace lead::test
