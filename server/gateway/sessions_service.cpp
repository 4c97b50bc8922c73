#include "gateway/sessions_service.h"

#include "gateway/gateway.h"
#include "gateway/join_call.h"
#include "gateway/peer_address.h"
#include "gateway/play_stream.h"
#include "gateway/room_host.h"

namespace lead::server {
namespace {

/// Refuses a stream before it has begun.
class RefusedStream final : public grpc::ServerBidiReactor<grpc::ByteBuffer, grpc::ByteBuffer> {
 public:
  explicit RefusedStream(const grpc::Status& status) { Finish(status); }
  void OnDone() override { delete this; }
};

}  // namespace

grpc::ServerUnaryReactor* SessionsService::Join(grpc::CallbackServerContext* context,
                                                const v1::JoinRequest* request, v1::JoinResponse* response) {
  return JoinCall::begin(gateway_, context, request, response);
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
  if (const auto status = gateway_.admission.admitKnown(*context); !status.ok()) {
    reactor->Finish(status);
    return reactor;
  }
  const auto host = gateway_.rooms.find(request->room());
  const auto answer = [this, context, reactor](bool known) {
    reactor->Finish(known ? grpc::Status::OK
                          : gateway_.admission.refuse(Refused::unknownParticipant,
                                                      "Unknown participant or secret.", *context));
  };
  if (!host)
    answer(false);
  else
    host->leave(request->participant(), request->resume_secret(), answer);
  return reactor;
}

}  // namespace lead::server
