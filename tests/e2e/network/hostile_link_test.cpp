// Datagrams that come late, again, altered or from nowhere change nothing; who leaves does not come back by
// what is still on its way.
#include <gtest/gtest.h>

#include <fstream>
#include <glm/geometric.hpp>
#include <mutex>
#include <random>
#include <set>
#include <string>

#include "bad_link.h"
#include "mannequin/mannequin_file.h"

namespace lead::e2e {
namespace {

using Datagram = std::vector<std::uint8_t>;

/// Keeps what passes.
class Recording {
 public:
  explicit Recording(Relay& relay) : relay_(relay) {
    relay_.setTap([this](Way way, std::span<const std::uint8_t> bytes) {
      all_[static_cast<std::size_t>(way)].emplace_back(bytes.begin(), bytes.end());
    });
  }
  /// Stops; then one may look.
  const std::vector<Datagram>& stop(Way way) {
    relay_.setTap(nullptr);
    return all_[static_cast<std::size_t>(way)];
  }

 private:
  Relay& relay_;
  std::array<std::vector<Datagram>, 2> all_;
};

struct Hostile : testing::Test {
  ServerProcess server;
  Client watcher{server.address(), "watcher"};
  Relay relay{to(server)};
  Client anna{relay.address(), "anna"};
  AvatarId avatar = 0;

  /// Anna has led the avatar for a while and stands with it; what passed meanwhile is recorded.
  std::array<std::vector<Datagram>, 2> recorded;
  void SetUp() override {
    ASSERT_TRUE(watcher.waitConnected());
    ASSERT_TRUE(anna.waitConnected());
    avatar = anna.firstAvatar();
    ASSERT_TRUE(anna.waitForAvatar(avatar));
    ASSERT_TRUE(watcher.waitForAvatar(avatar));
    ASSERT_TRUE(isOn(anna, Path::udp));
    Recording recording(relay);
    anna.take(avatar, Side::left);
    ASSERT_TRUE(waitUntil([&] { return holds(anna, watcher, avatar, Side::left); }));
    const glm::vec3 from = anna.target(Side::left);
    for (int i = 0; i < 120; ++i) {
      anna.moveTo(Side::left, from + glm::vec3(0.0F, 0.0F, static_cast<float>(i) / 60.0F));
      pause(1.0 / 60.0);
    }
    for (const Way way : {Way::up, Way::down}) recorded[static_cast<std::size_t>(way)] = recording.stop(way);
    ASSERT_GT(recorded[0].size(), 60U);
    ASSERT_GT(recorded[1].size(), 30U);
    ASSERT_TRUE(waitUntil([&] {
      const AvatarState* state = watcher.state(avatar);
      return state->speed() == 0.0F && state->walkWeight == 0.0F;
    }));
    pause(0.5);
  }

