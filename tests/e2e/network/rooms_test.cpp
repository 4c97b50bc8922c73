// Getting into a room and out of it, against a real server.
#include <gtest/gtest.h>

#include <csignal>
#include <fstream>

#include "client.h"
#include "server_process.h"
#include "session/rooms.h"

namespace lead::e2e {
namespace {

bool hasParticipant(Client& client, ParticipantId id) {
  const auto room = client.session().room();
  return room && room->participant(id) != nullptr;
}

TEST(Room, PeopleSeeEachOtherComeAndGo) {
  ServerProcess server;
  Client anna(server.address(), "anna");
  ASSERT_TRUE(anna.waitConnected());
  Client bert(server.address(), "bert");
  ASSERT_TRUE(bert.waitConnected());
  const ParticipantId id = bert.session().participant();
  EXPECT_TRUE(waitUntil([&] { return hasParticipant(anna, id); }));
  EXPECT_EQ(anna.session().room()->participant(id)->name, "bert");
  EXPECT_TRUE(hasParticipant(bert, anna.session().participant()));
  const double before = now();
  bert.destroy();
  EXPECT_LT(now() - before, 2.0);
  EXPECT_TRUE(waitUntil([&] { return !hasParticipant(anna, id); }, 5.0));
}

TEST(Room, ALeftSessionIsClosed) {
  ServerProcess server;
  Client anna(server.address(), "anna");
  ASSERT_TRUE(anna.waitConnected());
  anna.session().leave();
  EXPECT_TRUE(waitUntil([&] { return anna.session().state() == ConnectionState::closed; }, 5.0));
}

TEST(Room, MeasuresRoundTripAndSnapshotAge) {
  ServerProcess server;
  Client anna(server.address(), "anna");
  ASSERT_TRUE(anna.waitConnected());
  EXPECT_TRUE(waitUntil([&] { return anna.session().stats().roundTripSeconds > 0.0; }));
  EXPECT_TRUE(waitUntil([&] { return anna.session().newestSnapshot()->age.has_value(); }));
  const double age = *anna.session().newestSnapshot()->age;
  EXPECT_GT(age, -0.02);
  EXPECT_LT(age, 5.0);
  EXPECT_TRUE(waitUntil([&] { return anna.session().newestSnapshot()->inputSentTime.has_value(); }));
}

TEST(Room, WhatCannotWorkIsRefusedInASentenceAndNotTriedAgain) {
  ServerProcess server;
  SessionOptions options = optionsFor(server.address(), "anna");
  options.room = "attic";
  EXPECT_NE(Client(options).waitFailed().find("no room \"attic\""), std::string::npos);

  options = optionsFor("not an address", "anna");
  EXPECT_NE(Client(options).waitFailed().find("no server address"), std::string::npos);

  options = optionsFor(server.address(), "anna");
  options.avatar = "/no/such/file.vrm";
  EXPECT_NE(Client(options).waitFailed().find("file.vrm"), std::string::npos);

  Client anna(server.address(), "anna");
  ASSERT_TRUE(anna.waitConnected());
  pause(0.2);
  Client other(server.address(), "anna");
  EXPECT_NE(other.waitFailed().find("\"anna\" is in use"), std::string::npos);
  EXPECT_EQ(anna.session().state(), ConnectionState::connected);
}

TEST(Room, ASessionThatMayNotRetryFailsWhereThereIsNoServer) {
  SessionOptions options = optionsFor("127.0.0.1:9", "anna");
  options.reconnect = false;
  EXPECT_EQ(Client(options).waitFailed(), "The server at 127.0.0.1:9 does not answer.");
}

TEST(Room, SaysThatItWaitsForAServerAndComesInWhenItIsThere) {
  int port = 0;
  {
    ServerProcess once;
    port = once.port();
  }
  Client anna("127.0.0.1:" + std::to_string(port), "anna");
  ASSERT_TRUE(waitUntil([&] { return anna.session().state() == ConnectionState::waiting; }));
  const auto changes = anna.all<ConnectionChanged>();
  EXPECT_NE(changes.back().sentence.find("does not answer; trying again in"), std::string::npos);
  ServerProcess server({}, port);
  EXPECT_TRUE(anna.waitConnected());
}

TEST(Room, ComesBackAfterARestartOfTheServerWithItsAvatar) {
  auto server = std::make_unique<ServerProcess>();
  const int port = server->port();
  SessionOptions options = optionsFor(server->address(), "anna");
  options.avatar = "mannequin";
  Client anna(options);
  ASSERT_TRUE(anna.waitConnected());
  EXPECT_NE(anna.session().ownAvatar(), 0U);
  server->process().signal(SIGTERM);
  EXPECT_EQ(server->process().wait(), 0);
  ASSERT_TRUE(waitUntil([&] { return anna.session().state() == ConnectionState::waiting; }));
  server = std::make_unique<ServerProcess>(std::vector<std::string>{}, port);
  ASSERT_TRUE(waitUntil([&] { return anna.session().state() == ConnectionState::connected; }));
  EXPECT_TRUE(waitUntil([&] { return anna.session().stats().reconnects == 1; }));
  const auto room = anna.session().room();
  EXPECT_EQ(room->participant(anna.session().participant())->name, "anna");
  EXPECT_NE(anna.session().ownAvatar(), 0U);
  EXPECT_TRUE(anna.waitForAvatar(anna.session().ownAvatar()));
}

TEST(Room, AServerThatHangsIsNoticedAndThePlaceResumed) {
  ServerProcess server;
  Client anna(server.address(), "anna");
  ASSERT_TRUE(anna.waitConnected());
  const ParticipantId id = anna.session().participant();
  server.process().signal(SIGSTOP);
  EXPECT_TRUE(waitUntil([&] { return anna.session().state() != ConnectionState::connected; }, 10.0));
  server.process().signal(SIGCONT);
  ASSERT_TRUE(waitUntil([&] { return anna.session().state() == ConnectionState::connected; }));
  EXPECT_EQ(anna.session().participant(), id);
  EXPECT_EQ(anna.session().room()->participant(id)->name, "anna");
}

// Its rooms' time stood still: to it nobody was away.
TEST(Room, AServerThatHangsForLongStillHasThePlace) {
  ServerProcess server;
  Client anna(server.address(), "anna");
  ASSERT_TRUE(anna.waitConnected());
  const ParticipantId id = anna.session().participant();
  server.process().signal(SIGSTOP);
  pause(14.0);
  server.process().signal(SIGCONT);
  ASSERT_TRUE(waitUntil([&] { return anna.session().state() == ConnectionState::connected; }, 20.0));
  EXPECT_EQ(anna.session().participant(), id);
  EXPECT_EQ(anna.session().room()->participants.size(), 1U);
  EXPECT_EQ(anna.session().room()->participant(id)->name, "anna");
}

TEST(Room, LeavingAServerThatHangsTakesTwoSecondsAtMost) {
  ServerProcess server;
  std::vector<std::unique_ptr<Client>> clients;
  for (int i = 0; i < 3; ++i)
    clients.push_back(std::make_unique<Client>(server.address(), "anna" + std::to_string(i)));
  for (const auto& client : clients) ASSERT_TRUE(client->waitConnected());
  server.process().signal(SIGSTOP);
  const double before = now();
  clients.front()->destroy();
  EXPECT_LT(now() - before, 2.0);
  for (std::size_t i = 1; i < clients.size(); ++i) clients[i]->session().leave();
  clients.clear();
  EXPECT_LT(now() - before, 5.0);
  server.process().signal(SIGCONT);
}

TEST(Room, IsListedAndMade) {
  ServerProcess server;
  createRoom(server.address(), {"attic"});
  EXPECT_THROW(createRoom(server.address(), {"attic"}), RoomsError);
  EXPECT_THROW(createRoom(server.address(), {"a/b"}), RoomsError);
  SessionOptions options = optionsFor(server.address(), "anna");
  options.room = "attic";
  Client anna(options);
  ASSERT_TRUE(anna.waitConnected());
  for (const RoomSummary& room : listRooms(server.address()))
    if (room.name == "attic") {
      EXPECT_EQ(room.participants, 1U);
      EXPECT_EQ(room.avatars, 1U);
      return;
    }
  FAIL() << "attic is not listed";
}

TEST(Room, CommandsReachEveryone) {
  ServerProcess server;
  Client anna(server.address(), "anna");
  Client bert(server.address(), "bert");
  ASSERT_TRUE(anna.waitConnected());
  ASSERT_TRUE(bert.waitConnected());
  anna.session().setParam("vmax", 2.5F);
  EXPECT_TRUE(waitUntil([&] { return bert.session().room()->params.vmax == 2.5F; }));
  anna.session().setParam("vmax", 2000.0F);
  EXPECT_TRUE(waitUntil([&] { return !anna.all<CommandRefused>().empty(); }));
  EXPECT_EQ(bert.session().room()->params.vmax, 2.5F);
  const AvatarId avatar = bert.firstAvatar();
  anna.session().setGaze(avatar, GazeMode::viewer);
  EXPECT_TRUE(waitUntil(
      [&] { return bert.state(avatar) != nullptr && bert.state(avatar)->gaze.mode == GazeMode::viewer; }));
  anna.session().setRole(Role::spectator);
  EXPECT_TRUE(waitUntil([&] {
    return bert.session().room()->participant(anna.session().participant())->role == Role::spectator;
  }));
}

}  // namespace
}  // namespace lead::e2e
