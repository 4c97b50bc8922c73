// design/network.md, "Client time", on lines that lose, delay and shuffle: what the leader sees, what others
// see, and how far apart the two are.
#include <gtest/gtest.h>

#include <cmath>
#include <glm/geometric.hpp>

#include "simulated_room.h"

namespace lead::test {
namespace {

constexpr AvatarId kAvatar = 1;
constexpr Line kBad{0.100, 0.040, 0.05};
constexpr Line kGood{0.005, 0.001, 0.0};
constexpr std::size_t kOwn = 1;  // our hand

/// One who takes the avatar's left hand where he sees it, leads it ahead for a while and lets go.
struct Leading {
  SimulatedRoom room;
  SimulatedClient& leader;
  SimulatedClient& watcher;
  glm::vec3 taken{0.0F};
  double since = 0.0;

  Leading(Line line, Line watched, int avatars = 1)
      : room(avatars), leader(room.join(line, true)), watcher(room.join(watched, false)) {
    room.run(2.0, [](double) {});
  }
  const AvatarState& shown() const { return leader.playback.avatar(kAvatar)->state; }
  const AvatarState& seen() const { return watcher.playback.avatar(kAvatar)->state; }
  glm::vec3 wrist() const { return room.hand(shown(), Side::left); }

  void take() {
    taken = wrist();
    since = room.now();
    HandInput hand;
    hand.position = taken;
    hand.heldAvatar = kAvatar;
    hand.heldHand = Side::left;
    leader.input.hands[kOwn] = hand;
    leader.input.seenTick = shown().tick;
  }
  /// The user's hand ahead, sideways in waves.
  void move(double now, float speed, float waves = 0.3F) {
    const auto t = static_cast<float>(now - since);
    leader.input.hands[kOwn]->position =
        taken + glm::vec3(waves * std::sin(1.5F * t), 0.1F * t / (1.0F + t), speed * t);
    leader.input.seenTick = 0;
  }
  void letGo() { leader.input.hands[kOwn].reset(); }
};

/// How far places are from going on evenly, at most, metres a frame.
class Steadiness {
 public:
  void add(const glm::vec3& place) {
    if (count_ >= 2) worst_ = std::max(worst_, glm::length(place - 2.0F * last_ + before_));
    before_ = last_;
    last_ = place;
    ++count_;
  }
  float worst() const { return worst_; }

