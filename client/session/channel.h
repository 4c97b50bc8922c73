// gRPC channels as all of client/session opens them.
#pragma once

#include <grpcpp/channel.h>
#include <grpcpp/security/credentials.h>

#include <memory>
#include <optional>
#include <string>

#include "session/access.h"

namespace lead {

/// Bulk and real time go over connections of their own: a download must not hold up snapshots.
enum class Traffic {
  bulk,      ///< windows grow with the line
  realTime,  ///< small windows: a reader that falls behind gets newer snapshots, not a backlog of old ones
};

/// An Access, its files read.
struct Credentials {
  std::shared_ptr<grpc::ChannelCredentials> channel;
  std::optional<std::string> authorities;  ///< PEM; none: no TLS
  std::string token;
};

/// Throws std::runtime_error with a sentence: files that can't be used, or no token.
Credentials credentialsFor(const Access& access);

/// `address` as parseAddress() gives it. Connects with the first call.
std::shared_ptr<grpc::Channel> openChannel(const std::string& address, Traffic traffic,
                                           const Credentials& credentials);

}  // namespace lead
