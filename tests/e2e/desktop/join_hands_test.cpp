// Ctrl-clicks in a real window join avatars' hands to a row and part them; who watches sees the same.
#include <gtest/gtest.h>

#include "desktop.h"
#include "session/rooms.h"

namespace lead::e2e {
namespace {

using nlohmann::json;

/// A hand in a report, of the avatar that stands at that place in it; null: not known yet.
const json* handIn(const json& report, std::size_t avatar, const std::string& side) {
  const json& avatars = report.at("avatars");
  if (avatar >= avatars.size() || !avatars[avatar].contains("hands")) return nullptr;
  return &avatars[avatar].at("hands").at(side);
}

AvatarId partnerIn(const json& report, std::size_t avatar, const std::string& side) {
  const json* hand = handIn(report, avatar, side);
  return hand != nullptr ? hand->at("partner").get<AvatarId>() : 0;
}

TEST(JoinHands, WithCtrlClicksInTheWindow) {
  ServerProcess server;
  createRoom(server.address(), {"stage", 2});
  SessionOptions watching = optionsFor(server.address(), "Watcher");
  watching.room = "stage";
  Client watcher(watching);
  ASSERT_TRUE(watcher.waitConnected());
  Desktop window(server.address(), "stage", "Mouse");
  const json start = window.waitFor(
      [](const json& report) { return handIn(report, 0, "left") && handIn(report, 1, "right"); });
  ASSERT_FALSE(start.is_null()) << window.process().output();
  const auto firstId = start.at("avatars")[0].at("id").get<AvatarId>();
  const auto secondId = start.at("avatars")[1].at("id").get<AvatarId>();

  // They stand side by side and face us, the second to the right: the first one's left hand is next to it.
  Mouse mouse;
  const auto click = [&](std::size_t avatar, const std::string& side) {
    const json report = window.newest();
    const json& pixel = handIn(report, avatar, side)->at("pixel");
    mouse.move(pixel[0].get<float>(), pixel[1].get<float>());
    pause(0.3);
    mouse.press();
    pause(0.2);
    mouse.release();
    pause(0.2);
  };
  mouse.move(400.0F, 20.0F);
  mouse.key("ctrl", true);
  click(0, "left");
  click(1, "right");
  const json joined = window.waitFor([&](const json& report) {
    return partnerIn(report, 0, "left") == secondId && partnerIn(report, 1, "right") == firstId;
  });
  ASSERT_FALSE(joined.is_null()) << window.newest().dump(2);
  ASSERT_TRUE(watcher.waitForAvatar(firstId));
  EXPECT_TRUE(waitUntil([&] { return watcher.state(firstId)->arm(Side::left).partner == secondId; }));
  EXPECT_TRUE(watcher.state(firstId)->arm(Side::left).leads) << "the first that was clicked leads";

  pause(1.0);
  click(0, "left");
  EXPECT_FALSE(
      window.waitFor([&](const json& report) { return partnerIn(report, 0, "left") == 0; }).is_null())
      << window.newest().dump(2);
  mouse.key("ctrl", false);
}

}  // namespace
}  // namespace lead::e2e
