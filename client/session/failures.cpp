#include "session/failures.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

namespace lead {
namespace {

constexpr double kTransferSeconds = 2.0;
constexpr double kLongestSeconds = 60.0;

/// The server's own sentence where it gave one, as a sentence.
std::string orElse(const std::string& given, std::string otherwise) {
  if (given.empty()) return otherwise;
  return given.back() == '.' ? given : given + ".";
}

/// Of a server that is only asked to wait for; none: something else.
std::optional<Failure> busy(const grpc::Status& status) {
  v1::CallRefused refused;
  if (status.error_details().empty() || !refused.ParseFromString(status.error_details())) return std::nullopt;
  // Our own transfers, broken off with the line, may be those that it still counts.
  const bool passes = refused.reason() == v1::CALL_REFUSAL_UPLOADS_FULL ||
                      refused.reason() == v1::CALL_REFUSAL_DOWNLOADS_FULL;
  const double after = passes ? std::max(kTransferSeconds, refused.retry_after()) : refused.retry_after();
  if (!(after > 0.0)) return std::nullopt;
  return Failure{.retry = true,
                 .sentence = orElse(status.error_message(), "The server is busy."),
                 .retryAfter = std::min(after, kLongestSeconds)};
}

}  // namespace

v1::CallRefusal refusalOf(const grpc::Status& status) {
  v1::CallRefused refused;
  return refused.ParseFromString(status.error_details()) ? refused.reason() : v1::CALL_REFUSAL_UNSPECIFIED;
}

Failure callFailure(const grpc::Status& status, const Place& place) {
  if (auto failure = busy(status)) return *failure;
  const std::string& text = status.error_message();
  switch (status.error_code()) {
    case grpc::StatusCode::UNIMPLEMENTED:
      return {false,
              fmt::format("What answers at {} is no Lead server of this version; check the address and "
                          "update the older of the two.",
                          place.server)};
    case grpc::StatusCode::INVALID_ARGUMENT:
    case grpc::StatusCode::UNAUTHENTICATED:
    case grpc::StatusCode::PERMISSION_DENIED:
    case grpc::StatusCode::RESOURCE_EXHAUSTED:
    case grpc::StatusCode::OUT_OF_RANGE:
      return {false, orElse(text, "The server refused the request.")};
    case grpc::StatusCode::UNAVAILABLE:
      if (text.find("DNS") != std::string::npos)
        return {
            .retry = true,
            .sentence = fmt::format("The server's name in {} is not known; check the address.", place.server),
            .unanswered = true};
      return {.retry = true,
              .sentence = fmt::format("The server at {} does not answer.", place.server),
              .unreachable = true,
              .unanswered = true};
    case grpc::StatusCode::DEADLINE_EXCEEDED:
    case grpc::StatusCode::CANCELLED:
    case grpc::StatusCode::OK:
      return {.retry = true,
              .sentence = fmt::format("The server at {} does not answer.", place.server),
              .unanswered = true};
    default:
      return {true,
              fmt::format("The server at {} had an error: {}", place.server, orElse(text, "no details."))};
  }
}

Failure joinFailure(const grpc::Status& status, const Place& place) {
  if (auto failure = busy(status)) return *failure;
  switch (status.error_code()) {
    case grpc::StatusCode::NOT_FOUND:
      return {false,
              fmt::format("There is no room \"{}\" on {}; \"lead-tool rooms\" lists the rooms and makes "
                          "new ones.",
                          place.room, place.server)};
    case grpc::StatusCode::ALREADY_EXISTS:
      return {false, fmt::format("The name \"{}\" is in use in room \"{}\"; choose another.", place.name,
                                 place.room)};
    case grpc::StatusCode::RESOURCE_EXHAUSTED:
      return {false, orElse(status.error_message(),
                            fmt::format("Room \"{}\" is full; choose another room.", place.room))};
    default:
      return callFailure(status, place);
  }
}

Failure uploadFailure(const grpc::Status& status, const Place& place, const std::string& file) {
  if (auto failure = busy(status)) return *failure;
  switch (status.error_code()) {
    case grpc::StatusCode::INVALID_ARGUMENT:
    case grpc::StatusCode::RESOURCE_EXHAUSTED:
      return {false, fmt::format("The server refused {}: {}", file,
                                 orElse(status.error_message(), "it is no usable avatar."))};
    default:
      return callFailure(status, place);
  }
}

Failure goodbyeFailure(const v1::ServerMessage::Goodbye& goodbye, const Place& place) {
  switch (goodbye.reason()) {
    case v1::DISCONNECT_REASON_SHUTDOWN:
      return {true, fmt::format("The server at {} was shut down.", place.server)};
    case v1::DISCONNECT_REASON_REPLACED:
      return {false, "The same participant connected from elsewhere; this connection has ended."};
    case v1::DISCONNECT_REASON_MALFORMED:
      return {false, orElse(goodbye.sentence(),
                            "The server didn't understand this client; update the older of the two.")};
    case v1::DISCONNECT_REASON_FLOOD:
      return {false, orElse(goodbye.sentence(), "The server got too many messages from this client.")};
    case v1::DISCONNECT_REASON_TOO_SLOW:
      return {true, "The connection was too slow to follow, and the server ended it."};
    case v1::DISCONNECT_REASON_SILENT:
      return {true, "The server heard nothing for 10 s and ended the connection."};
    case v1::DISCONNECT_REASON_LEFT:
      return {false, "You have left the room."};
    default:
      return {true, orElse(goodbye.sentence(), "The server ended the connection.")};
  }
}

}  // namespace lead
