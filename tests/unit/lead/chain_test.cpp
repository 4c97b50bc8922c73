#include "lead/chain.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "math/rotation.h"
#include "support/led.h"

namespace lead {
namespace {

constexpr ParticipantId kHolder = 7;

AvatarRigPtr walkingRig(float scale = 1.0F) {
  return makeAvatarRig(test::makeTestSkeleton({.scale = scale, .optionalBones = true}));
}

// Avatars one behind the other along -Z, each holding the left hand of the next with its right.
struct Row {
  World world;
  float dt;
  AvatarId count;

  explicit Row(AvatarId avatars, float tickRate = 60.0F,
               const std::vector<AvatarRigPtr>& rigs = {walkingRig()})
      : dt(1.0F / tickRate), count(avatars) {
    for (AvatarId id = 1; id <= count; ++id)
      world.addAvatar(id, rigs[id % rigs.size()], {0, 0, -0.7F * static_cast<float>(id - 1)}, 0.0F);
  }
  void join() {
    for (AvatarId id = 1; id < count; ++id)
      ASSERT_EQ(world.chain({id, Side::right}, {id + 1, Side::left}), ChainResult::joined) << id;
  }
  const AvatarState& state(AvatarId id) const { return world.find(id)->state; }
  glm::vec3 wrist(AvatarId id, Side side) const { return handPosition(world.find(id)->pose.world, side); }
  // Between the hands of link n, the one between avatars n and n + 1.
  float gap(AvatarId link) const {
    return glm::distance(wrist(link, Side::right), wrist(link + 1, Side::left));
  }
  float widestGap() const {
    float widest = 0.0F;
    for (AvatarId link = 1; link < count; ++link) widest = std::max(widest, gap(link));
    return widest;
  }
  float nearest() const {
    float nearest = 1e9F;
    for (AvatarId a = 1; a <= count; ++a)
      for (AvatarId b = 1; b < a; ++b)
        nearest = std::min(nearest, glm::distance(state(a).position, state(b).position) -
                                        world.find(a)->rig->radius - world.find(b)->rig->radius);
    return nearest;
  }
  void run(float seconds) {
    for (long i = 0; i < std::lround(seconds / dt); ++i) world.step(dt);
  }
  void expectStanding() const {
    for (AvatarId id = 1; id <= count; ++id) EXPECT_EQ(state(id).speed(), 0.0F) << id;
  }
};

// Leads the row's first by its left hand along +Z at `speed`; tells of each tick.
template <typename EachTick>
void lead(Row& row, float metres, float speed, EachTick&& eachTick) {
  const glm::vec3 from = row.wrist(1, Side::left);
  for (float gone = 0.0F; gone < metres; gone += speed * row.dt) {
    row.world.hold(1, Side::left, kHolder, {from + glm::vec3(0, 0.1F, 0.4F + gone)});
    row.world.step(row.dt);
    eachTick(gone);
  }
}

TEST(Chain, ARowOfFiveFollowsHandInHandAndStops) {
  for (const float speed : {0.4F, 1.0F, 1.4F}) {
    Row row(5);
    row.join();
    row.run(0.3F);
    EXPECT_LT(row.widestGap(), 0.01F);
    lead(row, 3.0F, speed, [&](float gone) {
      EXPECT_LT(row.widestGap(), 0.01F) << "at " << speed << " m/s after " << gone;
      EXPECT_GT(row.nearest(), -0.01F) << gone;
    });
    for (AvatarId id = 1; id <= 5; ++id)
      EXPECT_GT(row.state(id).position.z, 1.8F - 1.0F * static_cast<float>(id));
    row.world.release(1, Side::left, kHolder);
    row.run(1.0F);
    row.expectStanding();
    EXPECT_LT(row.widestGap(), 0.01F);
    row.run(0.5F);
    for (AvatarId id = 1; id <= 5; ++id) EXPECT_EQ(row.state(id).walkWeight, 0.0F) << id;
  }
}

TEST(Chain, ARowIsLedAtLowAndHighTickRates) {
  for (const float rate : {20.0F, 30.0F, 144.0F}) {
    Row row(4, rate);
    row.join();
    row.run(0.3F);
    lead(row, 3.0F, 1.0F,
         [&](float gone) { EXPECT_LT(row.widestGap(), 0.03F) << rate << " Hz after " << gone; });
    row.world.release(1, Side::left, kHolder);
    row.run(1.5F);
    row.expectStanding();
  }
}

TEST(Chain, FollowersFaceWhereTheyWalk) {
  Row row(4);
  row.join();
  lead(row, 3.0F, 1.0F, [](float) {});
  for (AvatarId id = 1; id <= 4; ++id) EXPECT_LT(std::abs(row.state(id).heading), 0.5F) << id;
}

TEST(Chain, TakingAHandWithoutPullingMovesNobody) {
  Row row(3);
  row.join();
  row.run(2);
  row.expectStanding();
  for (AvatarId id = 1; id <= 3; ++id)
    EXPECT_LT(glm::distance(row.state(id).position, {0, 0, -0.7F * static_cast<float>(id - 1)}), 0.01F) << id;
}

TEST(Chain, OnlyTheFollowerIsMoved) {
  World world;
  world.addAvatar(1, walkingRig(), {0, 0, 0}, 0.0F);
  world.addAvatar(2, walkingRig(), {3, 0, 0}, 0.0F);
  ASSERT_EQ(world.chain({1, Side::left}, {2, Side::right}), ChainResult::joined);
  for (int i = 0; i < 600; ++i) world.step(1.0F / 60.0F);
  EXPECT_EQ(world.find(1)->state.position, glm::vec3(0));
  EXPECT_LT(glm::distance(world.find(2)->state.position, glm::vec3(0)), 1.3F);
  EXPECT_EQ(world.find(2)->state.speed(), 0.0F);
}

TEST(Chain, SmallAndTallWalkHandInHand) {
  Row row(4, 60.0F, {walkingRig(1.0F), walkingRig(0.75F)});
  row.join();
  row.run(0.5F);
  lead(row, 3.0F, 0.8F, [&](float gone) { EXPECT_LT(row.widestGap(), 0.02F) << gone; });
}

TEST(Chain, OfAnySizesNothingBecomesNaN) {
  Row row(6, 60.0F, {walkingRig(0.05F), walkingRig(1.0F), walkingRig(1.7F)});
  row.join();
  lead(row, 2.0F, 1.0F, [&](float) {
    for (AvatarId id = 1; id <= 6; ++id) {
      ASSERT_TRUE(isFinite(row.state(id).position));
      ASSERT_TRUE(isFinite(row.wrist(id, Side::left)));
    }
  });
}

TEST(Chain, LettingGoOfOneLinkLeavesTheRest) {
  Row row(5);
  row.join();
  row.run(0.3F);
  EXPECT_TRUE(row.world.unchain({3, Side::right}));
  EXPECT_FALSE(row.world.unchain({3, Side::right}));
  EXPECT_FALSE(row.world.unchain({4, Side::left}));
  lead(row, 2.0F, 1.0F, [](float) {});
  EXPECT_GT(row.state(3).position.z, -0.3F);
  EXPECT_EQ(row.state(4).position.z, -0.7F * 3);
  EXPECT_EQ(row.state(5).position.z, -0.7F * 4);
  EXPECT_TRUE(row.state(5).arm(Side::left).taken());
}

TEST(Chain, AWholeRowLetsGoFromAnyOfIt) {
  for (AvatarId from = 1; from <= 5; ++from) {
    Row row(5);
    row.join();
    row.run(0.3F);
    row.world.unchainRow(from);
    for (AvatarId id = 1; id <= 5; ++id)
      for (Side side : kSides) EXPECT_FALSE(row.state(id).arm(side).taken()) << id;
    row.run(1.0F);
    for (AvatarId id = 1; id <= 5; ++id)
      for (Side side : kSides) {
        EXPECT_EQ(row.state(id).arm(side).ikWeight, 0.0F);
        EXPECT_EQ(row.state(id).arm(side).gripWeight, 0.0F);
      }
  }
}

TEST(Chain, WithoutItsMiddleARowBecomesTwo) {
  for (const bool reset : {false, true}) {
    Row row(5);
    row.join();
    row.run(0.3F);
    if (reset)
      row.world.reset(3);
    else
      ASSERT_TRUE(row.world.removeAvatar(3));
    row.run(0.1F);
    EXPECT_FALSE(row.state(2).arm(Side::right).taken());
    EXPECT_FALSE(row.state(4).arm(Side::left).taken());
    EXPECT_EQ(row.state(1).arm(Side::right).partner, 2U);
    EXPECT_EQ(row.state(5).arm(Side::left).partner, 4U);
    EXPECT_EQ(row.world.chain({2, Side::right}, {4, Side::left}), ChainResult::joined);
  }
}

TEST(Chain, ARowThatWouldCloseIsRefused) {
  for (const AvatarId length : {2U, 3U, 5U}) {
    Row row(length);
    row.join();
    EXPECT_EQ(row.world.chain({length, Side::right}, {1, Side::left}), ChainResult::wouldClose) << length;
    EXPECT_FALSE(row.state(1).arm(Side::left).taken());
    EXPECT_FALSE(row.state(length).arm(Side::right).taken());
  }
  Row one(1);
  EXPECT_EQ(one.world.chain({1, Side::right}, {1, Side::left}), ChainResult::wouldClose);
  EXPECT_EQ(one.world.chain({1, Side::right}, {1, Side::right}), ChainResult::wouldClose);
}

TEST(Chain, TwoMayHoldBothHands) {
  Row row(2);
  EXPECT_EQ(row.world.chain({1, Side::right}, {2, Side::left}), ChainResult::joined);
  EXPECT_EQ(row.world.chain({1, Side::left}, {2, Side::right}), ChainResult::joined);
  EXPECT_EQ(row.world.chain({1, Side::right}, {2, Side::left}), ChainResult::alreadyJoined);
  row.run(2);
  row.expectStanding();
}

TEST(Chain, AHandHasOnePartnerOrOneHolder) {
  Row row(4);
  row.join();
  EXPECT_EQ(row.world.chain({1, Side::right}, {4, Side::right}), ChainResult::handTaken);
  EXPECT_EQ(row.world.chain({4, Side::right}, {2, Side::left}), ChainResult::handTaken);
  EXPECT_EQ(row.world.hold(1, Side::right, kHolder, {}), HoldResult::heldByOther);
  EXPECT_EQ(row.world.hold(2, Side::left, kHolder, {}), HoldResult::heldByOther);
  EXPECT_EQ(row.world.hold(1, Side::left, kHolder, {}), HoldResult::taken);
  row.world.addAvatar(9, walkingRig(), {5, 0, 0}, 0.0F);
  EXPECT_EQ(row.world.chain({9, Side::left}, {1, Side::left}), ChainResult::handTaken);
  EXPECT_EQ(row.world.chain({1, Side::left}, {9, Side::left}), ChainResult::handTaken);
  EXPECT_EQ(row.world.chain({10, Side::left}, {9, Side::left}), ChainResult::noSuchAvatar);
  EXPECT_EQ(row.world.chain({9, Side::left}, {10, Side::left}), ChainResult::noSuchAvatar);
}

TEST(Chain, AHandPassesFromAPersonToAnAvatarWithoutItsTurn) {
  Row row(2);
  row.world.hold(2, Side::left, kHolder, {row.wrist(2, Side::left), true, rotationX(1.0F)});
  row.run(0.5F);
  row.world.release(2, Side::left, kHolder);
  row.join();
  row.run(0.1F);
  EXPECT_FALSE(row.state(2).arm(Side::left).hasOrientation);
}

TEST(Chain, JoinedHandsHangBetweenWhoStandClose) {
  const glm::vec3 hand = meetingPoint({{0.1F, 1.3F, 0}, 0.5F}, {{0.4F, 1.3F, 0}, 0.5F});
  EXPECT_NEAR(hand.x, 0.25F, 1e-5F);
  EXPECT_NEAR(glm::distance(hand, glm::vec3(0.1F, 1.3F, 0)), 0.4F, 1e-4F);
  EXPECT_LT(hand.y, 1.0F);
}

TEST(Chain, JoinedHandsRiseWhenTheRowIsPulled) {
  float last = -1e9F;
  for (float way = 0.1F; way < 1.4F; way += 0.01F) {
    const glm::vec3 hand = meetingPoint({{0, 1.3F, 0}, 0.5F}, {{0, 1.3F, way}, 0.5F});
    EXPECT_GE(hand.y, last - 1e-5F) << way;
    EXPECT_NEAR(hand.z, 0.5F * way, 1e-5F);
    last = hand.y;
  }
  EXPECT_NEAR(last, 1.3F, 1e-4F);
}

// Every place of a shoulder about another, at every ratio of sizes.
TEST(Chain, TheMeetingPointIsSmoothAndInReachOfBoth) {
  const Reach fixed{{0, 1.3F, 0}, 0.5F};
  for (const float arm : {0.25F, 0.4F, 0.5F})
    for (float angle = 0.0F; angle < kPi; angle += 0.05F) {
      const glm::vec3 direction(std::cos(angle), std::sin(angle), 0);
      glm::vec3 last(0);
      for (int i = 0; i <= 2000; ++i) {
        const float way = -1.0F + 0.001F * static_cast<float>(i);
        const Reach moved{fixed.shoulder + way * direction, arm};
        const glm::vec3 hand = meetingPoint(fixed, moved);
        if (std::abs(way) < 0.9F * (0.5F + arm)) {
          ASSERT_LE(glm::distance(hand, fixed.shoulder), 0.95F * 0.5F) << arm << ' ' << angle << ' ' << way;
          ASSERT_LE(glm::distance(hand, moved.shoulder), 0.95F * arm) << arm << ' ' << angle << ' ' << way;
        }
        if (i > 0) {
          ASSERT_LT(glm::distance(hand, last), 0.01F) << arm << ' ' << angle << ' ' << way;
        }
        last = hand;
      }
    }
}

}  // namespace
}  // namespace lead
