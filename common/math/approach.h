// How values move towards a goal over time, the same at every tick rate. spec/lead.md, "Parameters".
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace lead {

/// Linear, so that 0 → 1 takes exactly `seconds`.
inline float ramp(float value, float goal, float seconds, float dt) {
  const float step = dt / seconds;
  return value < goal ? std::min(goal, value + step) : std::max(goal, value - step);
}

/// The share of the way to the goal that a time constant of `tau` seconds covers in dt.
inline float approachShare(float tau, float dt) {
  return 1.0F - std::exp(-dt / tau);
}

/// A value on a time constant; under `rest` it becomes 0 where that is the goal.
inline float approach(float value, float goal, float tau, float dt, float rest = 1e-3F) {
  const float next = value + (goal - value) * approachShare(tau, dt);
  return goal == 0.0F && std::abs(next) < rest ? 0.0F : next;
}

/// What is over the next lower whole number, [0, 1]; for numbers of up to 2^31.
inline float fraction(float value) {
  const float rest = value - static_cast<float>(static_cast<std::int32_t>(value));
  return rest < 0.0F ? rest + 1.0F : rest;
}

inline float smoothstep(float from, float to, float x) {
  const float t = std::clamp((x - from) / (to - from), 0.0F, 1.0F);
  return t * t * (3.0F - 2.0F * t);
}

inline float mix(float a, float b, float t) {
  return a + (b - a) * t;
}

}  // namespace lead
