// Models up and down, good and bad, against a real server.
#include <gtest/gtest.h>

#include <csignal>
#include <cstring>
#include <fstream>

#include "bad_link.h"
#include "mannequin/mannequin_file.h"
#include "server_process.h"
#include "session/disk_cache.h"

namespace lead::e2e {
namespace {

using Bytes = std::vector<std::uint8_t>;

/// The mannequin under a name of the same length: another file, with another hash.
Bytes renamedMannequin(const std::string& name) {
  const auto file = mannequinFile();
  Bytes bytes(file.begin(), file.end());
  const std::string old = "Lead Mannequin";
  EXPECT_EQ(name.size(), old.size());
  const auto place = std::search(bytes.begin(), bytes.end(), old.begin(), old.end());
  EXPECT_NE(place, bytes.end());
  std::copy(name.begin(), name.end(), place);
  return bytes;
}

/// With a chunk that no reader knows: more than a line's buffers hold.
Bytes padded(Bytes bytes, std::uint32_t more) {
  const auto put = [&](std::size_t place, std::uint32_t value) {
    std::memcpy(bytes.data() + place, &value, sizeof value);
  };
  const std::size_t end = bytes.size();
  bytes.resize(end + 8 + more);
  put(8, static_cast<std::uint32_t>(bytes.size()));
  put(end, more);
  put(end + 4, 0x444150U);
  return bytes;
}

std::filesystem::path writeTo(const TempFolder& folder, const std::string& name, const Bytes& bytes) {
  const auto path = folder.path() / name;
  std::ofstream(path, std::ios::binary)
      .write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
  return path;
}

SessionOptions bringing(const ServerProcess& server, const std::string& name,
                        const std::filesystem::path& avatar) {
  SessionOptions options = optionsFor(server.address(), name);
  options.avatar = avatar;
  return options;
}

std::uint64_t progressOf(Client& client, const ModelHash& model, bool upload) {
  std::uint64_t done = 0;
  for (const ModelProgress& progress : client.all<ModelProgress>())
    if (progress.model == model && progress.upload == upload) done = progress.done;
  return done;
}

TEST(Models, TravelFromTheOneWhoBringsThemToTheOthers) {
  const TempFolder folder;
  const TempFolder cache;
  const Bytes bytes = renamedMannequin("Test Traveller");
  ServerProcess server;
  SessionOptions options = bringing(server, "anna", writeTo(folder, "traveller.vrm", bytes));
  options.loadModels = false;
  Client anna(options);
  ASSERT_TRUE(anna.waitConnected());
  const AvatarId avatar = anna.session().ownAvatar();
  ASSERT_NE(avatar, 0U);
  const ModelHash hash = anna.session().room()->avatar(avatar)->model;
  EXPECT_EQ(progressOf(anna, hash, true), bytes.size());

  options = optionsFor(server.address(), "bert");
  options.cache = cache.path();
  {
    Client bert(options);
    ASSERT_TRUE(bert.waitForAvatar(avatar));
    EXPECT_EQ(bert.session().model(hash)->meta.name, "Test Traveller");
    EXPECT_EQ(progressOf(bert, hash, false), bytes.size());
    for (const ModelProgress& progress : bert.all<ModelProgress>())
      EXPECT_EQ(progress.model, hash) << "the mannequin is never downloaded";
  }
  EXPECT_EQ(DiskCache(cache.path()).read(hash), bytes);
  Client again(options);
  ASSERT_TRUE(again.waitForAvatar(avatar));
  EXPECT_TRUE(again.all<ModelProgress>().empty()) << "it is in the cache";
}

TEST(Models, WaitTheirTurnWhileTheServerHasTooManyDownloads) {
  const TempFolder folder;
  ServerProcess server({"--max-downloads-per-address", "1"});
  SessionOptions options = bringing(
      server, "anna", writeTo(folder, "turn.vrm", padded(renamedMannequin("Test Awaiting "), 16U << 20U)));
  options.loadModels = false;  // else it would be known in this process, and not be downloaded
  Client anna(options);
  ASSERT_TRUE(anna.waitConnected());
  LinkOptions slow;
  slow.bitsPerSecond = 1e6;  // more than two minutes
  Relay relay(to(server, slow));
  Child bot("lead-tool", {"bot", "--server", relay.address(), "--duration", "60"});
  ASSERT_TRUE(waitUntil([&] { return relay.stats().ways[1].streamBytes > 500'000; })) << "it downloads";
  Client bert(server.address(), "bert");
  ASSERT_TRUE(bert.waitConnected());
  pause(5.0);
  EXPECT_TRUE(bert.all<ModelFailed>().empty());
  EXPECT_EQ(progressOf(bert, bert.session().room()->avatar(anna.session().ownAvatar())->model, false), 0U);
  bot.signal(SIGKILL);
  EXPECT_TRUE(bert.waitForAvatar(anna.session().ownAvatar()));
}

TEST(Models, AreDownloadedAgainWhereTheCacheIsDamaged) {
  const TempFolder folder;
  const TempFolder cacheFolder;
  const Bytes bytes = renamedMannequin("Test Phoenix  ");
  ServerProcess server;
  SessionOptions options = bringing(server, "anna", writeTo(folder, "phoenix.vrm", bytes));
  options.loadModels = false;
  Client anna(options);
  ASSERT_TRUE(anna.waitConnected());
  const AvatarId avatar = anna.session().ownAvatar();
  const ModelHash hash = anna.session().room()->avatar(avatar)->model;
  const DiskCache cache(cacheFolder.path());
  std::ofstream(cache.fileOf(hash)) << "garbage";
  options = optionsFor(server.address(), "bert");
  options.cache = cacheFolder.path();
  Client bert(options);
  ASSERT_TRUE(bert.waitForAvatar(avatar));
  EXPECT_EQ(cache.read(hash), bytes);
}

TEST(Models, CanBeExchangedInTheRoom) {
  const TempFolder folder;
  ServerProcess server;
  Client anna(bringing(server, "anna", "mannequin"));
  Client bert(server.address(), "bert");
  ASSERT_TRUE(anna.waitConnected());
  ASSERT_TRUE(bert.waitConnected());
  const auto nameSeenByBert = [&]() -> std::string {
    const auto room = bert.session().room();
    const ParticipantInfo* info = room->participant(anna.session().participant());
    const AvatarInfo* avatar = info != nullptr ? room->avatar(info->avatar) : nullptr;
    return avatar != nullptr ? avatar->modelName : "";
  };
  EXPECT_TRUE(waitUntil([&] { return nameSeenByBert() == "Lead Mannequin"; }));
  anna.session().bringAvatar(writeTo(folder, "other.vrm", renamedMannequin("Test Exchanged")));
  EXPECT_TRUE(waitUntil([&] { return nameSeenByBert() == "Test Exchanged"; }));
  anna.session().bringAvatar(writeTo(folder, "bad.vrm", Bytes(1000, 'x')));
  EXPECT_TRUE(waitUntil([&] { return !anna.all<CommandRefused>().empty(); }));
  EXPECT_NE(anna.all<CommandRefused>()[0].sentence.find("bad.vrm"), std::string::npos);
  EXPECT_EQ(nameSeenByBert(), "Test Exchanged");
  anna.session().bringAvatar({});
  EXPECT_TRUE(waitUntil([&] { return nameSeenByBert().empty(); }));
  EXPECT_EQ(anna.session().state(), ConnectionState::connected);
}

/// Everyone else notices nothing of a refused upload.
void expectRefused(const ServerProcess& server, const std::filesystem::path& file) {
  Client witness(server.address(), "witness");
  ASSERT_TRUE(witness.waitConnected());
  ASSERT_TRUE(witness.waitForAvatar(witness.firstAvatar()));
  pause(0.3);  // what its own coming has caused has come
  const std::size_t eventsBefore = witness.events().size();
  const std::uint32_t tickBefore = witness.session().newestSnapshot()->tick;
  Client uploader(bringing(server, "uploader", file));
  const std::string sentence = uploader.waitFailed();
  EXPECT_NE(sentence.find(file.filename().string()), std::string::npos) << sentence;
  EXPECT_EQ(sentence.find('\n'), std::string::npos);
  EXPECT_TRUE(waitUntil([&] { return witness.session().newestSnapshot()->tick > tickBefore + 60; }));
  EXPECT_EQ(witness.events().size(), eventsBefore);
  EXPECT_EQ(witness.session().state(), ConnectionState::connected);
}

TEST(BadModels, ATruncatedFileIsRefused) {
  const TempFolder folder;
  ServerProcess server;
  Bytes bytes = renamedMannequin("Test Truncated");
  bytes.resize(bytes.size() / 2);
  expectRefused(server, writeTo(folder, "truncated.vrm", bytes));
}

TEST(BadModels, AFileThatIsNoVrmIsRefused) {
  const TempFolder folder;
  ServerProcess server;
  expectRefused(server, writeTo(folder, "noise.vrm", Bytes(300'000, 0x5a)));
  expectRefused(server, writeTo(folder, "empty.vrm", {}));
}

TEST(BadModels, AFileOverTheServersLimitIsRefused) {
  const TempFolder folder;
  ServerProcess server({"--max-upload", "100 kB"});
  expectRefused(server, writeTo(folder, "large.vrm", renamedMannequin("Test Too Large")));
}

TEST(BadModels, AFileOverAHundredMegabytesIsRefusedBeforeItIsRead) {
  const TempFolder folder;
  ServerProcess server;
  const auto path = folder.path() / "huge.vrm";
  std::ofstream(path) << "glTF";
  std::filesystem::resize_file(path, 200'000'000);
  expectRefused(server, path);
}

TEST(BadModels, TheMalformedFilesOfTheCollectionAreRefusedOrUsable) {
  const std::filesystem::path folder = std::filesystem::path(LEAD_SHARED_DIR) / "models" / "malformed";
  if (!std::filesystem::is_directory(folder)) GTEST_SKIP() << "there is no " << folder;
  ServerProcess server;
  Client witness(server.address(), "witness");
  ASSERT_TRUE(witness.waitConnected());
  for (const auto& file : std::filesystem::directory_iterator(folder)) {
    if (file.path().extension() != ".vrm") continue;
    Client uploader(bringing(server, "uploader", file.path()));
    EXPECT_TRUE(waitUntil([&] {
      const ConnectionState state = uploader.session().state();
      return state == ConnectionState::failed || state == ConnectionState::connected;
    })) << file.path();
  }
  EXPECT_EQ(witness.session().state(), ConnectionState::connected);
}

}  // namespace
}  // namespace lead::e2e
