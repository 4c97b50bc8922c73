// A server in this process and clients that speak to it over real sockets, message by message.
#pragma once

#include <grpcpp/grpcpp.h>
#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "gateway/server.h"
#include "lead/v1/assets.grpc.pb.h"
#include "lead/v1/rooms.grpc.pb.h"
#include "lead/v1/session.grpc.pb.h"
#include "temp_dir.h"

namespace lead::server::test {

struct TestServer {
  TempDir directory;
  Server server;

  static Options options(const TempDir& directory) {
    Options options;
    options.port = 0;
    options.data = directory.path();
    return options;
  }
  explicit TestServer(const std::function<void(Options&)>& change = [](Options&) {})
      : server([&] {
          Options changed = options(directory);
          change(changed);
          return changed;
        }()) {}
};

/// Calls block; a test that goes wrong ends by the deadline of its calls.
class Client {
 public:
  explicit Client(const std::string& address, grpc::ChannelArguments arguments = {})
      : channel_(
            grpc::CreateCustomChannel(address, grpc::InsecureChannelCredentials(), ownConnection(arguments))),
        rooms(v1::Rooms::NewStub(channel_)),
        sessions(v1::Sessions::NewStub(channel_)),
        assets(v1::Assets::NewStub(channel_)) {}
  explicit Client(TestServer& server) : Client(server.server.address()) {}
  ~Client() { cancel(); }

  std::unique_ptr<grpc::ClientContext> context() const {
    auto context = std::make_unique<grpc::ClientContext>();
    context->set_deadline(std::chrono::system_clock::now() + std::chrono::seconds(60));
    if (!token.empty()) context->AddMetadata("authorization", "Bearer " + token);
    return context;
  }

  grpc::Status join(const std::string& name, const std::function<void(v1::JoinRequest&)>& change = {}) {
    v1::JoinRequest request;
    request.set_room("lobby");
    request.set_name(name);
    if (change) change(request);
    room_ = request.room();
    return sessions->Join(context().get(), request, &joined);
  }

  /// Joins, says hello, and has the stream.
  void enter(const std::string& name, const std::function<void(v1::JoinRequest&)>& change = {}) {
    const grpc::Status status = join(name, change);
    ASSERT_TRUE(status.ok()) << status.error_message();
    play();
  }
  void play() {
    open();
    v1::ClientMessage message;
    auto* hello = message.mutable_hello();
    hello->set_room(room_);
    hello->set_participant(joined.participant());
    hello->set_resume_secret(joined.resume_secret());
    send(message);
  }
  void open() {
    playContext_ = context();
    stream = sessions->Play(playContext_.get());
  }
  bool send(const v1::ClientMessage& message) { return stream->Write(message); }

  /// The next message of which `wanted` is true; none: the stream ended first.
  std::optional<v1::ServerMessage> await(const std::function<bool(const v1::ServerMessage&)>& wanted) {
    v1::ServerMessage message;
    while (stream->Read(&message))
      if (wanted(message)) return message;
    return std::nullopt;
  }
  std::optional<v1::Snapshot> awaitSnapshot(const std::function<bool(const v1::Snapshot&)>& wanted) {
    const auto found = await([&](const auto& m) { return m.has_snapshot() && wanted(m.snapshot()); });
    return found ? std::optional(found->snapshot()) : std::nullopt;
  }
  /// Reads to the end; the goodbye, if there was one.
  std::optional<v1::ServerMessage::Goodbye> goodbye() {
    const auto found = await([](const auto& m) { return m.has_goodbye(); });
    if (!found) return std::nullopt;
    await([](const auto&) { return false; });
    return found->goodbye();
  }
  grpc::Status finish() { return stream->Finish(); }
  void cancel() {
    if (playContext_) playContext_->TryCancel();
  }

  /// An own hand at the place, which wants to hold.
  static void hold(v1::Input* input, std::uint32_t avatar, v1::Hand side, const v1::Vec3& place) {
    auto* hand = input->add_hands();
    hand->set_present(true);
    *hand->mutable_position() = place;
    hand->set_held_avatar(avatar);
    hand->set_held_hand(side);
  }

 private:
  static grpc::ChannelArguments& ownConnection(grpc::ChannelArguments& arguments) {
    arguments.SetInt(GRPC_ARG_USE_LOCAL_SUBCHANNEL_POOL, 1);
    return arguments;
  }

  std::shared_ptr<grpc::Channel> channel_;
  std::unique_ptr<grpc::ClientContext> playContext_;
  std::string room_;

 public:
  std::string token;
  std::unique_ptr<v1::Rooms::Stub> rooms;
  std::unique_ptr<v1::Sessions::Stub> sessions;
  std::unique_ptr<v1::Assets::Stub> assets;
  v1::JoinResponse joined;
  std::unique_ptr<grpc::ClientReaderWriter<v1::ClientMessage, v1::ServerMessage>> stream;
  const std::shared_ptr<grpc::Channel>& channel() const { return channel_; }
};

}  // namespace lead::server::test