 private:
  glm::vec3 last_{0.0F};
  glm::vec3 before_{0.0F};
  int count_ = 0;
  float worst_ = 0.0F;
};

TEST(BadLine, TheLeaderSeesNoJumpAndIsRightAtTheReleaseAndAfterIt) {
  Leading t(kBad, kBad);
  Steadiness place;
  t.take();
  t.room.run(
      4.0, [&](double now) { t.move(now, 1.0F); }, [&](double) { place.add(t.shown().position); });
  EXPECT_GT(t.shown().position.z, 2.5F);
  t.letGo();
  t.room.run(
      3.0, [](double) {}, [&](double) { place.add(t.shown().position); });
  const PlaybackStats& stats = t.leader.playback.stats();
  ASSERT_EQ(stats.releases.size(), 1U);
  EXPECT_LE(stats.releases[0].atRelease, 0.07F);
  EXPECT_LT(stats.releases[0].halfASecondLater, 0.01F);
  EXPECT_LT(stats.largestStep, 0.01F);
  EXPECT_LT(place.worst(), 0.01F);
  EXPECT_FALSE(t.leader.playback.predicts(kAvatar)) << "in the end it is drawn as all others are";
  const AvatarState& server = t.room.room().world().find(kAvatar)->state;
  EXPECT_LT(glm::distance(t.shown().position, server.position), 0.005F);
  RecordProperty("atReleaseMm", static_cast<int>(1000.0F * stats.releases[0].atRelease));
  std::printf("release %.1f mm, later %.1f mm, step %.1f mm, worst %.1f mm, input delay %.0f ms\n",
              1000.0F * stats.releases[0].atRelease, 1000.0F * stats.releases[0].halfASecondLater,
              1000.0F * stats.largestStep, 1000.0F * place.worst(), 1000.0 * stats.inputDelay);
}

TEST(BadLine, OthersSeeNoFreezeAndNearlyEverythingInterpolated) {
  Leading t(kBad, kBad);
  t.take();
  double stoodSince = 0.0;
  double longest = 0.0;
  float last = 0.0F;
  Steadiness place;
  t.room.run(
      12.0, [&](double now) { t.move(now, 0.8F); },
      [&](double now) {
        const bool moves = t.seen().position.z > last + 0.001F || t.seen().position.z < 0.3F;
        if (moves) stoodSince = now;
        longest = std::max(longest, now - stoodSince);
        last = t.seen().position.z;
        if (now > 3.0) place.add(t.seen().position);
      });
  const PlaybackStats& stats = t.watcher.playback.stats();
  const double all = static_cast<double>(stats.interpolated + stats.extrapolated + stats.held);
  EXPECT_LT(longest, 0.1);
  EXPECT_EQ(stats.longestHeld, 0.0);
  EXPECT_GT(static_cast<double>(stats.interpolated) / all, 0.985);
  EXPECT_LT(stats.wait, 0.2);
  EXPECT_LT(place.worst(), 0.01F);
  std::printf("interpolated %.3f, longest stand %.0f ms, wait %.0f ms, worst %.1f mm\n",
              static_cast<double>(stats.interpolated) / all, 1000.0 * longest, 1000.0 * stats.wait,
              1000.0F * place.worst());
}

TEST(BadLine, AHandThatIsHeldStillStandsStillForOthers) {
  Leading t(kBad, kBad);
  t.take();
  t.room.run(1.0, [&](double now) { t.move(now, 0.5F); });
  t.room.run(2.0, [](double) {});
  glm::vec3 least(1e9F);
  glm::vec3 most(-1e9F);
  t.room.run(
      3.0, [](double) {},
      [&](double) {
        const glm::vec3 hand = t.room.hand(t.seen(), Side::left);
        least = glm::min(least, hand);
        most = glm::max(most, hand);
      });
  EXPECT_LT(glm::length(most - least), 0.002F);
}

class Distant : public testing::TestWithParam<double> {};

TEST_P(Distant, TheUsersHandAndTheAvatarsAreTogetherInTheSameFrame) {
  Leading t({GetParam(), 0.01, 0.0}, kGood);
  t.take();
  t.room.run(0.3, [](double) {});
  float farthest = 0.0F;
  t.room.run(
      3.0, [&](double now) { t.move(now, 0.25F, 0.0F); },
      [&](double now) {
        if (now - t.since < 0.6) return;
        farthest = std::max(farthest, glm::distance(t.wrist(), t.leader.input.hands[kOwn]->position));
      });
  EXPECT_LT(farthest, 0.005F) << "the body must be near enough, too";
  EXPECT_GT(t.shown().position.z, 0.3F);
  t.letGo();
  t.room.run(2.0, [](double) {});
  ASSERT_EQ(t.leader.playback.stats().releases.size(), 1U);
  EXPECT_LE(t.leader.playback.stats().releases[0].atRelease, 0.07F);
  EXPECT_LT(t.leader.playback.stats().largestStep, 0.01F);
}

INSTANTIATE_TEST_SUITE_P(OneWaySeconds, Distant, testing::Values(0.0, 0.02, 0.1, 0.25));

TEST(Refused, TheHandDriftsBack) {
  Leading t({0.15, 0.0, 0.0}, kGood);
  // The other is quicker.
  HandInput hand;
  hand.position = t.room.hand(t.seen(), Side::left);
  hand.heldAvatar = kAvatar;
  t.watcher.input.hands[kOwn] = hand;
  t.room.run(0.06, [](double) {});
  t.take();
  bool wasShownHeld = false;
  float weight = 0.0F;
  glm::vec3 last = t.wrist();
  float quickest = 0.0F;
  t.room.run(
      1.5,
      [&](double now) {
        const auto t2 = static_cast<float>(now - t.since);
        t.leader.input.hands[kOwn]->position = t.taken + glm::vec3(0.0F, 0.0F, std::min(0.2F, t2));
      },
      [&](double) {
        const ArmState& arm = t.shown().arm(Side::left);
        wasShownHeld = wasShownHeld || arm.holder == t.leader.id;
        EXPECT_GT(arm.ikWeight, weight - 0.18F) << "no quicker than a release";
        weight = arm.ikWeight;
        quickest = std::max(quickest, glm::distance(last, t.wrist()));
        last = t.wrist();
      });
  EXPECT_TRUE(wasShownHeld);
  EXPECT_EQ(t.leader.playback.claims()[kOwn].state, Claim::State::refused);
  EXPECT_EQ(t.shown().arm(Side::left).holder, t.watcher.id);
  EXPECT_LT(quickest, 0.06F);
}

}  // namespace
}  // namespace lead::test
