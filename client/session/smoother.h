// What to draw between two snapshots: a window draws more often than snapshots come, and they come unevenly.
// Draws two snapshot intervals in the past, where there is nearly always a later snapshot to go to; without
// one it holds the newest. Pure: times are handed in. One thread.
#pragma once

#include <cstdint>
#include <deque>
#include <vector>

#include "session/session.h"

namespace lead {

class Smoother {
 public:
  static constexpr std::size_t kMostSnapshots = 8;

  /// The newest snapshot, as often as you like; null, known and older ones change nothing. A server that
  /// starts its clock anew starts us anew.
  void add(const SnapshotPtr& snapshot);
  void clear() { *this = Smoother(); }

  /// Moves to the local steady time `now`, seconds (the clock of Snapshot::receivedTime). Never goes back in
  /// time.
  void sampleAt(double now);

  /// As of the last sampleAt(). An avatar is in it from its first state on.
  const std::vector<AvatarSnapshot>& avatars() const { return avatars_; }
  const std::vector<ParticipantSnapshot>& participants() const { return participants_; }
  const AvatarSnapshot* avatar(AvatarId id) const;
  /// For ParticipantInput::seenTick: the tick that is on the screen; 0: nothing is.
  std::uint32_t tick() const { return tick_; }
  /// Between snapshots, server's seconds; 0 until two have come.
  double interval() const { return interval_; }

 private:
  std::deque<SnapshotPtr> snapshots_;
  double lag_ = 0.0;       ///< smoothed: our clock at the arrival - the server's at the tick
  double interval_ = 0.0;  ///< smoothed
  double shown_ = 0.0;     ///< server's time that was sampled
  std::vector<AvatarSnapshot> avatars_;
  std::vector<ParticipantSnapshot> participants_;
  std::uint32_t tick_ = 0;
};

}  // namespace lead
