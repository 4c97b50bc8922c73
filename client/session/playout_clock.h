// When to draw what comes unevenly: two of its own intervals behind, plus what the line's jitter and losses
// ask for, so that nearly always there is a later state to go to. Pure: times are handed in, seconds.
#pragma once

#include <array>
#include <cstddef>

namespace lead {

class PlayoutClock {
 public:
  /// A newer state, of the server's time `serverTime`, came at `receivedTime` of our clock.
  void arrived(double serverTime, double receivedTime);
  /// Moves to our time `now`. The delay changes by stretching time a little; time never goes back, and only a
  /// gap of more than half a second is jumped over.
  void advance(double now);

  /// Server's time to draw; 0 until something has come.
  double shown() const { return shown_; }
  /// Between states, server's seconds, smoothed.
  double interval() const { return interval_; }
  /// Wanted: our clock - the server's time to draw.
  double wantedDelay() const { return delay_; }
  /// Of that, what is not the way itself: how long states wait to be drawn, seconds.
  double wantedWait() const { return delay_ - leastLag_; }

 private:
  static constexpr std::size_t kKept = 128;  // four seconds of them
  static constexpr double kUsualInterval = 1.0 / 30.0;

  void measure();

  std::array<double, kKept> lags_{};   ///< our clock at the arrival - the server's time
  std::array<double, kKept> needs_{};  ///< delay with which this state would have come just in time
  std::size_t arrivals_ = 0;
  double newest_ = 0.0;
  double interval_ = kUsualInterval;
  double leastLag_ = 0.0;
  double delay_ = 0.0;
  double shown_ = 0.0;
  double lastNow_ = 0.0;
  bool running_ = false;
};

}  // namespace lead
