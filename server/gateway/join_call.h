// One join on its way: let in, its avatar's model found, the room asked. Nobody stays whose answer got lost.
#pragma once

#include <grpcpp/grpcpp.h>
#include <grpcpp/support/server_callback.h>

#include <memory>
#include <string>
#include <vector>

#include "assets/model_store.h"
#include "gateway/address_book.h"
#include "gateway/room_host.h"
#include "lead/v1/session.pb.h"

namespace lead::server {

struct Gateway;

class JoinCall final : public grpc::ServerUnaryReactor {
 public:
  /// Deletes itself when the call is over.
  static JoinCall* begin(Gateway& gateway, grpc::CallbackServerContext* context,
                         const v1::JoinRequest* request, v1::JoinResponse* response);

  void OnDone() override;

 private:
  JoinCall(Gateway& gateway, grpc::CallbackServerContext* context, const v1::JoinRequest* request,
           v1::JoinResponse* response)
      : gateway_(gateway), context_(context), request_(request), response_(response) {}
  void begin();
  bool takeSlot();
  void found(const StoreResult& fault, const std::vector<AvatarModel>& models);
  void joined(const RoomHost::Joined& joined);
  void refuseRoom();
  void refuse(Refused reason, std::string sentence);

  Gateway& gateway_;
  grpc::CallbackServerContext* context_;
  const v1::JoinRequest* request_;
  v1::JoinResponse* response_;
  AddressBook::Slot slot_;
  std::shared_ptr<RoomHost> host_;
  JoinRequest join_;
  ParticipantId newcomer_ =
      0;  ///< whom this call has brought in; 0: nobody, or somebody who was there before
};

}  // namespace lead::server
