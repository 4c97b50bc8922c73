// Snapshots on their way from the session's thread to the window's. All of them: with only the newest of each
// frame, slow frames would look like rare snapshots, and the smoother would draw far in the past.
#pragma once

#include <deque>
#include <mutex>
#include <utility>

#include "session/session.h"

namespace lead {

/// Any thread.
class Arrivals {
 public:
  void put(SnapshotPtr snapshot) {
    const std::lock_guard lock(mutex_);
    snapshots_.push_back(std::move(snapshot));
    if (snapshots_.size() > kMost) snapshots_.pop_front();
  }
  /// Those since the last call, oldest first; the oldest are left out where there are many.
  std::deque<SnapshotPtr> take() {
    const std::lock_guard lock(mutex_);
    return std::exchange(snapshots_, {});
  }

 private:
  static constexpr std::size_t kMost = 64;  // a second of them

  std::mutex mutex_;
  std::deque<SnapshotPtr> snapshots_;
};

}  // namespace lead
