#include "session/messages.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "convert/convert.h"
#include "convert/licence.h"
#include "session/model_hash.h"

namespace lead {
namespace {

constexpr int kMostWalks = 64;
constexpr int kMostMotions = 64;  // of an avatar

void encodeHand(const HandInput& from, v1::HandInput* to) {
  to->set_present(true);
  encode(from.position, to->mutable_position());
  if (from.orientation) encode(*from.orientation, to->mutable_orientation());
  to->set_held_avatar(from.heldAvatar);
  to->set_held_hand(toProto(from.heldHand));
  encode(from.grabbedPoint, to->mutable_grabbed_point());
  to->set_send_orientation(from.sendOrientation.has_value());
  if (from.sendOrientation) encode(*from.sendOrientation, to->mutable_hand_orientation());
  to->set_by_ray(from.rayOrigin.has_value());
  if (from.rayOrigin) encode(*from.rayOrigin, to->mutable_ray_origin());
}

bool isGiven(const v1::Quat& q) {
  return q.x() != 0.0F || q.y() != 0.0F || q.z() != 0.0F || q.w() != 0.0F;
}

bool decodeHand(const v1::HandInput& from, ParticipantSnapshot::Hand& to) {
  const auto position = decodePosition(from.position());
  const auto held = fromProto(from.held_hand());
  if (!position || !held) return false;
  to.position = *position;
  to.heldAvatar = from.held_avatar();
  to.heldHand = *held;
  if (!from.has_orientation() || !isGiven(from.orientation())) return true;
  to.orientation = decodeRotation(from.orientation());
  return to.orientation.has_value();
}

bool decodeParticipant(const v1::ParticipantState& from, ParticipantSnapshot& to) {
  to.id = from.id();
  if (from.has_head()) {
    to.headPosition = decodePosition(from.head().position());
    if (!to.headPosition) return false;
    if (isGiven(from.head().orientation())) {
      const auto orientation = decodeRotation(from.head().orientation());
      if (!orientation) return false;
      to.headOrientation = *orientation;
    }
  }
  if (from.hands_size() > static_cast<int>(to.hands.size())) return false;
  for (int i = 0; i < from.hands_size(); ++i) {
    if (!from.hands(i).present()) continue;
    auto& hand = *(to.hands[static_cast<std::size_t>(i)] = ParticipantSnapshot::Hand{});
    if (!decodeHand(from.hands(i), hand)) return false;
  }
  return true;
}

Role fromProto(v1::Role role) {
  return role == v1::ROLE_SPECTATOR ? Role::spectator : Role::leader;
}

/// What a newer server says that we don't know is taken for the strictest.
Sharing fromProto(v1::Sharing sharing) {
  if (sharing == v1::SHARING_BY_LICENCE) return Sharing::byLicence;
  return sharing == v1::SHARING_BY_OWNER ? Sharing::byOwner : Sharing::none;
}

bool decodeMotions(const v1::RoomInfo::Avatar& from, AvatarInfo& to) {
  if (from.motions_size() > kMostMotions) return false;
  for (const auto& each : from.motions()) {
    const auto file = hashFromBytes(each.sha256());
    if (!file || each.play() == 0) return false;
    to.motions.push_back({each.play(), *file, each.animation(), each.loops(), each.name()});
  }
  return true;
}

template <typename List>
auto findId(const List& list, std::uint32_t id) -> decltype(list.data()) {
  const auto found = std::find_if(list.begin(), list.end(), [id](const auto& each) { return each.id == id; });
  return found == list.end() ? nullptr : &*found;
}

std::string refusalSentence(const v1::ServerMessage::HoldRefused& from, const RoomInfo* room) {
  const char* hand = from.hand() == v1::HAND_RIGHT ? "right" : "left";
  const ParticipantInfo* holder = room != nullptr ? room->participant(from.holder()) : nullptr;
  switch (from.reason()) {
    case v1::REFUSAL_REASON_HELD_BY_OTHER:
      if (from.holder() == 0)
        return fmt::format("The {} hand is in another avatar's hand; part the two first.", hand);
      return fmt::format("The {} hand is held by {}; wait until it is let go.", hand,
                         holder != nullptr ? holder->name : "someone else");
    case v1::REFUSAL_REASON_OUT_OF_REACH:
      return fmt::format("The {} hand is out of reach; go nearer.", hand);
    case v1::REFUSAL_REASON_NO_SUCH_AVATAR:
      return "That avatar has left the room.";
    case v1::REFUSAL_REASON_SPECTATOR:
      return "Spectators can't take hands; become a leader first.";
    case v1::REFUSAL_REASON_TOO_MANY:
      return "Both of your hands are full; let go of one first.";
    case v1::REFUSAL_REASON_HOLD_ENDED:
      return fmt::format("You hold the {} hand no longer: its avatar was put back or taken away.", hand);
    default:
      return fmt::format("The server didn't give the {} hand.", hand);
  }
}

}  // namespace

v1::Role toProto(Role role) {
  return role == Role::spectator ? v1::ROLE_SPECTATOR : v1::ROLE_LEADER;
}

v1::Input encodeInput(const ParticipantInput& input, std::uint32_t sequence, double time,
                      std::uint32_t seenTick) {
  v1::Input to;
  to.set_sequence(sequence);
  to.set_client_time(time);
  to.set_seen_tick(input.seenTick != 0 ? input.seenTick : seenTick);
  if (input.headPosition) {
    encode(*input.headPosition, to.mutable_head()->mutable_position());
    encode(input.headOrientation, to.mutable_head()->mutable_orientation());
  }
  for (const auto& hand : input.hands) {
    v1::HandInput* each = to.add_hands();
    if (hand) encodeHand(*hand, each);
  }
  return to;
}

wire::InputSample toSample(const ParticipantInput& input, std::uint32_t sequence, double time,
                           std::uint32_t seenTick) {
  wire::InputSample to;
  to.sequence = sequence;
  to.clientTime = time;
  to.seenTick = input.seenTick != 0 ? input.seenTick : seenTick;
  to.headPosition = input.headPosition;
  to.headOrientation = input.headOrientation;
  for (std::size_t i = 0; i < to.hands.size(); ++i)
    if (const auto& hand = input.hands[i])
      to.hands[i] = {hand->position,     hand->orientation,     hand->heldAvatar, hand->heldHand,
                     hand->grabbedPoint, hand->sendOrientation, hand->rayOrigin};
  return to;
}

ParticipantInput fromSample(const wire::InputSample& sample) {
  ParticipantInput to;
  to.seenTick = sample.seenTick;
  to.headPosition = sample.headPosition;
  to.headOrientation = sample.headOrientation;
  for (std::size_t i = 0; i < to.hands.size(); ++i)
    if (const auto& hand = sample.hands[i])
      to.hands[i] = {hand->position,     hand->orientation,     hand->heldAvatar, hand->heldHand,
                     hand->grabbedPoint, hand->handOrientation, hand->rayOrigin};
  return to;
}

Snapshot toSnapshot(wire::ReceivedSnapshot& from) {
  Snapshot to;
  to.tick = from.header.tick;
  to.serverTime = from.header.serverTime;
  to.inputSequence = from.header.inputSequence;
  to.avatars = std::move(from.avatars);
  to.participants.reserve(from.participants.size());
  for (const wire::ShownParticipant& each : from.participants) {
    ParticipantSnapshot& participant = to.participants.emplace_back();
    participant.id = each.id;
    participant.tick = to.tick;
    participant.headPosition = each.headPosition;
    participant.headOrientation = each.headOrientation;
    for (std::size_t i = 0; i < each.hands.size(); ++i)
      if (const auto& hand = each.hands[i])
        participant.hands[i] = {hand->position, hand->orientation, hand->heldAvatar, hand->heldHand};
  }
  return to;
}

std::optional<Snapshot> decodeSnapshot(const v1::Snapshot& from) {
  Snapshot to;
  to.tick = from.tick();
  to.serverTime = from.server_time();
  to.unixTime = from.unix_time();
  to.inputSequence = from.input_sequence();
  if (!std::isfinite(to.serverTime) || !std::isfinite(to.unixTime)) return std::nullopt;
  to.avatars.reserve(static_cast<std::size_t>(from.avatars_size()));
  for (const v1::AvatarState& each : from.avatars()) {
    const auto state = decode(each);
    if (!state || each.avatar() == 0) return std::nullopt;
    to.avatars.push_back({each.avatar(), *state});
  }
  to.participants.resize(static_cast<std::size_t>(from.participants_size()));
  for (int i = 0; i < from.participants_size(); ++i)
    if (!decodeParticipant(from.participants(i), to.participants[static_cast<std::size_t>(i)]))
      return std::nullopt;
  for (ParticipantSnapshot& each : to.participants) each.tick = to.tick;
  return to;
}

std::optional<RoomInfo> decodeRoom(const v1::RoomInfo& from) {
  RoomInfo to;
  to.version = from.version();
  to.room = from.room();
  const auto params = decode(from.params());
  if (!params) return std::nullopt;
  to.params = *params;
  auto space = decode(from.space());
  if (std::holds_alternative<std::string>(space)) return std::nullopt;
  to.space = std::get<Space>(std::move(space));
  if (from.walk_sha256_size() > kMostWalks) return std::nullopt;
  for (const std::string& each : from.walk_sha256()) {
    const auto hash = hashFromBytes(each);
    if (!hash) return std::nullopt;
    to.walks.push_back(*hash);
  }
  for (const auto& each : from.participants())
    to.participants.push_back({each.id(), each.name(), fromProto(each.role()), each.avatar()});
  for (const auto& each : from.avatars()) {
    const auto hash = hashFromBytes(each.model_sha256());
    if (!hash || each.id() == 0) return std::nullopt;
    AvatarInfo& avatar = to.avatars.emplace_back();
    avatar = {each.id(), *hash, each.model_name(), each.owner()};
    if (!decodeMotions(each, avatar)) return std::nullopt;
    avatar.licence = decode(each.licence());
    avatar.sharing = fromProto(each.sharing());
  }
  return to;
}

HoldRefused decodeRefusal(const v1::ServerMessage::HoldRefused& from, const RoomInfo* room) {
  return {from.avatar(), fromProto(from.hand()).value_or(Side::left), static_cast<int>(from.own_hand()),
          from.holder(), refusalSentence(from, room)};
}

bool sameInput(const ParticipantInput& a, const ParticipantInput& b) {
  const auto sameHand = [](const std::optional<HandInput>& x, const std::optional<HandInput>& y) {
    if (!x || !y) return x.has_value() == y.has_value();
    return x->position == y->position && x->orientation == y->orientation && x->heldAvatar == y->heldAvatar &&
           x->heldHand == y->heldHand && x->grabbedPoint == y->grabbedPoint &&
           x->sendOrientation == y->sendOrientation && x->rayOrigin == y->rayOrigin;
  };
  return a.headPosition == b.headPosition && a.headOrientation == b.headOrientation &&
         sameHand(a.hands[0], b.hands[0]) && sameHand(a.hands[1], b.hands[1]);
}

bool holdsAnything(const ParticipantInput& input) {
  return std::any_of(input.hands.begin(), input.hands.end(),
                     [](const auto& hand) { return hand && hand->heldAvatar != 0; });
}

const AvatarInfo* RoomInfo::avatar(AvatarId id) const {
  return findId(avatars, id);
}
const ParticipantInfo* RoomInfo::participant(ParticipantId id) const {
  return findId(participants, id);
}
const AvatarSnapshot* Snapshot::avatar(AvatarId id) const {
  return findId(avatars, id);
}

}  // namespace lead
