// An avatar whose licence forbids handing it on, between real processes: its owner has it, the others see a
// placeholder, until its owner says that he may share it.
#include <gtest/gtest.h>

#include <algorithm>
#include <csignal>
#include <fstream>

#include "client.h"
#include "mannequin/mannequin_file.h"
#include "server_process.h"
#include "session/disk_cache.h"
#include "vrm/licence.h"

namespace lead::e2e {
namespace {

using Bytes = std::vector<std::uint8_t>;

/// The mannequin with a licence that doesn't speak of redistribution; names of 14 letters make different
/// files.
Bytes restricted(const std::string& name) {
  const auto file = mannequinFile();
  Bytes bytes(file.begin(), file.end());
  const auto replace = [&](const std::string& from, const std::string& to) {
    const auto place = std::search(bytes.begin(), bytes.end(), from.begin(), from.end());
    EXPECT_NE(place, bytes.end());
    EXPECT_EQ(from.size(), to.size());
    std::copy(to.begin(), to.end(), place);
  };
  replace("\"allowRedistribution\":true", "\"allowRedistribution\":null");
  replace("Lead Mannequin", name);
  return bytes;
}

class SharingE2e : public testing::Test {
 protected:
  std::filesystem::path write(const std::string& name, const Bytes& bytes) {
    const auto path = folder.path() / name;
    std::ofstream(path, std::ios::binary)
        .write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
    return path;
  }
  SessionOptions options(const std::string& name) {
    SessionOptions result = optionsFor(server.address(), name);
    result.cache = caches.path() / name;
    return result;
  }
  SessionOptions bringing(const std::string& name, bool share = false) {
    SessionOptions result = options(name);
    result.avatar = file;
    result.shareAvatar = share;
    return result;
  }
  static const AvatarInfo* infoOf(Client& client, AvatarId id) {
    const auto room = client.session().room();
    return room ? room->avatar(id) : nullptr;
  }
  static bool seesModel(Client& client, AvatarId id) {
    const AvatarInfo* info = infoOf(client, id);
    const ModelPtr model = info != nullptr ? client.session().model(info->model) : nullptr;
    return model && model->meta.name == "Test Unsharedx" && !client.session().standsIn(info->model);
  }
  static bool seesPlaceholder(Client& client, AvatarId id) {
    const AvatarInfo* info = infoOf(client, id);
    const ModelPtr model = info != nullptr ? client.session().model(info->model) : nullptr;
    return model && model->meta.name == "Placeholder" && client.session().standsIn(info->model);
  }

