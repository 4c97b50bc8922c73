// What of an avatar is still there after the line was cut, or the server began anew.
#include <gtest/gtest.h>

#include <algorithm>
#include <csignal>
#include <fstream>
#include <memory>

#include "bad_link.h"
#include "mannequin/mannequin_file.h"
#include "session/builtin.h"
#include "session/model_hash.h"

namespace lead::e2e {
namespace {

using Bytes = std::vector<std::uint8_t>;

/// The mannequin with another licence or name of the same length.
Bytes changed(const std::string& from, const std::string& to) {
  const auto file = mannequinFile();
  Bytes bytes(file.begin(), file.end());
  const auto place = std::search(bytes.begin(), bytes.end(), from.begin(), from.end());
  EXPECT_NE(place, bytes.end());
  EXPECT_EQ(from.size(), to.size());
  std::copy(to.begin(), to.end(), place);
  return bytes;
}

Bytes named(const std::string& name) {
  return changed("Lead Mannequin", name);
}

class Reconnect : public testing::Test {
 protected:
  std::filesystem::path write(const std::string& name, const Bytes& bytes) {
    const auto path = folder.path() / name;
    std::ofstream(path, std::ios::binary)
        .write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
    return path;
  }
  SessionOptions bringing(const std::string& address, const std::filesystem::path& avatar) {
    SessionOptions options = optionsFor(address, "anna");
    options.avatar = avatar;
    return options;
  }
  static bool isBack(Client& client, std::uint64_t times = 1) {
    return waitUntil([&] {
      return client.session().stats().reconnects == times &&
             client.session().state() == ConnectionState::connected;
    });
  }
  static bool isWaiting(Client& client) {
    return waitUntil([&] { return client.session().state() == ConnectionState::waiting; });
  }
  static ModelHash ownModel(Client& client) {
    const auto room = client.session().room();
    const AvatarInfo* info = room ? room->avatar(client.session().ownAvatar()) : nullptr;
    return info != nullptr ? info->model : ModelHash();
  }
  static std::ptrdiff_t uploads(Client& client) {
    const auto changes = client.all<ConnectionChanged>();
    return std::count_if(changes.begin(), changes.end(), [](const ConnectionChanged& change) {
      return change.state == ConnectionState::uploading;
    });
  }

  TempFolder folder;
};

/// A line that can be cut at once and mended again.
class Line {
 public:
  explicit Line(const ServerProcess& server) : options_(to(server)) {
    mend();
    options_.listen = relay_->address();
  }
  void cut() { relay_.reset(); }
  void mend() { relay_ = std::make_unique<Relay>(options_); }
  Relay& relay() { return *relay_; }

