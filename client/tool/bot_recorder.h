// What all bots of a process measure together.
#pragma once

#include <functional>
#include <memory>
#include <mutex>

#include "session/session.h"
#include "tool/samples.h"

namespace lead::tool {

/// Any thread.
class BotRecorder {
 public:
  /// A callback for one session's snapshots.
  std::function<void(const SnapshotPtr&)> listener();
  void addRoundTrip(double seconds);

  /// {"snapshotAge": by the wall clock (server on this machine), "snapshotAgeByClockOffset",
  /// "snapshotInterval",
  ///  "inputToSnapshot", "roundTrip"}, each in milliseconds.
  nlohmann::json report() const;

 private:
  void record(const Snapshot& snapshot, double previousReceived);
  mutable std::mutex mutex_;
  Samples age_;
  Samples ageByOffset_;
  Samples interval_;
  Samples inputToSnapshot_;
  Samples roundTrip_;
};

}  // namespace lead::tool
