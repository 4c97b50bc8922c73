// Room: what leaders ask for besides taking hands. Each says in a sentence why it was not carried out.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

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

RoomAvatar* Room::roomAvatar(AvatarId id) {
  const auto found =
      std::find_if(avatars_.begin(), avatars_.end(), [id](const RoomAvatar& a) { return a.id == id; });
  return found == avatars_.end() ? nullptr : &*found;
}

Room::Fault Room::mayPlay(ParticipantId by, AvatarId avatar, AvatarRigPtr& rig) const {
  if (!mayLead(by)) return "A spectator can't have an avatar play a motion; become a leader first.";
  const auto found = std::find_if(avatars_.begin(), avatars_.end(),
                                  [avatar](const RoomAvatar& a) { return a.id == avatar; });
  if (found == avatars_.end()) return kAvatarGone;
  rig = found->model.rig;
  return std::nullopt;
}

Room::Fault Room::playMotion(ParticipantId by, AvatarId id, const AvatarRigPtr& rig, RoomMotion motion,
                             BoundMotionPtr bound) {
  AvatarRigPtr now;
  if (auto fault = mayPlay(by, id, now)) return fault;
  if (now != rig) return "The avatar has been exchanged in the meantime; try again.";
  if (world_.play(id, std::move(bound)) == PlayResult::busy)
    return "The avatar is just changing from one motion to another; try again in a moment.";
  motion.play = world_.tick() + 1;
  roomAvatar(id)->motions.push_back(std::move(motion));
  ++infoVersion_;
  return std::nullopt;
}

Room::Fault Room::stopMotion(ParticipantId by, AvatarId avatar) {
  if (!mayLead(by)) return "A spectator can't stop an avatar's motion; become a leader first.";
  if (world_.find(avatar) == nullptr) return kAvatarGone;
  world_.stopPlaying(avatar);
  return std::nullopt;
}

void Room::forgetMotions() {
  const auto kept = static_cast<std::uint32_t>(options_.tickRate);  // a second
  for (RoomAvatar& avatar : avatars_) {
    if (avatar.motions.empty()) continue;
    const auto& plays = world_.find(avatar.id)->state.plays;
    for (RoomMotion& motion : avatar.motions) {
      const bool isPlayed = std::any_of(plays.begin(), plays.end(),
                                        [&](const PlayState& play) { return play.play == motion.play; });
      if (!isPlayed && motion.endedAt == 0) motion.endedAt = world_.tick();
    }
    const auto gone = std::erase_if(avatar.motions, [&](const RoomMotion& motion) {
      return motion.endedAt != 0 && world_.tick() - motion.endedAt >= kept;
    });
    if (gone == 0) continue;
    world_.forgetPlayed(avatar.id);
    ++infoVersion_;
  }
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

Room::Fault Room::setAvatar(ParticipantId by, const std::optional<AvatarModel>& model, bool share) {
  Participant* participant = person(by);
  if (participant == nullptr) return "You are not in the room any more.";
  const Avatar* old = world_.find(participant->avatar);
  if (model && old == nullptr && avatars_.size() >= options_.mostAvatars)
    return "The room has as many avatars as it may.";
  std::optional<AvatarState> place;
  if (old != nullptr) place = old->state;
  if (participant->avatar != 0) removeAvatar(participant->avatar);
  participant->avatar = 0;
  if (model) {
    participant->avatar = addAvatar(*model, by, share);
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

Room::Fault Room::shareAvatar(ParticipantId by, bool share) {
  const Participant* participant = find(by);
  RoomAvatar* avatar = participant != nullptr ? roomAvatar(participant->avatar) : nullptr;
  if (avatar == nullptr) return "You have brought no avatar that could be shared.";
  if (std::exchange(avatar->shared, share) != share) ++infoVersion_;
  return std::nullopt;
}

bool Room::mayDownload(ParticipantId id, std::string_view secret, std::string_view sha256) const {
  if (!authenticate(id, secret)) return false;
  return std::any_of(avatars_.begin(), avatars_.end(), [&](const RoomAvatar& avatar) {
    return avatar.model.sha256 == sha256 && (avatar.owner == id || avatar.isHandedOn());
  });
}

Room::Fault Room::setRole(ParticipantId by, Role role) {
  Participant* participant = person(by);
  if (participant == nullptr || participant->role == role) return std::nullopt;
  if (role != Role::spectator && !participant->mayLead) return "Your token lets you watch, not lead.";
  participant->role = role;
  if (role == Role::spectator) {
    world_.releaseAll(by);
    participant->claims = {};
  }
  ++infoVersion_;
  return std::nullopt;
}

}  // namespace lead::server
