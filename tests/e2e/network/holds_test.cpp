// Hands taken, led, fought over and let go, against a real server.
#include <gtest/gtest.h>

#include <csignal>
#include <glm/geometric.hpp>
#include <random>

#include "client.h"
#include "server_process.h"

namespace lead::e2e {
namespace {

/// Moves a held hand towards +Z at 1 m/s for that long.
void leadForward(Client& client, Side side, double seconds) {
  const glm::vec3 from = client.target(side);
  const double start = now();
  while (now() - start < seconds) {
    client.moveTo(side, from + glm::vec3(0.0F, 0.0F, static_cast<float>(now() - start)));
    pause(1.0 / 60.0);
  }
}

/// The same at two clients, who are told of it in ticks of their own, once it hardly moves.
void expectSameStates(Client& a, Client& b, AvatarId avatar) {
  const auto same = [](const AvatarState& x, const AvatarState& y) {
    bool arms = true;
    for (const Side side : kSides)
      arms = arms && x.arm(side).holder == y.arm(side).holder &&
             x.arm(side).heldSince == y.arm(side).heldSince && x.arm(side).ikWeight == y.arm(side).ikWeight &&
             glm::distance(x.arm(side).target, y.arm(side).target) < 1e-3F;
    return arms && glm::distance(x.position, y.position) < 2e-3F && std::abs(x.heading - y.heading) < 0.01F &&
           std::abs(x.walkWeight - y.walkWeight) < 0.02F;
  };
  EXPECT_TRUE(waitUntil([&] { return same(*a.state(avatar), *b.state(avatar)); }, 5.0));
}

TEST(Hold, TakingARestingHandMovesNothing) {
  ServerProcess server;
  Client anna(server.address(), "anna");
  ASSERT_TRUE(anna.waitConnected());
  const AvatarId avatar = anna.firstAvatar();
  ASSERT_TRUE(anna.waitForAvatar(avatar));
  const AvatarState before = *anna.state(avatar);
  anna.take(avatar, Side::left);
  ASSERT_TRUE(waitUntil([&] { return anna.holder(avatar, Side::left) == anna.session().participant(); }));
  pause(2.0);
  const AvatarState after = *anna.state(avatar);
  EXPECT_LT(glm::distance(before.position, after.position), 0.01F);
  EXPECT_LT(std::abs(before.heading - after.heading), 0.0175F);
  EXPECT_EQ(after.arm(Side::left).ikWeight, 1.0F);
}

TEST(Hold, ALedAvatarFollowsAndRestsWhenLetGo) {
  ServerProcess server;
  Client anna(server.address(), "anna");
  SessionOptions options = optionsFor(server.address(), "watcher");
  options.role = Role::spectator;
  Client watcher(options);
  ASSERT_TRUE(anna.waitConnected());
  ASSERT_TRUE(watcher.waitConnected());
  const AvatarId avatar = anna.firstAvatar();
  ASSERT_TRUE(anna.waitForAvatar(avatar));
  const glm::vec3 start = anna.state(avatar)->position;
  anna.take(avatar, Side::left);
  leadForward(anna, Side::left, 2.5);
  pause(2.0);
  EXPECT_GT(anna.state(avatar)->position.z - start.z, 1.0F);
  EXPECT_LT(std::abs(anna.state(avatar)->heading), 0.35F) << "faces the pull";
  expectSameStates(anna, watcher, avatar);
  anna.release(Side::left);
  EXPECT_TRUE(waitUntil([&] {
    const AvatarState* s = watcher.state(avatar);
    return !s->arm(Side::left).held() && s->arm(Side::left).ikWeight == 0.0F &&
           s->arm(Side::left).gripWeight == 0.0F && s->walkWeight == 0.0F && s->speed() == 0.0F;
  }));
}

TEST(Hold, TwoLeadersLeadTwoAvatarsAtOnce) {
  ServerProcess server;
  SessionOptions options = optionsFor(server.address(), "anna");
  options.avatar = "mannequin";
  Client anna(options);
  Client bert(server.address(), "bert");
  ASSERT_TRUE(anna.waitConnected());
  ASSERT_TRUE(bert.waitConnected());
  const AvatarId hers = anna.session().ownAvatar();
  const auto room = bert.session().room();
  AvatarId rooms = 0;
  for (const AvatarInfo& each : room->avatars)
    if (each.owner == 0) rooms = each.id;
  ASSERT_NE(rooms, 0U);
  ASSERT_TRUE(anna.waitForAvatar(hers));
  ASSERT_TRUE(bert.waitForAvatar(rooms));
  ASSERT_TRUE(bert.waitForAvatar(hers));
  const float annaStart = anna.state(hers)->position.z;
  const float bertStart = bert.state(rooms)->position.z;
  anna.take(hers, Side::left);
  bert.take(rooms, Side::right);
  ASSERT_TRUE(waitUntil([&] { return bert.holder(hers, Side::left) == anna.session().participant(); }));
  ASSERT_TRUE(waitUntil([&] { return anna.holder(rooms, Side::right) == bert.session().participant(); }));
  const glm::vec3 annaFrom = anna.target(Side::left);
  const glm::vec3 bertFrom = bert.target(Side::right);
  for (int i = 0; i < 150; ++i) {
    const glm::vec3 way(0.0F, 0.0F, static_cast<float>(i) / 60.0F);
    anna.moveTo(Side::left, annaFrom + way);
    bert.moveTo(Side::right, bertFrom + way);
    pause(1.0 / 60.0);
  }
  pause(1.5);
  EXPECT_GT(bert.state(hers)->position.z - annaStart, 1.0F);
  EXPECT_GT(anna.state(rooms)->position.z - bertStart, 1.0F);
}

TEST(Hold, TwoLeadersHaveBothHandsOfOneAvatar) {
  ServerProcess server;
  Client anna(server.address(), "anna");
  Client bert(server.address(), "bert");
  ASSERT_TRUE(anna.waitConnected());
  ASSERT_TRUE(bert.waitConnected());
  const AvatarId avatar = anna.firstAvatar();
  ASSERT_TRUE(anna.waitForAvatar(avatar));
  ASSERT_TRUE(bert.waitForAvatar(avatar));
  const glm::vec3 start = anna.state(avatar)->position;
  anna.take(avatar, Side::left);
  bert.take(avatar, Side::right);
  ASSERT_TRUE(waitUntil([&] {
    return anna.holder(avatar, Side::left) == anna.session().participant() &&
           anna.holder(avatar, Side::right) == bert.session().participant();
  }));
  const glm::vec3 left = anna.target(Side::left);
  const glm::vec3 right = bert.target(Side::right);
  for (int i = 0; i < 120; ++i) {  // to both sides at once: it stands, both arms stretched
    const glm::vec3 way(0.6F * static_cast<float>(i) / 120.0F, 0.0F, 0.0F);
    anna.moveTo(Side::left, left + way);
    bert.moveTo(Side::right, right - way);
    pause(1.0 / 60.0);
  }
  pause(1.0);
  EXPECT_LT(glm::distance(anna.state(avatar)->position, start), 0.1F);
  EXPECT_EQ(anna.state(avatar)->arm(Side::left).ikWeight, 1.0F);
  EXPECT_EQ(anna.state(avatar)->arm(Side::right).ikWeight, 1.0F);
  expectSameStates(anna, bert, avatar);
}

TEST(Hold, OfTheSameHandOneGetsItTheOtherIsToldAndAllAgree) {
  ServerProcess server;
  Client anna(server.address(), "anna");
  Client bert(server.address(), "bert");
  Client watcher(server.address(), "watcher");
  Client* const clients[] = {&anna, &bert, &watcher};
  for (Client* each : clients) ASSERT_TRUE(each->waitConnected());
  const AvatarId avatar = anna.firstAvatar();
  for (Client* each : clients) ASSERT_TRUE(each->waitForAvatar(avatar));
  const ParticipantId ids[] = {anna.session().participant(), bert.session().participant()};
  std::mt19937 random(20261130);
  std::uniform_real_distribution<double> jitter(-0.03, 0.03);
  int wins[] = {0, 0};
  for (int run = 0; run < 100; ++run) {
    std::size_t refusals[] = {anna.all<HoldRefused>().size(), bert.all<HoldRefused>().size()};
    const double gap = jitter(random);
    Client& first = gap < 0.0 ? anna : bert;
    Client& second = gap < 0.0 ? bert : anna;
    first.take(avatar, Side::left);
    pause(std::abs(gap));
    second.take(avatar, Side::left);
    const auto agreed = [&] {
      const ParticipantId holder = watcher.holder(avatar, Side::left);
      return holder != 0 && anna.holder(avatar, Side::left) == holder &&
             bert.holder(avatar, Side::left) == holder;
    };
    ASSERT_TRUE(waitUntil(agreed)) << "run " << run;
    const ParticipantId holder = watcher.holder(avatar, Side::left);
    const std::size_t winner = holder == ids[0] ? 0 : 1;
    ASSERT_EQ(holder, ids[winner]) << "run " << run;
    Client& loser = *clients[1 - winner];
    ASSERT_TRUE(waitUntil([&] { return loser.all<HoldRefused>().size() > refusals[1 - winner]; }))
        << "run " << run;
    const HoldRefused told = loser.all<HoldRefused>().back();
    EXPECT_EQ(told.holder, holder);
    EXPECT_EQ(told.avatar, avatar);
    EXPECT_EQ(told.hand, Side::left);
    EXPECT_EQ(clients[winner]->all<HoldRefused>().size(), refusals[winner]) << "run " << run;
    ++wins[winner];
    loser.release(Side::left);
    clients[winner]->release(Side::left);
    ASSERT_TRUE(waitUntil([&] {
      for (Client* each : clients)
        if (each->holder(avatar, Side::left) != 0) return false;
      return true;
    })) << "run "
        << run;
    pause(0.05);  // the inputs that let go are through
  }
  EXPECT_GT(wins[0], 10);
  EXPECT_GT(wins[1], 10);
}

TEST(Hold, ALateJoinerSeesHoldPoseAndPlaceInItsFirstSecond) {
  ServerProcess server;
  Client anna(server.address(), "anna");
  ASSERT_TRUE(anna.waitConnected());
  const AvatarId avatar = anna.firstAvatar();
  ASSERT_TRUE(anna.waitForAvatar(avatar));
  anna.take(avatar, Side::left);
  leadForward(anna, Side::left, 2.5);
  SessionOptions options = optionsFor(server.address(), "late");
  SnapshotPtr first;
  double firstAt = 0.0;
  std::mutex mutex;
  options.onSnapshot = [&](const SnapshotPtr& snapshot) {
    const std::scoped_lock lock(mutex);
    if (!first) firstAt = now();
    if (!first) first = snapshot;
  };
  Client late(options);
  ASSERT_TRUE(late.waitConnected());
  const double joined = now();
  ASSERT_TRUE(late.waitForAvatar(avatar));
  const std::scoped_lock lock(mutex);
  EXPECT_LT(firstAt - joined, 1.0);
  const AvatarSnapshot* seen = first->avatar(avatar);
  ASSERT_NE(seen, nullptr) << "the very first snapshot has it";
  EXPECT_EQ(seen->state.arm(Side::left).holder, anna.session().participant());
  EXPECT_EQ(seen->state.arm(Side::left).ikWeight, 1.0F);
  EXPECT_GT(glm::length(seen->state.position), 0.5F) << "never at the origin first";
  EXPECT_LT(glm::distance(late.wrist(avatar, Side::left), anna.wrist(avatar, Side::left)), 0.05F);
}

TEST(Hold, OfAClientThatIsKilledIsFreeWithin600MillisecondsAndItsPlaceGoneAfter10Seconds) {
  ServerProcess server;
  Client anna(server.address(), "anna");
  ASSERT_TRUE(anna.waitConnected());
  const AvatarId avatar = anna.firstAvatar();
  ASSERT_TRUE(anna.waitForAvatar(avatar));
  Child bot("lead-tool", {"bot", "--server", server.address(), "--name", "victim", "--duration", "60"});
  ASSERT_FALSE(bot.waitForLine("took left hand").empty()) << bot.output();
  ASSERT_TRUE(waitUntil([&] { return anna.holder(avatar, Side::left) != 0; }));
  const ParticipantId victim = anna.holder(avatar, Side::left);
  bot.signal(SIGKILL);
  const double killed = now();
  EXPECT_TRUE(waitUntil([&] { return anna.holder(avatar, Side::left) == 0; }));
  EXPECT_LT(now() - killed, 0.6 + 0.2) << "0.2 s for the way here";
  EXPECT_NE(anna.session().room()->participant(victim), nullptr) << "it may come back";
  EXPECT_TRUE(waitUntil([&] { return anna.session().room()->participant(victim) == nullptr; }));
  EXPECT_NEAR(now() - killed, 10.0, 1.5);
}

TEST(Hold, OfAClientThatHangsIsFreeWithin600Milliseconds) {
  ServerProcess server;
  Client anna(server.address(), "anna");
  ASSERT_TRUE(anna.waitConnected());
  const AvatarId avatar = anna.firstAvatar();
  ASSERT_TRUE(anna.waitForAvatar(avatar));
  Child bot("lead-tool", {"bot", "--server", server.address(), "--name", "victim", "--duration", "60"});
  ASSERT_FALSE(bot.waitForLine("took left hand").empty()) << bot.output();
  bot.signal(SIGSTOP);
  const double stopped = now();
  EXPECT_TRUE(waitUntil([&] { return anna.holder(avatar, Side::left) == 0; }));
  EXPECT_LT(now() - stopped, 0.6 + 0.2);
}

}  // namespace
}  // namespace lead::e2e
