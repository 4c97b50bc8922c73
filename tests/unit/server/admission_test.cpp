// Who is let in: tokens, rates, caps; and what is counted of those who aren't.
#include <gmock/gmock.h>

#include <chrono>
#include <fstream>
#include <random>
#include <thread>

#include "gateway/peer_address.h"
#include "lead/v1/refusal.pb.h"
#include "operations/address_rates.h"
#include "operations/tokens.h"
#include "test_client.h"

namespace lead::server {
namespace {

using grpc::StatusCode;
using test::Client;
using test::TestServer;
using testing::ElementsAre;
using testing::HasSubstr;

std::int64_t unixNow() {
  return std::chrono::duration_cast<std::chrono::seconds>(std::chrono::system_clock::now().time_since_epoch())
      .count();
}

const SigningKey& operatorsKey() {
  static const SigningKey key = SigningKey::random();
  return key;
}

std::string tokenOf(TokenClaims claims) {
  if (claims.expires == 0) claims.expires = unixNow() + 3600;
  return signToken(claims, operatorsKey());
}

TokenClaims good() {
  TokenClaims claims;
  claims.mayLead = true;
  return claims;
}

v1::CallRefusal reasonOf(const grpc::Status& status) {
  v1::CallRefused details;
  EXPECT_TRUE(details.ParseFromString(status.error_details()));
  return details.reason();
}

double retryAfter(const grpc::Status& status) {
  v1::CallRefused details;
  EXPECT_TRUE(details.ParseFromString(status.error_details()));
  return details.retry_after();
}

struct Guarded : testing::Test {
  TestServer server{[](Options& options) { options.tokenKeys = {toText(operatorsKey().publicKey())}; }};
  Client client{server};