  /// Both see the avatar stand in Anna's hand as before, all the while.
  void expectNothingChanges(const AvatarState& before, double seconds = 1.0) {
    const double start = now();
    while (now() - start < seconds) {
      for (Client* client : {&watcher, &anna}) {
        const AvatarState* state = client->state(avatar);
        ASSERT_EQ(state->position, before.position);
        ASSERT_EQ(state->heading, before.heading);
        ASSERT_EQ(state->arm(Side::left).holder, anna.session().participant());
        ASSERT_EQ(state->arm(Side::left).target, before.arm(Side::left).target);
      }
      pause(0.01);
    }
    EXPECT_EQ(anna.session().stats().reconnects, 0U);
    EXPECT_EQ(anna.session().stats().path, Path::udp);
    EXPECT_EQ(anna.session().stats().payloadsMalformed, 0U);
    EXPECT_EQ(anna.session().stats().badMessages, 0U);
  }
};

TEST_F(Hostile, NothingOfADatagramCanBeRead) {
  std::set<std::string> blocks;
  std::size_t count = 0;
  for (const auto& way : recorded) {
    for (const Datagram& each : way) {
      ASSERT_LE(each.size(), 1200U);
      const std::string text(each.begin(), each.end());
      for (const char* word : {"anna", "watcher", "lobby", "Mannequin"})
        ASSERT_EQ(text.find(word), std::string::npos) << word;
      // Behind session and sequence: what is sealed twice with one key and number, or not at all, repeats
      // itself.
      for (std::size_t at = 12; at + 8 <= text.size(); at += 8, ++count) blocks.insert(text.substr(at, 8));
    }
  }
  EXPECT_GT(count, 500U);
  EXPECT_EQ(blocks.size(), count);
}

TEST_F(Hostile, ReplayedDatagramsChangeNothing) {
  const AvatarState before = *watcher.state(avatar);
  const std::uint64_t refused = anna.session().stats().datagramsRefused;
  for (const Way way : {Way::up, Way::down})
    for (const Datagram& each : recorded[static_cast<std::size_t>(way)]) relay.inject(way, each);
  expectNothingChanges(before);
  EXPECT_EQ(anna.session().stats().datagramsRefused, refused + recorded[1].size()) << "told from new ones";
}

TEST_F(Hostile, AlteredCutAndInventedDatagramsChangeNothing) {
  const AvatarState before = *watcher.state(avatar);
  std::mt19937 random(7);
  const std::uint64_t refused = anna.session().stats().datagramsRefused;
  std::uint64_t down = 0;
  for (const Way way : {Way::up, Way::down}) {
    const auto& all = recorded[static_cast<std::size_t>(way)];
    for (std::size_t i = 0; i < 150; ++i) {
      Datagram each = all[random() % all.size()];
      if (i % 3 == 0) each[random() % each.size()] ^= static_cast<std::uint8_t>(1U << random() % 8);
      if (i % 3 == 1) each.resize(random() % each.size());
      if (i % 3 == 2)
        for (std::size_t at = 4; at < each.size(); ++at) each[at] = static_cast<std::uint8_t>(random());
      relay.inject(way, each);
      down += way == Way::down ? 1 : 0;
    }
  }
  expectNothingChanges(before);
  EXPECT_GE(anna.session().stats().datagramsRefused, refused + down - 1)
      << "one may have been cut to nothing";
}

TEST_F(Hostile, StragglersOfWhoHasLeftBringNobodyBack) {
  const AvatarState before = *watcher.state(avatar);
  const ParticipantId gone = anna.session().participant();
  anna.session().leave();
  ASSERT_TRUE(waitUntil([&] { return watcher.session().room()->participants.size() == 1; }));
  for (const Datagram& each : recorded[0]) relay.inject(Way::up, each);
  pause(1.0);
  EXPECT_EQ(watcher.session().room()->participants.size(), 1U);
  EXPECT_EQ(watcher.session().room()->participant(gone), nullptr);
  EXPECT_EQ(watcher.holder(avatar, Side::left), 0U) << "freed, and stays so";
  EXPECT_LT(glm::distance(watcher.state(avatar)->position, before.position), 0.3F) << "and it stands";
  EXPECT_EQ(watcher.state(avatar)->speed(), 0.0F);
}

TEST(SlowDownload, OfAnAvatarWhoseOwnerLeavesMeanwhileMakesNothingAppear) {
  const TempFolder folder;
  const auto file = folder.path() / "bert.vrm";
  {
    const auto mannequin = mannequinFile();
    std::string bytes(mannequin.begin(), mannequin.end());
    const std::string old = "Lead Mannequin";
    bytes.replace(bytes.find(old), old.size(), "Berts Own Self");  // another file, with another hash
    std::ofstream(file, std::ios::binary) << bytes;
  }
  ServerProcess server;
  LinkOptions slow;
  slow.bitsPerSecond = 300'000.0;
  Relay relay(to(server, slow));
  Client anna(relay.address(), "anna");
  ASSERT_TRUE(anna.waitConnected());
  ASSERT_TRUE(anna.waitForAvatar(anna.firstAvatar()));
  SessionOptions options = optionsFor(server.address(), "bert");
  options.avatar = file;
  options.loadModels = false;  // else it would be known in this process, and not be downloaded
  Client bert(options);
  ASSERT_TRUE(bert.waitConnected());
  const AvatarId avatar = bert.session().ownAvatar();
  ASSERT_NE(avatar, 0U);
  const ModelHash model = bert.session().room()->avatar(avatar)->model;
  const auto progress = [&] {
    std::uint64_t done = 0;
    std::uint64_t total = 0;
    for (const ModelProgress& each : anna.all<ModelProgress>())
      if (each.model == model) done = each.done, total = each.total;
    return std::pair(done, total);
  };
  ASSERT_TRUE(waitUntil([&] { return progress().first > 0; }));
  EXPECT_LT(progress().first, progress().second) << "a link too good for this test";
  bert.session().leave();
  ASSERT_TRUE(waitUntil([&] { return anna.session().room()->avatar(avatar) == nullptr; }));
  const double left = now();
  while (now() - left < 3.0) {
    ASSERT_EQ(anna.session().room()->avatar(avatar), nullptr);
    ASSERT_EQ(anna.state(avatar), nullptr);
    pause(0.02);
  }
  for (const ModelReady& each : anna.all<ModelReady>()) EXPECT_NE(each.model, model);
  EXPECT_EQ(anna.session().model(model), nullptr);
}

}  // namespace
}  // namespace lead::e2e
