// Room: what leaders ask for besides taking hands. Each says in a sentence why it was not carried out.
#include <fmt/format.h>

#include <algorithm>

#include "operations/limits.h"
#include "room/room.h"

namespace lead::server {
namespace {

constexpr const char* kAvatarGone = "That avatar is not in the room any more.";

}  // namespace

bool Room::mayLead(ParticipantId id) const {
  const Participant* participant = find(id);
  return participant != nullptr && participant->role != Role::spectator;
}

std::string Room::titleOf(const HandOf& hand) const {
  const auto found = std::find_if(avatars_.begin(), avatars_.end(),
                                  [&](const RoomAvatar& avatar) { return avatar.id == hand.avatar; });
  return fmt::format("the {} hand of {} (avatar {})", lead::name(hand.hand),
                     found == avatars_.end() ? "" : found->model.name, hand.avatar);
}

Room::Fault Room::whyTaken(const HandOf& hand) const {
  const ArmState& arm = world_.find(hand.avatar)->state.arm(hand.hand);
  if (!arm.taken()) return std::nullopt;
  const Participant* holder = find(arm.holder);
  if (arm.holder == 0) return titleOf(hand) + " is in another avatar's hand";
  return titleOf(hand) + " is held by " + (holder != nullptr ? holder->name : "someone");
}

Room::Fault Room::joinHands(ParticipantId by, const HandOf& leader, const HandOf& follower) {
  if (!mayLead(by)) return "A spectator can't join avatars' hands; become a leader first.";
  if (world_.find(leader.avatar) == nullptr || world_.find(follower.avatar) == nullptr) return kAvatarGone;
  if (leader.avatar == follower.avatar) return "An avatar can't take its own hand.";
  switch (world_.chain(leader, follower)) {
    case ChainResult::joined:
    case ChainResult::alreadyJoined:
      return std::nullopt;
    case ChainResult::noSuchAvatar:
      return kAvatarGone;
    case ChainResult::handTaken: {
      Fault taken = whyTaken(leader);
      if (!taken) taken = whyTaken(follower);
      return "The hands can't be joined: " + taken.value_or("one of them is taken") + ".";
    }
    case ChainResult::wouldClose:
      return "The hands can't be joined: the row would become a ring.";
  }
  return std::nullopt;
}

Room::Fault Room::partHands(ParticipantId by, const HandOf& hand) {
  if (!mayLead(by)) return "A spectator can't part avatars' hands; become a leader first.";
  if (world_.find(hand.avatar) == nullptr) return kAvatarGone;
  if (!world_.unchain(hand)) return "No avatar's hand is in " + titleOf(hand) + ".";
  return std::nullopt;
}

Room::Fault Room::partRow(ParticipantId by, AvatarId avatar) {
  if (!mayLead(by)) return "A spectator can't part avatars' hands; become a leader first.";
  if (world_.find(avatar) == nullptr) return kAvatarGone;
  world_.unchainRow(avatar);
  return std::nullopt;
}

Room::Fault Room::setParam(ParticipantId by, std::string_view name, std::optional<float> value) {
  if (!mayLead(by)) return "A spectator can't change the room; become a leader first.";
  const Params before = world_.params;
  if (auto fault = value ? lead::setParam(world_.params, name, *value) : resetParam(world_.params, name))
    return fault;
  if (!(world_.params == before)) ++infoVersion_;
  return std::nullopt;
}

Room::Fault Room::setGaze(ParticipantId by, AvatarId avatar, GazeMode mode) {
  if (!mayLead(by)) return "A spectator can't change an avatar's gaze; become a leader first.";
  if (world_.find(avatar) == nullptr) return kAvatarGone;
  world_.setGaze(avatar, mode);
  return std::nullopt;
}

Room::Fault Room::resetAvatar(ParticipantId by, AvatarId avatar) {
  if (!mayLead(by)) return "A spectator can't put an avatar back; become a leader first.";
  if (world_.find(avatar) == nullptr) return kAvatarGone;
  endHoldsOn(avatar);
  world_.reset(avatar);
  // A grab is never judged against where the hand was before.
  history_.forget(avatar);
  recordHands(*world_.find(avatar));
  return std::nullopt;
}

Room::Fault Room::setAvatar(ParticipantId by, const std::optional<AvatarModel>& model) {
  Participant* participant = person(by);
  if (participant == nullptr) return "You are not in the room any more.";
  const Avatar* old = world_.find(participant->avatar);
  if (model && old == nullptr && avatars_.size() >= limits::kAvatarsPerRoom)
    return "The room has as many avatars as it may.";
  std::optional<AvatarState> place;
  if (old != nullptr) place = old->state;
  if (participant->avatar != 0) removeAvatar(participant->avatar);
  participant->avatar = 0;
  if (model) {
    participant->avatar = addAvatar(*model, by);
    if (place) {
      Avatar& avatar = *world_.find(participant->avatar);
      world_.place(avatar.id, place->position, place->heading);
      avatar.spawnPosition = place->position;
      avatar.spawnHeading = place->heading;
      recordHands(avatar);
    }
  }
  ++infoVersion_;
  return std::nullopt;
}

void Room::setRole(ParticipantId by, Role role) {
  Participant* participant = person(by);
  if (participant == nullptr || participant->role == role) return;
  participant->role = role;
  if (role == Role::spectator) {
    world_.releaseAll(by);
    participant->claims = {};
  }
  ++infoVersion_;
}

}  // namespace lead::server
