// What a person is told when something is wrong.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>
#include <ctime>
#include <fstream>

#include "desktop.h"

namespace lead::e2e {
namespace {

using testing::HasSubstr;

TEST(DesktopFailures, AnUnknownRoomEndsWithASentence) {
  ServerProcess server;
  Child window("lead-desktop",
               {"--server", server.address(), "--room", "nowhere", "--headless", "--frames", "1"});
  EXPECT_EQ(window.wait(60), 1);
  EXPECT_THAT(window.output(), HasSubstr("nowhere"));
}

TEST(DesktopFailures, AnUnreadableModelEndsWithASentence) {
  ServerProcess server;
  Child missing("lead-desktop",
                {"--server", server.address(), "--avatar", "/no/such.vrm", "--headless", "--frames", "1"});
  EXPECT_EQ(missing.wait(60), 1);
  EXPECT_THAT(missing.output(), HasSubstr("/no/such.vrm"));
  TempFolder folder;
  const std::string broken = (folder.path() / "broken.vrm").string();
  std::ofstream(broken) << "this is no model";
  Child refused("lead-desktop",
                {"--server", server.address(), "--avatar", broken, "--headless", "--frames", "1"});
  EXPECT_EQ(refused.wait(60), 1);
  EXPECT_THAT(refused.output(), HasSubstr("lead-desktop: "));
}

TEST(DesktopFailures, BadOptionsAreUsageErrors) {
  EXPECT_EQ(Child("lead-desktop", {"--size", "huge"}).wait(60), 2);
  EXPECT_EQ(Child("lead-desktop", {"--frames", "0"}).wait(60), 2);
  TempFolder folder;
  const std::string script = (folder.path() / "bad.script").string();
  std::ofstream(script) << "0 dance\n";
  Child bad("lead-desktop", {"--script", script, "--headless"});
  EXPECT_NE(bad.wait(60), 0);
  EXPECT_THAT(bad.output(), HasSubstr("line 1"));
}

TEST(DesktopFailures, TheServerGoesAndComesBack) {
  auto server = std::make_unique<ServerProcess>();
  const int port = server->port();
  Desktop window(server->address(), "lobby", "Stays");
  ASSERT_FALSE(window.waitFor([](const auto& report) { return !report.at("avatars").empty(); }).is_null())
      << window.process().output();
  server.reset();
  pause(1.0);
  server = std::make_unique<ServerProcess>(std::vector<std::string>{}, port);
  const double since = static_cast<double>(std::time(nullptr));
  // A new server counts its ticks anew.
  EXPECT_FALSE(window
                   .waitFor([&](const auto& report) {
                     return report.at("time").template get<double>() > since &&
                            !report.at("avatars").empty() && report.at("tick") > 10 &&
                            report.at("participants") >= 1;
                   })
                   .is_null());
  window.process().signal(SIGINT);
  EXPECT_EQ(window.process().wait(), 0);
}

}  // namespace
}  // namespace lead::e2e
