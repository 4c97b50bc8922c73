// A model whose licence forbids handing it on: who brings it uses it, the others in the room get a stand-in,
// unless its owner says that he may share it.
#include <gmock/gmock.h>

#include "assets/sha256.h"
#include "mannequin/mannequin_file.h"
#include "test_client.h"
#include "vrm/load.h"

namespace lead::server {
namespace {

using grpc::StatusCode;
using test::Client;
using test::TestServer;
using testing::ElementsAre;
using testing::HasSubstr;

using Bytes = std::vector<std::uint8_t>;

/// The mannequin with a licence that says nothing about redistribution. `mark`: makes another file of it.
Bytes restricted(char mark = '#') {
  Bytes bytes(mannequinFile().begin(), mannequinFile().end());
  const std::string text(bytes.begin(), bytes.end());
  const std::string allowed = "\"allowRedistribution\":true";
  const std::size_t place = text.find(allowed);
  EXPECT_NE(place, std::string::npos);
  const std::string unsaid = "\"allowRedistribution\":null";
  std::copy(unsaid.begin(), unsaid.end(), bytes.begin() + static_cast<std::ptrdiff_t>(place));
  bytes[text.find("\"generator\":\"") + 13] = static_cast<std::uint8_t>(mark);
  return bytes;
}

grpc::Status upload(Client& client, const Bytes& bytes, v1::FileKind kind,
                    v1::UploadModelResponse& response) {
  const auto context = client.context();
  const auto writer = client.assets->UploadModel(context.get(), &response);
  v1::UploadModelRequest message;
  message.mutable_begin()->set_sha256(sha256(bytes));
  message.mutable_begin()->set_size(bytes.size());
  message.mutable_begin()->set_kind(kind);
  writer->Write(message);
  for (std::size_t at = 0; at < bytes.size(); at += limits::kChunkBytes) {
    message.set_chunk(bytes.data() + at, std::min(limits::kChunkBytes, bytes.size() - at));
    if (!writer->Write(message)) break;
  }
  writer->WritesDone();
  return writer->Finish();
}

v1::UploadModelResponse upload(Client& client, const Bytes& bytes) {
  v1::UploadModelResponse response;
  const grpc::Status status = upload(client, bytes, v1::FILE_KIND_MODEL, response);
  EXPECT_TRUE(status.ok()) << status.error_message();
  return response;
}

struct Got {
  bool isStandIn = false;
  std::string announced;
  Bytes bytes;
};

/// As that participant of the lobby, or as nobody.
Got download(Client& client, const std::string& hash, const v1::JoinResponse* as = nullptr,
             const std::string& room = "lobby") {
  v1::DownloadModelRequest request;
  request.set_sha256(hash);
  if (as != nullptr) {
    request.set_room(room);
    request.set_participant(as->participant());
    request.set_resume_secret(as->resume_secret());
  }
  const auto context = client.context();
  const auto reader = client.assets->DownloadModel(context.get(), request);
  Got got;
  for (v1::DownloadModelResponse part; reader->Read(&part);) {
    if (part.has_begin()) {
      got.isStandIn = part.begin().stand_in();
      got.announced = part.begin().sha256();
    }
    got.bytes.insert(got.bytes.end(), part.chunk().begin(), part.chunk().end());
  }
  const grpc::Status status = reader->Finish();
  EXPECT_TRUE(status.ok()) << status.error_message();
  EXPECT_EQ(got.announced, sha256(got.bytes));
  return got;
}

bool has(Client& client, const std::string& hash, const std::string& possession = {}) {
  v1::HasModelRequest request;
  v1::HasModelResponse response;
  request.set_sha256(hash);
  request.set_possession(possession);
  EXPECT_TRUE(client.assets->HasModel(client.context().get(), request, &response).ok());
  return response.present();
}

struct SharingTest : testing::Test {
  TestServer server;
  Client ann{server};
  Client bob{server};
  Bytes bytes = restricted();
  std::string hash = sha256(bytes);
  std::string possession;

  void SetUp() override { possession = upload(ann, bytes).possession(); }

