// What all bots of a process measure together.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <mutex>
#include <nlohmann/json_fwd.hpp>

#include "session/playback.h"
#include "session/session.h"
#include "tool/samples.h"

namespace lead::tool {

/// How what bots draw looks: those of them that do. Seconds and metres.
struct DrawnFigures {
  Samples handJitter;          ///< a remote standing avatar's held hand, against where it was going
  Samples correction;          ///< of what a bot leads: predicted against told
  Samples atRelease;           ///< likewise, in the tick of a release
  Samples afterRelease;        ///< and half a second later
  Samples ownHand;             ///< the hand that a bot holds, as drawn, against its own
  Samples wait;                ///< of states, to be drawn
  std::uint64_t freezes = 0;   ///< a moving avatar stood still for more than kFreezeSeconds
  double longestFreeze = 0.0;  ///< of any length
  float largestStep = 0.0F;    ///< that a correction moved an avatar in one frame
  std::uint64_t interpolated = 0;
  std::uint64_t extrapolated = 0;
  std::uint64_t held = 0;
};

/// Which of the round trips that a session has, smoothed, are samples: one a second, each measured anew.
class RoundTripChoice {
 public:
  bool isDue(double now) const { return now - takenAt_ >= 1.0; }
  /// True: this is one. 0: none has been measured.
  bool take(double seconds, double now) {
    if (!isDue(now) || seconds == 0.0 || seconds == taken_) return false;
    taken_ = seconds;
    takenAt_ = now;
    return true;
  }

 private:
  double taken_ = 0.0;
  double takenAt_ = -1.0;
};

/// Any thread.
class BotRecorder {
 public:
  /// Nothing is recorded until then; at first all is.
  void pause() { recording_ = false; }
  void resume() { recording_ = true; }
  bool recording() const { return recording_; }

  /// A callback for one session's snapshots.
  std::function<void(const SnapshotPtr&)> listener();
  void addRoundTrip(double seconds);
  /// `change(figures)`, unless paused.
  template <typename Change>
  void drawn(Change change) {
    if (!recording_) return;
    const std::scoped_lock lock(mutex_);
    change(drawn_);
  }

  /// What README.md, "Figures of lead-tool bot", has of it.
  nlohmann::json report() const;

 private:
  struct Previous {
    std::uint32_t tick = 0;
    double received = 0.0;
    std::uint32_t input = 0;
    std::uint64_t connection = 0;
  };
  void record(const Snapshot& snapshot, Previous& previous);

  std::atomic<bool> recording_{true};
  mutable std::mutex mutex_;
  Samples age_;
  Samples ageByOffset_;
  Samples interval_;
  Samples inputToSnapshot_;
  Samples roundTrip_;
  DrawnFigures drawn_;
};

}  // namespace lead::tool
