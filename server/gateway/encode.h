// The room's values -> messages. What all listeners get alike is encoded once and shared.
#pragma once

#include <grpcpp/support/byte_buffer.h>
#include <grpcpp/support/slice.h>

#include <cstdint>
#include <string>
#include <vector>

#include "lead/v1/session.pb.h"
#include "operations/stats.h"
#include "room/room.h"

namespace lead::server {

grpc::ByteBuffer toBuffer(const google::protobuf::MessageLite& message);

grpc::ByteBuffer encodeInfo(const Room& room);
grpc::ByteBuffer encodeRefusedHold(const HoldRefusedNotice& notice);
grpc::ByteBuffer encodeRefused(const std::string& sentence);
grpc::ByteBuffer encodePong(double clientTime, double serverTime);
/// Snapshot payloads of one tick for who gets them by the stream.
grpc::ByteBuffer encodePayloads(const std::vector<std::string>& payloads);
grpc::ByteBuffer encodeGoodbye(Disconnect reason, const std::string& sentence);

/// A snapshot of a tick. Only the number of the receiver's newest input differs between receivers: the bytes
/// of all the rest are made once and shared.
class SharedSnapshot {
 public:
  /// Times in seconds: since the room began, and of the wall clock.
  SharedSnapshot(const Room& room, double serverTime, double unixTime);
  grpc::ByteBuffer forReceiver(std::uint32_t inputSequence) const;

 private:
  grpc::Slice common_;
};

}  // namespace lead::server
