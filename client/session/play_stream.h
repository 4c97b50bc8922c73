// The Play stream: one message at a time each way, so that a side which is slow is felt by the other (gRPC's
// flow control) and nothing piles up here.
#pragma once

#include <grpcpp/grpcpp.h>

#include <deque>
#include <functional>
#include <memory>
#include <optional>

#include "lead/v1/session.grpc.pb.h"
#include "session/threads.h"

namespace lead {

/// All methods and callbacks on the strand. Keeps itself alive until `ended` has been called.
class PlayStream final : public grpc::ClientBidiReactor<v1::ClientMessage, v1::ServerMessage>,
                         public std::enable_shared_from_this<PlayStream> {
 public:
  static constexpr std::size_t kMostWaiting = 64;
  struct Callbacks {
    std::function<void(v1::ServerMessage&)> message;
    std::function<void(const grpc::Status&)> ended;
  };

  PlayStream(std::shared_ptr<v1::Sessions::Stub> stub, Strand strand, Callbacks callbacks);
  void start(v1::ClientMessage hello);
  /// False: too many are waiting already.
  bool send(v1::ClientMessage message);
  /// An input: takes the place of one that is still waiting, only the newest counts.
  void sendInput(v1::ClientMessage message);
  /// Where it has got to, as gRPC says it.
  std::string peer() const { return context_.peer(); }
  void cancel() { context_.TryCancel(); }

 private:
  void OnReadDone(bool ok) override;
  void OnWriteDone(bool ok) override;
  void OnDone(const grpc::Status& status) override;
  void write();

  std::shared_ptr<v1::Sessions::Stub> stub_;
  Strand strand_;
  Callbacks callbacks_;
  grpc::ClientContext context_;
  v1::ServerMessage read_;
  v1::ClientMessage written_;
  std::deque<v1::ClientMessage> waiting_;
  std::optional<v1::ClientMessage> input_;
  bool writing_ = false;
  bool over_ = false;
  std::shared_ptr<PlayStream> self_;
};

}  // namespace lead
