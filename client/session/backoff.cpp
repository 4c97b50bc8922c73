#include "session/backoff.h"

#include <algorithm>
#include <cmath>

namespace lead {

namespace {

constexpr double kLeast = 0.5;

}  // namespace

double Backoff::next() {
  constexpr double kMost = 5.0;
  return jittered(std::min(kMost, kLeast * std::exp2(std::min(failures_++, 10))));
}

double Backoff::soon() {
  constexpr int kMostHurries = 20;
  return hurries_ >= kMostHurries ? next() : (++hurries_, jittered(kLeast));
}

double Backoff::jittered(double seconds) {
  constexpr double kJitter = 0.25;
  return seconds * std::uniform_real_distribution<double>(1.0 - kJitter, 1.0 + kJitter)(random_);
}

}  // namespace lead
