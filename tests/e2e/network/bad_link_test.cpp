// What design/network.md promises over a bad link: figures of lead-tool bot, contention, blackouts.
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <glm/geometric.hpp>
#include <map>
#include <nlohmann/json.hpp>
#include <random>
#include <set>

#include "bad_link.h"

namespace lead::e2e {
namespace {

nlohmann::json jsonOf(const std::filesystem::path& file) {
  std::ifstream in(file);
  return nlohmann::json::parse(in);
}

/// Bots behind the bad link: two lead their avatars, a spectator watches.
nlohmann::json botsBehindTheBadLink(std::vector<std::string> options) {
  const TempFolder folder;
  const std::string report = (folder.path() / "bots.json").string();
  ServerProcess server;
  RelayOptions link = to(server, badLink());
  link.seed = 5;
  Relay relay(link);
  options.insert(options.begin(),
                 {"bot", "--server", relay.address(), "--count", "2", "--spectators", "1", "--avatar",
                  "mannequin", "--lead", "own", "--settle", "3", "--json", report});
  Child bots("lead-tool", options);
  EXPECT_EQ(bots.wait(90.0), 0) << bots.output();
  EXPECT_GT(relay.stats().ways[0].lost + relay.stats().ways[1].lost, 20U);
  nlohmann::json json = jsonOf(report);
  EXPECT_EQ(json["paths"]["udp"], 3);
  EXPECT_EQ(json["reconnects"], 0);
  return json;
}

TEST(BadLink, WhoIsLedWalksWithoutFreezesAndIsWhereItWasPredictedWhenLetGo) {
  const nlohmann::json json = botsBehindTheBadLink({"--duration", "18", "--release-at", "3", "--again"});
  const nlohmann::json& drawing = json["drawing"];
  EXPECT_EQ(drawing["freezes"]["count"], 0) << drawing.dump(2);
  EXPECT_GT(drawing["frames"]["interpolated"], 1000);
  EXPECT_EQ(drawing["frames"]["held"], 0);
  EXPECT_GE(drawing["releaseErrorMm"]["atRelease"]["count"], 4);
  EXPECT_LE(drawing["releaseErrorMm"]["atRelease"]["max"], 70.0);
  EXPECT_LT(drawing["releaseErrorMm"]["halfASecondLater"]["max"], 10.0);
  EXPECT_LT(drawing["largestCorrectionStepMm"], 10.0);
  EXPECT_EQ(drawing["ownHandMm"]["max"], 0.0) << "the own hand and what it holds are together in every frame";
  EXPECT_GT(drawing["ownHandMm"]["count"], 300);
}

TEST(BadLink, AStandingHandIsStill) {
  const nlohmann::json json = botsBehindTheBadLink({"--duration", "12", "--path", "stand"});
  const nlohmann::json& jitter = json["drawing"]["remoteHandJitterMm"];
  EXPECT_GT(jitter["count"], 300);
  EXPECT_LT(jitter["p99"], 2.0) << jitter.dump(2);
}

TEST(BadLink, AtAQuarterOfASecondTheOwnHandStillHasWhatItHoldsInTheSameFrame) {
  const TempFolder folder;
  const std::string report = (folder.path() / "bot.json").string();
  ServerProcess server;
  LinkOptions link;
  link.delay = 0.25;
  Relay relay(to(server, link));
  Child bot("lead-tool", {"bot", "--server", relay.address(), "--duration", "12", "--json", report});
  EXPECT_EQ(bot.wait(60.0), 0) << bot.output();
  const nlohmann::json json = jsonOf(report);
  EXPECT_GT(json["roundTrip"]["p50"], 490.0);
  EXPECT_GT(json["drawing"]["ownHandMm"]["count"], 100);
  EXPECT_EQ(json["drawing"]["ownHandMm"]["max"], 0.0);
  EXPECT_LT(json["drawing"]["largestCorrectionStepMm"], 10.0);
}

TEST(BadLink, OfTwoHundredGrabsWithSwappedLatenciesEachHasOneWinnerOnWhomAllAgree) {
  ServerProcess server;
  LinkOptions near;
  near.delay = 0.002;
  LinkOptions far;
  far.delay = 0.05;
  far.jitter = 0.02;
  far.loss = 0.05;
  Relay annas(to(server, near));
  Relay berts(to(server, far));
  Client anna(annas.address(), "anna");
  Client bert(berts.address(), "bert");
  Client watcher(server.address(), "watcher");
  Client* const clients[] = {&anna, &bert, &watcher};
  for (Client* each : clients) ASSERT_TRUE(each->waitConnected());
  const AvatarId avatar = watcher.firstAvatar();
  for (Client* each : clients) ASSERT_TRUE(each->waitForAvatar(avatar));
  for (Client* each : clients) ASSERT_TRUE(isOn(*each, Path::udp));
  std::mt19937 random(20261202);
  std::uniform_real_distribution<double> hesitation(-0.08, 0.08);
  int wins[] = {0, 0};
  for (int run = 0; run < 200; ++run) {
    const bool swapped = run % 2 == 1;
    annas.setOptions(swapped ? far : near, swapped ? far : near);
    berts.setOptions(swapped ? near : far, swapped ? near : far);
    const std::size_t told[] = {anna.all<HoldRefused>().size(), bert.all<HoldRefused>().size()};
    const double gap = hesitation(random);
    (gap < 0.0 ? anna : bert).take(avatar, Side::left);
    pause(std::abs(gap));
    (gap < 0.0 ? bert : anna).take(avatar, Side::left);
    ASSERT_TRUE(waitUntil([&] {
      return anna.all<HoldRefused>().size() + bert.all<HoldRefused>().size() > told[0] + told[1];
    })) << "run "
        << run << ": nobody was told";
    ASSERT_TRUE(waitUntil([&] {
      const ParticipantId holder = watcher.holder(avatar, Side::left);
      return holder != 0 && anna.holder(avatar, Side::left) == holder &&
             bert.holder(avatar, Side::left) == holder;
    })) << "run "
        << run;
    const std::size_t winner = holds(anna, watcher, avatar, Side::left) ? 0 : 1;
    ASSERT_TRUE(holds(*clients[winner], watcher, avatar, Side::left)) << "run " << run;
    EXPECT_EQ(clients[winner]->all<HoldRefused>().size(), told[winner]) << "run " << run;
    EXPECT_EQ(clients[1 - winner]->all<HoldRefused>().size(), told[1 - winner] + 1) << "run " << run;
    EXPECT_EQ(clients[1 - winner]->all<HoldRefused>().back().holder, watcher.holder(avatar, Side::left));
    ++wins[winner];
    clients[1 - winner]->release(Side::left);
    pause(0.1);  // he has let go at the server's before the hand is free
    clients[winner]->release(Side::left);
    ASSERT_TRUE(waitUntil([&] {
      return std::all_of(std::begin(clients), std::end(clients),
                         [&](Client* each) { return each->holder(avatar, Side::left) == 0; });
    })) << "run "
        << run;
  }
  EXPECT_GT(wins[0], 20);
  EXPECT_GT(wins[1], 20);
}

/// What somebody who is not concerned sees of the comings and goings of a name.
struct Seen {
  int gone = 0;
  std::size_t most = 0;  ///< of that name at once
  std::size_t mostAvatars = 0;
  std::set<ParticipantId> ids;
};

Seen seenOf(Client& watcher, const std::string& name) {
  Seen seen;
  std::set<ParticipantId> before;
  for (const RoomChanged& change : watcher.all<RoomChanged>()) {
    std::set<ParticipantId> ids;
    for (const ParticipantInfo& each : change.info->participants)
      if (each.name.starts_with(name)) ids.insert(each.id);
    std::size_t avatars = 0;
    for (const AvatarInfo& each : change.info->avatars) avatars += ids.contains(each.owner) ? 1 : 0;
    for (const ParticipantId each : before) seen.gone += ids.contains(each) ? 0 : 1;
    before = ids;
    seen.most = std::max(seen.most, ids.size());
    seen.mostAvatars = std::max(seen.mostAvatars, avatars);
    seen.ids.insert(ids.begin(), ids.end());
  }
  return seen;
}

TEST(Blackout, OfEightSecondsIsOutlivedAndOneOfTwelveMakesANewcomerNeverTwo) {
  ServerProcess server;
  Client watcher(server.address(), "watcher");
  ASSERT_TRUE(watcher.waitConnected());
  Relay annas(to(server));
  Relay berts(to(server));
  SessionOptions options = optionsFor(annas.address(), "anna");
  options.avatar = "mannequin";
  Client anna(options);
  options = optionsFor(berts.address(), "bert");
  options.avatar = "mannequin";
  Client bert(options);
  const std::map<Client*, Relay*> links{{&anna, &annas}, {&bert, &berts}};
  std::map<Client*, AvatarId> own;
  std::map<Client*, ParticipantId> id;
  for (const auto& [client, relay] : links) {
    ASSERT_TRUE(client->waitConnected());
    own[client] = client->session().ownAvatar();
    id[client] = client->session().participant();
    ASSERT_TRUE(client->waitForAvatar(own[client]));
    ASSERT_TRUE(watcher.waitForAvatar(own[client]));
    client->take(own[client], Side::left);
    ASSERT_TRUE(waitUntil([&, c = client] { return watcher.holder(own[c], Side::left) == id[c]; }));
    ASSERT_TRUE(isOn(*client, Path::udp));
  }
  annas.blackout(8.0);
  berts.blackout(12.0);
  const double dark = now();
  for (const auto& [client, relay] : links) {
    ASSERT_TRUE(waitUntil([&, c = client] { return watcher.holder(own[c], Side::left) == 0; }));
    EXPECT_LT(now() - dark, 0.6 + 0.4) << "0.4 s for a busy machine";
    client->release(Side::left);
  }
  pause(7.0 - (now() - dark));
  EXPECT_EQ(seenOf(watcher, "anna").gone, 0);
  EXPECT_EQ(seenOf(watcher, "bert").gone, 0);

  const auto isBack = [&](Client& client) {
    return client.session().state() == ConnectionState::connected && client.session().stats().reconnects > 0;
  };
  ASSERT_TRUE(waitUntil([&] { return isBack(anna); }));
  EXPECT_LT(now() - dark, 8.0 + 8.0);
  EXPECT_EQ(anna.session().participant(), id[&anna]) << "resumed";
  ASSERT_TRUE(waitUntil([&] { return isBack(bert); }));
  EXPECT_LT(now() - dark, 12.0 + 8.0);
  pause(3.0);  // whatever was on its way has come
  const Seen annaSeen = seenOf(watcher, "anna");
  EXPECT_EQ(annaSeen.gone, 0);
  EXPECT_EQ(annaSeen.ids, std::set{id[&anna]});
  const Seen bertSeen = seenOf(watcher, "bert");
  EXPECT_EQ(bertSeen.gone, 1);
  EXPECT_EQ(bertSeen.ids.size(), 2U) << "before and after";
  for (const Seen& seen : {annaSeen, bertSeen}) {
    EXPECT_EQ(seen.most, 1U);
    EXPECT_EQ(seen.mostAvatars, 1U);
  }
  for (const auto& [client, relay] : links) {  // and all is as ever
    const AvatarId avatar = client->session().ownAvatar();
    ASSERT_TRUE(client->waitForAvatar(avatar));
    client->take(avatar, Side::left);
    EXPECT_TRUE(waitUntil([&, c = client] { return holds(*c, watcher, avatar, Side::left); }));
    EXPECT_TRUE(isOn(*client, Path::udp));
  }
}

}  // namespace
}  // namespace lead::e2e
