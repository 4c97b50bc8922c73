// A motion dropped on an avatar in the window is played for everybody; the panel says what is wrong with
// others.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "client.h"
#include "server_process.h"
#include "support/played.h"
#include "vrm/vrma_writer.h"

namespace lead::e2e {
namespace {

void write(const std::filesystem::path& file, const std::string& text) {
  std::ofstream(file, std::ios::binary) << text;
}

bool plays(Client& client, AvatarId avatar) {
  const AvatarState* state = client.state(avatar);
  return state != nullptr && state->plays[0].play != 0;
}

TEST(DesktopPlay, DroppedOnAnAvatarItIsPlayedByThatOne) {
  ServerProcess server;
  const TempFolder folder;
  const auto bytes = writeVrma(test::gesture());
  write(folder.path() / "gesture.vrma", {bytes.begin(), bytes.end()});
  write(folder.path() / "script",
        "0.3 point 2 left\n0.3 drop " + (folder.path() / "gesture.vrma").string() + "\n30 quit\n");
  Client watcher(server.address(), "Watcher");
  ASSERT_TRUE(watcher.waitConnected());
  const AvatarId standing = watcher.firstAvatar();
  Child window("lead-desktop", {"--server", server.address(), "--name", "Drops", "--avatar", "mannequin",
                                "--headless", "--script", (folder.path() / "script").string()});
  ASSERT_TRUE(waitUntil([&] { return watcher.session().room()->avatars.size() == 2; })) << window.output();
  const AvatarId brought = watcher.session().room()->avatars[1].id;
  ASSERT_TRUE(waitUntil([&] { return plays(watcher, brought); })) << window.output();
  EXPECT_FALSE(plays(watcher, standing));
  EXPECT_EQ(watcher.session().room()->avatar(brought)->motions.at(0).name, "gesture");
}

}  // namespace
}  // namespace lead::e2e
