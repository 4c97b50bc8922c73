// How long to wait before the next attempt to connect.
#pragma once

#include <cstdint>
#include <random>

namespace lead {

/// 0.5, 1, 2, 4, 5, 5, ... seconds, each ± 25 %: after a server's restart its clients don't come back all at
/// once. Who would lose something by waiting takes 0.5 s each time.
class Backoff {
 public:
  explicit Backoff(std::uint32_t seed) : random_(seed) {}

  /// In a row: whoever gets back in each time and is thrown out at once must not go on like that.
  static constexpr int kMostHurried = 20;

  /// `least`: as the server asks for.
  double next(bool hurried = false, double least = 0.0);
  void reset() { failures_ = hurried_ = 0; }

 private:
  std::minstd_rand random_;
  int failures_ = 0;  ///< waited for without hurry
  int hurried_ = 0;
};

}  // namespace lead
