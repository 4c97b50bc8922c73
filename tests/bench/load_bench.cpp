// From a file's bytes to what avatars share.
#include <benchmark/benchmark.h>

#include "lead/avatar_rig.h"
#include "mannequin/mannequin_file.h"
#include "vrm/load.h"

namespace lead::bench {
namespace {

void LoadMannequin(benchmark::State& state) {
  for (auto _ : state) benchmark::DoNotOptimize(makeAvatarRig(loadModel(mannequinFile())->skeleton));
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(mannequinFile().size()));
}
BENCHMARK(LoadMannequin)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace lead::bench
