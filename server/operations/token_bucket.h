// A rate limit with room for bursts. Time is passed in.
#pragma once

#include <algorithm>
#include <chrono>

namespace lead::server {

class TokenBucket {
 public:
  using Clock = std::chrono::steady_clock;

  TokenBucket(double perSecond, double burst, Clock::time_point now)
      : perSecond_(perSecond), burst_(burst), tokens_(burst), filled_(now) {}

  /// False: over the limit.
  bool take(Clock::time_point now) {
    tokens_ = std::min(burst_, tokens_ + perSecond_ * std::chrono::duration<double>(now - filled_).count());
    filled_ = now;
    if (tokens_ < 1.0) return false;
    tokens_ -= 1.0;
    return true;
  }

 private:
  double perSecond_;
  double burst_;
  double tokens_;
  Clock::time_point filled_;
};

}  // namespace lead::server
