// From a file's bytes to what avatars share.
#include <benchmark/benchmark.h>

#include <cstdlib>
#include <filesystem>

#include "lead/avatar_rig.h"
#include "mannequin/mannequin_file.h"
#include "vrm/load.h"

namespace lead::bench {
namespace {

void load(benchmark::State& state, std::span<const std::uint8_t> file) {
  for (auto _ : state) benchmark::DoNotOptimize(makeAvatarRig(loadModel(file)->skeleton));
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(file.size()));
}

void LoadMannequin(benchmark::State& state) {
  load(state, mannequinFile());
}
BENCHMARK(LoadMannequin)->Unit(benchmark::kMillisecond);

void loadFile(benchmark::State& state, const std::filesystem::path& path) {
  if (!std::filesystem::exists(path)) return state.SkipWithError((path.string() + " is not there").c_str());
  load(state, readModelFile(path));
}

void LoadGodette(benchmark::State& state) {
  loadFile(state, std::filesystem::path(LEAD_SHARED_DIR) / "models/vrm0/godette_v4.vrm");
}
BENCHMARK(LoadGodette)->Unit(benchmark::kMillisecond);

/// Of a file of one's own: LEAD_BENCH_MODEL names it; lead-big-model makes a heavy one.
void LoadNamedFile(benchmark::State& state) {
  const char* path = std::getenv("LEAD_BENCH_MODEL");
  loadFile(state, path != nullptr ? path : "LEAD_BENCH_MODEL");
}
BENCHMARK(LoadNamedFile)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace lead::bench
