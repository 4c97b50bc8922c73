// A room's tick, and its halves.
#include <benchmark/benchmark.h>

#include <cmath>
#include <stdexcept>
#include <string>

#include "scene.h"

namespace lead::bench {
namespace {

void perAvatar(benchmark::State& state) {
  const auto updates = static_cast<double>(state.iterations() * state.range(0));
  state.SetItemsProcessed(state.iterations() * state.range(0));
  state.counters["perAvatar"] =
      benchmark::Counter(updates, benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
}

// What is measured is a walk; a crowd that stands would be cheaper, and nobody would notice.
void checkLed(const World& world) {
  for (const Avatar& avatar : world.avatars())
    if (std::abs(avatar.state.speed() - 1.1F) > 0.5F || avatar.state.arm(Side::left).ikWeight < 1.0F)
      throw std::logic_error("the crowd is not led: its speed is " + std::to_string(avatar.state.speed()));
}

/// World::step of avatars that walk with both hands held: follow-walk, gait or clips, arms, fingers, gaze,
/// forward kinematics of all bones.
void StepAndEvaluate(benchmark::State& state) {
  Crowd& crowd = crowdOf(static_cast<std::size_t>(state.range(0)));
  checkLed(crowd.world);
  for (auto _ : state) {
    crowd.tick();
    benchmark::DoNotOptimize(crowd.world.avatars().data());
    benchmark::ClobberMemory();
  }
  checkLed(crowd.world);
  perAvatar(state);
}
BENCHMARK(StepAndEvaluate)->ArgName("avatars")->RangeMultiplier(10)->Range(1, 1000);

/// Standing about, nobody near: what most of a room's avatars do.
void StepIdle(benchmark::State& state) {
  World world;
  for (AvatarId id = 1; id <= static_cast<AvatarId>(state.range(0)); ++id)
    world.addAvatar(id, mannequinRig(),
                    {3.0F * static_cast<float>(id % 32), 0.0F, 3.0F * static_cast<float>(id / 32)}, 0.0F);
  for (auto _ : state) {
    world.step(kTickSeconds);
    benchmark::ClobberMemory();
  }
  perAvatar(state);
}
BENCHMARK(StepIdle)->ArgName("avatars")->Arg(1)->Arg(1000);

/// What a client does for each avatar of a snapshot.
void Evaluate(benchmark::State& state) {
  const Avatar& avatar = ledAvatar();
  EvaluatedPose pose;
  for (auto _ : state) {
    evaluate(*avatar.rig, avatar.state, pose);
    benchmark::DoNotOptimize(pose);
  }
}
BENCHMARK(Evaluate);

}  // namespace
}  // namespace lead::bench
