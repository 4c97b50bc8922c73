#include "snapshot/room_states.h"

#include <algorithm>

namespace lead::server {
namespace {

wire::ShownParticipant shownOf(const Participant& from) {
  wire::ShownParticipant to;
  to.id = from.id;
  if (from.head) {
    to.headPosition = from.head->position;
    to.headOrientation = from.head->orientation;
  }
  for (std::size_t own = 0; own < 2; ++own) {
    if (!from.hands[own]) continue;
    auto& hand = to.hands[own].emplace();
    hand.position = from.hands[own]->position;
    hand.orientation = from.hands[own]->orientation;
    if (from.claims[own].state != Claim::State::held) continue;
    hand.heldAvatar = from.claims[own].avatar;
    hand.heldHand = from.claims[own].hand;
  }
  return to;
}

glm::vec3 placeOf(const wire::ShownParticipant& participant) {
  if (participant.headPosition) return *participant.headPosition;
  for (const auto& hand : participant.hands)
    if (hand) return hand->position;
  return glm::vec3(0.0F);
}

void sortBySlot(std::vector<Shown>& shown) {
  std::sort(shown.begin(), shown.end(), [](const Shown& a, const Shown& b) { return a.slot < b.slot; });
}

}  // namespace

void RoomStates::record(const Room& room, double serverTime) {
  serverTime_ = serverTime;
  if (tick_ == room.tick() && avatars_.tick() == tick_) return;
  tick_ = room.tick();
  recordAvatars(room);
  recordParticipants(room);
}

void RoomStates::recordAvatars(const Room& room) {
  shownAvatars_.clear();
  avatars_.begin(tick_);
  const auto& roomAvatars = room.avatars();  // in the order of the world's
  const auto& avatars = room.world().avatars();
  for (std::size_t i = 0; i < avatars.size(); ++i) {
    const Avatar& avatar = avatars[i];
    Shown shown;
    wire::QuantisedAvatar* state = avatars_.record(avatar.id, shown.slot);
    if (state == nullptr) continue;
    wire::quantise(avatar.id, avatar.state, *state);
    shown.id = avatar.id;
    shown.position = avatar.state.position;
    shown.changes = avatars_.changed(shown.slot);
    for (const Side side : kSides) shown.holders[index(side)] = avatar.state.arm(side).holder;
    if (i < roomAvatars.size() && roomAvatars[i].id == avatar.id) shown.owner = roomAvatars[i].owner;
    shownAvatars_.push_back(shown);
  }
  avatars_.finish();
  sortBySlot(shownAvatars_);
}

void RoomStates::recordParticipants(const Room& room) {
  shownParticipants_.clear();
  participants_.begin(tick_);
  for (const Participant& participant : room.participants()) {
    // Who was never seen costs nothing: a crowd that only looks on. Who was is told not to be any more.
    const bool seenNow = participant.head || participant.hands[0] || participant.hands[1];
    if (!seenNow && !participants_.knows(participant.id)) continue;
    Shown shown;
    wire::QuantisedParticipant* state = participants_.record(participant.id, shown.slot);
    if (state == nullptr) continue;
    const wire::ShownParticipant seen = shownOf(participant);
    wire::quantise(seen, *state);
    shown.id = participant.id;
    shown.position = placeOf(seen);
    shown.changes = participants_.changed(shown.slot);
    for (std::size_t own = 0; own < 2; ++own)
      if (seen.hands[own]) shown.holds[own] = seen.hands[own]->heldAvatar;
    shownParticipants_.push_back(shown);
  }
  participants_.finish();
  sortBySlot(shownParticipants_);
}

bool RoomStates::encode(EntityKind kind, std::uint16_t slot, std::uint8_t age, wire::Bits& out) const {
  wire::BitWriter writer(out);
  if (kind == EntityKind::avatar) {
    const auto* baseline = age == 0 ? nullptr : avatars_.at(slot, tick_ - age);
    if (age != 0 && baseline == nullptr) return false;
    wire::encode(avatars_.newest(slot), baseline, age, 1.0F / static_cast<float>(tickRate_), writer);
    return true;
  }
  const auto* baseline = age == 0 ? nullptr : participants_.at(slot, tick_ - age);
  if (age != 0 && baseline == nullptr) return false;
  wire::encode(participants_.newest(slot), baseline, writer);
  return true;
}

}  // namespace lead::server
