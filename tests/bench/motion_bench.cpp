// What makes the legs go.
#include <benchmark/benchmark.h>

#include "motion/gait.h"
#include "motion/idle.h"
#include "scene.h"

namespace lead::bench {
namespace {

void Gait(benchmark::State& state) {
  const Skeleton& skeleton = mannequinRig()->skeleton;
  GaitInput input{0.0F, {0.0F, 0.0F, 1.1F}, 1.0F, kIdentity};
  for (auto _ : state) {
    input.phase += 0.016F;
    if (input.phase >= 1.0F) input.phase -= 1.0F;
    Pose pose = mannequinRig()->idle;
    applyGait(skeleton, input, pose);
    benchmark::DoNotOptimize(pose);
  }
}
BENCHMARK(Gait);

void Breath(benchmark::State& state) {
  const Skeleton& skeleton = mannequinRig()->skeleton;
  double seconds = 0.0;
  for (auto _ : state) {
    Pose pose = mannequinRig()->idle;
    addBreath(skeleton, seconds += 1.0 / 60.0, pose);
    benchmark::DoNotOptimize(pose);
  }
}
BENCHMARK(Breath);

}  // namespace
}  // namespace lead::bench
