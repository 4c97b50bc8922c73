#include "session/channel.h"

#include <grpcpp/create_channel.h>
#include <grpcpp/security/credentials.h>
#include <grpcpp/support/channel_arguments.h>

namespace lead {

std::shared_ptr<grpc::Channel> openChannel(const std::string& address, Traffic traffic) {
  grpc::ChannelArguments arguments;
  // A connection of its own a session, without gRPC's own back-off between attempts: ours is the one users
  // see.
  arguments.SetInt(GRPC_ARG_USE_LOCAL_SUBCHANNEL_POOL, 1);
  arguments.SetInt(GRPC_ARG_ENABLE_HTTP_PROXY, 0);
  if (traffic == Traffic::realTime) arguments.SetInt(GRPC_ARG_HTTP2_BDP_PROBE, 0);
  return grpc::CreateCustomChannel(address, grpc::InsecureChannelCredentials(), arguments);
}

}  // namespace lead
