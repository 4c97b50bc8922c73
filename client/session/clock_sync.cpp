#include "session/clock_sync.h"

#include <algorithm>
#include <cmath>

namespace lead {
namespace {

constexpr double kWindow = 10.0;
constexpr std::size_t kMostSamples = 64;

}  // namespace

void ClockSync::add(double sent, double server, double received) {
  const double roundTrip = received - sent;
  if (!std::isfinite(server) || !(roundTrip >= 0.0) || roundTrip > kWindow) return;
  const bool first = samples_.empty() && roundTrip_ == 0.0;
  roundTrip_ = first ? roundTrip : roundTrip_ + (roundTrip - roundTrip_) / 8.0;
  samples_.push_back({received, roundTrip, server - (sent + roundTrip / 2.0)});
  while (samples_.size() > kMostSamples || samples_.front().received < received - kWindow)
    samples_.pop_front();
}

const ClockSync::Sample* ClockSync::best() const {
  const auto best = std::min_element(samples_.begin(), samples_.end(), [](const Sample& a, const Sample& b) {
    return a.roundTrip < b.roundTrip;
  });
  return best == samples_.end() ? nullptr : &*best;
}

std::optional<double> ClockSync::offset() const {
  const Sample* sample = best();
  return sample == nullptr ? std::nullopt : std::optional(sample->offset);
}

std::optional<double> ClockSync::leastRoundTrip() const {
  const Sample* sample = best();
  return sample == nullptr ? std::nullopt : std::optional(sample->roundTrip);
}

void ClockSync::reset() {
  samples_.clear();
  roundTrip_ = 0.0;
}

}  // namespace lead
