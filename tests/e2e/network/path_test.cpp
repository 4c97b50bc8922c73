// UDP and the stream: which is taken, and that changing it changes nothing else.
#include <gtest/gtest.h>

#include <algorithm>
#include <glm/geometric.hpp>

#include "bad_link.h"

namespace lead::e2e {
namespace {

LinkOptions noUdp() {
  LinkOptions link;
  link.loss = 1.0;  // of datagrams; streams lose nothing
  return link;
}

/// Leads the held hand towards +Z for so long; true if the avatar has come along, as the other sees it.
bool comesAlong(Client& leader, Client& watcher, AvatarId avatar) {
  const float before = watcher.state(avatar)->position.z;
  const glm::vec3 from = leader.target(Side::left);
  const double start = now();
  while (now() - start < 2.0) {
    leader.moveTo(Side::left, from + glm::vec3(0.0F, 0.0F, static_cast<float>(now() - start)));
    pause(1.0 / 60.0);
  }
  return waitUntil([&] { return watcher.state(avatar)->position.z > before + 0.5F; }, 5.0);
}

struct Paths : testing::Test {
  ServerProcess server;
  Client watcher{server.address(), "watcher"};
  AvatarId avatar = 0;

  void SetUp() override {
    ASSERT_TRUE(watcher.waitConnected());
    avatar = watcher.firstAvatar();
    ASSERT_TRUE(watcher.waitForAvatar(avatar));
  }
  /// Connected and with the hand in hers.
  void takes(Client& client) {
    ASSERT_TRUE(client.waitForAvatar(avatar));
    client.take(avatar, Side::left);
    ASSERT_TRUE(waitUntil([&] { return holds(client, watcher, avatar, Side::left); }));
  }
};

TEST_F(Paths, UdpIsTakenWhereItGetsThrough) {
  EXPECT_TRUE(isOn(watcher, Path::udp, 5.0));
  const auto before = watcher.session().stats();
  pause(1.0);
  const auto after = watcher.session().stats();
  const auto udp = static_cast<std::size_t>(Path::udp);
  EXPECT_GT(after.paths[udp].received, before.paths[udp].received);
  EXPECT_LE(after.paths[1 - udp].received, before.paths[1 - udp].received + 2) << "one of them, not both";
}

TEST_F(Paths, WithoutUdpTheStreamDoesAndUdpIsTakenOnceItOpens) {
  Relay relay(to(server, noUdp()));
  Client anna(relay.address(), "anna");
  ASSERT_NO_FATAL_FAILURE(takes(anna));
  EXPECT_TRUE(comesAlong(anna, watcher, avatar));
  EXPECT_EQ(anna.session().stats().path, Path::stream);
  EXPECT_GT(relay.stats().ways[0].lost, 0U) << "it has been tried";
  relay.setOptions({}, {});
  EXPECT_TRUE(isOn(anna, Path::udp, 20.0)) << "it is tried again";
  EXPECT_TRUE(holds(anna, watcher, avatar, Side::left));
  EXPECT_TRUE(comesAlong(anna, watcher, avatar));
  EXPECT_EQ(anna.session().stats().reconnects, 0U);
}

TEST_F(Paths, WhereUdpBreaksOffTheStreamTakesOverWithinASecondAndBack) {
  for (const Way way : {Way::up, Way::down}) {
    Relay relay(to(server));
    Client anna(relay.address(), "anna");
    ASSERT_NO_FATAL_FAILURE(takes(anna));
    ASSERT_TRUE(isOn(anna, Path::udp));
    ASSERT_TRUE(comesAlong(anna, watcher, avatar));
    relay.setOptions(way == Way::up ? noUdp() : LinkOptions(), way == Way::down ? noUdp() : LinkOptions());
    const double broken = now();
    ASSERT_TRUE(isOn(anna, Path::stream, 5.0));
    EXPECT_LT(now() - broken, 1.0 + 0.3) << "0.3 s for a busy machine";
    const std::uint64_t snapshots = anna.session().stats().snapshots;
    EXPECT_TRUE(waitUntil([&] { return anna.session().stats().snapshots > snapshots + 10; }, 5.0));
    EXPECT_TRUE(holds(anna, watcher, avatar, Side::left)) << "inputs in doubt go both ways, so no hold slips";
    EXPECT_TRUE(comesAlong(anna, watcher, avatar));
    relay.setOptions({}, {});
    EXPECT_TRUE(isOn(anna, Path::udp, 20.0));
    EXPECT_TRUE(comesAlong(anna, watcher, avatar));
    EXPECT_EQ(anna.session().stats().reconnects, 0U);
    anna.session().leave();
    ASSERT_TRUE(waitUntil([&] { return watcher.session().room()->participants.size() == 1; }));
  }
}

TEST_F(Paths, ANewAddressInTheMiddleOfALeadChangesNothing) {
  Relay relay(to(server));
  Client anna(relay.address(), "anna");
  ASSERT_NO_FATAL_FAILURE(takes(anna));
  ASSERT_TRUE(isOn(anna, Path::udp));
  const std::uint64_t changes = anna.session().stats().pathChanges;
  for (int i = 0; i < 3; ++i) {
    relay.rebind();
    const std::uint64_t snapshots = anna.session().stats().snapshots;
    EXPECT_TRUE(comesAlong(anna, watcher, avatar));
    EXPECT_GT(anna.session().stats().snapshots, snapshots + 20);
    EXPECT_TRUE(holds(anna, watcher, avatar, Side::left));
  }
  EXPECT_EQ(anna.session().stats().path, Path::udp);
  EXPECT_EQ(anna.session().stats().pathChanges, changes);
  EXPECT_EQ(anna.session().stats().reconnects, 0U);
}

TEST(LateJoin, AtThirtyPercentLossEverybodyIsThereWithinASecond) {
  ServerProcess server;
  Child made("lead-tool", {"rooms", "--server", server.address(), "--create", "hall", "--mannequins", "16"});
  ASSERT_EQ(made.wait(), 0) << made.output();
  Child bots("lead-tool", {"bot", "--server", server.address(), "--room", "hall", "--count", "8", "--lead",
                           "each", "--duration", "60", "--path", "circle"});
  SessionOptions options = optionsFor(server.address(), "watcher");
  options.room = "hall";
  Client watcher(options);
  ASSERT_TRUE(watcher.waitConnected());
  ASSERT_TRUE(waitUntil([&] {
    int held = 0;
    for (const AvatarSnapshot& each : watcher.session().newestSnapshot()->avatars)
      held += each.state.arm(Side::left).held() ? 1 : 0;
    return held == 8;
  })) << bots.output();
  LinkOptions link;
  link.loss = 0.3;
  link.delay = 0.03;
  Relay relay(to(server, link));
  options.server = relay.address();
  options.name = "late";
  Client late(options);
  ASSERT_TRUE(waitUntil([&] { return late.session().state() == ConnectionState::connected; }));
  const double joined = now();
  const auto isComplete = [&] {
    const auto room = late.session().room();
    const auto mine = late.session().newestSnapshot();
    const auto theirs = watcher.session().newestSnapshot();
    if (!room || !mine || mine->avatars.size() != 16 || room->avatars.size() != 16) return false;
    // Who has whom by the hand, and where: not more than half a second of the way off.
    return std::all_of(theirs->avatars.begin(), theirs->avatars.end(), [&](const AvatarSnapshot& is) {
      const AvatarSnapshot* seen = mine->avatar(is.id);
      return seen != nullptr && seen->state.arm(Side::left).holder == is.state.arm(Side::left).holder &&
             glm::distance(seen->state.position, is.state.position) < 0.5F;
    });
  };
  EXPECT_TRUE(waitUntil(isComplete, 5.0));
  EXPECT_LT(now() - joined, 1.0 + 0.3);
  ASSERT_TRUE(isOn(late, Path::udp, 20.0));
  EXPECT_TRUE(waitUntil(isComplete, 5.0));
  pause(2.0);
  EXPECT_TRUE(waitUntil(isComplete, 1.0)) << "and goes on to be, by UDP";
  EXPECT_GT(relay.stats().ways[1].lost, 0U);
}

}  // namespace
}  // namespace lead::e2e
