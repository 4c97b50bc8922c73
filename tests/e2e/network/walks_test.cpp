// Walk clips of the server: the same steps for everybody, over real sockets.
#include <gtest/gtest.h>

#include <fstream>

#include "client.h"
#include "server_process.h"
#include "support/walk_file.h"

namespace lead::e2e {
namespace {

TEST(Walks, OfTheServerComeToClientsWhichWalkWithThem) {
  const TempFolder folder;
  const auto file = folder.path() / "walk.vrma";
  const std::vector<std::uint8_t> bytes = makeWalkFile();
  std::ofstream(file, std::ios::binary)
      .write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
  ServerProcess server({"--walk", file.string()});
  Client anna(server.address(), "anna");
  ASSERT_TRUE(anna.waitConnected());
  const AvatarId avatar = anna.firstAvatar();
  ASSERT_TRUE(anna.waitForAvatar(avatar));
  ASSERT_TRUE(waitUntil([&] { return anna.session().motions() != nullptr; }));
  EXPECT_EQ(anna.session().motions()->walks.size(), 1U);
  EXPECT_EQ(anna.session().room()->walks.size(), 1U);

  anna.take(avatar, Side::left);
  ASSERT_TRUE(waitUntil([&] { return anna.holder(avatar, Side::left) != 0; }))
      << "the wrist is where it was seen";
  const glm::vec3 from = anna.target(Side::left);
  for (int i = 0; i < 150; ++i) {
    anna.moveTo(Side::left, from + glm::vec3(0.0F, 0.0F, 0.8F * static_cast<float>(i) / 60.0F));
    pause(1.0 / 60.0);
  }
  EXPECT_NEAR(anna.state(avatar)->walkWeight, 1.0F, 0.01F);
  EXPECT_GT(anna.state(avatar)->position.z, 0.5F);
}

TEST(Walks, ThatAreNoneEndTheServerWithASentence) {
  const TempFolder folder;
  Child server("lead-server",
               {"--listen", "127.0.0.1:0", "--data", folder.path().string(), "--walk", "/no/walk.vrma"});
  EXPECT_EQ(server.wait(20.0), 1);
  EXPECT_NE(server.output().find("/no/walk.vrma"), std::string::npos) << server.output();
}

}  // namespace
}  // namespace lead::e2e
