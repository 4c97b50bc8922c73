// What is drawn of a room, where nothing is predicted.
#include "session/playback.h"

#include <gtest/gtest.h>

#include <cmath>
#include <utility>

namespace lead {
namespace {

constexpr double kInterval = 1.0 / 30.0;
constexpr double kLag = 100.0;  // our clock - the server's
constexpr AvatarId kAvatar = 7;

/// Snapshot number n of a server that sends 30 a second; it arrives `late` seconds after the usual time.
SnapshotPtr snapshotOf(int n, std::optional<float> x, double late = 0.0, std::uint32_t connection = 1) {
  Snapshot snapshot;
  snapshot.connection = connection;
  snapshot.tick = static_cast<std::uint32_t>(2 * n);
  snapshot.serverTime = n * kInterval;
  snapshot.receivedTime = snapshot.serverTime + kLag + late;
  if (x) {
    AvatarSnapshot& avatar = snapshot.avatars.emplace_back();
    avatar.id = kAvatar;
    avatar.state.tick = snapshot.tick;
    avatar.state.position.x = *x;
    avatar.state.velocity.x = 0.3F;
  }
  return std::make_shared<const Snapshot>(snapshot);
}

struct Shown {
  Playback playback;
  std::shared_ptr<RoomInfo> room = std::make_shared<RoomInfo>();

