#include "gateway/encode.h"

#include <google/protobuf/io/coded_stream.h>

#include <array>

#include "convert/convert.h"
#include "convert/licence.h"

namespace lead::server {
namespace {

using google::protobuf::io::CodedOutputStream;

static_assert(static_cast<int>(Disconnect::shutdown) == v1::DISCONNECT_REASON_SHUTDOWN);
static_assert(static_cast<int>(Disconnect::left) == v1::DISCONNECT_REASON_LEFT);
static_assert(static_cast<int>(Disconnect::malformed) == v1::DISCONNECT_REASON_MALFORMED);
static_assert(static_cast<int>(Disconnect::tooSlow) == v1::DISCONNECT_REASON_TOO_SLOW);
static_assert(static_cast<int>(Disconnect::replaced) == v1::DISCONNECT_REASON_REPLACED);
static_assert(static_cast<int>(Disconnect::flood) == v1::DISCONNECT_REASON_FLOOD);
static_assert(static_cast<int>(Disconnect::silent) == v1::DISCONNECT_REASON_SILENT);
static_assert(static_cast<int>(Refusal::heldByOther) == v1::REFUSAL_REASON_HELD_BY_OTHER);
static_assert(static_cast<int>(Refusal::outOfReach) == v1::REFUSAL_REASON_OUT_OF_REACH);
static_assert(static_cast<int>(Refusal::noSuchAvatar) == v1::REFUSAL_REASON_NO_SUCH_AVATAR);
static_assert(static_cast<int>(Refusal::spectator) == v1::REFUSAL_REASON_SPECTATOR);
static_assert(static_cast<int>(Refusal::holdEnded) == v1::REFUSAL_REASON_HOLD_ENDED);

constexpr std::uint32_t kVarint = 0;
constexpr std::uint32_t kLengthDelimited = 2;
constexpr std::uint32_t fieldTag(int number, std::uint32_t type) {
  return static_cast<std::uint32_t>(number) << 3U | type;
}

v1::Role toProto(Role role) {
  return role == Role::spectator ? v1::ROLE_SPECTATOR : v1::ROLE_LEADER;
}

void encodeHand(const HandInput& from, const Claim& claim, v1::HandInput* to) {
  to->set_present(true);
  encode(from.position, to->mutable_position());
  if (from.orientation) encode(*from.orientation, to->mutable_orientation());
  if (claim.state != Claim::State::held) return;
  to->set_held_avatar(claim.avatar);
  to->set_held_hand(lead::toProto(claim.hand));
}

void encodeParticipant(const Participant& from, v1::Snapshot* snapshot) {
  if (!from.head && !from.hands[0] && !from.hands[1]) return;  // nothing of it to show
  v1::ParticipantState* to = snapshot->add_participants();
  to->set_id(from.id);
  if (from.head) {
    encode(from.head->position, to->mutable_head()->mutable_position());
    encode(from.head->orientation, to->mutable_head()->mutable_orientation());
  }
  const std::size_t count = from.hands[1] ? 2 : (from.hands[0] ? 1 : 0);
  for (std::size_t i = 0; i < count; ++i) {
    v1::HandInput* hand = to->add_hands();
    if (from.hands[i]) encodeHand(*from.hands[i], from.claims[i], hand);
  }
}

}  // namespace

grpc::ByteBuffer toBuffer(const google::protobuf::MessageLite& message) {
  const grpc::Slice slice(message.SerializeAsString());
  return grpc::ByteBuffer(&slice, 1);
}

grpc::ByteBuffer encodeInfo(const Room& room) {
  v1::ServerMessage message;
  v1::RoomInfo* info = message.mutable_info();
  info->set_version(room.infoVersion());
  info->set_room(room.name());
  for (const Participant& from : room.participants()) {
    auto* to = info->add_participants();
    to->set_id(from.id);
    to->set_name(from.name);
    to->set_role(toProto(from.role));
    to->set_avatar(from.avatar);
  }
  for (const RoomAvatar& from : room.avatars()) {
    auto* to = info->add_avatars();
    to->set_id(from.id);
    to->set_model_sha256(from.model.sha256);
    to->set_model_name(from.model.name);
    to->set_owner(from.owner);
    encode(from.model.licence, to->mutable_licence());
    to->set_sharing(from.model.mayBeHandedOn ? v1::SHARING_BY_LICENCE
                    : from.shared            ? v1::SHARING_BY_OWNER
                                             : v1::SHARING_NONE);
    for (const RoomMotion& motion : from.motions) {
      auto* motionTo = to->add_motions();
      motionTo->set_play(motion.play);
      motionTo->set_sha256(motion.sha256);
      motionTo->set_animation(motion.animation);
      motionTo->set_loops(motion.loops);
      motionTo->set_name(motion.name);
    }
  }
  encode(room.world().params, info->mutable_params());
  for (const std::string& walk : room.walks()) info->add_walk_sha256(walk);
  if (room.world().space != Space()) encode(room.world().space, info->mutable_space());
  return toBuffer(message);
}

grpc::ByteBuffer encodeRefusedHold(const HoldRefusedNotice& notice) {
  v1::ServerMessage message;
  auto* refused = message.mutable_hold_refused();
  refused->set_avatar(notice.avatar);
  refused->set_hand(lead::toProto(notice.hand));
  refused->set_reason(static_cast<v1::RefusalReason>(notice.reason));
  refused->set_holder(notice.holder);
  refused->set_own_hand(static_cast<std::uint32_t>(notice.ownHand));
  return toBuffer(message);
}

grpc::ByteBuffer encodeRefused(const std::string& sentence) {
  v1::ServerMessage message;
  message.mutable_refused()->set_sentence(sentence);
  return toBuffer(message);
}

grpc::ByteBuffer encodePong(double clientTime, double serverTime) {
  v1::ServerMessage message;
  message.mutable_pong()->set_client_time(clientTime);
  message.mutable_pong()->set_server_time(serverTime);
  return toBuffer(message);
}

grpc::ByteBuffer encodePayloads(const std::vector<std::string>& payloads) {
  v1::ServerMessage message;
  for (const std::string& payload : payloads) message.mutable_payloads()->add_payload(payload);
  return toBuffer(message);
}

grpc::ByteBuffer encodeGoodbye(Disconnect reason, const std::string& sentence) {
  v1::ServerMessage message;
  message.mutable_goodbye()->set_reason(static_cast<v1::DisconnectReason>(reason));
  message.mutable_goodbye()->set_sentence(sentence);
  return toBuffer(message);
}

SharedSnapshot::SharedSnapshot(const Room& room, double serverTime, double unixTime) {
  v1::Snapshot snapshot;
  snapshot.set_tick(room.tick());
  snapshot.set_server_time(serverTime);
  snapshot.set_unix_time(unixTime);
  snapshot.set_info_version(room.infoVersion());
  for (const Avatar& avatar : room.world().avatars()) encode(avatar.id, avatar.state, snapshot.add_avatars());
  for (const Participant& participant : room.participants()) encodeParticipant(participant, &snapshot);
  common_ = grpc::Slice(snapshot.SerializeAsString());
}

grpc::ByteBuffer SharedSnapshot::forReceiver(std::uint32_t inputSequence) const {
  // A message's bytes may be concatenated with more of its fields, so the receiver's own field goes behind
  // the rest.
  std::array<std::uint8_t, 16> tail{};
  std::uint8_t* tailEnd = CodedOutputStream::WriteTagToArray(
      fieldTag(v1::Snapshot::kInputSequenceFieldNumber, kVarint), tail.data());
  tailEnd = CodedOutputStream::WriteVarint32ToArray(inputSequence, tailEnd);
  const auto tailSize = static_cast<std::size_t>(tailEnd - tail.data());

  std::array<std::uint8_t, 16> head{};
  std::uint8_t* headEnd = CodedOutputStream::WriteTagToArray(
      fieldTag(v1::ServerMessage::kSnapshotFieldNumber, kLengthDelimited), head.data());
  headEnd =
      CodedOutputStream::WriteVarint32ToArray(static_cast<std::uint32_t>(common_.size() + tailSize), headEnd);

  const std::array<grpc::Slice, 3> slices{
      grpc::Slice(head.data(), static_cast<std::size_t>(headEnd - head.data())), common_,
      grpc::Slice(tail.data(), tailSize)};
  return grpc::ByteBuffer(slices.data(), slices.size());
}

}  // namespace lead::server