 private:
  RelayOptions options_;
  std::unique_ptr<Relay> relay_;
};

TEST_F(Reconnect, NeedsNoFileWhereThePlaceIsResumed) {
  ServerProcess server;
  Line line(server);
  const auto file = write("anna.vrm", named("Test Resuming "));
  Client anna(bringing(line.relay().address(), file));
  ASSERT_TRUE(anna.waitConnected());
  const ParticipantId id = anna.session().participant();
  const AvatarId avatar = anna.session().ownAvatar();
  ASSERT_NE(avatar, 0U);
  std::filesystem::remove(file);
  line.cut();
  ASSERT_TRUE(isWaiting(anna));
  line.mend();
  ASSERT_TRUE(isBack(anna));
  EXPECT_EQ(anna.session().participant(), id);
  EXPECT_EQ(uploads(anna), 1);
  EXPECT_EQ(anna.session().ownAvatar(), avatar);
  EXPECT_EQ(ownModel(anna), hashOfModel(named("Test Resuming ")));
  EXPECT_TRUE(anna.all<CommandRefused>().empty());
}

TEST_F(Reconnect, NeedsNoFileForANewPlaceEither) {
  ServerProcess server;
  Line line(server);
  const auto file = write("anna.vrm", named("Test Newcomer "));
  Client anna(bringing(line.relay().address(), file));
  ASSERT_TRUE(anna.waitConnected());
  const ParticipantId id = anna.session().participant();
  std::filesystem::remove(file);
  line.cut();
  pause(11.0);  // the place is given up after 10 s
  line.mend();
  ASSERT_TRUE(isBack(anna));
  EXPECT_NE(anna.session().participant(), id);
  EXPECT_EQ(ownModel(anna), hashOfModel(named("Test Newcomer ")));
}

TEST_F(Reconnect, AFileThatChangedMeanwhileIsNoOtherAvatar) {
  ServerProcess server;
  Line line(server);
  const auto file = write("anna.vrm", named("Test Unchanged"));
  Client anna(bringing(line.relay().address(), file));
  ASSERT_TRUE(anna.waitConnected());
  write("anna.vrm", named("Test Rewritten"));
  line.cut();
  ASSERT_TRUE(isWaiting(anna));
  line.mend();
  ASSERT_TRUE(isBack(anna));
  EXPECT_EQ(ownModel(anna), hashOfModel(named("Test Unchanged")));
}

TEST_F(Reconnect, AServerWithoutTheFileGetsItAgain) {
  auto server = std::make_unique<ServerProcess>();
  const int port = server->port();
  Client anna(bringing(server->address(), write("anna.vrm", named("Test Uploading"))));
  ASSERT_TRUE(anna.waitConnected());
  EXPECT_EQ(uploads(anna), 1);
  server.reset();  // its data, too
  ASSERT_TRUE(isWaiting(anna));
  server = std::make_unique<ServerProcess>(std::vector<std::string>{}, port);
  ASSERT_TRUE(isBack(anna));
  EXPECT_EQ(ownModel(anna), hashOfModel(named("Test Uploading")));
  EXPECT_EQ(uploads(anna), 2);
}

TEST_F(Reconnect, WhereTheFileHasGoneTooTheSentenceNamesItAndAnotherCanBeBrought) {
  auto server = std::make_unique<ServerProcess>();
  const int port = server->port();
  const auto file = write("anna.vrm", named("Test Vanishing"));
  Client anna(bringing(server->address(), file));
  ASSERT_TRUE(anna.waitConnected());
  std::filesystem::remove(file);
  server.reset();
  ASSERT_TRUE(isWaiting(anna));
  server = std::make_unique<ServerProcess>(std::vector<std::string>{}, port);
  ASSERT_TRUE(isBack(anna));
  EXPECT_EQ(anna.session().ownAvatar(), 0U);
  ASSERT_EQ(anna.all<CommandRefused>().size(), 1U);
  EXPECT_NE(anna.all<CommandRefused>().front().sentence.find(file.string()), std::string::npos);
  EXPECT_NE(anna.all<CommandRefused>().front().sentence.find("bring it again"), std::string::npos);
  anna.session().bringAvatar("mannequin");
  EXPECT_TRUE(waitUntil([&] { return ownModel(anna) == mannequinHash(); }));
}

TEST_F(Reconnect, WhereTheRoomIsFullOfAvatarsMeanwhileOnesOwnStaysOutside) {
  ServerProcess server({"--max-avatars", "2"});
  Client bert(server.address(), "bert");
  ASSERT_TRUE(bert.waitConnected());
  ASSERT_EQ(bert.session().room()->avatars.size(), 1U) << "the room's own";
  Line line(server);
  Client anna(bringing(line.relay().address(), "mannequin"));
  ASSERT_TRUE(anna.waitConnected());
  ASSERT_TRUE(waitUntil([&] { return bert.session().room()->participants.size() == 2U; }));
  line.cut();
  ASSERT_TRUE(waitUntil([&] { return bert.session().room()->participants.size() == 1U; }));
  bert.session().bringAvatar("mannequin");
  ASSERT_TRUE(waitUntil([&] { return bert.session().ownAvatar() != 0; }));
  line.mend();
  ASSERT_TRUE(isBack(anna));
  EXPECT_EQ(anna.session().ownAvatar(), 0U);
  ASSERT_EQ(anna.all<CommandRefused>().size(), 1U);
  EXPECT_NE(anna.all<CommandRefused>().front().sentence.find("without your avatar"), std::string::npos);
}

TEST_F(Reconnect, ToARestartedServerWithTheSameDataItsOwnerShowsAgainThatHeHasTheFile) {
  const TempFolder data;
  const auto start = [&](int port) {
    return std::make_unique<Child>(
        "lead-server", std::vector<std::string>{"--listen", "127.0.0.1:" + std::to_string(port), "--data",
                                                data.path().string()});
  };
  auto server = start(0);
  const std::string sign = "listening on ";
  const std::string line = server->waitForLine(sign);
  ASSERT_FALSE(line.empty());
  const std::string address = line.substr(line.find(sign) + sign.size());
  const Bytes bytes = changed("\"allowRedistribution\":true", "\"allowRedistribution\":null");
  Client anna(bringing(address, write("anna.vrm", bytes)));
  ASSERT_TRUE(anna.waitConnected());
  server.reset();
  ASSERT_TRUE(isWaiting(anna));
  server = start(std::stoi(address.substr(address.rfind(':') + 1)));
  ASSERT_FALSE(server->waitForLine(sign).empty());
  ASSERT_TRUE(isBack(anna));
  EXPECT_EQ(ownModel(anna), hashOfModel(bytes));
  EXPECT_EQ(uploads(anna), 2);
}

TEST_F(Reconnect, BringsWhatWasWishedForMeanwhile) {
  ServerProcess server;
  Line line(server);
  Client anna(bringing(line.relay().address(), "mannequin"));
  ASSERT_TRUE(anna.waitConnected());
  const ParticipantId id = anna.session().participant();
  line.cut();
  ASSERT_TRUE(isWaiting(anna));
  anna.session().bringAvatar(write("new.vrm", named("Test Wished F.")));
  line.mend();
  ASSERT_TRUE(isBack(anna));
  EXPECT_EQ(anna.session().participant(), id) << "a large file must not cost the place";
  EXPECT_TRUE(waitUntil([&] { return ownModel(anna) == hashOfModel(named("Test Wished F.")); }));
  line.cut();
  ASSERT_TRUE(isWaiting(anna));
  anna.session().bringAvatar({});
  line.mend();
  ASSERT_TRUE(isBack(anna, 2));
  EXPECT_TRUE(waitUntil([&] { return anna.session().ownAvatar() == 0; }));
  EXPECT_TRUE(anna.all<CommandRefused>().empty());
}

TEST_F(Reconnect, WhatWasWishedForAndCannotBeReadLeavesTheAvatarThatWasThere) {
  auto server = std::make_unique<ServerProcess>();
  const int port = server->port();
  auto line = std::make_unique<Line>(*server);
  Client anna(bringing(line->relay().address(), write("anna.vrm", named("Test Remaining"))));
  ASSERT_TRUE(anna.waitConnected());
  line->cut();
  ASSERT_TRUE(isWaiting(anna));
  anna.session().bringAvatar(folder.path() / "there is none.vrm");
  line->mend();
  ASSERT_TRUE(waitUntil([&] { return !anna.all<CommandRefused>().empty(); }));
  EXPECT_NE(anna.all<CommandRefused>().front().sentence.find("there is none.vrm"), std::string::npos);
  EXPECT_EQ(ownModel(anna), hashOfModel(named("Test Remaining")));
  server.reset();
  ASSERT_TRUE(isWaiting(anna));
  server = std::make_unique<ServerProcess>(std::vector<std::string>{}, port);
  ASSERT_TRUE(isBack(anna, 2));
  EXPECT_EQ(ownModel(anna), hashOfModel(named("Test Remaining")));
}

TEST_F(Reconnect, AnAvatarThatTheCutInterruptedComesAfterIt) {
  ServerProcess server;
  Line line(server);
  Client anna(bringing(line.relay().address(), "mannequin"));
  ASSERT_TRUE(anna.waitConnected());
  line.relay().blackout(60.0);
  anna.session().bringAvatar(write("late.vrm", named("Test Belated F")));
  pause(1.0);  // read, and the server asked for it
  line.cut();
  ASSERT_TRUE(isWaiting(anna));
  line.mend();
  EXPECT_TRUE(waitUntil([&] { return ownModel(anna) == hashOfModel(named("Test Belated F")); }));
  EXPECT_TRUE(anna.all<CommandRefused>().empty());
}

TEST_F(Reconnect, IsNotNeededWhereOnlyTcpStandsStillForSixSeconds) {
  ServerProcess server({"--udp-port", "0"});  // of its own: not by the relay
  Relay tcp(to(server));
  Client anna(bringing(tcp.address(), "mannequin"));
  Client watcher(server.address(), "watcher");
  ASSERT_TRUE(anna.waitConnected());
  ASSERT_TRUE(watcher.waitConnected());
  const AvatarId avatar = anna.session().ownAvatar();
  ASSERT_TRUE(anna.waitForAvatar(avatar));
  ASSERT_TRUE(isOn(anna, Path::udp));
  anna.take(avatar, Side::left);
  ASSERT_TRUE(waitUntil([&] { return holds(anna, watcher, avatar, Side::left); }));
  tcp.blackout(6.0);
  anna.session().setParam("vmax", 2.5F);
  const double dark = now();
  while (now() - dark < 6.0) {
    ASSERT_EQ(anna.session().state(), ConnectionState::connected);
    ASSERT_TRUE(holds(anna, watcher, avatar, Side::left)) << now() - dark;
    pause(0.05);
  }
  EXPECT_TRUE(waitUntil([&] { return watcher.session().room()->params.vmax == 2.5F; }));
  EXPECT_EQ(anna.session().stats().reconnects, 0U);
}

TEST_F(Reconnect, IsTriedWhereTcpStandsStillForLongerAndKeepsThePlace) {
  ServerProcess server({"--udp-port", "0"});
  Relay tcp(to(server));
  Client anna(bringing(tcp.address(), "mannequin"));
  ASSERT_TRUE(anna.waitConnected());
  const ParticipantId id = anna.session().participant();
  ASSERT_TRUE(isOn(anna, Path::udp));
  tcp.blackout(14.0);
  EXPECT_TRUE(waitUntil([&] { return anna.session().state() != ConnectionState::connected; }, 13.0));
  ASSERT_TRUE(isBack(anna));
  EXPECT_EQ(anna.session().participant(), id);
}

}  // namespace
}  // namespace lead::e2e
