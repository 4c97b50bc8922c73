// Who is in the room, who has left, and who is so new that the room's list has yet to come. Ids only grow.
#pragma once

#include <algorithm>
#include <set>

#include "session/session.h"
#include "wire/limits.h"

namespace lead {

/// Whether one more may be remembered: no server has more of them than there are slots.
template <typename Map>
bool mayRemember(const Map& known, std::uint32_t id) {
  return known.size() < wire::kSlots || known.contains(id);
}

class Roster {
 public:
  void set(const RoomInfo& room) {
    known_ = true;
    avatars_.clear();
    participants_.clear();
    for (const AvatarInfo& each : room.avatars) avatars_.insert(each.id);
    for (const ParticipantInfo& each : room.participants) participants_.insert(each.id);
    if (!avatars_.empty()) newestAvatar_ = std::max(newestAvatar_, *avatars_.rbegin());
    if (!participants_.empty()) newestParticipant_ = std::max(newestParticipant_, *participants_.rbegin());
  }
  /// Everybody, before the first list.
  bool hasAvatar(AvatarId id) const { return !known_ || avatars_.contains(id); }
  bool hasParticipant(ParticipantId id) const { return !known_ || participants_.contains(id); }
  bool avatarIsGone(AvatarId id) const { return !hasAvatar(id) && id <= newestAvatar_; }
  bool participantIsGone(ParticipantId id) const { return !hasParticipant(id) && id <= newestParticipant_; }

 private:
  bool known_ = false;
  std::set<AvatarId> avatars_;
  std::set<ParticipantId> participants_;
  AvatarId newestAvatar_ = 0;
  ParticipantId newestParticipant_ = 0;
};

}  // namespace lead
