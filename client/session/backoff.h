// How long to wait before the next attempt to connect.
#pragma once

#include <cstdint>
#include <random>

namespace lead {

/// 0.5, 1, 2, 4, 5, 5, ... seconds, each ± 25 %: after a server's restart its clients don't come back all at
/// once.
class Backoff {
 public:
  explicit Backoff(std::uint32_t seed) : random_(seed) {}

  double next();
  /// The shortest, however many have failed, and none is counted: where being late costs more.
  double shortest();
  void reset() { failures_ = 0; }
  int failures() const { return failures_; }

 private:
  double jittered(double seconds);

  std::minstd_rand random_;
  int failures_ = 0;
};

}  // namespace lead
