// What a room does with states besides stepping them.
#include <benchmark/benchmark.h>

#include "scene.h"

namespace lead::bench {
namespace {

void HashState(benchmark::State& state) {
  const AvatarState avatar = ledAvatar().state;
  std::uint64_t hash = kHashSeed;
  for (auto _ : state) benchmark::DoNotOptimize(hash = hashState(avatar, hash));
  state.SetItemsProcessed(state.iterations());
}
BENCHMARK(HashState);

/// Both hands of every avatar, as inputs arrive.
void SetTargets(benchmark::State& state) {
  World& world = crowdOf(static_cast<std::size_t>(state.range(0))).world;
  for (auto _ : state)
    for (AvatarId id = 1; id <= static_cast<AvatarId>(state.range(0)); ++id)
      for (Side side : kSides)
        benchmark::DoNotOptimize(world.setTarget(id, side, 7, {glm::vec3(0.5F, 1.0F, 0.5F)}));
  state.SetItemsProcessed(state.iterations() * state.range(0));
}
BENCHMARK(SetTargets)->ArgName("avatars")->Arg(1)->Arg(100)->Arg(1000);

}  // namespace
}  // namespace lead::bench
