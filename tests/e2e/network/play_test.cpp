// Motions that avatars are told to play: the same for everybody in the room, over real sockets.
#include <gmock/gmock.h>

#include <fstream>

#include "client.h"
#include "lead/evaluate.h"
#include "math/rotation.h"
#include "server_process.h"
#include "support/played.h"
#include "vrm/vrma_writer.h"

namespace lead::e2e {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

constexpr float kLow = 0.33F;  // of hips height, that the gesture goes down by

struct Play : testing::Test {
  TempFolder folder;
  ServerProcess server{std::vector<std::string>{}};

  std::filesystem::path write(const std::string& name, const std::vector<std::uint8_t>& bytes) const {
    const auto file = folder.path() / name;
    std::ofstream(file, std::ios::binary)
        .write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
    return file;
  }
  std::filesystem::path gesture() const { return write("gesture.vrma", writeVrma(test::gesture())); }
};

/// How far the hips are down, as that client shows it, of hips height.
float depth(Client& client, AvatarId avatar) {
  const AvatarState* state = client.state(avatar);
  const AvatarRigPtr rig = client.rig(avatar);
  if (state == nullptr || rig == nullptr) return 0.0F;
  EvaluatedPose pose;
  evaluate(*rig, *state, pose);
  const float height = rig->skeleton.hipsHeight();
  return (height - (pose.world.positionOf(Bone::hips).y - state->position.y)) / height;
}

bool isLow(Client& client, AvatarId avatar) {
  return depth(client, avatar) > kLow - 0.02F;
}

std::string lastRefusal(Client& client) {
  std::string sentence;
  waitUntil([&] {
    for (const auto& refused : client.all<CommandRefused>()) sentence = refused.sentence;
    return !sentence.empty();
  });
  return sentence;
}

TEST_F(Play, IsSeenByEverybodyAndByWhoComesLater) {
  Client anna(server.address(), "anna");
  Client ben(server.address(), "ben");
  ASSERT_TRUE(anna.waitConnected() && ben.waitConnected());
  const AvatarId avatar = anna.firstAvatar();
  ASSERT_TRUE(anna.waitForAvatar(avatar) && ben.waitForAvatar(avatar));
  anna.session().play(avatar, gesture(), true);
  EXPECT_TRUE(waitUntil([&] { return isLow(anna, avatar); }));
  EXPECT_TRUE(waitUntil([&] { return isLow(ben, avatar); }));
  ASSERT_EQ(ben.session().room()->avatar(avatar)->motions.size(), 1U);
  EXPECT_TRUE(ben.session().room()->avatar(avatar)->motions[0].loops);
  EXPECT_EQ(ben.session().room()->avatar(avatar)->motions[0].name, "gesture");

  Client late(server.address(), "late");
  ASSERT_TRUE(late.waitConnected());
  ASSERT_TRUE(late.waitForAvatar(avatar));
  EXPECT_TRUE(waitUntil([&] { return isLow(late, avatar); }));
  // One state, one pose: whatever client has it.
  const AvatarState state = *anna.state(avatar);
  std::array<EvaluatedPose, 3> poses;
  int i = 0;
  for (Client* each : {&anna, &ben, &late})
    evaluate(*each->rig(avatar), state, poses[static_cast<std::size_t>(i++)]);
  EXPECT_EQ(poses[0].local.rotation, poses[1].local.rotation);
  EXPECT_EQ(poses[0].local.rotation, poses[2].local.rotation);

  ben.session().stopMotion(avatar);
  EXPECT_TRUE(waitUntil([&] { return depth(anna, avatar) < 0.02F; }));
  EXPECT_TRUE(waitUntil([&] { return late.session().room()->avatar(avatar)->motions.empty(); }))
      << "what nobody plays is forgotten";
  EXPECT_THAT(anna.all<CommandRefused>(), IsEmpty());
}

TEST_F(Play, OnceIsOverByItself) {
  Client anna(server.address(), "anna");
  ASSERT_TRUE(anna.waitConnected());
  const AvatarId avatar = anna.firstAvatar();
  ASSERT_TRUE(anna.waitForAvatar(avatar));
  anna.session().play(avatar, gesture(), false);
  EXPECT_TRUE(waitUntil([&] { return isLow(anna, avatar); }));
  EXPECT_TRUE(waitUntil([&] { return anna.session().room()->avatar(avatar)->motions.empty(); }));
  EXPECT_LT(depth(anna, avatar), 0.02F);
}

TEST_F(Play, AHandCanBeTakenMeanwhile) {
  Client anna(server.address(), "anna");
  ASSERT_TRUE(anna.waitConnected());
  const AvatarId avatar = anna.firstAvatar();
  ASSERT_TRUE(anna.waitForAvatar(avatar));
  anna.session().play(avatar, gesture(), false);
  ASSERT_TRUE(waitUntil([&] { return isLow(anna, avatar); }));
  anna.take(avatar, Side::left);
  EXPECT_TRUE(waitUntil([&] { return anna.holder(avatar, Side::left) != 0; }))
      << "the wrist is where the motion has it";
}

TEST_F(Play, AFileThatIsNoMotionIsRefusedWithASentence) {
  Client anna(server.address(), "anna");
  ASSERT_TRUE(anna.waitConnected());
  const AvatarId avatar = anna.firstAvatar();
  std::vector<std::uint8_t> broken = writeVrma(test::gesture());
  broken.resize(broken.size() / 2);
  anna.session().play(avatar, write("broken.vrma", broken), true);
  const std::string sentence = lastRefusal(anna);
  EXPECT_THAT(sentence, HasSubstr("broken.vrma"));
  EXPECT_EQ(sentence.back(), '.');

  Client ben(server.address(), "ben");
  ASSERT_TRUE(ben.waitConnected());
  ben.session().play(avatar, write("text.vrma", {'h', 'e', 'l', 'l', 'o'}), true);
  EXPECT_THAT(lastRefusal(ben), HasSubstr("text.vrma"));
  EXPECT_EQ(anna.state(avatar)->plays, AvatarState{}.plays);
}

TEST_F(Play, WhatTheServerCannotDoItSays) {
  SessionOptions watching = optionsFor(server.address(), "watcher");
  watching.role = Role::spectator;
  Client watcher(watching);
  ASSERT_TRUE(watcher.waitConnected());
  watcher.session().play(watcher.firstAvatar(), gesture(), true);
  EXPECT_THAT(lastRefusal(watcher), HasSubstr("A spectator can't"));

  Client anna(server.address(), "anna");
  ASSERT_TRUE(anna.waitConnected());
  anna.session().play(99, gesture(), true);
  EXPECT_THAT(lastRefusal(anna), HasSubstr("not in the room"));

  Client ben(server.address(), "ben");
  ASSERT_TRUE(ben.waitConnected());
  ben.session().play(ben.firstAvatar(), gesture(), true, 3);
  EXPECT_THAT(lastRefusal(ben), HasSubstr("The file has 1 animation that can be played."));
}

TEST_F(Play, ABotHasAnAvatarPlay) {
  Child bot("lead-tool",
            {"bot", "--server", server.address(), "--play", gesture().string(), "--duration", "20"});
  Client anna(server.address(), "anna");
  ASSERT_TRUE(anna.waitConnected());
  const AvatarId avatar = anna.firstAvatar();
  ASSERT_TRUE(anna.waitForAvatar(avatar));
  EXPECT_TRUE(waitUntil([&] { return isLow(anna, avatar); }));

  Child other("lead-tool", {"bot", "--name", "other", "--server", server.address(), "--play",
                            write("text.vrma", {'h', 'e', 'l', 'l', 'o'}).string(), "--duration", "20"});
  EXPECT_EQ(other.wait(30.0), 1);
  EXPECT_THAT(other.output(), HasSubstr("text.vrma"));
}

TEST_F(Play, GoesOnWhenWhoBeganItLeavesAndIsThereWhenHeComesBack) {
  SessionOptions options = optionsFor(server.address(), "anna");
  auto anna = std::make_unique<Client>(options);
  ASSERT_TRUE(anna->waitConnected());
  const AvatarId avatar = anna->firstAvatar();
  ASSERT_TRUE(anna->waitForAvatar(avatar));
  anna->session().play(avatar, gesture(), true);
  ASSERT_TRUE(waitUntil([&] { return isLow(*anna, avatar); }));
  anna.reset();
  Client again(server.address(), "anna");
  ASSERT_TRUE(again.waitConnected());
  ASSERT_TRUE(again.waitForAvatar(avatar));
  EXPECT_TRUE(waitUntil([&] { return isLow(again, avatar); }));
}

}  // namespace
}  // namespace lead::e2e
