// Rows of avatars hand in hand, over real sockets.
#include <gtest/gtest.h>

#include <glm/geometric.hpp>
#include <nlohmann/json.hpp>

#include "client.h"
#include "server_process.h"
#include "session/rooms.h"

namespace lead::e2e {
namespace {

SessionOptions inHall(const std::string& server, const std::string& name) {
  SessionOptions options = optionsFor(server, name);
  options.room = "hall";
  return options;
}

struct Row : testing::Test {
  ServerProcess server;
  std::vector<AvatarId> avatars;

  void SetUp() override { createRoom(server.address(), {"hall", 3}); }
  void enter(Client& client) {
    ASSERT_TRUE(client.waitConnected());
    avatars.clear();
    for (const AvatarInfo& each : client.session().room()->avatars) avatars.push_back(each.id);
    ASSERT_EQ(avatars.size(), 3U);
    for (const AvatarId id : avatars) ASSERT_TRUE(client.waitForAvatar(id));
  }
  /// The avatars stand at x = 0, 1.2 and -1.2, and each one's right is at -x.
  bool joined(Client& client) {
    const auto linked = [&](AvatarId leader, Side hand, AvatarId follower, Side toHand) {
      const AvatarState* first = client.state(leader);
      const AvatarState* second = client.state(follower);
      return first != nullptr && second != nullptr && first->arm(hand).partner == follower &&
             first->arm(hand).partnerHand == toHand && first->arm(hand).leads &&
             second->arm(toHand).partner == leader && second->arm(toHand).partnerHand == hand &&
             !second->arm(toHand).leads;
    };
    return linked(avatars[1], Side::right, avatars[0], Side::left) &&
           linked(avatars[0], Side::right, avatars[2], Side::left);
  }
  void join(Client& client) {
    client.session().joinHands({avatars[1], Side::right}, {avatars[0], Side::left});
    client.session().joinHands({avatars[0], Side::right}, {avatars[2], Side::left});
  }
};

TEST_F(Row, OfThreeIsJoinedAndLedByOneHandAndEverybodySeesTheSame) {
  Client anna(inHall(server.address(), "anna"));
  Client bert(inHall(server.address(), "bert"));
  enter(anna);
  enter(bert);
  join(anna);
  ASSERT_TRUE(waitUntil([&] { return joined(anna) && joined(bert); }));
  std::vector<glm::vec3> start;
  for (const AvatarId id : avatars) start.push_back(anna.state(id)->position);

  anna.take(avatars[1], Side::left);
  ASSERT_TRUE(waitUntil([&] { return bert.holder(avatars[1], Side::left) == anna.session().participant(); }));
  const glm::vec3 from = anna.target(Side::left);
  for (int i = 0; i < 300; ++i) {
    anna.moveTo(Side::left, from + glm::vec3(0.0F, 0.0F, 0.8F * static_cast<float>(i) / 60.0F));
    pause(1.0 / 60.0);
  }
  pause(2.0);
  for (std::size_t i = 0; i < avatars.size(); ++i)
    EXPECT_GT(bert.state(avatars[i])->position.z - start[i].z, 1.5F) << "avatar " << i;
  EXPECT_TRUE(joined(bert));
  EXPECT_LT(glm::distance(bert.wrist(avatars[0], Side::right), bert.wrist(avatars[2], Side::left)), 0.15F)
      << "hand in hand";
  for (const AvatarId id : avatars)
    EXPECT_LT(glm::distance(anna.state(id)->position, bert.state(id)->position), 0.02F);

  bert.take(avatars[2], Side::left);
  ASSERT_TRUE(waitUntil([&] { return !bert.all<HoldRefused>().empty(); }));
  EXPECT_NE(bert.all<HoldRefused>().back().sentence.find("another avatar's hand"), std::string::npos);
  bert.release(Side::left);

  bert.session().partRow(avatars[2]);
  ASSERT_TRUE(waitUntil([&] {
    for (const AvatarId id : avatars)
      for (const Side side : kSides)
        if (anna.state(id)->arm(side).partner != 0) return false;
    return true;
  }));
  EXPECT_EQ(anna.holder(avatars[1], Side::left), anna.session().participant()) << "people's holds stay";
}

TEST_F(Row, IsSeenByWhoComesLateAndPartedByOneHand) {
  Client anna(inHall(server.address(), "anna"));
  enter(anna);
  join(anna);
  ASSERT_TRUE(waitUntil([&] { return joined(anna); }));
  Client late(inHall(server.address(), "late"));
  enter(late);
  EXPECT_TRUE(joined(late)) << "its first snapshot has it";
  late.session().partHands({avatars[2], Side::left});
  EXPECT_TRUE(waitUntil([&] { return anna.state(avatars[0])->arm(Side::right).partner == 0; }));
  EXPECT_EQ(anna.state(avatars[0])->arm(Side::left).partner, avatars[1]);
}

TEST_F(Row, ThatCannotBeIsRefusedInASentence) {
  Client anna(inHall(server.address(), "anna"));
  enter(anna);
  join(anna);
  ASSERT_TRUE(waitUntil([&] { return joined(anna); }));
  anna.session().joinHands({avatars[2], Side::right}, {avatars[1], Side::left});
  ASSERT_TRUE(waitUntil([&] { return !anna.all<CommandRefused>().empty(); }));
  EXPECT_NE(anna.all<CommandRefused>().back().sentence.find("ring"), std::string::npos);
  EXPECT_TRUE(joined(anna));
}

TEST_F(Row, IsLedByABot) {
  Child bot("lead-tool", {"bot", "--server", server.address(), "--room", "hall", "--chain", "3", "--duration",
                          "12", "--path", "circle", "--expect-distance", "1"});
  EXPECT_EQ(bot.wait(60.0), 0) << bot.output();
  EXPECT_NE(bot.output().find("leads a row of 3"), std::string::npos) << bot.output();
  Child both("lead-tool", {"bot", "--server", server.address(), "--chain", "2", "--hand", "both"});
  EXPECT_EQ(both.wait(60.0), 2);
  EXPECT_NE(both.output().find("free hand"), std::string::npos) << both.output();
}

TEST(Room, HasTheWallsThatItWasMadeWith) {
  ServerProcess server;
  NewRoom hall{"hall"};
  hall.space.bounds = RoomBounds{{-3.0F, -3.0F}, {3.0F, 1.2F}};
  hall.space.obstacles.emplace_back(CylinderObstacle{{2.0F, 0.0F, 0.5F}, 0.25F, 2.0F});
  createRoom(server.address(), hall);
  Client anna(inHall(server.address(), "anna"));
  ASSERT_TRUE(anna.waitConnected());
  EXPECT_EQ(anna.session().room()->space, hall.space);
  const AvatarId avatar = anna.firstAvatar();
  ASSERT_TRUE(anna.waitForAvatar(avatar));
  anna.take(avatar, Side::left);
  ASSERT_TRUE(waitUntil([&] { return anna.holder(avatar, Side::left) != 0; }));
  const glm::vec3 from = anna.target(Side::left);
  for (int i = 0; i < 180; ++i) {
    anna.moveTo(Side::left, from + glm::vec3(0.0F, 0.0F, static_cast<float>(i) / 60.0F));
    pause(1.0 / 60.0);
  }
  pause(1.0);
  EXPECT_GT(anna.state(avatar)->position.z, 0.6F);
  EXPECT_LT(anna.state(avatar)->position.z, 1.2F) << "it stops at the wall, its hand stretched";
}

}  // namespace
}  // namespace lead::e2e
