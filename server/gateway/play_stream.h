// One client's Play stream. gRPC's threads call the On… reactions; the room's strand, and who helps it to
// send, call the Listener side.
#pragma once

#include <grpcpp/grpcpp.h>
#include <grpcpp/support/server_callback.h>

#include <chrono>
#include <memory>
#include <mutex>
#include <string>

#include "gateway/address_book.h"
#include "gateway/listener.h"
#include "gateway/outbox.h"
#include "lead/v1/session.pb.h"
#include "operations/stats.h"
#include "operations/token_bucket.h"

namespace lead::server {

class RoomHost;
class StreamRegistry;
struct Gateway;

class PlayStream final : public grpc::ServerBidiReactor<grpc::ByteBuffer, grpc::ByteBuffer>,
                         public Listener,
                         public std::enable_shared_from_this<PlayStream> {
 public:
  using Clock = std::chrono::steady_clock;

  /// gRPC owns the stream until OnDone; rooms may hold on to it longer.
  static PlayStream* begin(Gateway& gateway, grpc::CallbackServerContext* context, AddressBook::Slot slot);

  void sendEvent(grpc::ByteBuffer event) override;
  void sendInfo(grpc::ByteBuffer info) override;
  void sendSnapshot(grpc::ByteBuffer snapshot) override;
  bool isBehind() const override;
  void close(Disconnect reason, std::string sentence) override;

  /// Called now and then: ends a stream that doesn't say hello, doesn't read, or doesn't take its goodbye.
  void watch(Clock::time_point now);

  void OnReadDone(bool ok) override;
  void OnWriteDone(bool ok) override;
  void OnCancel() override;
  void OnDone() override;

 private:
  PlayStream(Gateway& gateway, grpc::CallbackServerContext* context, AddressBook::Slot slot);

  // Reading: one message at a time, so these need no lock.
  void readMessage();
  void handle(const v1::ClientMessage& message);
  void hello(const v1::ClientMessage::Hello& hello);
  void input(const v1::Input& input);
  void payload(const std::string& bytes);
  void offer(InputSlot::Arrived arrived);
  void setAvatar(const v1::ClientMessage::SetAvatar& wanted);
  void playMotion(const v1::ClientMessage::PlayMotion& wanted);
  bool tooMany();
  bool command(const v1::ClientMessage& message);

  void pump();                              // with mutex_ held
  void finish(const grpc::Status& status);  // with mutex_ held
  void refuse(const grpc::Status& status);
  void refuseUnknown();
  std::shared_ptr<Listener> asListener() { return shared_from_this(); }

  Gateway& gateway_;
  const std::string address_;
  grpc::CallbackServerContext* context_;
  AddressBook::Slot slot_;
  std::shared_ptr<PlayStream> self_;  ///< gRPC's share
  const Clock::time_point began_ = Clock::now();

  // Only touched by the reading side.
  grpc::ByteBuffer incoming_;
  TokenBucket messages_;
  TokenBucket avatarChanges_;
  TokenBucket plays_;
  bool saidHello_ = false;
  std::shared_ptr<InputSlot> inputSlot_ = std::make_shared<InputSlot>();
  ParticipantId participant_ = 0;
  std::shared_ptr<RoomHost> host_;

  mutable std::mutex mutex_;  // guards what follows
  Outbox outbox_;
  grpc::ByteBuffer outgoing_;
  grpc::Status status_;
  bool welcome_ = false;  ///< the room has accepted the hello
  bool writing_ = false;
  bool closing_ = false;   ///< nothing new goes out
  bool finished_ = false;  ///< Finish was called, or will be when the write under way ends
  bool finishAfterWrite_ = false;
  bool done_ = false;  ///< context_ is gone
  Clock::time_point writeBegan_;
  Clock::time_point closeBegan_;
};

}  // namespace lead::server
