#include "link/link_model.h"

#include <algorithm>

namespace lead {

/// [0, 1). Not a distribution of the standard library: those differ from one library to another.
double LinkModel::share() {
  return static_cast<double>(random_()) / 4294967296.0;
}

bool LinkModel::dark(double now) const {
  return std::any_of(options_.blackouts.begin(), options_.blackouts.end(), [now](const Blackout& each) {
    return now >= each.from && now < each.from + each.seconds;
  });
}

double LinkModel::afterBlackouts(double time) const {
  // Once more for each: they may overlap, or one begin where another ends.
  for (std::size_t i = 0; i < options_.blackouts.size(); ++i)
    for (const Blackout& each : options_.blackouts)
      if (time >= each.from && time < each.from + each.seconds) time = each.from + each.seconds;
  return time;
}

/// When its last bit has been sent.
double LinkModel::afterWait(double now, std::size_t bytes) {
  if (options_.bitsPerSecond <= 0.0) return now;
  return std::max(now, busyUntil_) + static_cast<double>(bytes) * 8.0 / options_.bitsPerSecond;
}

Fate LinkModel::packet(double now, std::size_t bytes) {
  // Always as many draws: an option that changes one thing leaves the fates of all packets else as they were.
  const bool lost = share() < options_.loss;
  const bool late = share() < options_.reorder;
  const bool twice = share() < options_.duplicate;
  const std::array<double, 2> jitter{share() * options_.jitter, share() * options_.jitter};

  Fate fate;
  if (dark(now)) {
    fate.cause = Fate::Cause::blackout;
    return fate;
  }
  if (lost) {
    fate.cause = Fate::Cause::lost;
    return fate;
  }
  const double sent = afterWait(now, bytes);
  if (sent - now > kMostWaitSeconds) {
    fate.cause = Fate::Cause::overfull;
    return fate;
  }
  busyUntil_ = sent;
  fate.copies = twice ? 2 : 1;
  for (std::size_t copy = 0; copy < 2; ++copy)
    fate.at[copy] = sent + options_.delay + jitter[copy] + (late ? kReorderSeconds : 0.0);
  return fate;
}

double LinkModel::stream(double now, std::size_t bytes) {
  const double jitter = share() * options_.jitter;
  busyUntil_ = afterWait(afterBlackouts(now), bytes);
  const double arrival = afterBlackouts(busyUntil_ + options_.delay + jitter);
  lastArrival_ = std::max(arrival, lastArrival_);
  return lastArrival_;
}

}  // namespace lead
