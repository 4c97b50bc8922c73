#pragma once

#include "lead/v1/rooms.grpc.pb.h"

namespace lead::server {

struct Gateway;

/// lead.v1.Rooms
class RoomsService final : public v1::Rooms::CallbackService {
 public:
  explicit RoomsService(Gateway& gateway) : gateway_(gateway) {}

  grpc::ServerUnaryReactor* ListRooms(grpc::CallbackServerContext* context,
                                      const v1::ListRoomsRequest* request,
                                      v1::ListRoomsResponse* response) override;
  grpc::ServerUnaryReactor* CreateRoom(grpc::CallbackServerContext* context,
                                       const v1::CreateRoomRequest* request,
                                       v1::CreateRoomResponse* response) override;

 private:
  Gateway& gateway_;
};

}  // namespace lead::server
