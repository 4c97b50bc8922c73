// The main job, end to end: a window, a mouse, a server, and somebody who watches.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <csignal>
#include <fstream>
#include <map>

#include "desktop.h"
#include "math/rotation.h"

namespace lead::e2e {
namespace {

using nlohmann::json;

glm::vec3 positionOf(const json& avatar) {
  const json& p = avatar.at("position");
  return {p[0].get<float>(), p[1].get<float>(), p[2].get<float>()};
}

const json* avatarIn(const json& report, AvatarId id) {
  for (const json& avatar : report.at("avatars"))
    if (avatar.at("id") == id) return &avatar;
  return nullptr;
}

bool handsKnown(const json& report, AvatarId id) {
  const json* avatar = avatarIn(report, id);
  return avatar != nullptr && avatar->contains("hands");
}

class LeadByMouse : public testing::TestWithParam<const char*> {};

TEST_P(LeadByMouse, AnAvatarFollowsTheHandAndFacesThePull) {
  const std::string model = GetParam();
  if (model != "mannequin" && !std::filesystem::exists(model))
    GTEST_SKIP() << "skipped: " << model << " is not here";
  ServerProcess server({"--room", "stage"});
  // The owner brings the avatar, so that both kinds of model go the same way.
  SessionOptions ownerOptions = optionsFor(server.address(), "Owner");
  ownerOptions.room = "stage";
  ownerOptions.avatar = model;
  Client owner(ownerOptions);
  ASSERT_TRUE(owner.waitConnected());
  const AvatarId id = owner.session().ownAvatar();
  ASSERT_NE(id, 0U);

  Desktop window(server.address(), "stage", "Mouse");
  const json before = window.waitFor([&](const json& report) { return handsKnown(report, id); });
  ASSERT_FALSE(before.is_null()) << window.process().output();
  const json start = *avatarIn(before, id);
  const json& pixel = start.at("hands").at("left").at("pixel");
  const glm::vec2 hand(pixel[0].get<float>(), pixel[1].get<float>());

  Mouse mouse;
  mouse.move(hand.x, hand.y);
  pause(0.3);
  mouse.press();
  ASSERT_FALSE(window
                   .waitFor([&](const json& report) {
                     return avatarIn(report, id)->at("hands").at("left").at("holder") == report.at("self");
                   })
                   .is_null())
      << window.newest().dump(2);

  // Taking a resting hand without pulling moves nobody.
  pause(1.0);
  const json resting = *avatarIn(window.newest(), id);
  EXPECT_LT(glm::distance(positionOf(resting), positionOf(start)), 0.01F);
  EXPECT_LT(std::abs(resting.at("heading").get<float>() - start.at("heading").get<float>()), kPi / 180.0F);

  // Towards the window's lower edge is towards the camera; sideways, so that it has to turn.
  mouse.glide(hand, {40.0F, 440.0F}, 40, 3.0);
  ASSERT_FALSE(window
                   .waitFor([&](const json& report) {
                     const json& avatar = *avatarIn(report, id);
                     return glm::distance(positionOf(avatar), positionOf(start)) > 1.0F &&
                            avatar.at("speed").get<float>() < 0.02F;
                   })
                   .is_null())
      << window.newest().dump(2);
  const json led = *avatarIn(window.newest(), id);
  const glm::vec3 way = positionOf(led) - positionOf(start);
  const json& wrist = led.at("hands").at("left").at("position");
  const glm::vec3 pull = glm::vec3(wrist[0].get<float>(), 0.0F, wrist[2].get<float>()) - positionOf(led);
  EXPECT_GT(glm::length(way), 1.0F);
  // The hand hangs beside the body by the shoulder's width: it faces the pull to within that.
  EXPECT_LT(std::abs(wrapAngle(std::atan2(pull.x, pull.z) - led.at("heading").get<float>())), 0.8F);
  EXPECT_EQ(led.at("grip").at("left"), 1.0);

  mouse.release();
  EXPECT_FALSE(window
                   .waitFor([&](const json& report) {
                     const json& avatar = *avatarIn(report, id);
                     return avatar.at("ik").at("left") == 0.0 && avatar.at("grip").at("left") == 0.0 &&
                            avatar.at("walkWeight") == 0.0 && avatar.at("speed") == 0.0;
                   })
                   .is_null())
      << window.newest().dump(2);
  window.process().signal(SIGTERM);
  EXPECT_EQ(window.process().wait(), 0);
}

INSTANTIATE_TEST_SUITE_P(Models, LeadByMouse,
                         testing::Values("mannequin", LEAD_SHARED_DIR "/models/vrm0/godette_v4.vrm"),
                         [](const auto& info) {
                           return std::string(info.index == 0 ? "Mannequin" : "GodetteVrm0");
                         });

TEST(Spectator, HasTheSameStateWithinATenthOfASecondAndTwoMillimetres) {
  ServerProcess server;
  TempFolder folder;
  const std::string file = (folder.path() / "watch.jsonl").string();
  Child watcher("lead-tool", {"watch", "--server", server.address(), "--room", "lobby", "--seconds", "6",
                              "--jsonl", file});
  Client leader(server.address(), "Leader");
  ASSERT_TRUE(leader.waitConnected());
  const AvatarId id = leader.firstAvatar();
  ASSERT_TRUE(leader.waitForAvatar(id));

  std::map<std::uint32_t, std::pair<double, glm::vec3>> mine;
  leader.take(id, Side::left);
  const glm::vec3 start = leader.target(Side::left);
  const double began = now();
  while (now() - began < 5.0) {
    leader.moveTo(Side::left, start + glm::vec3(0, 0, std::min(2.5F, static_cast<float>(now() - began))));
    if (const SnapshotPtr snapshot = leader.session().newestSnapshot())
      if (const AvatarSnapshot* avatar = snapshot->avatar(id))
        mine.emplace(snapshot->tick, std::pair(snapshot->receivedUnixTime, avatar->state.position));
    pause(0.005);
  }
  leader.release(Side::left);
  EXPECT_EQ(watcher.wait(), 0) << watcher.output();

  std::ifstream in(file);
  int compared = 0;
  float worst = 0.0F;
  std::vector<double> apart;
  for (std::string line; std::getline(in, line);) {
    const json avatar = json::parse(line);
    // Each is told of ticks of its own: the other's may be those between.
    const std::uint32_t tick = avatar.at("tick").get<std::uint32_t>();
    const auto before = mine.find(mine.contains(tick) ? tick : tick - 1);
    const auto after = mine.find(mine.contains(tick) ? tick : tick + 1);
    if (avatar.at("avatar") != id || before == mine.end() || after == mine.end()) continue;
    const glm::vec3 same = 0.5F * (before->second.second + after->second.second);
    worst = std::max(worst, glm::distance(positionOf(avatar), same));
    apart.push_back(
        std::abs(avatar.at("received").get<double>() - 0.5 * (before->second.first + after->second.first)));
    ++compared;
  }
  ASSERT_GT(compared, 30);
  EXPECT_LT(worst, 0.002F);
  // A busy test machine may stall once; as a rule it must be well under the tenth.
  std::nth_element(apart.begin(), apart.begin() + static_cast<long>(apart.size() / 2), apart.end());
  EXPECT_LT(apart[apart.size() / 2], 0.1);
  RecordProperty("comparedSnapshots", compared);
}

}  // namespace
}  // namespace lead::e2e