  grpc::Status join(const std::string& token, const std::string& name = "Ann",
                    const std::string& room = "lobby", v1::Role role = v1::ROLE_LEADER) {
    client.token = token;
    return client.join(name, [&](v1::JoinRequest& request) {
      request.set_room(room);
      request.set_role(role);
    });
  }
  void expectRefused(const grpc::Status& status, StatusCode code, v1::CallRefusal reason, const char* text) {
    EXPECT_EQ(status.error_code(), code) << status.error_message();
    EXPECT_EQ(reasonOf(status), reason);
    EXPECT_EQ(retryAfter(status), 0.0) << "trying again won't help";
    EXPECT_THAT(status.error_message(), HasSubstr(text));
    EXPECT_EQ(status.error_message().back(), '.');
  }
};

TEST_F(Guarded, JoinNeedsAToken) {
  expectRefused(join(""), StatusCode::UNAUTHENTICATED, v1::CALL_REFUSAL_NO_TOKEN, "--token");
  expectRefused(join("nonsense"), StatusCode::UNAUTHENTICATED, v1::CALL_REFUSAL_BAD_TOKEN, "copied");
  expectRefused(join(signToken({"", "", true, true, unixNow() + 99}, SigningKey::random())),
                StatusCode::UNAUTHENTICATED, v1::CALL_REFUSAL_BAD_TOKEN, "not one of this server's");
  TokenClaims old = good();
  old.expires = unixNow() - 61;
  expectRefused(join(tokenOf(old)), StatusCode::UNAUTHENTICATED, v1::CALL_REFUSAL_TOKEN_EXPIRED,
                "expired at 20");
  EXPECT_TRUE(join(tokenOf(good())).ok());
  auto& refusals = server.server.stats().refusals;
  EXPECT_EQ(refusals.of(Refused::noToken), 1U);
  EXPECT_EQ(refusals.of(Refused::badToken), 2U);
  EXPECT_EQ(refusals.of(Refused::tokenExpired), 1U);
  EXPECT_THAT(takeReport(server.server.stats()),
              HasSubstr("calls refused no_token 1 bad_token 2 token_expired 1"));
}

TEST_F(Guarded, JoinIsForTheRoomTheRoleAndTheNameOfTheToken) {
  TokenClaims claims = good();
  claims.room = "hall";
  expectRefused(join(tokenOf(claims)), StatusCode::PERMISSION_DENIED, v1::CALL_REFUSAL_NOT_PERMITTED,
                "\"hall\"");
  claims = good();
  claims.mayLead = false;
  expectRefused(join(tokenOf(claims)), StatusCode::PERMISSION_DENIED, v1::CALL_REFUSAL_NOT_PERMITTED,
                "watch");
  EXPECT_TRUE(join(tokenOf(claims), "Eve", "lobby", v1::ROLE_SPECTATOR).ok());
  claims = good();
  claims.name = "Bob";
  expectRefused(join(tokenOf(claims)), StatusCode::PERMISSION_DENIED, v1::CALL_REFUSAL_NOT_PERMITTED,
                "for Bob");
  expectRefused(join(tokenOf(claims), "Bobby"), StatusCode::PERMISSION_DENIED, v1::CALL_REFUSAL_NOT_PERMITTED,
                "for Bob");
  EXPECT_TRUE(join(tokenOf(claims), "").ok());
  EXPECT_EQ(client.joined.name(), "Bob") << "who asks for no name gets the token's";
  EXPECT_TRUE(join(tokenOf(claims), "Bob 2").ok()) << "as the room may have called him before a cut";
  EXPECT_EQ(server.server.stats().refusals.of(Refused::notPermitted), 4U);
}

TEST_F(Guarded, AWatcherDoesNotBecomeALeaderLater) {
  TokenClaims claims = good();
  claims.mayLead = false;
  client.token = tokenOf(claims);
  client.enter("Eve", [](v1::JoinRequest& request) { request.set_role(v1::ROLE_SPECTATOR); });
  v1::ClientMessage message;
  message.mutable_set_role()->set_role(v1::ROLE_LEADER);
  client.send(message);
  const auto answer = client.await([](const auto& m) { return m.has_refused(); });
  ASSERT_TRUE(answer);
  EXPECT_THAT(answer->refused().sentence(), HasSubstr("watch"));
}

TEST_F(Guarded, RoomsAreListedWithATokenAndMadeWithTheRightTo) {
  v1::ListRoomsResponse list;
  EXPECT_EQ(client.rooms->ListRooms(client.context().get(), {}, &list).error_code(),
            StatusCode::UNAUTHENTICATED);
  EXPECT_EQ(list.rooms_size(), 0);
  client.token = tokenOf(good());
  EXPECT_TRUE(client.rooms->ListRooms(client.context().get(), {}, &list).ok());
  v1::CreateRoomRequest request;
  request.set_name("hall");
  v1::CreateRoomResponse created;
  expectRefused(client.rooms->CreateRoom(client.context().get(), request, &created),
                StatusCode::PERMISSION_DENIED, v1::CALL_REFUSAL_NOT_PERMITTED, "--operator");
  TokenClaims claims;
  claims.isOperator = true;
  client.token = tokenOf(claims);
  EXPECT_TRUE(client.rooms->CreateRoom(client.context().get(), request, &created).ok());
}

TEST_F(Guarded, ModelsGoUpAndDownWithATokenOnly) {
  v1::HasModelRequest has;
  has.set_sha256(server.server.mannequinHash());
  v1::HasModelResponse present;
  EXPECT_EQ(client.assets->HasModel(client.context().get(), has, &present).error_code(),
            StatusCode::UNAUTHENTICATED);
  v1::DownloadModelRequest request;
  request.set_sha256(server.server.mannequinHash());
  v1::DownloadModelResponse part;
  {
    const auto context = client.context();
    const auto download = client.assets->DownloadModel(context.get(), request);
    EXPECT_FALSE(download->Read(&part));
    EXPECT_EQ(download->Finish().error_code(), StatusCode::UNAUTHENTICATED);
  }
  {
    const auto context = client.context();
    v1::UploadModelResponse answer;
    const auto upload = client.assets->UploadModel(context.get(), &answer);
    v1::UploadModelRequest begin;
    begin.mutable_begin()->set_size(100);
    upload->Write(begin);
    upload->WritesDone();
    EXPECT_EQ(upload->Finish().error_code(), StatusCode::UNAUTHENTICATED);
  }
  client.token = tokenOf({});
  const auto context = client.context();
  const auto download = client.assets->DownloadModel(context.get(), request);
  EXPECT_TRUE(download->Read(&part)) << "any token will do, a watcher's too";
  client.cancel();
}

TEST_F(Guarded, TwoKeysAreGoodWhileOneTakesTheOthersPlace) {
  const SigningKey next = SigningKey::random();
  TestServer both{[&](Options& options) {
    options.tokenKeys = {toText(operatorsKey().publicKey()), toText(next.publicKey())};
  }};
  for (const SigningKey& key : {operatorsKey(), next}) {
    Client someone{both};
    someone.token = signToken({"", "", true, false, unixNow() + 60}, key);
    EXPECT_TRUE(someone.join("").ok());
  }
}

TEST(Keys, AreReadFromTextAndFilesAndASecretOneIsNotTaken) {
  const test::TempDir directory;
  const auto file = [&](const std::string& name, const std::string& text) {
    std::ofstream(directory.path() / name) << text;
    return (directory.path() / name).string();
  };
  const std::string open = toText(operatorsKey().publicKey());
  EXPECT_THAT(readTokenKeys({open, file("key.pub", open + "\n")}),
              ElementsAre(operatorsKey().publicKey(), operatorsKey().publicKey()));
  const auto fault = [](const std::string& given) -> std::string {
    try {
      readTokenKeys({given});
    } catch (const std::runtime_error& error) {
      return error.what();
    }
    return "none";
  };
  EXPECT_THAT(fault(file("key", toText(operatorsKey()))), HasSubstr("key.pub"));
  EXPECT_THAT(fault(toText(operatorsKey())), HasSubstr("secret"));
  EXPECT_THAT(fault(file("odd", "hello")), HasSubstr("no public token key"));
  EXPECT_THAT(fault("/nowhere/key"), HasSubstr("/nowhere/key"));
  EXPECT_THROW(TestServer{[](Options& options) { options.tokenKeys = {"/nowhere/key"}; }}, StartError);
}

// ---- Rates and caps

TEST(Rates, OfAnAddressAreABurstAndThenSoManyASecond) {
  AddressRates rates(10.0, 3.0, 100);
  AddressRates::Clock::time_point now{};
  for (int i = 0; i < 3; ++i) EXPECT_TRUE(rates.take("a", now));
  EXPECT_FALSE(rates.take("a", now));
  EXPECT_TRUE(rates.take("b", now)) << "another address has its own";
  now += std::chrono::milliseconds(101);
  EXPECT_TRUE(rates.take("a", now));
  EXPECT_FALSE(rates.take("a", now));
}

TEST(Rates, OfCountlessAddressesCostBoundedMemoryAndTheSilentOnesAreForgottenFirst) {
  AddressRates rates(1.0, 1.0, 1000);
  AddressRates::Clock::time_point now{};
  EXPECT_TRUE(rates.take("busy", now));
  for (int i = 0; i < 100'000; ++i) {
    EXPECT_TRUE(rates.take("stranger " + std::to_string(i), now));
    if (i % 500 == 0) {
      EXPECT_FALSE(rates.take("busy", now)) << "still known";
    }
  }
  EXPECT_EQ(rates.size(), 1000U);
}

TEST(Rates, OfJoinsAndCallsAreToldWithATimeAfterWhichToTryAgain) {
  TestServer server{[](Options& options) {
    options.caps.joinRate = 0.001;
    options.caps.perAddress = 3;
  }};
  Client client{server};
  grpc::Status status;
  int joins = 0;
  while ((status = client.join("")).ok()) {
    ASSERT_LT(++joins, 10);
    v1::LeaveRequest leave;
    leave.set_room("lobby");
    leave.set_participant(client.joined.participant());
    leave.set_resume_secret(client.joined.resume_secret());
    v1::LeaveResponse left;
    ASSERT_TRUE(client.sessions->Leave(client.context().get(), leave, &left).ok());
  }
  EXPECT_EQ(joins, 3);
  EXPECT_EQ(status.error_code(), StatusCode::RESOURCE_EXHAUSTED);
  EXPECT_EQ(reasonOf(status), v1::CALL_REFUSAL_JOINS_TOO_FAST);
  EXPECT_GT(retryAfter(status), 0.0);
  EXPECT_EQ(server.server.stats().refusals.of(Refused::joinsTooFast), 1U);

  v1::ListRoomsResponse list;
  int calls = 0;
  TestServer slow{[](Options& options) {
    options.caps.callRate = 0.001;
    options.caps.perAddress = 1;
  }};
  Client caller{slow};
  while ((status = caller.rooms->ListRooms(caller.context().get(), {}, &list)).ok()) ASSERT_LT(++calls, 20);
  EXPECT_EQ(calls, 8);
  EXPECT_EQ(reasonOf(status), v1::CALL_REFUSAL_CALLS_TOO_FAST);
  EXPECT_GT(retryAfter(status), 0.0);
}

TEST(Caps, OfAnAddressAndARoomAreToldApart) {
  TestServer server{[](Options& options) {
    options.caps.perAddress = 2;
    options.caps.joinRate = 1e9;
  }};
  Client client{server};
  EXPECT_TRUE(client.join("").ok());
  EXPECT_TRUE(client.join("").ok());
  grpc::Status status = client.join("");
  EXPECT_EQ(reasonOf(status), v1::CALL_REFUSAL_ADDRESS_FULL);

  TestServer narrow{[](Options& options) {
    options.caps.participants = 1;
    options.rooms = {"lobby", "hall"};
    options.caps.rooms = 2;
  }};
  Client other{narrow};
  EXPECT_TRUE(other.join("").ok());
  status = other.join("");
  EXPECT_EQ(status.error_code(), StatusCode::RESOURCE_EXHAUSTED);
  EXPECT_EQ(reasonOf(status), v1::CALL_REFUSAL_ROOM_FULL);
  EXPECT_EQ(retryAfter(status), 0.0);
  v1::CreateRoomRequest request;
  request.set_name("attic");
  v1::CreateRoomResponse created;
  EXPECT_EQ(reasonOf(other.rooms->CreateRoom(other.context().get(), request, &created)),
            v1::CALL_REFUSAL_ROOMS_FULL);
  EXPECT_EQ(reasonOf(other.join("", [](v1::JoinRequest& r) { r.set_room("nowhere"); })),
            v1::CALL_REFUSAL_NO_SUCH_ROOM);
}

TEST(Caps, OfAnAddressThatIsFullKeepNobodyOutWhoComesBack) {
  TestServer server{[](Options& options) {
    options.caps.perAddress = 4;
    options.caps.joinRate = 1e9;
  }};
  Client ann{server};
  ASSERT_TRUE(ann.join("Ann").ok());
  const std::string secret = ann.joined.resume_secret();
  Client others{server};
  for (int i = 0; i < 3; ++i) ASSERT_TRUE(others.join("").ok());
  EXPECT_EQ(reasonOf(others.join("")), v1::CALL_REFUSAL_ADDRESS_FULL);
  for (int i = 0; i < 3; ++i) {
    const grpc::Status status =
        ann.join("Ann", [&](v1::JoinRequest& request) { request.set_resume_secret(secret); });
    ASSERT_TRUE(status.ok()) << status.error_message();
    EXPECT_TRUE(ann.joined.resumed());
  }
  EXPECT_EQ(reasonOf(others.join("")), v1::CALL_REFUSAL_ADDRESS_FULL) << "that made no room for more";
  EXPECT_EQ(
      reasonOf(ann.join("Ann", [](v1::JoinRequest& request) { request.set_resume_secret("no such one"); })),
      v1::CALL_REFUSAL_ADDRESS_FULL);
}

/// As a client does whose answers come too late: each try shows the same random key.
TEST(Join, TriedAgainAndAgainUntilAnAnswerArrivesIsOnePersonWithOneAvatar) {
  TestServer server;
  Client client{server};
  std::mt19937 random(3);
  v1::JoinRequest request;
  request.set_room("lobby");
  request.set_name("Ann");
  request.set_resume_secret("0123456789abcdef");
  request.set_avatar_sha256(server.server.mannequinHash());
  v1::JoinResponse joined;
  for (int i = 0; i < 60; ++i) {
    grpc::ClientContext context;
    std::thread impatience([&context, after = std::chrono::microseconds(random() % 1500)] {
      std::this_thread::sleep_for(after);
      context.TryCancel();
    });
    client.sessions->Join(&context, request, &joined);
    impatience.join();
  }
  ASSERT_TRUE(client.sessions->Join(client.context().get(), request, &joined).ok());
  EXPECT_EQ(joined.name(), "Ann");
  v1::ListRoomsResponse list;
  ASSERT_TRUE(client.rooms->ListRooms(client.context().get(), {}, &list).ok());
  EXPECT_EQ(list.rooms(0).participants(), 1U);
  EXPECT_EQ(list.rooms(0).avatars(), 2U);
  v1::LeaveRequest leave;
  leave.set_room("lobby");
  leave.set_participant(joined.participant());
  leave.set_resume_secret(joined.resume_secret());
  v1::LeaveResponse left;
  EXPECT_TRUE(client.sessions->Leave(client.context().get(), leave, &left).ok());
  leave.set_resume_secret("wrong");
  EXPECT_EQ(reasonOf(client.sessions->Leave(client.context().get(), leave, &left)),
            v1::CALL_REFUSAL_UNKNOWN_PARTICIPANT);
}

TEST(Address, IsCountedWithoutPortAndForIPv6ByTheNetworkOfAHousehold) {
  EXPECT_EQ(addressOf("ipv4:10.0.0.1:4711"), "10.0.0.1");
  EXPECT_EQ(addressOf("ipv6:%5B2001:db8:1:2:3:4:5:6%5D:4711"), "2001:db8:1:2::/64");
  EXPECT_EQ(addressOf("ipv6:[2001:db8:1:2::9]:1"), addressOf("ipv6:%5B2001:db8:1:2:3:4:5:6%5D:4711"));
  EXPECT_EQ(addressOf("ipv6:%5B::ffff:10.0.0.1%5D:4711"), "10.0.0.1");
  EXPECT_EQ(addressOf("ipv6:%5Bfe80::1%25eth0%5D:4711"), "fe80::/64");
  EXPECT_EQ(addressOf("odd"), "odd");
  EXPECT_EQ(addressOf(""), "");
}

}  // namespace
}  // namespace lead::server
