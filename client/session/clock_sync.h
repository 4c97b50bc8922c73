// Round-trip time and the offset between the server's clock and ours, from pings.
#pragma once

#include <deque>
#include <optional>

namespace lead {

/// Pure: times are handed in, seconds. The offset is that of the smallest round trip of the last 10 s, whose
/// two ways are the likeliest to have been equally quick.
class ClockSync {
 public:
  /// A ping sent at `sent` and answered at `received` (our clock), for which the server's clock showed
  /// `server`. Ignored where the numbers make no sense.
  void add(double sent, double server, double received);

  /// Smoothed, an eighth of each new one; 0 until measured.
  double roundTrip() const { return roundTrip_; }
  /// server - ours.
  std::optional<double> offset() const;
  /// Of the last 10 s.
  std::optional<double> leastRoundTrip() const;
  void reset();

 private:
  struct Sample {
    double received;
    double roundTrip;
    double offset;
  };
  const Sample* best() const;
  std::deque<Sample> samples_;
  double roundTrip_ = 0.0;
};

}  // namespace lead
