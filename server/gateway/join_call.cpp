#include "gateway/join_call.h"

#include <sodium/randombytes.h>

#include "gateway/decode.h"
#include "gateway/find_models.h"
#include "gateway/gateway.h"
#include "gateway/peer_address.h"
#include "room/text.h"
#include "stream/reaction.h"

namespace lead::server {
namespace {

std::string newSecret() {
  std::string secret(limits::kSecretBytes, '\0');
  randombytes_buf(secret.data(), secret.size());
  return secret;
}

Refused reasonOf(JoinFault fault) {
  switch (fault) {
    case JoinFault::nameInUse:
      return Refused::nameInUse;
    case JoinFault::roomFull:
      return Refused::roomFull;
    case JoinFault::tooManyAvatars:
      return Refused::avatarsFull;
    case JoinFault::onlyResume:
      return Refused::addressFull;
    case JoinFault::none:
    case JoinFault::badName:
      break;
  }
  return Refused::badName;
}

void describeUdp(const UdpSession& session, std::uint16_t port, v1::Udp* udp) {
  udp->set_port(port);
  udp->set_session(session.id());
  udp->set_key_to_server(session.keyToServer().data(), session.keyToServer().size());
  udp->set_key_to_client(session.keyToClient().data(), session.keyToClient().size());
}

}  // namespace

JoinCall* JoinCall::begin(Gateway& gateway, grpc::CallbackServerContext* context,
                          const v1::JoinRequest* request, v1::JoinResponse* response) {
  auto* call = new JoinCall(gateway, context, request, response);
  call->begin();
  return call;
}

void JoinCall::refuse(Refused reason, std::string sentence) {
  Finish(gateway_.admission.refuse(reason, std::move(sentence), *context_));
}

void JoinCall::begin() {
  const Reaction reaction(this);
  const auto role = decodeRole(request_->role());
  if (!role) return Finish({grpc::StatusCode::INVALID_ARGUMENT, "That role does not exist."});
  join_.name = request_->name();
  const bool leads = *role == Role::leader;
  const auto admitted = gateway_.admission.admitJoin(*context_, request_->room(), leads, join_.name);
  if (const auto* refused = std::get_if<grpc::Status>(&admitted)) return Finish(*refused);
  host_ = gateway_.rooms.find(request_->room());
  if (!host_) return refuseRoom();
  if (!takeSlot()) return refuse(Refused::addressFull, "Too many participants come from your address.");
  join_.role = *role;
  join_.secret = newSecret();
  join_.resumeSecret = request_->resume_secret();
  join_.shareAvatar = request_->share_avatar();
  join_.mayLead = std::get<TokenClaims>(admitted).mayLead;

  std::vector<std::string> hashes;
  if (!request_->avatar_sha256().empty()) hashes.push_back(request_->avatar_sha256());
  findModels(
      gateway_.store, std::move(hashes),
      [this](const StoreResult& fault, const std::vector<AvatarModel>& models) { found(fault, models); });
}

void JoinCall::refuseRoom() {
  refuse(Refused::noSuchRoom,
         "This server has no room named \"" + printable(request_->room(), limits::kRoomNameLength) + "\".");
}

/// Who comes back has one already, so an address that is full is no reason to keep him out.
bool JoinCall::takeSlot() {
  auto slot = gateway_.participantSlots.take(addressOf(context_->peer()));
  if (slot) slot_ = std::move(*slot);
  join_.onlyResume = !slot && !request_->resume_secret().empty();
  return slot.has_value() || join_.onlyResume;
}

/// On any thread.
void JoinCall::found(const StoreResult& fault, const std::vector<AvatarModel>& models) {
  const Reaction reaction(this);
  if (fault.fault != StoreFault::none) return Finish({grpc::StatusCode::FAILED_PRECONDITION, fault.sentence});
  if (!models.empty()) {
    if (const auto refused = faultOfBringing(gateway_, models.front(), request_->possession()))
      return Finish({grpc::StatusCode::FAILED_PRECONDITION, *refused});
    join_.avatar = models.front();
  }
  // Given up while the model was loaded: never appears, and takes nothing from who has come back since.
  if (context_->IsCancelled()) return Finish(grpc::Status::CANCELLED);
  host_->join(join_, std::move(slot_), [this](const RoomHost::Joined& result) { joined(result); });
}

/// On the room's strand.
void JoinCall::joined(const RoomHost::Joined& joined) {
  const Reaction reaction(this);
  const JoinResult& result = joined.result;
  if (joined.closed) {  // while the model was loaded
    if (gateway_.rooms.find(request_->room()) != host_) return refuseRoom();
    return Finish({grpc::StatusCode::UNAVAILABLE, "The server is shutting down."});
  }
  if (result.fault != JoinFault::none) return refuse(reasonOf(result.fault), result.sentence);
  if (!result.resumed) newcomer_ = result.participant;
  response_->set_participant(result.participant);
  response_->set_name(joined.name);
  response_->set_resume_secret(result.resumed ? join_.resumeSecret : join_.secret);
  response_->set_avatar(result.avatar);
  response_->set_tick_rate(static_cast<std::uint32_t>(gateway_.rooms.options().tickRate));
  response_->set_snapshot_rate(static_cast<std::uint32_t>(gateway_.rooms.options().snapshotRate));
  response_->set_resumed(result.resumed);
  response_->set_unix_epoch(joined.unixEpoch);
  if (joined.udp) describeUdp(*joined.udp, gateway_.announcedUdpPort, response_->mutable_udp());
  Finish(grpc::Status::OK);
}

void JoinCall::OnDone() {
  {
    const Reaction reaction(this);
    if (newcomer_ != 0 && context_->IsCancelled()) host_->withdraw(newcomer_);
  }
  delete this;
}

}  // namespace lead::server