  TempFolder folder;
  TempFolder caches;
  ServerProcess server;
  const Bytes bytes = restricted("Test Unsharedx");
  const std::filesystem::path file = write("unshared.vrm", bytes);
};

TEST_F(SharingE2e, OthersSeeAPlaceholderUntilTheOwnerConfirmsAndThenTheModel) {
  Client anna(bringing("anna"));
  ASSERT_TRUE(anna.waitConnected());
  const AvatarId avatar = anna.session().ownAvatar();
  ASSERT_TRUE(anna.waitForAvatar(avatar));
  EXPECT_TRUE(seesModel(anna, avatar)) << "it is her own";
  Client bert(options("bert"));
  ASSERT_TRUE(bert.waitForAvatar(avatar));
  EXPECT_TRUE(seesPlaceholder(bert, avatar));
  const AvatarInfo info = *infoOf(bert, avatar);
  EXPECT_EQ(info.sharing, Sharing::none);
  EXPECT_EQ(authorsOf(info.licence), "Lead contributors");
  EXPECT_EQ(licenceLines(info.licence)[6], "Redistribution: not allowed");

  anna.session().shareAvatar(true);
  EXPECT_TRUE(waitUntil([&] { return seesModel(bert, avatar); }));
  EXPECT_EQ(infoOf(bert, avatar)->sharing, Sharing::byOwner);
  const auto ready = bert.all<ModelReady>();
  EXPECT_EQ(
      std::count_if(ready.begin(), ready.end(), [&](const auto& each) { return each.model == info.model; }),
      2);
  EXPECT_FALSE(DiskCache(caches.path() / "bert").read(info.model)) << "it is for this stay only";

  anna.session().shareAvatar(false);
  EXPECT_TRUE(waitUntil([&] { return infoOf(bert, avatar)->sharing == Sharing::none; }));
  EXPECT_TRUE(seesModel(bert, avatar)) << "who has it keeps it";
  Client late(options("late"));
  ASSERT_TRUE(late.waitForAvatar(avatar));
  EXPECT_TRUE(seesPlaceholder(late, avatar));
}

TEST_F(SharingE2e, APlaceholderMovesAsItsModelDoesAndIsTakenByTheHand) {
  Client anna(bringing("anna"));
  ASSERT_TRUE(anna.waitConnected());
  const AvatarId avatar = anna.session().ownAvatar();
  Client bert(options("bert"));
  ASSERT_TRUE(anna.waitForAvatar(avatar));
  ASSERT_TRUE(bert.waitForAvatar(avatar));
  ASSERT_TRUE(seesPlaceholder(bert, avatar));
  bert.take(avatar, Side::left);
  EXPECT_TRUE(waitUntil([&] { return bert.holder(avatar, Side::left) == bert.session().participant(); }));
  bert.moveTo(Side::left, bert.target(Side::left) + glm::vec3(0.0F, 0.1F, 0.8F));
  EXPECT_TRUE(waitUntil([&] { return bert.state(avatar)->position.z > 0.05F; }));
  const AvatarState state = *bert.state(avatar);
  const ModelHash hash = infoOf(bert, avatar)->model;
  Rigs ofAnna;
  Rigs ofBert;
  const auto model = wrists(*ofAnna.of(anna.session(), hash), state);
  const auto placeholder = wrists(*ofBert.of(bert.session(), hash), state);
  for (const Side side : kSides)
    EXPECT_LT(glm::distance(model[index(side)], placeholder[index(side)]), 1e-5F);
}

TEST_F(SharingE2e, SharedFromTheStartItIsTheModelForAll) {
  Client anna(bringing("anna", true));
  ASSERT_TRUE(anna.waitConnected());
  const AvatarId avatar = anna.session().ownAvatar();
  Client bert(options("bert"));
  ASSERT_TRUE(bert.waitForAvatar(avatar));
  EXPECT_TRUE(seesModel(bert, avatar));
}

TEST_F(SharingE2e, WhoHasTheFileOnHisOwnDiskUsesThat) {
  Client anna(bringing("anna"));
  ASSERT_TRUE(anna.waitConnected());
  const AvatarId avatar = anna.session().ownAvatar();
  const ModelHash hash = infoOf(anna, avatar)->model;
  ASSERT_TRUE(DiskCache(caches.path() / "bert").write(hash, bytes));
  Client bert(options("bert"));
  ASSERT_TRUE(bert.waitForAvatar(avatar));
  EXPECT_TRUE(seesModel(bert, avatar));
}

TEST_F(SharingE2e, AnotherOwnerOfTheFileBringsItToo) {
  Client anna(bringing("anna"));
  ASSERT_TRUE(anna.waitConnected());
  const auto copy = write("copy.vrm", bytes);
  SessionOptions second = options("bert");
  second.avatar = copy;
  Client bert(second);
  ASSERT_TRUE(bert.waitConnected());
  ASSERT_NE(bert.session().ownAvatar(), 0U);
  ASSERT_TRUE(bert.waitForAvatar(anna.session().ownAvatar()));
  EXPECT_TRUE(seesModel(bert, anna.session().ownAvatar()));
}

TEST_F(SharingE2e, AnExchangedAvatarIsSharedOnlyIfConfirmedAnew) {
  Client anna(bringing("anna", true));
  ASSERT_TRUE(anna.waitConnected());
  Client bert(options("bert"));
  ASSERT_TRUE(bert.waitConnected());
  anna.session().bringAvatar(write("other.vrm", restricted("Test Otherfile")));
  const auto sharingSeen = [&](const std::string& model) -> std::optional<Sharing> {
    const auto room = bert.session().room();
    for (const AvatarInfo& each : room->avatars)
      if (each.modelName == model) return each.sharing;
    return std::nullopt;
  };
  EXPECT_TRUE(waitUntil([&] { return sharingSeen("Test Otherfile") == Sharing::none; }));
  anna.session().bringAvatar(file, true);
  EXPECT_TRUE(waitUntil([&] { return sharingSeen("Test Unsharedx") == Sharing::byOwner; }));
}

TEST_F(SharingE2e, ABotBringsAndSharesIt) {
  Child bot("lead-tool", {"bot", "--server", server.address(), "--name", "robo", "--avatar", file.string(),
                          "--lead", "none", "--share-avatar", "--duration", "60"});
  Client bert(options("bert"));
  ASSERT_TRUE(bert.waitConnected());
  const auto avatar = [&]() -> AvatarId {
    const auto room = bert.session().room();
    for (const AvatarInfo& each : room->avatars)
      if (each.owner != 0) return each.id;
    return 0;
  };
  ASSERT_TRUE(waitUntil([&] { return avatar() != 0; }));
  ASSERT_TRUE(bert.waitForAvatar(avatar()));
  EXPECT_TRUE(seesModel(bert, avatar()));
  bot.signal(SIGINT);
  EXPECT_EQ(bot.wait(), 0);
}

TEST(Sharing, OutlivesAServerThatIsStartedAnew) {
  TempFolder folder;
  const auto file = folder.path() / "unshared.vrm";
  const Bytes bytes = restricted("Test Unsharedx");
  std::ofstream(file, std::ios::binary)
      .write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
  auto server = std::make_unique<ServerProcess>();
  const int port = server->port();
  SessionOptions options = optionsFor(server->address(), "anna");
  options.avatar = file;
  options.shareAvatar = true;
  Client anna(options);
  ASSERT_TRUE(anna.waitConnected());
  server.reset();
  server = std::make_unique<ServerProcess>(std::vector<std::string>{}, port);
  // What the old server gave her is worth nothing here: she shows her file again.
  EXPECT_TRUE(waitUntil([&] { return anna.session().stats().reconnects > 0; }));
  Client bert(server->address(), "bert");
  ASSERT_TRUE(bert.waitConnected());
  EXPECT_TRUE(waitUntil([&] {
    for (const AvatarInfo& each : bert.session().room()->avatars)
      if (each.owner != 0) return each.sharing == Sharing::byOwner;
    return false;
  }));
}

}  // namespace
}  // namespace lead::e2e
