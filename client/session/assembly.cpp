#include "session/assembly.h"

namespace lead {

void Assembly::add(const Snapshot& snapshot) {
  if (snapshot.connection != newest_.connection) {
    avatars_.clear();
    participants_.clear();
    newest_ = {};
    newest_.connection = snapshot.connection;
    roster_ = {};  // a server that was started anew begins its ids anew
    if (room_) roster_.set(*room_);
  }
  whole_ = nullptr;
  if (snapshot.tick >= newest_.tick) {
    newest_.tick = snapshot.tick;
    newest_.path = snapshot.path;
    newest_.serverTime = snapshot.serverTime;
    newest_.receivedTime = snapshot.receivedTime;
    newest_.unixTime = snapshot.unixTime;
    newest_.receivedUnixTime = snapshot.receivedUnixTime;
    newest_.age = snapshot.age;
    newest_.inputSequence = snapshot.inputSequence;
    newest_.inputSentTime = snapshot.inputSentTime;
  }
  for (const AvatarSnapshot& each : snapshot.avatars) {
    if (!mayRemember(avatars_, each.id)) continue;
    const auto [place, isNew] = avatars_.try_emplace(each.id, each.state);
    if (!isNew && each.state.tick >= place->second.tick) place->second = each.state;
  }
  for (const ParticipantSnapshot& each : snapshot.participants) {
    if (!mayRemember(participants_, each.id)) continue;
    const auto [place, isNew] = participants_.try_emplace(each.id, each);
    if (!isNew && each.tick >= place->second.tick) place->second = each;
  }
}

void Assembly::setRoom(std::shared_ptr<const RoomInfo> room) {
  room_ = std::move(room);
  roster_.set(*room_);
  forgetGone();
  whole_ = nullptr;
}

void Assembly::forgetGone() {
  if (!room_) return;
  std::erase_if(avatars_, [&](const auto& entry) { return roster_.avatarIsGone(entry.first); });
  std::erase_if(participants_, [&](const auto& entry) { return roster_.participantIsGone(entry.first); });
}

SnapshotPtr Assembly::whole() {
  if (empty() || whole_) return whole_;
  forgetGone();
  auto whole = std::make_shared<Snapshot>(newest_);
  whole->avatars.reserve(avatars_.size());
  for (const auto& [id, state] : avatars_)
    if (roster_.hasAvatar(id)) whole->avatars.push_back({id, state});
  for (const auto& [id, state] : participants_)
    if (roster_.hasParticipant(id)) whole->participants.push_back(state);
  whole_ = std::move(whole);
  return whole_;
}

}  // namespace lead
