// What a failed call means to the user, and whether trying again can help.
#pragma once

#include <grpcpp/support/status.h>

#include <string>

#include "lead/v1/refusal.pb.h"
#include "lead/v1/session.pb.h"

namespace lead {

struct Failure {
  bool retry = false;
  std::string sentence;      ///< without the "trying again" that the connection adds
  bool unreachable = false;  ///< no connection at all
  bool unanswered = false;   ///< as it seems the line, not the server, that refuses
  double retryAfter = 0.0;   ///< seconds; as the server asks for
};

/// What the sentences speak of.
struct Place {
  std::string server;
  std::string room;
  std::string name;
};

/// Why the server refused the call; unspecified: it didn't say.
v1::CallRefusal refusalOf(const grpc::Status& status);

Failure callFailure(const grpc::Status& status, const Place& place);
Failure joinFailure(const grpc::Status& status, const Place& place);
Failure uploadFailure(const grpc::Status& status, const Place& place, const std::string& file);
Failure goodbyeFailure(const v1::ServerMessage::Goodbye& goodbye, const Place& place);

}  // namespace lead
