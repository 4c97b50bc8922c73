#include "gateway/rooms_service.h"

#include "convert/convert.h"
#include "gateway/find_models.h"
#include "gateway/gateway.h"
#include "gateway/peer_address.h"
#include "room/names.h"
#include "room/spawn.h"

namespace lead::server {

grpc::ServerUnaryReactor* RoomsService::ListRooms(grpc::CallbackServerContext* context,
                                                  const v1::ListRoomsRequest*,
                                                  v1::ListRoomsResponse* response) {
  auto* reactor = context->DefaultReactor();
  const auto admitted = gateway_.admission.admit(*context);
  if (const auto* refused = std::get_if<grpc::Status>(&admitted)) {
    reactor->Finish(*refused);
    return reactor;
  }
  for (const auto& host : gateway_.rooms.all()) {
    v1::RoomSummary* room = response->add_rooms();
    room->set_name(host->options().room);
    room->set_participants(static_cast<std::uint32_t>(host->participantCount()));
    room->set_avatars(static_cast<std::uint32_t>(host->avatarCount()));
  }
  reactor->Finish(grpc::Status::OK);
  return reactor;
}

grpc::ServerUnaryReactor* RoomsService::CreateRoom(grpc::CallbackServerContext* context,
                                                   const v1::CreateRoomRequest* request,
                                                   v1::CreateRoomResponse* response) {
  auto* reactor = context->DefaultReactor();
  const auto refuse = [reactor](grpc::StatusCode code, const std::string& sentence) {
    reactor->Finish({code, sentence});
    return reactor;
  };
  const auto admitted = gateway_.admission.admitNewRoom(*context);
  if (const auto* refused = std::get_if<grpc::Status>(&admitted)) {
    reactor->Finish(*refused);
    return reactor;
  }
  if (auto fault = faultOfRoomName(request->name()))
    return refuse(grpc::StatusCode::INVALID_ARGUMENT, *fault);
  std::vector<std::string> hashes(request->avatar_sha256().begin(), request->avatar_sha256().end());
  if (hashes.size() > limits::kAvatarsPerCreateRoom)
    return refuse(grpc::StatusCode::RESOURCE_EXHAUSTED, "A new room may have up to 16 avatars of its own.");
  if (request->without_avatar() && !hashes.empty())
    return refuse(grpc::StatusCode::INVALID_ARGUMENT,
                  "The room is to have avatars of its own and to have none.");
  if (hashes.empty() && !request->without_avatar()) hashes.push_back(gateway_.mannequin->model.sha256);
  const auto space = decode(request->space());
  if (const auto* fault = std::get_if<std::string>(&space))
    return refuse(grpc::StatusCode::INVALID_ARGUMENT, *fault);
  if (const auto fault = faultOfSpawns(std::get<Space>(space)))
    return refuse(grpc::StatusCode::INVALID_ARGUMENT, *fault);
  auto slot = gateway_.roomSlots.take(addressOf(context->peer()));
  if (!slot) {
    reactor->Finish(gateway_.admission.refuse(
        Refused::roomsFull, "There are as many rooms as there may be, or as your address may make.",
        *context));
    return reactor;
  }

  findModels(
      gateway_.store, std::move(hashes),
      [this, context, request, response, reactor, space = std::get<Space>(space),
       slot = std::make_shared<AddressBook::Slot>(std::move(*slot))](const StoreResult& fault,
                                                                     const std::vector<AvatarModel>& models) {
        if (fault.fault != StoreFault::none) {
          reactor->Finish({grpc::StatusCode::FAILED_PRECONDITION, fault.sentence});
          return;
        }
        // Nobody owns a room's own avatar, so nobody could say that it may be handed on.
        for (const AvatarModel& model : models) {
          if (model.mayBeHandedOn) continue;
          reactor->Finish({grpc::StatusCode::FAILED_PRECONDITION,
                           "The licence of " + model.name +
                               " forbids handing it on, so it can't be a room's own avatar: bring it as "
                               "yours."});
          return;
        }
        switch (gateway_.rooms.create({request->name(), models, false, space}, std::move(*slot))) {
          case RoomDirectory::Fault::exists:
            reactor->Finish({grpc::StatusCode::ALREADY_EXISTS,
                             "There is a room named \"" + request->name() + "\" already."});
            return;
          case RoomDirectory::Fault::full:
            reactor->Finish(gateway_.admission.refuse(Refused::roomsFull,
                                                      "There are as many rooms as there may be.", *context));
            return;
          case RoomDirectory::Fault::none:
            break;
        }
        response->mutable_room()->set_name(request->name());
        response->mutable_room()->set_avatars(static_cast<std::uint32_t>(models.size()));
        reactor->Finish(grpc::Status::OK);
      });
  return reactor;
}

}  // namespace lead::server
