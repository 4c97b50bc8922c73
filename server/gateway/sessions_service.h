#pragma once

#include "lead/v1/session.grpc.pb.h"

namespace lead::server {

struct Gateway;

/// lead.v1.Sessions. Play is raw: a message that can't be parsed gets a goodbye instead of a bare error, and
/// snapshots are encoded once for all.
class SessionsService final
    : public v1::Sessions::WithCallbackMethod_Join<v1::Sessions::WithRawCallbackMethod_Play<
          v1::Sessions::WithCallbackMethod_Leave<v1::Sessions::Service>>> {
 public:
  explicit SessionsService(Gateway& gateway) : gateway_(gateway) {}

  grpc::ServerUnaryReactor* Join(grpc::CallbackServerContext* context, const v1::JoinRequest* request,
                                 v1::JoinResponse* response) override;
  grpc::ServerBidiReactor<grpc::ByteBuffer, grpc::ByteBuffer>* Play(
      grpc::CallbackServerContext* context) override;
  grpc::ServerUnaryReactor* Leave(grpc::CallbackServerContext* context, const v1::LeaveRequest* request,
                                  v1::LeaveResponse* response) override;

 private:
  Gateway& gateway_;
};

}  // namespace lead::server