  Shown() { room->avatars.push_back({kAvatar, "model", "name"}); }
  void come(std::vector<SnapshotPtr> snapshots) {
    PlaybackSource source;
    source.updates.snapshots = std::move(snapshots);
    source.room = room;
    playback.follow(source);
  }
  float x() const { return playback.avatar(kAvatar)->state.position.x; }
};

TEST(Playback, ShowsNothingBeforeTheFirstSnapshot) {
  Shown shown;
  shown.playback.sampleAt(5.0);
  EXPECT_TRUE(shown.playback.avatars().empty());
  EXPECT_EQ(shown.playback.tick(), 0U);
}

TEST(Playback, ShowsTheOnlySnapshot) {
  Shown shown;
  shown.come({snapshotOf(1, 3.0F)});
  shown.playback.sampleAt(kLag + kInterval);
  ASSERT_NE(shown.playback.avatar(kAvatar), nullptr);
  EXPECT_NEAR(shown.x(), 3.0F, 0.03F);
  EXPECT_NE(shown.playback.tick(), 0U);
}

TEST(Playback, MovesEvenlyInAWindowThatDrawsTwiceAsOftenAsSnapshotsCome) {
  Shown shown;
  float last = 0.0F;
  int drawn = 0;
  for (int frame = 0; frame < 240; ++frame) {
    const double jitter = frame % 4 == 0 ? 0.008 : 0.0;
    if (frame % 2 == 0) shown.come({snapshotOf(frame / 2, static_cast<float>(frame / 2) * 0.01F, jitter)});
    shown.playback.sampleAt(kLag + frame * kInterval / 2.0 + 0.01);
    if (frame > 60) {
      EXPECT_NEAR(shown.x() - last, 0.005F, 0.0006F) << "frame " << frame;
      ++drawn;
    }
    last = shown.x();
  }
  EXPECT_GT(drawn, 170);
}

TEST(Playback, SnapshotsThatComeBetweenTwoFramesAreNotLost) {
  Shown shown;
  std::vector<SnapshotPtr> all;
  for (int n = 0; n <= 60; ++n) {
    all.push_back(snapshotOf(n, static_cast<float>(n) * 0.01F));
    if (n % 10 != 0) continue;  // three frames a second
    shown.come(std::exchange(all, {}));
    shown.playback.sampleAt(kLag + n * kInterval);
  }
  EXPECT_NEAR(shown.x(), 0.58F, 0.004F) << "two intervals behind, not two frames";
}

TEST(Playback, GoesOnForATenthOfASecondAndThenHolds) {
  Shown shown;
  for (int n = 1; n <= 40; ++n) {
    shown.come({snapshotOf(n, static_cast<float>(n) * 0.01F)});
    shown.playback.sampleAt(kLag + n * kInterval);
  }
  for (double late = 0.0; late < 1.0; late += 1.0 / 60.0)
    shown.playback.sampleAt(kLag + 40 * kInterval + late);
  EXPECT_NEAR(shown.x(), 0.40F + 0.03F, 0.001F);
  EXPECT_GT(shown.playback.stats().held, 20U);
  EXPECT_NEAR(shown.playback.stats().longestHeld, 1.0 - 0.1 - 2.0 * kInterval, 0.05);
  // What comes late is gone to, not jumped to.
  float last = shown.x();
  for (int n = 41; n < 90; ++n) {
    const double now = kLag + 40 * kInterval + 1.0 + (n - 40) * kInterval / 2.0;
    if (n % 2 == 1)
      shown.come({snapshotOf(70 + (n - 41) / 2, 0.7F + static_cast<float>((n - 41) / 2) * 0.01F)});
    shown.playback.sampleAt(now);
    EXPECT_LT(std::abs(shown.x() - last), 0.03F) << "0.5 m/s quicker than it goes";
    last = shown.x();
  }
  EXPECT_GT(last, 0.8F);
}

TEST(Playback, AnAvatarGoesWithTheRoomsRosterAndNoStragglerBringsItBack) {
  Shown shown;
  for (int n = 1; n <= 3; ++n) shown.come({snapshotOf(n, 1.0F)});
  shown.room = std::make_shared<RoomInfo>();
  shown.come({snapshotOf(4, 1.0F)});
  shown.playback.sampleAt(kLag + 5.0 * kInterval);
  EXPECT_EQ(shown.playback.avatar(kAvatar), nullptr);
  shown.come({snapshotOf(5, 1.0F)});
  shown.playback.sampleAt(kLag + 6.0 * kInterval);
  EXPECT_EQ(shown.playback.avatar(kAvatar), nullptr);
}

TEST(Playback, WhoIsNotInASnapshotStays) {
  Shown shown;
  for (int n = 1; n <= 9; ++n) shown.come({snapshotOf(n, n < 4 ? std::optional(1.0F) : std::nullopt)});
  shown.playback.sampleAt(kLag + 9.0 * kInterval);
  EXPECT_NE(shown.playback.avatar(kAvatar), nullptr) << "a snapshot need not have everybody";
}

TEST(Playback, BeginsAnewWithAnotherConnection) {
  Shown shown;
  for (int n = 1000; n <= 1008; ++n) shown.come({snapshotOf(n, 5.0F)});
  shown.playback.sampleAt(kLag + 1010.0 * kInterval);
  shown.come({snapshotOf(1, 1.0F, 1010.0 * kInterval, 2)});  // later for us, earlier by its clock
  shown.playback.sampleAt(kLag + 1011.0 * kInterval);
  EXPECT_NEAR(shown.x(), 1.0F, 0.05F);
}

TEST(Playback, OwnHoldsCountOnceTheyAreGrantedForWhatIsAskedNow) {
  Shown shown;
  constexpr ParticipantId kSelf = 3;
  const auto come = [&](int n, std::uint32_t sequence, ParticipantId holder) {
    Snapshot snapshot = *snapshotOf(n, 1.0F);
    snapshot.inputSequence = sequence;
    snapshot.avatars[0].state.arm(Side::left).holder = holder;
    PlaybackSource source;
    source.self = kSelf;
    source.room = shown.room;
    source.updates.snapshots = {std::make_shared<const Snapshot>(snapshot)};
    shown.playback.follow(source);
  };
  const auto send = [&](std::uint32_t sequence, bool holds) {
    SentInput sent{sequence, kLag, {}};
    if (holds) sent.input.hands[1] = HandInput{{}, {}, kAvatar, Side::left, {}, {}, {}};
    PlaybackSource source;
    source.self = kSelf;
    source.room = shown.room;
    source.updates.inputs = {sent};
    shown.playback.follow(source);
  };
  const auto state = [&] { return shown.playback.claims()[1].state; };
  send(1, true);
  EXPECT_EQ(state(), Claim::State::asked);
  come(1, 0, 0);
  EXPECT_EQ(state(), Claim::State::asked) << "told before the server knew";
  come(2, 1, kSelf);
  EXPECT_EQ(state(), Claim::State::held);
  EXPECT_EQ(shown.playback.holderOf(kAvatar, Side::left), kSelf);
  send(2, false);
  send(3, true);
  come(3, 1, kSelf);
  EXPECT_EQ(state(), Claim::State::asked) << "that was the hold before";
  EXPECT_EQ(shown.playback.holderOf(kAvatar, Side::left), 0U);
  come(4, 3, 9);
  EXPECT_EQ(state(), Claim::State::refused);
  EXPECT_EQ(shown.playback.holderOf(kAvatar, Side::left), 9U);
}

}  // namespace
}  // namespace lead
