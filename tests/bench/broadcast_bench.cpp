// What a snapshot to all clients of a room costs the server, without seal and socket: states taken, chosen
// for each client against what it has acknowledged, and written.
#include <benchmark/benchmark.h>

#include <memory>
#include <vector>

#include "scene.h"
#include "snapshot/client_view.h"

namespace lead::bench {
namespace {

constexpr std::uint32_t kRate = 1'000'000;
constexpr std::uint32_t kLateSnapshots = 4;  // acknowledgements come so much later: 100 ms and a bit

/// Avatars that are led in circles, each by somebody with a head, and clients.
struct Audience {
  server::Room room;
  server::RoomStates states{60};
  server::EntryCodes codes;
  std::vector<ParticipantId> leaders;
  std::vector<std::unique_ptr<server::ClientView>> views;
  std::vector<std::uint16_t> numbers;  ///< payloads each client has been sent
  std::vector<HandTargets> targets = lap();
  std::vector<glm::vec3> middles;
  std::uint32_t tick = 0;

  Audience(std::size_t avatars, std::size_t clients)
      : room([&] {
          server::RoomOptions options;
          options.name = "bench";
          options.mostParticipants = options.mostAvatars = 4000;
          return server::Room(options);
        }()) {
    for (std::size_t i = 0; i < avatars; ++i) {
      const AvatarId id = room.addAvatar({std::string(32, 'm'), "Mannequin", mannequinRig()});
      leaders.push_back(room.join({"L" + std::to_string(i), server::Role::leader, "s", "", {}}).participant);
      middles.push_back(room.world().find(id)->state.position);
    }
    for (std::size_t i = 0; i < clients; ++i)
      views.push_back(std::make_unique<server::ClientView>(kRate, 30));
    numbers.resize(clients);
    for (int i = 0; i < 120; ++i) step();
  }

  void step() {
    for (std::size_t i = 0; i < leaders.size(); ++i) {
      const HandTargets& at = targets[(tick + 13 * i) % targets.size()];
      server::Input input;
      input.sequence = tick + 1;
      server::HandInput hand;
      hand.heldAvatar = static_cast<AvatarId>(i + 1);
      const glm::vec3 begin = middles[i] + glm::vec3(0.22F, 0.8F, 0.0F);
      hand.position = tick < 10 ? begin : middles[i] + at[0] - glm::vec3(0.0F, 0.0F, kLapRadius);
      hand.rayOrigin = hand.position + glm::vec3(0.0F, 0.5F, 1.0F);
      input.hands[0] = hand;
      input.head = server::Head{hand.position + glm::vec3(0.0F, 0.6F, 0.3F), kIdentity};
      room.input(leaders[i], input);
    }
    ++tick;
    room.step(1.0F / 60.0F);
  }

  /// Bytes of all payloads.
  std::size_t broadcast() {
    std::size_t bytes = 0;
    states.record(room, room.time());
    for (std::size_t i = 0; i < views.size(); ++i) {
      if (numbers[i] > kLateSnapshots * 4) {
        wire::Acks acks;
        acks.any = true;
        acks.newest = static_cast<std::uint16_t>(numbers[i] - kLateSnapshots * 4);
        acks.before = 0xFFFFFFFFU;
        views[i]->acknowledge(acks);
      }
      const server::Viewer viewer{leaders[i % leaders.size()], tick,
                                  server::Head{middles[i % middles.size()], kIdentity}};
      views[i]->write(states, codes, viewer, [&](std::span<const std::uint8_t> payload) {
        bytes += payload.size();
        ++numbers[i];
      });
    }
    return bytes;
  }
};

void BM_Broadcast(benchmark::State& state) {
  Audience audience(static_cast<std::size_t>(state.range(0)), static_cast<std::size_t>(state.range(1)));
  for (int i = 0; i < 20; ++i) {
    audience.step();
    audience.step();
    audience.broadcast();
  }
  std::size_t bytes = 0;
  for (auto _ : state) {
    state.PauseTiming();
    audience.step();
    audience.step();
    state.ResumeTiming();
    bytes += audience.broadcast();
  }
  const auto snapshots = static_cast<double>(state.iterations() * state.range(1));
  state.counters["bytes/client"] = static_cast<double>(bytes) / snapshots;
  state.counters["time/client"] =
      benchmark::Counter(snapshots, benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
}
BENCHMARK(BM_Broadcast)
    ->ArgNames({"avatars", "clients"})
    ->Args({25, 25})
    ->Args({50, 50})
    ->Args({100, 100})
    ->Args({200, 200})
    ->Args({20, 1000})
    ->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace lead::bench
