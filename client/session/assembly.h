// The newest of everybody in a room, put together from snapshots that each bring some. One thread.
#pragma once

#include <map>

#include "session/roster.h"
#include "session/session.h"

namespace lead {

class Assembly {
 public:
  /// A snapshot of another connection begins anew.
  void add(const Snapshot& snapshot);
  /// Whoever is not in the room is forgotten, also where a straggler brings them once more. Who is new may
  /// come before the room says so, and waits.
  void setRoom(std::shared_ptr<const RoomInfo> room);
  bool empty() const { return newest_.tick == 0; }
  /// Server's seconds.
  double newestTime() const { return newest_.serverTime; }
  /// Made when it is asked for, once for each change; null while empty.
  SnapshotPtr whole();

 private:
  void forgetGone();

  std::shared_ptr<const RoomInfo> room_;
  Roster roster_;
  Snapshot newest_;  ///< without avatars and participants
  std::map<AvatarId, AvatarState> avatars_;
  std::map<ParticipantId, ParticipantSnapshot> participants_;
  SnapshotPtr whole_;  ///< null: to be made
};

}  // namespace lead
