#include "gateway/sessions_service.h"

#include <sodium/randombytes.h>

#include "gateway/decode.h"
#include "gateway/find_models.h"
#include "gateway/gateway.h"
#include "gateway/peer_address.h"
#include "gateway/play_stream.h"
#include "gateway/room_host.h"
#include "room/text.h"

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

/// Refuses a stream before it has begun.
class RefusedStream final : public grpc::ServerBidiReactor<grpc::ByteBuffer, grpc::ByteBuffer> {
 public:
  explicit RefusedStream(const grpc::Status& status) { Finish(status); }
  void OnDone() override { delete this; }
};

}  // namespace

grpc::ServerUnaryReactor* SessionsService::Join(grpc::CallbackServerContext* context,
                                                const v1::JoinRequest* request, v1::JoinResponse* response) {
  auto* reactor = context->DefaultReactor();
  const auto finish = [reactor](const grpc::Status& status) {
    reactor->Finish(status);
    return reactor;
  };
  const auto role = decodeRole(request->role());
  if (!role) return finish({grpc::StatusCode::INVALID_ARGUMENT, "That role does not exist."});
  std::string name = request->name();
  const auto admitted = gateway_.admission.admitJoin(*context, request->room(), *role == Role::leader, name);
  if (const auto* refused = std::get_if<grpc::Status>(&admitted)) return finish(*refused);
  const auto host = gateway_.rooms.find(request->room());
  if (!host)
    return finish(gateway_.admission.refuse(
        Refused::noSuchRoom,
        "This server has no room named \"" + printable(request->room(), limits::kRoomNameLength) + "\".",
        *context));
  auto slot = gateway_.participantSlots.take(addressOf(context->peer()));
  if (!slot)
    return finish(gateway_.admission.refuse(Refused::addressFull,
                                            "Too many participants come from your address.", *context));

  std::vector<std::string> hashes;
  if (!request->avatar_sha256().empty()) hashes.push_back(request->avatar_sha256());
  findModels(
      gateway_.store, std::move(hashes),
      [this, context, request, response, reactor, host, name, role = *role,
       mayLead = std::get<TokenClaims>(admitted).mayLead,
       slot = std::make_shared<AddressBook::Slot>(std::move(*slot))](const StoreResult& fault,
                                                                     const std::vector<AvatarModel>& models) {
        if (fault.fault != StoreFault::none) {
          reactor->Finish({grpc::StatusCode::FAILED_PRECONDITION, fault.sentence});
          return;
        }
        JoinRequest join{name, role, newSecret(), request->resume_secret(), {}, request->share_avatar()};
        if (!models.empty()) {
          if (const auto refused = faultOfBringing(gateway_, models.front(), request->possession())) {
            reactor->Finish({grpc::StatusCode::FAILED_PRECONDITION, *refused});
            return;
          }
          join.avatar = models.front();
        }
        join.mayLead = mayLead;
        host->join(
            join, std::move(*slot), [this, context, response, reactor, join](const RoomHost::Joined& joined) {
              const JoinResult& result = joined.result;
              if (result.fault != JoinFault::none) {
                reactor->Finish(gateway_.admission.refuse(reasonOf(result.fault), result.sentence, *context));
                return;
              }
              response->set_participant(result.participant);
              response->set_name(joined.name);
              response->set_resume_secret(result.resumed ? join.resumeSecret : join.secret);
              response->set_avatar(result.avatar);
              response->set_tick_rate(static_cast<std::uint32_t>(gateway_.rooms.options().tickRate));
              response->set_snapshot_rate(static_cast<std::uint32_t>(gateway_.rooms.options().snapshotRate));
              response->set_resumed(result.resumed);
              response->set_unix_epoch(joined.unixEpoch);
              if (joined.udp) describeUdp(*joined.udp, gateway_.announcedUdpPort, response->mutable_udp());
              reactor->Finish(grpc::Status::OK);
            });
      });
  return reactor;
}

grpc::ServerBidiReactor<grpc::ByteBuffer, grpc::ByteBuffer>* SessionsService::Play(
    grpc::CallbackServerContext* context) {
  if (const auto status = gateway_.admission.admitKnown(*context); !status.ok())
    return new RefusedStream(status);
  auto slot = gateway_.streamSlots.take(addressOf(context->peer()));
  if (!slot)
    return new RefusedStream(gateway_.admission.refuse(
        Refused::streamsFull, "There are too many connections to this server, or from your address.",
        *context));
  return PlayStream::begin(gateway_, context, std::move(*slot));
}

grpc::ServerUnaryReactor* SessionsService::Leave(grpc::CallbackServerContext* context,
                                                 const v1::LeaveRequest* request, v1::LeaveResponse*) {
  auto* reactor = context->DefaultReactor();
  const grpc::Status unknown{grpc::StatusCode::UNAUTHENTICATED, "Unknown participant or secret."};
  if (const auto status = gateway_.admission.admitKnown(*context); !status.ok()) {
    reactor->Finish(status);
    return reactor;
  }
  const auto host = gateway_.rooms.find(request->room());
  if (!host) {
    reactor->Finish(unknown);
    return reactor;
  }
  host->leave(request->participant(), request->resume_secret(),
              [reactor, unknown](bool known) { reactor->Finish(known ? grpc::Status::OK : unknown); });
  return reactor;
}

}  // namespace lead::server
