// How long to wait before the next attempt to connect.
#pragma once

#include <cstdint>
#include <random>

namespace lead {

/// 0.5, 1, 2, 4, 5, 5, ... seconds, each ± 25 %: a server's clients don't come back all at once.
class Backoff {
 public:
  explicit Backoff(std::uint32_t seed) : random_(seed) {}

  double next();
  /// 20 times the shortest, then as next(): where being late costs more.
  double soon();
  void reset() { failures_ = hurries_ = 0; }
  int failures() const { return failures_; }

 private:
  double jittered(double seconds);

  std::minstd_rand random_;
  int failures_ = 0;
  int hurries_ = 0;
};

}  // namespace lead
