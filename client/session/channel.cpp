#include "session/channel.h"

#include <grpcpp/create_channel.h>
#include <grpcpp/security/credentials.h>
#include <grpcpp/support/channel_arguments.h>

#include "lead/v1/session.grpc.pb.h"

namespace lead {
namespace {

// gRPC 1.51 takes its callback threads down with the last channel that used them and then at times aborts
// (grpc_cq_internal_unref, "prior > 0"). One channel that goes nowhere and stays keeps them.
void keepCallbackThreads() {
  struct Kept {
    std::shared_ptr<grpc::Channel> channel = grpc::CreateChannel("", nullptr);
    std::unique_ptr<v1::Sessions::Stub> stub = v1::Sessions::NewStub(channel);
    grpc::ClientContext context;
    v1::LeaveRequest request;
    v1::LeaveResponse response;
  };
  [[gnu::used]] static Kept* const kept = [] {  // used: or the pointer goes, and it counts as a leak
    auto* made = new Kept;
    made->stub->async()->Leave(&made->context, &made->request, &made->response, [](const grpc::Status&) {});
    return made;
  }();
}

}  // namespace

std::shared_ptr<grpc::Channel> openChannel(const std::string& address, Traffic traffic) {
  keepCallbackThreads();
  grpc::ChannelArguments arguments;
  // A connection of its own a session, without gRPC's own back-off between attempts: ours is the one users
  // see.
  arguments.SetInt(GRPC_ARG_USE_LOCAL_SUBCHANNEL_POOL, 1);
  arguments.SetInt(GRPC_ARG_ENABLE_HTTP_PROXY, 0);
  if (traffic == Traffic::realTime) arguments.SetInt(GRPC_ARG_HTTP2_BDP_PROBE, 0);
  return grpc::CreateCustomChannel(address, grpc::InsecureChannelCredentials(), arguments);
}

}  // namespace lead
