#include "session/playout_clock.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace lead {
namespace {

constexpr double kIntervalsBehind = 2.0;
constexpr double kSmoothing = 0.1;   // of intervals
constexpr double kLongestGap = 0.2;  // longer ones are of somebody at rest, who is not drawn later for that
constexpr double kInTime = 0.99;     // of the states
constexpr double kStretchSeconds = 0.5;
constexpr double kStretch = 0.06;
constexpr double kFirstStretch = 0.25;  // until the first second has been measured
constexpr std::size_t kFirst = 30;
constexpr double kJump = 0.5;

}  // namespace

void PlayoutClock::arrived(double serverTime, double receivedTime) {
  const double lag = receivedTime - serverTime;
  const double gap = arrivals_ == 0 ? kUsualInterval : std::min(serverTime - newest_, kLongestGap);
  newest_ = serverTime;
  if (arrivals_ > 0) interval_ += (gap - interval_) * kSmoothing;
  lags_[arrivals_ % kKept] = lag;
  needs_[arrivals_ % kKept] = lag + gap;
  ++arrivals_;
  measure();
}

void PlayoutClock::measure() {
  const std::size_t count = std::min(arrivals_, kKept);
  const double sum = std::accumulate(lags_.begin(), lags_.begin() + count, 0.0);
  leastLag_ = *std::min_element(lags_.begin(), lags_.begin() + count);
  std::array<double, kKept> needs = needs_;
  const auto inTime = static_cast<std::size_t>(kInTime * static_cast<double>(count - 1));
  std::nth_element(needs.begin(), needs.begin() + inTime, needs.begin() + count);
  delay_ = std::max(needs[inTime], sum / static_cast<double>(count) + kIntervalsBehind * interval_);
}

void PlayoutClock::advance(double now) {
  if (arrivals_ == 0) return;
  const double wanted = now - delay_;
  if (!running_) {
    running_ = true;
    shown_ = wanted;
    lastNow_ = now;
    return;
  }
  const double dt = std::max(0.0, now - lastNow_);
  lastNow_ = std::max(now, lastNow_);
  const double late = wanted - (shown_ + dt);
  if (late > kJump) {
    shown_ = wanted;
    return;
  }
  if (late < -kJump) return;  // the way has become that much longer: it comes when it comes
  const double most = arrivals_ < kFirst ? kFirstStretch : kStretch;
  shown_ += dt * (1.0 + std::clamp(late / kStretchSeconds, -most, most));
}

}  // namespace lead
