#include "session/backoff.h"

#include <algorithm>
#include <cmath>

namespace lead {

double Backoff::next(bool hurried, double least) {
  constexpr double kLeast = 0.5;
  constexpr double kMost = 5.0;
  constexpr double kJitter = 0.25;
  const double share = std::uniform_real_distribution<double>(-kJitter, kJitter)(random_);
  double base = kLeast;
  if (hurried && hurried_ < kMostHurried)
    ++hurried_;
  else
    base = std::min(kMost, kLeast * std::exp2(std::min(failures_++, 10)));
  return std::max(base * (1.0 + share), least * (1.0 + kJitter + share));
}

}  // namespace lead
