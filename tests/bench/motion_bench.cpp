// What makes the legs go.
#include <benchmark/benchmark.h>

#include "motion/gait.h"
#include "motion/idle.h"
#include "scene.h"

namespace lead::bench {
namespace {

/// The procedural walk, legs included.
void Gait(benchmark::State& state) {
  const Skeleton& skeleton = mannequinRig()->skeleton;
  GaitInput input;
  input.weight = 1.0F;
  Pose pose;
  for (auto _ : state) {
    input.phase += 0.016F;
    if (input.phase >= 1.0F) input.phase -= 1.0F;
    pose = mannequinRig()->idle;
#if __has_include("motion/legs.h")
    input.travel.speed = 1.1F;
    placeFeet(skeleton, applyGait(skeleton, input, pose), pose);
#else  // until the legs have left the gait
    input.travel = {0.0F, 0.0F, 1.1F};
    applyGait(skeleton, input, pose);
#endif
    benchmark::DoNotOptimize(pose);
  }
}
BENCHMARK(Gait);

void Breath(benchmark::State& state) {
  const Skeleton& skeleton = mannequinRig()->skeleton;
  double seconds = 0.0;
  for (auto _ : state) {
    Pose pose = mannequinRig()->idle;
    addBreath(skeleton, seconds += 1.0 / 60.0, 1.0F, pose);
    benchmark::DoNotOptimize(pose);
  }
}
BENCHMARK(Breath);

}  // namespace
}  // namespace lead::bench
