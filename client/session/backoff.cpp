#include "session/backoff.h"

#include <algorithm>
#include <cmath>

namespace lead {

double Backoff::next() {
  constexpr double kLeast = 0.5;
  constexpr double kMost = 5.0;
  constexpr double kJitter = 0.25;
  const double base = std::min(kMost, kLeast * std::exp2(std::min(failures_++, 10)));
  return base * std::uniform_real_distribution<double>(1.0 - kJitter, 1.0 + kJitter)(random_);
}

}  // namespace lead
