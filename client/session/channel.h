// gRPC channels as all of client/session opens them.
#pragma once

#include <grpcpp/channel.h>

#include <memory>
#include <string>

namespace lead {

/// `address` as parseAddress() gives it.
std::shared_ptr<grpc::Channel> openChannel(const std::string& address);

}  // namespace lead