  void bring(Client& client, const std::string& name, bool share = false) {
    client.enter(name, [&](v1::JoinRequest& request) {
      request.set_avatar_sha256(hash);
      request.set_possession(possession);
      request.set_share_avatar(share);
    });
  }
  static void share(Client& client, bool share) {
    v1::ClientMessage message;
    message.mutable_share_avatar()->set_share(share);
    ASSERT_TRUE(client.send(message));
  }
  /// Until the client hears that an avatar of that model is shared so.
  v1::RoomInfo::Avatar awaitSharing(Client& client, v1::Sharing sharing) const {
    v1::RoomInfo::Avatar avatar;
    const auto heard = client.await([&](const v1::ServerMessage& message) {
      for (const auto& each : message.info().avatars()) {
        if (each.model_sha256() != hash || each.sharing() != sharing) continue;
        avatar = each;
        return true;
      }
      return false;
    });
    EXPECT_TRUE(heard);
    return avatar;
  }
  void expectStandIn(const Got& got) const {
    EXPECT_TRUE(got.isStandIn);
    EXPECT_NE(got.bytes, bytes);
    const ModelPtr model = loadModel(got.bytes);
    EXPECT_EQ(model->meta.name, "Placeholder");
    EXPECT_EQ(model->skeleton.bones, loadModel(bytes)->skeleton.bones);
  }
  void expectModel(const Got& got) const {
    EXPECT_FALSE(got.isStandIn);
    EXPECT_EQ(got.bytes, bytes);
  }
};

TEST_F(SharingTest, OthersGetAStandInAndTheLicence) {
  bring(ann, "Ann");
  bob.enter("Bob");
  const auto avatar = awaitSharing(bob, v1::SHARING_NONE);
  EXPECT_THAT(avatar.licence().authors(), ElementsAre("Lead contributors"));
  EXPECT_EQ(avatar.licence().avatar_permission(), "everyone");
  EXPECT_FALSE(avatar.licence().allow_redistribution());
  expectStandIn(download(bob, hash, &bob.joined));
}

TEST_F(SharingTest, ItsOwnerGetsItBack) {
  bring(ann, "Ann");
  expectModel(download(ann, hash, &ann.joined));
}

TEST_F(SharingTest, OthersGetItWhenItsOwnerHasConfirmedOnJoining) {
  bring(ann, "Ann", true);
  bob.enter("Bob");
  awaitSharing(bob, v1::SHARING_BY_OWNER);
  expectModel(download(bob, hash, &bob.joined));
}

TEST_F(SharingTest, OthersGetItWhenItsOwnerConfirmsLaterAndNotWhenHeTakesThatBack) {
  bring(ann, "Ann");
  bob.enter("Bob");
  awaitSharing(bob, v1::SHARING_NONE);
  share(ann, true);
  awaitSharing(bob, v1::SHARING_BY_OWNER);
  expectModel(download(bob, hash, &bob.joined));
  share(ann, false);
  awaitSharing(bob, v1::SHARING_NONE);
  expectStandIn(download(bob, hash, &bob.joined));
}

TEST_F(SharingTest, TheConfirmationIsForThisRoomAndThisAvatarOnly) {
  v1::CreateRoomRequest create;
  v1::CreateRoomResponse created;
  create.set_name("other");
  ASSERT_TRUE(ann.rooms->CreateRoom(ann.context().get(), create, &created).ok());
  bring(ann, "Ann", true);
  // Another owner of the same file, in another room, who does not share it.
  Client cid(server);
  cid.enter("Cid", [&](v1::JoinRequest& request) {
    request.set_room("other");
    request.set_avatar_sha256(hash);
    request.set_possession(possession);
  });
  bob.enter("Bob", [](v1::JoinRequest& request) { request.set_room("other"); });
  awaitSharing(bob, v1::SHARING_NONE);
  expectStandIn(download(bob, hash, &bob.joined, "other"));
  expectStandIn(download(bob, hash, &bob.joined, "lobby"));
  expectStandIn(download(bob, hash));
  // Who shared it leaves, and with him goes what he confirmed.
  v1::LeaveRequest leave;
  v1::LeaveResponse left;
  leave.set_room("lobby");
  leave.set_participant(ann.joined.participant());
  leave.set_resume_secret(ann.joined.resume_secret());
  ASSERT_TRUE(ann.sessions->Leave(ann.context().get(), leave, &left).ok());
  Client dan(server);
  dan.enter("Dan");
  expectStandIn(download(dan, hash, &dan.joined));
}

TEST_F(SharingTest, OfTwoOwnersInARoomOneIsEnough) {
  bring(ann, "Ann", false);
  Client cid(server);
  bring(cid, "Cid", true);
  bob.enter("Bob");
  expectModel(download(bob, hash, &bob.joined));
}

TEST_F(SharingTest, ASecretThatIsWrongIsNobody) {
  bring(ann, "Ann");
  v1::JoinResponse forged = ann.joined;
  forged.set_resume_secret(std::string(limits::kSecretBytes, 'x'));
  expectStandIn(download(bob, hash, &forged));
}

TEST_F(SharingTest, WhoOnlyKnowsTheHashCanNeitherBringNorShareIt) {
  bring(ann, "Ann");
  EXPECT_FALSE(has(bob, hash)) << "uploads, then, and so shows that he has it";
  EXPECT_FALSE(has(bob, hash, std::string(32, 'x')));
  EXPECT_TRUE(has(ann, hash, possession));
  const grpc::Status status =
      bob.join("Bob", [&](v1::JoinRequest& request) { request.set_avatar_sha256(hash); });
  EXPECT_EQ(status.error_code(), StatusCode::FAILED_PRECONDITION);
  EXPECT_THAT(status.error_message(), HasSubstr("licence"));
  bob.enter("Bob");
  v1::ClientMessage message;
  message.mutable_set_avatar()->set_sha256(hash);
  message.mutable_set_avatar()->set_share(true);
  ASSERT_TRUE(bob.send(message));
  const auto refused = bob.await([](const v1::ServerMessage& m) { return m.has_refused(); });
  ASSERT_TRUE(refused);
  EXPECT_THAT(refused->refused().sentence(), HasSubstr("licence"));
  expectStandIn(download(bob, hash, &bob.joined));
}

TEST_F(SharingTest, APossessionIsOfOneFile) {
  const Bytes other = restricted('+');
  const std::string possessionOfOther = upload(bob, other).possession();
  EXPECT_NE(possessionOfOther, possession);
  EXPECT_FALSE(has(bob, hash, possessionOfOther));
  EXPECT_TRUE(has(bob, sha256(other), possessionOfOther));
}

TEST_F(SharingTest, WhoHasTheFileTooUploadsItAndNothingIsStoredTwice) {
  EXPECT_EQ(upload(bob, bytes).possession(), possession);
  EXPECT_EQ(server.directory.files().size(), 1U);
}

TEST_F(SharingTest, AResumedOwnerStillHasHisAvatarAndWhatHeConfirmed) {
  bring(ann, "Ann", true);
  ann.cancel();
  Client again(server);
  again.enter("Ann", [&](v1::JoinRequest& request) {
    request.set_avatar_sha256(hash);
    request.set_possession(possession);
    request.set_resume_secret(ann.joined.resume_secret());
  });
  EXPECT_TRUE(again.joined.resumed());
  awaitSharing(again, v1::SHARING_BY_OWNER);
  expectModel(download(again, hash, &again.joined));
}

TEST_F(SharingTest, AnAvatarExchangedIsSharedAnew) {
  bring(ann, "Ann", true);
  v1::ClientMessage message;
  message.mutable_set_avatar()->set_sha256(hash);
  message.mutable_set_avatar()->set_possession(possession);
  ASSERT_TRUE(ann.send(message));
  awaitSharing(ann, v1::SHARING_NONE);
  message.mutable_set_avatar()->set_share(true);
  ASSERT_TRUE(ann.send(message));
  awaitSharing(ann, v1::SHARING_BY_OWNER);
}

TEST_F(SharingTest, IsOfNoUseWithoutAnAvatar) {
  bob.enter("Bob");
  share(bob, true);
  EXPECT_TRUE(bob.await([](const v1::ServerMessage& m) { return m.has_refused(); }));
}

TEST_F(SharingTest, ARoomCanNotHaveItAsItsOwn) {
  v1::CreateRoomRequest create;
  v1::CreateRoomResponse created;
  create.set_name("hall");
  create.add_avatar_sha256(hash);
  const grpc::Status status = ann.rooms->CreateRoom(ann.context().get(), create, &created);
  EXPECT_EQ(status.error_code(), StatusCode::FAILED_PRECONDITION);
  EXPECT_THAT(status.error_message(), HasSubstr("licence of Lead Mannequin"));
}

TEST_F(SharingTest, ItsAnimationsAreNotPlayedForAllWouldNeedTheFile) {
  v1::UploadModelResponse response;
  const grpc::Status status = upload(bob, restricted('+'), v1::FILE_KIND_MOTION, response);
  EXPECT_EQ(status.error_code(), StatusCode::INVALID_ARGUMENT);
  EXPECT_THAT(status.error_message(), HasSubstr("licence"));
  const grpc::Status other =
      upload(bob, {mannequinFile().begin(), mannequinFile().end() - 1}, v1::FILE_KIND_MOTION, response);
  EXPECT_THAT(other.error_message(), testing::Not(HasSubstr("licence")));
  bring(ann, "Ann");
  v1::ClientMessage message;
  message.mutable_play_motion()->set_avatar(ann.joined.avatar());
  message.mutable_play_motion()->set_sha256(hash);
  ASSERT_TRUE(ann.send(message));
  const auto refused = ann.await([](const v1::ServerMessage& m) { return m.has_refused(); });
  ASSERT_TRUE(refused);
  EXPECT_THAT(refused->refused().sentence(), HasSubstr("licence"));
}

TEST_F(SharingTest, AModelThatMayBeHandedOnIsForAll) {
  const std::string free = server.server.mannequinHash();
  EXPECT_TRUE(has(bob, free));
  EXPECT_FALSE(download(bob, free).isStandIn);
  bob.enter("Bob");
  const auto heard = bob.await([&](const v1::ServerMessage& m) {
    return m.info().avatars_size() > 0 && m.info().avatars(0).model_sha256() == free;
  });
  ASSERT_TRUE(heard);
  EXPECT_EQ(heard->info().avatars(0).sharing(), v1::SHARING_BY_LICENCE);
}

TEST(Sharing, OfWhatAnEarlierRunStoredIsJudgedByItsLicenceToo) {
  const Bytes bytes = restricted();
  auto first = std::make_unique<TestServer>();
  {
    Client ann(*first);
    upload(ann, bytes);
  }
  first->server.stop();
  Server second([&] {
    Options options = TestServer::options(first->directory);
    return options;
  }());
  Client bob(second.address());
  EXPECT_TRUE(download(bob, sha256(bytes)).isStandIn);
  EXPECT_FALSE(has(bob, sha256(bytes)));
}

}  // namespace
}  // namespace lead::server
