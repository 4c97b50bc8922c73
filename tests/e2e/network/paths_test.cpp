// Real time by datagrams and by the stream: the same room either way.
#include <gtest/gtest.h>

#include <glm/geometric.hpp>

#include "client.h"
#include "server_process.h"

namespace lead::e2e {
namespace {

/// Leads the room's avatar half a metre and says how far it came.
float leadAhead(Client& client, AvatarId id) {
  client.take(id, Side::left);
  EXPECT_TRUE(waitUntil([&] { return client.holder(id, Side::left) == client.session().participant(); }));
  const glm::vec3 from = client.state(id)->position;
  const glm::vec3 hand = client.target(Side::left);
  client.moveTo(Side::left, hand + glm::vec3(0.0F, 0.0F, 1.0F));
  EXPECT_TRUE(waitUntil([&] { return client.state(id)->position.z > from.z + 0.5F; }));
  client.release(Side::left);
  EXPECT_TRUE(waitUntil([&] { return client.holder(id, Side::left) == 0; }));
  EXPECT_TRUE(waitUntil([&] { return client.state(id)->speed() == 0.0F; }));
  return client.state(id)->position.z - from.z;
}

struct Case {
  const char* name;
  std::vector<std::string> server;
  bool udp;
  Path expected;
};

class TakenPath : public testing::TestWithParam<Case> {};

TEST_P(TakenPath, AnAvatarIsLedAndEverybodySeesTheSame) {
  ServerProcess server(GetParam().server);
  SessionOptions options = optionsFor(server.address(), "Leader");
  options.udp = GetParam().udp;
  Client leader(options);
  options.name = "Watcher";
  Client watcher(options);
  ASSERT_TRUE(leader.waitConnected());
  ASSERT_TRUE(watcher.waitConnected());
  const AvatarId id = leader.firstAvatar();
  ASSERT_TRUE(leader.waitForAvatar(id));
  ASSERT_TRUE(watcher.waitForAvatar(id));
  EXPECT_TRUE(waitUntil([&] { return leader.session().stats().path == GetParam().expected; }, 2.0));
  EXPECT_GT(leadAhead(leader, id), 0.5F);
  EXPECT_TRUE(waitUntil(
      [&] { return glm::distance(watcher.state(id)->position, leader.state(id)->position) < 1e-3F; }));
  for (Client* client : {&leader, &watcher}) {
    const SessionStats stats = client->session().stats();
    EXPECT_EQ(stats.path, GetParam().expected);
    EXPECT_EQ(stats.payloadsMalformed, 0U);
    EXPECT_EQ(stats.payloadsUnknown, 0U);
    EXPECT_EQ(stats.datagramsRefused, 0U);
    const PathStats& taken = stats.paths[static_cast<std::size_t>(GetParam().expected)];
    const PathStats& other = stats.paths[1 - static_cast<std::size_t>(GetParam().expected)];
    EXPECT_GT(taken.received, 5 * other.received);
    EXPECT_GT(taken.receivedBytes, 0U);
    EXPECT_GT(taken.sentBytes, 0U);
  }
}

INSTANTIATE_TEST_SUITE_P(All, TakenPath,
                         testing::Values(Case{"Datagrams", {}, true, Path::udp},
                                         Case{"TheServerHasNone", {"--no-udp"}, true, Path::stream},
                                         Case{"TheClientWantsNone", {}, false, Path::stream},
                                         Case{"OnAnotherPort", {"--udp-port", "0"}, true, Path::udp}),
                         [](const auto& info) { return std::string(info.param.name); });

TEST(Datagrams, ManySessionsOfAProcessHaveDatagramsEach) {
  ServerProcess server;
  std::vector<std::unique_ptr<Client>> clients;
  for (int i = 0; i < 20; ++i)
    clients.push_back(std::make_unique<Client>(server.address(), "Guest " + std::to_string(i + 1)));
  for (const auto& client : clients) {
    ASSERT_TRUE(client->waitConnected());
    EXPECT_TRUE(waitUntil([&] { return client->session().stats().path == Path::udp; }));
  }
}

}  // namespace
}  // namespace lead::e2e
