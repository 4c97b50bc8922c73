// gRPC channels as all of client/session opens them.
#pragma once

#include <grpcpp/channel.h>

#include <memory>
#include <string>

namespace lead {

/// Bulk and real time go over connections of their own: a download must not hold up snapshots.
enum class Traffic {
  bulk,      ///< windows grow with the line
  realTime,  ///< small windows: a reader that falls behind gets newer snapshots, not a backlog of old ones
};

/// `address` as parseAddress() gives it. Connects with the first call.
std::shared_ptr<grpc::Channel> openChannel(const std::string& address, Traffic traffic);

}  // namespace lead
