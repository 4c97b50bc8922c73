#include "session/rooms.h"

#include <fmt/format.h>
#include <grpcpp/client_context.h>

#include "convert/convert.h"
#include "lead/v1/rooms.grpc.pb.h"
#include "session/address.h"
#include "session/builtin.h"
#include "session/calls.h"
#include "session/channel.h"
#include "session/failures.h"
#include "session/model_hash.h"
#include "tls/tls.h"

namespace lead {
namespace {

constexpr double kAnswerSeconds = 5.0;

template <typename Call>
void ask(const std::string& server, const Access& access, Call call) {
  const auto address = parseAddress(server);
  if (!address)
    throw RoomsError(fmt::format("\"{}\" is no server address; write host or host:port.", server));
  Credentials credentials;
  try {
    credentials = credentialsFor(access);
  } catch (const std::runtime_error& error) {
    throw RoomsError(error.what());
  }
  const auto stub = v1::Rooms::NewStub(openChannel(*address, Traffic::bulk, credentials));
  grpc::ClientContext context;
  setDeadline(context, kAnswerSeconds);
  const grpc::Status status = call(*stub, context);
  if (status.ok()) return;
  if (status.error_code() == grpc::StatusCode::ALREADY_EXISTS)
    throw RoomsError("There is a room of that name already.");
  const Failure failure = callFailure(status, {*address, {}, {}});
  const auto trouble = failure.unreachable ? tlsTrouble(*address, credentials.authorities) : std::nullopt;
  throw RoomsError(trouble.value_or(failure.sentence));
}

RoomSummary summary(const v1::RoomSummary& from) {
  return {from.name(), from.participants(), from.avatars()};
}

}  // namespace

std::vector<RoomSummary> listRooms(const std::string& server, const Access& access) {
  v1::ListRoomsResponse response;
  ask(server, access, [&](v1::Rooms::Stub& stub, grpc::ClientContext& context) {
    return stub.ListRooms(&context, {}, &response);
  });
  std::vector<RoomSummary> rooms;
  for (const auto& room : response.rooms()) rooms.push_back(summary(room));
  return rooms;
}

RoomSummary createRoom(const std::string& server, const NewRoom& room, const Access& access) {
  v1::CreateRoomRequest request;
  request.set_name(room.name);
  request.set_without_avatar(room.mannequins <= 0);
  for (int i = 0; i < room.mannequins; ++i) request.add_avatar_sha256(*hashToBytes(mannequinHash()));
  if (room.space != Space()) encode(room.space, request.mutable_space());
  v1::CreateRoomResponse response;
  ask(server, access, [&](v1::Rooms::Stub& stub, grpc::ClientContext& context) {
    return stub.CreateRoom(&context, request, &response);
  });
  return summary(response.room());
}

}  // namespace lead
