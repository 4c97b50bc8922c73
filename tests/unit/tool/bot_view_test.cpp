#include "tool/bot_view.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "support/rigs.h"

namespace lead::tool {
namespace {

constexpr double kInterval = 1.0 / 30.0;
constexpr double kFrame = 1.0 / 60.0;
constexpr AvatarId kAvatar = 7;
constexpr float kSpeed = 0.6F;
constexpr glm::vec3 kHeldAt(0.25F, 1.15F, 0.25F);  // within the test rig's left arm

/// A view at 60 frames a second of what a server with our clock sends 30 times a second.
struct Viewed {
  BotRecorder recorder;
  BotView view{recorder};
  PlaybackSource source;
  int frame = 60;
  AvatarState state;

  Viewed() {
    const AvatarRigPtr rig = test::makeTestRig({});
    source.rigOf = [rig](const AvatarInfo&) { return rig; };
    bring();
  }
  void bring() {
    auto room = std::make_shared<RoomInfo>();
    room->avatars.push_back({kAvatar, "model", "name"});
    source.room = room;
  }
  void leave() { source.room = std::make_shared<RoomInfo>(); }
  double now() const { return frame * kFrame; }

  void send() {
    Snapshot snapshot;
    snapshot.connection = 1;
    snapshot.tick = static_cast<std::uint32_t>(frame);
    snapshot.serverTime = snapshot.receivedTime = now();
    state.tick = snapshot.tick;
    snapshot.avatars.push_back({kAvatar, state});
    source.updates.snapshots.push_back(std::make_shared<const Snapshot>(snapshot));
  }
  void draw() {
    view.draw(source, {}, now());
    source.updates = {};
    ++frame;
  }
  /// It goes along x for so long, in steps of the server's.
  void walk(double seconds) {
    state.velocity = {kSpeed, 0.0F, 0.0F};
    state.walkWeight = 1.0F;
    for (int i = 0; i < static_cast<int>(seconds / kInterval); ++i) {
      state.position.x += kSpeed * static_cast<float>(kInterval);
      send();
      draw();
      draw();
    }
  }
  /// It stands, its left hand in somebody's.
  void standHeld(double seconds, ParticipantId holder = 9) {
    state.velocity = glm::vec3(0.0F);
    state.walkWeight = 0.0F;
    ArmState& arm = state.arm(Side::left);
    arm.holder = holder;
    arm.ikWeight = arm.gripWeight = 1.0F;
    for (int i = 0; i < static_cast<int>(seconds / kInterval); ++i) {
      send();
      draw();
      draw();
    }
  }
  /// Nothing comes.
  void silence(double seconds) {
    for (int i = 0; i < static_cast<int>(seconds / kFrame); ++i) draw();
  }
  nlohmann::json drawing() const { return recorder.report()["drawing"]; }
  int freezes() const { return drawing()["freezes"]["count"]; }
  double longest() const { return drawing()["freezes"]["longestMs"]; }
  double step() const { return drawing()["largestCorrectionStepMm"]; }
};

TEST(BotView, SteadyMotionIsNoFreeze) {
  Viewed viewed;
  viewed.walk(3.0);
  EXPECT_EQ(viewed.freezes(), 0);
  EXPECT_GT(viewed.drawing()["frames"]["interpolated"], 150);
  EXPECT_EQ(viewed.drawing()["frames"]["held"], 0);
}

TEST(BotView, WhoStandsDoesNotFreeze) {
  Viewed viewed;
  viewed.standHeld(2.0);
  viewed.silence(1.0);
  EXPECT_EQ(viewed.freezes(), 0);
  EXPECT_EQ(viewed.longest(), 0.0);
}

TEST(BotView, AFreezeThatLastsUntilTheEndIsCountedOnceAndAsLongAsItWas) {
  Viewed viewed;
  viewed.walk(2.0);
  viewed.silence(0.5);
  EXPECT_EQ(viewed.freezes(), 1);
  const double soFar = viewed.longest();
  viewed.silence(1.0);
  EXPECT_EQ(viewed.freezes(), 1);
  EXPECT_NEAR(viewed.longest() - soFar, 1000.0, 1.0);
}

TEST(BotView, AFreezeThatEndsWithTheAvatarIsCounted) {
  Viewed viewed;
  viewed.walk(2.0);
  viewed.silence(0.5);
  viewed.leave();
  viewed.silence(0.1);
  EXPECT_EQ(viewed.freezes(), 1);
  EXPECT_GT(viewed.longest(), 200.0);
}

TEST(BotView, EveryFreezeCountsAndTheLongestIsKept) {
  Viewed viewed;
  for (const double seconds : {0.8, 1.4, 0.8}) {
    viewed.walk(2.0);
    viewed.silence(seconds);
  }
  viewed.walk(2.0);
  EXPECT_EQ(viewed.freezes(), 3);
  EXPECT_GT(viewed.longest(), 1000.0);
  EXPECT_LT(viewed.longest(), 1400.0);
}

TEST(BotView, AStopTooShortForAFreezeIsOnlyTheLongest) {
  Viewed viewed;
  viewed.walk(2.0);
  viewed.silence(0.22);  // 0.1 s are carried on, and some wait to be drawn
  viewed.walk(1.0);
  EXPECT_EQ(viewed.freezes(), 0);
  EXPECT_GT(viewed.longest(), 0.0);
  EXPECT_LT(viewed.longest(), 1000.0 * BotView::kFreezeSeconds + 1.0);
}

TEST(BotView, OfAFreezeOnlyThatCountsWhichIsMeasured) {
  Viewed viewed;
  viewed.recorder.pause();
  viewed.walk(2.0);
  viewed.silence(2.0);
  viewed.recorder.resume();
  EXPECT_EQ(viewed.freezes(), 0);
  viewed.silence(0.5);
  EXPECT_EQ(viewed.freezes(), 1);
  EXPECT_NEAR(viewed.longest(), 500.0, 20.0);
}

TEST(BotView, AHandThatIsHeldStillDoesNotJitterAndOneThatIsMovedDoes) {
  Viewed viewed;
  viewed.state.arm(Side::left).target = kHeldAt;
  viewed.standHeld(2.0);
  nlohmann::json jitter = viewed.drawing()["remoteHandJitterMm"];
  EXPECT_GT(jitter["count"], 60);
  EXPECT_LT(jitter["max"], 0.1);
  viewed.state.arm(Side::left).target.y += 0.01F;
  viewed.standHeld(0.5);
  jitter = viewed.drawing()["remoteHandJitterMm"];
  EXPECT_NEAR(jitter["max"], 5.0, 1.0) << "1 cm in two frames, which begins and ends at once";
}

TEST(BotView, HandsOfWhoWalksOrIsNotHeldAreNotJudged) {
  Viewed viewed;
  viewed.state.arm(Side::left).target = kHeldAt;
  viewed.standHeld(2.0, 0);
  EXPECT_EQ(viewed.drawing()["remoteHandJitterMm"]["count"], 0);
  viewed.state.arm(Side::left).holder = 9;
  viewed.walk(2.0);
  EXPECT_EQ(viewed.drawing()["remoteHandJitterMm"]["count"], 0);
}

/// Carried on for a moment, then told that it went elsewhere.
void correct(Viewed& viewed) {
  viewed.walk(2.0);
  viewed.silence(0.15);
  viewed.state.position.z += 0.04F;
  viewed.walk(1.0);
}

TEST(BotView, TheCorrectionStepIsWhatIsBlendedInOneFrame) {
  Viewed viewed;
  viewed.walk(2.0);
  EXPECT_EQ(viewed.step(), 0.0);
  correct(viewed);
  EXPECT_GT(viewed.step(), 4.0);
  EXPECT_LT(viewed.step(), 10.0);
}

TEST(BotView, ACorrectionFromBeforeMeasuringBeganIsNotInTheStep) {
  Viewed viewed;
  viewed.recorder.pause();
  correct(viewed);
  viewed.recorder.resume();
  viewed.walk(1.0);
  EXPECT_EQ(viewed.step(), 0.0);
  correct(viewed);
  EXPECT_GT(viewed.step(), 4.0);
}

}  // namespace
}  // namespace lead::tool
