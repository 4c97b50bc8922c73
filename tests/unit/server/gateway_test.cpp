// A whole server and real sockets: joining, streams, holds, and what becomes of clients that misbehave.
#include <gmock/gmock.h>
#include <grpcpp/impl/codegen/sync_stream.h>

#include <cmath>
#include <fstream>
#include <random>
#include <set>
#include <thread>

#include "assets/sha256.h"
#include "convert/convert.h"
#include "lead/evaluate.h"
#include "mannequin/mannequin_file.h"
#include "support/walk_file.h"
#include "test_client.h"
#include "vrm/load.h"

namespace lead::server {
namespace {

using grpc::StatusCode;
using test::Client;
using test::TestServer;
using testing::HasSubstr;

v1::Vec3 handOf(const v1::AvatarState& state, Side side) {
  static const ModelPtr model = loadModel(mannequinFile());
  static const AvatarRigPtr rig = makeAvatarRig(model->skeleton);
  EvaluatedPose pose;
  evaluate(*rig, *decode(state), pose);
  v1::Vec3 hand;
  encode(handPosition(pose.world, side), &hand);
  return hand;
}

v1::ClientMessage holdMessage(std::uint32_t sequence, const v1::Snapshot& seen, Side side) {
  v1::ClientMessage message;
  message.mutable_input()->set_sequence(sequence);
  message.mutable_input()->set_seen_tick(seen.tick());
  Client::hold(message.mutable_input(), seen.avatars(0).avatar(), toProto(side),
               handOf(seen.avatars(0), side));
  return message;
}

const auto kAny = [](const v1::Snapshot&) { return true; };

TEST(Join, GivesAParticipantAndTheStreamBeginsWithAllThatThereIsToKnow) {
  TestServer server;
  Client ann(server);
  ann.enter("Ann", [](v1::JoinRequest& request) { request.set_avatar_sha256(sha256(mannequinFile())); });
  EXPECT_EQ(ann.joined.name(), "Ann");
  EXPECT_NE(ann.joined.avatar(), 0U);
  EXPECT_EQ(ann.joined.tick_rate(), 60U);
  v1::ServerMessage first;
  ASSERT_TRUE(ann.stream->Read(&first));
  ASSERT_TRUE(first.has_info());
  EXPECT_EQ(first.info().room(), "lobby");
  EXPECT_EQ(first.info().avatars_size(), 2);
  EXPECT_EQ(first.info().participants_size(), 1);
  EXPECT_EQ(first.info().avatars(0).model_sha256(), server.server.mannequinHash());
  const auto snapshot = ann.awaitSnapshot(kAny);
  ASSERT_TRUE(snapshot);
  EXPECT_EQ(snapshot->avatars_size(), 2);
  EXPECT_NE(snapshot->avatars(1).position().x(), 0.0F)
      << "nobody is ever at the origin before its first state";
  const auto later =
      ann.awaitSnapshot([&](const v1::Snapshot& s) { return s.tick() >= snapshot->tick() + 10; });
  ASSERT_TRUE(later) << "it ticks";
  EXPECT_GT(later->server_time(), snapshot->server_time());
}

TEST(Join, IsRefusedWithAReason) {
  TestServer server;
  Client client(server);
  grpc::Status status = client.join("Ann", [](auto& request) { request.set_room("nowhere"); });
  EXPECT_EQ(status.error_code(), StatusCode::NOT_FOUND);
  EXPECT_THAT(status.error_message(), HasSubstr("nowhere"));
  EXPECT_EQ(client.join("a\nb").error_code(), StatusCode::INVALID_ARGUMENT);
  status = client.join("Ann", [](auto& request) { request.set_avatar_sha256(std::string(32, 'x')); });
  EXPECT_EQ(status.error_code(), StatusCode::FAILED_PRECONDITION);
  EXPECT_EQ(
      client.join("Ann", [](auto& request) { request.set_role(static_cast<v1::Role>(9)); }).error_code(),
      StatusCode::INVALID_ARGUMENT);
  EXPECT_EQ(server.server.stats().participants, 0);
}

TEST(Join, WithTheNameOfSomeoneWhoIsThereIsRefused) {
  TestServer server;
  Client ann(server);
  ann.enter("Ann");
  const auto seen = ann.awaitSnapshot(kAny);
  std::atomic<bool> done{false};
  std::thread keepsSending([&] {
    v1::ClientMessage message;
    for (std::uint32_t i = 1; !done; ++i) {
      message.mutable_input()->set_sequence(i);
      ann.send(message);
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
  });
  ASSERT_TRUE(ann.awaitSnapshot([](const auto& s) { return s.input_sequence() > 0; }));
  Client other(server);
  EXPECT_EQ(other.join("Ann").error_code(), StatusCode::ALREADY_EXISTS);
  done = true;
  keepsSending.join();
}

TEST(Hold, IsSeenByALateJoinerInTheFirstSnapshot) {
  TestServer server;
  Client ann(server);
  ann.enter("Ann");
  const auto seen = ann.awaitSnapshot([](const auto& s) { return s.tick() > 0; });
  ann.send(holdMessage(1, *seen, Side::left));
  ASSERT_TRUE(ann.awaitSnapshot(
      [&](const auto& s) { return s.avatars(0).left().holder() == ann.joined.participant(); }));
  Client late(server);
  late.enter("Late", [](auto& request) { request.set_role(v1::ROLE_SPECTATOR); });
  const auto first = late.awaitSnapshot(kAny);
  ASSERT_TRUE(first);
  EXPECT_EQ(first->avatars(0).left().holder(), ann.joined.participant());
  ASSERT_EQ(first->participants_size(), 1);
  EXPECT_EQ(first->participants(0).hands(0).held_avatar(), first->avatars(0).avatar());
}

/// What a client has seen by the first snapshot that has its input of this number in it.
struct Outcome {
  std::uint32_t holder = 0;
  std::optional<v1::ServerMessage::HoldRefused> refused;
};
Outcome outcome(Client& client, std::uint32_t sequence) {
  Outcome result;
  client.await([&](const v1::ServerMessage& message) {
    if (message.has_hold_refused()) result.refused = message.hold_refused();
    if (!message.has_snapshot() || message.snapshot().input_sequence() < sequence) return false;
    result.holder = message.snapshot().avatars(0).right().holder();
    return true;
  });
  return result;
}

TEST(Hold, OfTheSameHandByTwoGoesToOneAndTheOtherIsToldAndAllAgreeAHundredTimes) {
  TestServer server([](Options& options) { options.snapshotRate = 60; });
  Client ann(server);
  Client bob(server);
  Client eve(server);
  ann.enter("Ann");
  bob.enter("Bob");
  eve.enter("Eve", [](auto& request) { request.set_role(v1::ROLE_SPECTATOR); });
  std::mt19937 random(99);
  std::uniform_int_distribution<int> microseconds(0, 3000);
  std::set<std::uint32_t> winners;
  std::uint32_t sequence = 0;
  for (int run = 0; run < 100; ++run) {
    const auto free = [](const auto& s) { return s.tick() > 0 && s.avatars(0).right().holder() == 0; };
    const auto seen = ann.awaitSnapshot(free);
    ASSERT_TRUE(seen);
    const auto message = holdMessage(++sequence, *seen, Side::right);
    std::thread other([&, wait = microseconds(random)] {
      std::this_thread::sleep_for(std::chrono::microseconds(wait));
      bob.send(message);
    });
    std::this_thread::sleep_for(std::chrono::microseconds(microseconds(random)));
    ann.send(message);
    other.join();
    const Outcome byAnn = outcome(ann, sequence);
    const Outcome byBob = outcome(bob, sequence);
    ASSERT_NE(byAnn.holder, 0U);
    ASSERT_EQ(byBob.holder, byAnn.holder);
    const auto byEve = eve.awaitSnapshot([](const auto& s) { return s.avatars(0).right().holder() != 0; });
    ASSERT_TRUE(byEve);
    ASSERT_EQ(byEve->avatars(0).right().holder(), byAnn.holder);
    const bool annHolds = byAnn.holder == ann.joined.participant();
    ASSERT_FALSE((annHolds ? byAnn : byBob).refused);
    const auto& refused = (annHolds ? byBob : byAnn).refused;
    ASSERT_TRUE(refused) << "the other is told";
    ASSERT_EQ(refused->reason(), v1::REFUSAL_REASON_HELD_BY_OTHER);
    ASSERT_EQ(refused->holder(), byAnn.holder);
    winners.insert(byAnn.holder);

    v1::ClientMessage letGo;
    letGo.mutable_input()->set_sequence(++sequence);
    ann.send(letGo);
    bob.send(letGo);
    eve.send(letGo);  // a sign of life
    outcome(ann, sequence);
    outcome(bob, sequence);
    ASSERT_TRUE(eve.awaitSnapshot(free));
  }
  EXPECT_EQ(winners.size(), 2U) << "no race took place";
  EXPECT_EQ(server.server.stats().holdsTaken, 100U);
  EXPECT_EQ(server.server.stats().holdsRefused, 100U);
}

TEST(Hold, OfAClientThatDiesIsLetGo) {
  TestServer server;
  Client eve(server);
  eve.enter("Eve");
  {
    Client ann(server);
    ann.enter("Ann");
    const auto seen = ann.awaitSnapshot([](const auto& s) { return s.tick() > 0; });
    ann.send(holdMessage(1, *seen, Side::left));
    ASSERT_TRUE(eve.awaitSnapshot([](const auto& s) { return s.avatars(0).left().holder() != 0; }));
  }
  EXPECT_TRUE(eve.awaitSnapshot([](const auto& s) { return s.avatars(0).left().holder() == 0; }));
  EXPECT_EQ(server.server.stats().participants, 2) << "it may come back";
}

TEST(Resume, GivesTheSameParticipantAndReplacesTheOldStream) {
  TestServer server;
  Client ann(server);
  ann.enter("Ann", [&](auto& request) { request.set_avatar_sha256(server.server.mannequinHash()); });
  ASSERT_TRUE(ann.awaitSnapshot(kAny));
  Client again(server);
  again.enter("Ann", [&](auto& request) { request.set_resume_secret(ann.joined.resume_secret()); });
  EXPECT_TRUE(again.joined.resumed());
  EXPECT_EQ(again.joined.participant(), ann.joined.participant());
  EXPECT_EQ(again.joined.avatar(), ann.joined.avatar());
  const auto goodbye = ann.goodbye();
  ASSERT_TRUE(goodbye);
  EXPECT_EQ(goodbye->reason(), v1::DISCONNECT_REASON_REPLACED);
  EXPECT_TRUE(again.awaitSnapshot(kAny));
}

TEST(Leave, EndsTheStreamWithAWordAndTakesTheAvatarAway) {
  TestServer server;
  Client eve(server);
  eve.enter("Eve");
  Client ann(server);
  ann.enter("Ann", [&](auto& request) { request.set_avatar_sha256(server.server.mannequinHash()); });
  ASSERT_TRUE(eve.awaitSnapshot([](const auto& s) { return s.avatars_size() == 2; }));
  v1::LeaveRequest request;
  request.set_room("lobby");
  request.set_participant(ann.joined.participant());
  request.set_resume_secret("wrong");
  v1::LeaveResponse response;
  EXPECT_EQ(ann.sessions->Leave(ann.context().get(), request, &response).error_code(),
            StatusCode::UNAUTHENTICATED);
  request.set_resume_secret(ann.joined.resume_secret());
  EXPECT_TRUE(ann.sessions->Leave(ann.context().get(), request, &response).ok());
  const auto goodbye = ann.goodbye();
  ASSERT_TRUE(goodbye);
  EXPECT_EQ(goodbye->reason(), v1::DISCONNECT_REASON_LEFT);
  EXPECT_TRUE(ann.finish().ok());
  EXPECT_TRUE(eve.awaitSnapshot([](const auto& s) { return s.avatars_size() == 1; }));
}

TEST(Commands, AreCarriedOutOrAnsweredWithASentence) {
  TestServer server;
  Client ann(server);
  ann.enter("Ann");
  v1::ClientMessage message;
  message.mutable_set_param()->set_name("vmax");
  message.mutable_set_param()->set_value(2.5F);
  ann.send(message);
  EXPECT_TRUE(ann.await([](const auto& m) { return m.has_info() && m.info().params().vmax() == 2.5F; }));
  message.mutable_set_param()->clear_value();
  ann.send(message);
  EXPECT_TRUE(ann.await([](const auto& m) { return m.has_info() && !m.info().params().vmax_given(); }));
  message.mutable_set_param()->set_value(NAN);
  ann.send(message);
  const auto refused = ann.await([](const auto& m) { return m.has_refused(); });
  ASSERT_TRUE(refused);
  EXPECT_THAT(refused->refused().sentence(), HasSubstr("vmax"));
  message.mutable_set_avatar()->set_sha256(server.server.mannequinHash());
  ann.send(message);
  EXPECT_TRUE(
      ann.await([](const auto& m) { return m.has_info() && m.info().participants(0).avatar() != 0; }));
  message.mutable_set_avatar()->set_sha256(std::string(32, 'x'));
  ann.send(message);
  EXPECT_TRUE(ann.await([](const auto& m) { return m.has_refused(); }));
  message.mutable_ping()->set_client_time(12.5);
  ann.send(message);
  const auto pong = ann.await([](const auto& m) { return m.has_pong(); });
  ASSERT_TRUE(pong);
  EXPECT_EQ(pong->pong().client_time(), 12.5);
  EXPECT_GT(pong->pong().server_time(), 0.0);
}

TEST(Commands, JoinAndPartAvatarsHands) {
  TestServer server;
  Client ann(server);
  ann.enter("Ann", [&](auto& request) { request.set_avatar_sha256(server.server.mannequinHash()); });
  Client eve(server);
  eve.enter("Eve");
  v1::ClientMessage message;
  auto* join = message.mutable_join_hands();
  join->set_avatar(1);
  join->set_hand(v1::HAND_RIGHT);
  join->set_to_avatar(ann.joined.avatar());
  join->set_to_hand(v1::HAND_LEFT);
  ann.send(message);
  const auto joined = [&](const v1::Snapshot& s) {
    return s.avatars_size() == 2 && s.avatars(0).right().partner() == ann.joined.avatar() &&
           s.avatars(0).right().leads() && s.avatars(1).left().partner() == 1 &&
           s.avatars(1).left().partner_hand() == v1::HAND_RIGHT && !s.avatars(1).left().leads();
  };
  EXPECT_TRUE(ann.awaitSnapshot(joined));
  EXPECT_TRUE(eve.awaitSnapshot(joined));
  join->set_avatar(ann.joined.avatar());
  join->set_to_avatar(1);
  eve.send(message);
  const auto refused = eve.await([](const auto& m) { return m.has_refused(); });
  ASSERT_TRUE(refused);
  EXPECT_THAT(refused->refused().sentence(), HasSubstr("ring"));
  message.mutable_part_hands()->set_avatar(1);
  message.mutable_part_hands()->set_whole_row(true);
  eve.send(message);
  const auto parted = [](const v1::Snapshot& s) { return s.avatars(0).right().partner() == 0; };
  EXPECT_TRUE(ann.awaitSnapshot(parted));
  message.mutable_join_hands()->set_hand(static_cast<v1::Hand>(7));
  ann.send(message);
  const auto goodbye = ann.goodbye();
  ASSERT_TRUE(goodbye);
  EXPECT_EQ(goodbye->reason(), v1::DISCONNECT_REASON_MALFORMED);
}

TEST(Rooms, HaveTheirSpace) {
  TestServer server;
  Client ann(server);
  v1::CreateRoomRequest request;
  v1::CreateRoomResponse created;
  request.set_name("hall");
  Space space;
  space.bounds = RoomBounds{{-3.0F, -3.0F}, {3.0F, 3.0F}};
  space.obstacles.emplace_back(CylinderObstacle{{1.0F, 0.0F, 1.0F}, 0.25F, 2.0F});
  encode(space, request.mutable_space());
  request.mutable_space()->mutable_obstacles(0)->mutable_cylinder()->set_radius(-1.0F);
  const grpc::Status status = ann.rooms->CreateRoom(ann.context().get(), request, &created);
  EXPECT_EQ(status.error_code(), StatusCode::INVALID_ARGUMENT);
  EXPECT_THAT(status.error_message(), HasSubstr("radius"));
  request.mutable_space()->mutable_obstacles(0)->mutable_cylinder()->set_radius(50.0F);
  EXPECT_EQ(ann.rooms->CreateRoom(ann.context().get(), request, &created).error_code(),
            StatusCode::INVALID_ARGUMENT)
      << "nobody could stand in it";
  request.mutable_space()->mutable_obstacles(0)->mutable_cylinder()->set_radius(0.25F);
  ASSERT_TRUE(ann.rooms->CreateRoom(ann.context().get(), request, &created).ok());
  ann.enter("Ann", [](auto& join) { join.set_room("hall"); });
  const auto info = ann.await([](const auto& m) { return m.has_info(); });
  ASSERT_TRUE(info);
  EXPECT_EQ(std::get<Space>(decode(info->info().space())), space);
}

void write(const std::filesystem::path& file, const std::string& text) {
  std::ofstream(file) << text;
}

std::string startFault(const std::function<void(Options&)>& change) {
  try {
    const TestServer server(change);
  } catch (const StartError& error) {
    return error.what();
  }
  return "it started";
}

TEST(Rooms, OfTheConfigurationHaveTheSpaceOfTheirFile) {
  const test::TempDir directory;
  const auto file = directory.path() / "hall.json";
  write(file, R"({"bounds": {"least": [-3, -2], "most": [3, 2]},
                  "obstacles": [{"box": {"position": [1, 0, 1], "size": [1, 2, 0.5], "heading": 0.5}},
                                {"cylinder": {"position": [-1, 0, 1], "radius": 0.25, "height": 1}}]})");
  const auto change = [&](Options& options) { options.spaces["lobby"] = file; };
  {
    TestServer server(change);
    Client ann(server);
    ann.enter("Ann");
    const auto info = ann.await([](const auto& m) { return m.has_info(); });
    ASSERT_TRUE(info);
    const auto space = std::get<Space>(decode(info->info().space()));
    EXPECT_EQ(space.bounds, (RoomBounds{{-3.0F, -2.0F}, {3.0F, 2.0F}}));
    EXPECT_EQ(space.obstacles.size(), 2U);
  }
  write(file, R"({"obstacles": [{"box": {"position": [1, 0, 1], "size": [1, 2, -0.5]}}]})");
  EXPECT_THAT(startFault(change), testing::AllOf(HasSubstr("hall.json"), HasSubstr("size")));
  write(file, R"({"walls": []})");
  EXPECT_THAT(startFault(change), HasSubstr("walls"));
  std::filesystem::remove(file);
  EXPECT_THAT(startFault(change), HasSubstr("hall.json"));
}

TEST(Walks, OfTheServerAreServedLikeModelsAndNamedInTheRoomsInfo) {
  const test::TempDir directory;
  const auto file = directory.path() / "walk.vrma";
  const std::vector<std::uint8_t> bytes = makeWalkFile();
  write(file, std::string(bytes.begin(), bytes.end()));
  TestServer server([&](Options& options) { options.walks = {file, file}; });
  Client ann(server);
  ann.enter("Ann");
  const auto info = ann.await([](const auto& m) { return m.has_info(); });
  ASSERT_TRUE(info);
  ASSERT_EQ(info->info().walk_sha256_size(), 1) << "the same file twice is one";
  EXPECT_EQ(info->info().walk_sha256(0), sha256(bytes));
  v1::DownloadModelRequest request;
  request.set_sha256(info->info().walk_sha256(0));
  const auto context = ann.context();
  const auto reader = ann.assets->DownloadModel(context.get(), request);
  std::string arrived;
  for (v1::DownloadModelResponse part; reader->Read(&part);) arrived += part.chunk();
  EXPECT_TRUE(reader->Finish().ok());
  EXPECT_EQ(arrived, std::string(bytes.begin(), bytes.end()));
  const grpc::Status join = ann.join("Bob", [&](auto& j) { j.set_avatar_sha256(sha256(bytes)); });
  EXPECT_EQ(join.error_code(), StatusCode::FAILED_PRECONDITION);
  EXPECT_THAT(join.error_message(), HasSubstr("walk clip"));
}

TEST(Walks, ThatAreNoneStopTheStartWithASentence) {
  const test::TempDir directory;
  const auto file = directory.path() / "no walk.vrma";
  const auto change = [&](Options& options) { options.walks = {file}; };
  EXPECT_THAT(startFault(change), HasSubstr("no walk.vrma"));
  write(file, "not a glTF file");
  EXPECT_THAT(startFault(change), HasSubstr("no walk.vrma"));
  const auto model = mannequinFile();
  write(file, std::string(model.begin(), model.end()));
  EXPECT_THAT(startFault(change), HasSubstr("no walk.vrma")) << "a model without animations";
}

TEST(Rooms, CanBeListedAndCreatedUnderAGoodNewName) {
  TestServer server([](Options& options) { options.rooms = {"lobby", "hall"}; });
  Client client(server);
  v1::CreateRoomRequest request;
  v1::CreateRoomResponse created;
  request.set_name("stage");
  request.add_avatar_sha256(server.server.mannequinHash());
  request.add_avatar_sha256(server.server.mannequinHash());
  ASSERT_TRUE(client.rooms->CreateRoom(client.context().get(), request, &created).ok());
  EXPECT_EQ(created.room().avatars(), 2U);
  EXPECT_EQ(client.rooms->CreateRoom(client.context().get(), request, &created).error_code(),
            StatusCode::ALREADY_EXISTS);
  request.set_name("no/slash");
  EXPECT_EQ(client.rooms->CreateRoom(client.context().get(), request, &created).error_code(),
            StatusCode::INVALID_ARGUMENT);
  request.set_name("unknown model");
  request.add_avatar_sha256(std::string(32, 'x'));
  EXPECT_EQ(client.rooms->CreateRoom(client.context().get(), request, &created).error_code(),
            StatusCode::FAILED_PRECONDITION);
  v1::ListRoomsResponse list;
  ASSERT_TRUE(client.rooms->ListRooms(client.context().get(), {}, &list).ok());
  std::vector<std::string> names;
  for (const auto& room : list.rooms()) names.push_back(room.name());
  EXPECT_THAT(names, testing::UnorderedElementsAre("lobby", "hall", "stage"));
}

TEST(Rooms, CreatedByOneAddressAreLimited) {
  TestServer server;
  Client client(server);
  v1::CreateRoomRequest request;
  v1::CreateRoomResponse created;
  grpc::Status status;
  for (std::size_t i = 0; i <= limits::kRoomsPerAddress && status.ok(); ++i) {
    request.set_name("room " + std::to_string(i));
    status = client.rooms->CreateRoom(client.context().get(), request, &created);
  }
  EXPECT_EQ(status.error_code(), StatusCode::RESOURCE_EXHAUSTED);
  EXPECT_EQ(request.name(), "room " + std::to_string(limits::kRoomsPerAddress));
}

// ---- Misbehaviour

void expectMalformed(TestServer& server, Client& client, std::uint64_t count) {
  const auto goodbye = client.goodbye();
  ASSERT_TRUE(goodbye);
  EXPECT_EQ(goodbye->reason(), v1::DISCONNECT_REASON_MALFORMED);
  EXPECT_GT(goodbye->sentence().size(), 10U);
  EXPECT_EQ(client.finish().error_code(), StatusCode::INVALID_ARGUMENT);
  EXPECT_EQ(server.server.stats().disconnected(Disconnect::malformed), count);
}

TEST(Misbehaviour, FirstMessageThatIsNoHelloIsMalformed) {
  TestServer server;
  Client client(server);
  client.open();
  v1::ClientMessage message;
  message.mutable_ping();
  client.send(message);
  expectMalformed(server, client, 1);
}

TEST(Misbehaviour, MessageThatNoClientSendsIsMalformed) {
  TestServer server;
  std::uint64_t count = 0;
  std::vector<v1::ClientMessage> bad(7);
  // bad[0]: nothing at all
  bad[1].mutable_hello()->set_room("lobby");
  for (int i = 0; i < 3; ++i) bad[2].mutable_input()->add_hands();
  bad[3].mutable_input()->add_hands()->set_held_hand(static_cast<v1::Hand>(5));
  bad[4].mutable_set_gaze()->set_mode(static_cast<v1::GazeMode>(77));
  bad[5].mutable_set_param()->set_name(std::string(100, 'p'));
  bad[6].mutable_set_param()->set_name(std::string(limits::kClientMessageBytes, 'p'));
  for (const auto& message : bad) {
    Client client(server);
    client.enter("");
    ASSERT_TRUE(client.awaitSnapshot(kAny));
    client.send(message);
    expectMalformed(server, client, ++count);
  }
}

TEST(Misbehaviour, BytesThatAreNoMessageAreMalformed) {
  TestServer server;
  Client client(server);
  // Field 1 of this one is bytes, where a ClientMessage has a message.
  v1::HasModelRequest noise;
  noise.set_sha256("\xff\xff\xff\xff\x07 not a hello");
  const grpc::internal::RpcMethod method("/lead.v1.Sessions/Play", grpc::internal::RpcMethod::BIDI_STREAMING);
  const auto context = client.context();
  const std::unique_ptr<grpc::ClientReaderWriter<v1::HasModelRequest, v1::ServerMessage>> stream(
      grpc::internal::ClientReaderWriterFactory<v1::HasModelRequest, v1::ServerMessage>::Create(
          client.channel().get(), method, context.get()));
  ASSERT_TRUE(stream->Write(noise));
  v1::ServerMessage message;
  ASSERT_TRUE(stream->Read(&message));
  EXPECT_EQ(message.goodbye().reason(), v1::DISCONNECT_REASON_MALFORMED);
  EXPECT_FALSE(stream->Read(&message));
  EXPECT_EQ(stream->Finish().error_code(), StatusCode::INVALID_ARGUMENT);
}

TEST(Misbehaviour, HelloWithAWrongSecretIsNotLetIn) {
  TestServer server;
  Client client(server);
  ASSERT_TRUE(client.join("Ann").ok());
  client.joined.set_resume_secret("guess");
  client.play();
  EXPECT_FALSE(client.await([](const auto&) { return true; }));
  EXPECT_EQ(client.finish().error_code(), StatusCode::UNAUTHENTICATED);
}

TEST(Misbehaviour, NumbersThatAreNoneAreDroppedAndCountedAndNothingElse) {
  TestServer server;
  Client ann(server);
  ann.enter("Ann");
  const auto seen = ann.awaitSnapshot([](const auto& s) { return s.tick() > 0; });
  std::uint32_t sequence = 0;
  for (const float bad : {NAN, INFINITY, -INFINITY, 1000.5F, -1e30F}) {
    auto message = holdMessage(++sequence, *seen, Side::left);
    message.mutable_input()->mutable_hands(0)->mutable_position()->set_y(bad);
    ann.send(message);
    message = holdMessage(++sequence, *seen, Side::left);
    message.mutable_input()->mutable_hands(0)->mutable_grabbed_point()->set_x(bad);
    ann.send(message);
    message = holdMessage(++sequence, *seen, Side::left);
    message.mutable_input()->mutable_head()->mutable_position()->set_z(bad);
    ann.send(message);
    message = holdMessage(++sequence, *seen, Side::left);
    message.mutable_input()->mutable_hands(0)->mutable_orientation()->set_w(bad);
    ann.send(message);
  }
  const auto before = sequence;
  ann.send(holdMessage(++sequence, *seen, Side::right));
  const auto held = ann.awaitSnapshot([&](const auto& s) { return s.input_sequence() == sequence; });
  ASSERT_TRUE(held);
  EXPECT_EQ(held->avatars(0).left().holder(), 0U);
  EXPECT_EQ(held->avatars(0).right().holder(), ann.joined.participant());
  EXPECT_EQ(server.server.stats().badNumbers, before);
}

TEST(Misbehaviour, FloodIsEndedAndOthersNoticeNothing) {
  TestServer server;
  Client eve(server);
  eve.enter("Eve");
  Client flooder(server);
  flooder.enter("Flooder");
  v1::ClientMessage message;
  message.mutable_input()->set_sequence(1);
  for (int i = 0; i < 20 * static_cast<int>(limits::kMessageBurst) && flooder.send(message); ++i) {
  }
  const auto goodbye = flooder.goodbye();
  ASSERT_TRUE(goodbye);
  EXPECT_EQ(goodbye->reason(), v1::DISCONNECT_REASON_FLOOD);
  EXPECT_EQ(server.server.stats().disconnected(Disconnect::flood), 1U);
  const auto now = eve.awaitSnapshot(kAny);
  EXPECT_TRUE(eve.awaitSnapshot([&](const auto& s) { return s.tick() > now->tick() + 5; }));
}

TEST(Misbehaviour, ClientThatDoesNotReadIsDisconnectedAndOthersNoticeNothing) {
  TestServer server([](Options& options) {
    options.readWithin = std::chrono::milliseconds(500);
    options.snapshotRate = 60;
  });
  Client eve(server);
  v1::CreateRoomRequest request;
  v1::CreateRoomResponse created;
  request.set_name("crowd");
  for (std::size_t i = 0; i < limits::kAvatarsPerCreateRoom; ++i)
    request.add_avatar_sha256(server.server.mannequinHash());
  ASSERT_TRUE(eve.rooms->CreateRoom(eve.context().get(), request, &created).ok());
  const auto intoCrowd = [](v1::JoinRequest& join) { join.set_room("crowd"); };
  eve.enter("Eve", intoCrowd);
  grpc::ChannelArguments small;
  small.SetInt(GRPC_ARG_HTTP2_STREAM_LOOKAHEAD_BYTES, 16 * 1024);
  small.SetInt(GRPC_ARG_HTTP2_BDP_PROBE, 0);
  Client sleeper(server.server.address(), small);
  sleeper.enter("Sleeper", intoCrowd);
  v1::ClientMessage signOfLife;
  while (server.server.stats().disconnected(Disconnect::tooSlow) == 0) {
    signOfLife.mutable_input()->set_sequence(signOfLife.input().sequence() + 1);
    eve.send(signOfLife);
    ASSERT_TRUE(eve.awaitSnapshot(kAny)) << "the other still gets its snapshots";
  }
  EXPECT_GT(server.server.stats().snapshotsDropped, 0U) << "only the newest is kept";
  sleeper.await([](const auto&) { return false; });
  EXPECT_FALSE(sleeper.finish().ok());
}

// ---- The end

TEST(Shutdown, TellsEveryClientAndEndsItsStream) {
  TestServer server;
  Client ann(server);
  Client bob(server);
  ann.enter("Ann");
  bob.enter("Bob");
  ASSERT_TRUE(ann.awaitSnapshot(kAny));
  ASSERT_TRUE(bob.awaitSnapshot(kAny));
  std::thread stopping([&] { server.server.stop(); });
  for (Client* client : {&ann, &bob}) {
    const auto goodbye = client->goodbye();
    ASSERT_TRUE(goodbye);
    EXPECT_EQ(goodbye->reason(), v1::DISCONNECT_REASON_SHUTDOWN);
    EXPECT_EQ(client->finish().error_code(), StatusCode::UNAVAILABLE);
  }
  stopping.join();
}

TEST(Shutdown, DoesNotWaitForAClientThatDoesNotRead) {
  auto server = std::make_unique<TestServer>();
  Client sleeper(*server);
  sleeper.enter("Sleeper");
  Client silent(*server);
  silent.open();
  server.reset();
}

}  // namespace
}  // namespace lead::server
