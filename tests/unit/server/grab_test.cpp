// Who may take a hand, and from where: spec/lead.md "Grabbing", network.md "Inputs are state".
#include <gmock/gmock.h>

#include <algorithm>
#include <random>

#include "room/grab.h"
#include "test_room.h"

namespace lead::server {
namespace {

using test::refusals;
using test::TestRoom;
using testing::IsEmpty;
using testing::SizeIs;

TEST(Reach, IsAQuarterOfAMetreFromTheAvatarsHand) {
  HandInput hand;
  hand.position = {0.249F, 0.0F, 0.0F};
  EXPECT_TRUE(withinReach(hand, glm::vec3(0.0F)));
  hand.position.x = 0.251F;
  EXPECT_FALSE(withinReach(hand, glm::vec3(0.0F)));
}

TEST(Reach, CountsFromTheTargetAndFromTheHandItself) {
  HandInput hand;
  hand.position = {1.0F, 0.0F, 0.0F};
  hand.grabbedPoint = {-1.0F, 0.0F, 0.0F};
  EXPECT_FALSE(withinReach(hand, glm::vec3(0.0F)))
      << "the point is on the hand, the participant's own is a metre off";
  hand.position.x = 0.2F;
  EXPECT_FALSE(withinReach(hand, glm::vec3(0.0F))) << "the point is 0.8 m off";
}

TEST(Reach, TakesTheGrabbedPointAlongWithTheHandsTurn) {
  HandInput hand;
  hand.position = {0.0F, 0.0F, 0.2F};
  hand.grabbedPoint = {0.2F, 0.0F, 0.0F};
  hand.orientation = glm::angleAxis(glm::radians(90.0F), glm::vec3(0.0F, 1.0F, 0.0F));  // +X becomes -Z
  EXPECT_NEAR(hand.target().z, 0.0F, 1e-6F);
  EXPECT_TRUE(withinReach(hand, glm::vec3(0.0F)));
}

TEST(Reach, AlongARayIsEightMetresFromItsOrigin) {
  HandInput hand;
  hand.position = {0.0F, 0.0F, 0.1F};
  hand.rayOrigin = glm::vec3(0.0F, 0.0F, 7.9F);
  EXPECT_TRUE(withinReach(hand, glm::vec3(0.0F)));
  hand.rayOrigin->z = 8.1F;
  EXPECT_FALSE(withinReach(hand, glm::vec3(0.0F)));
  hand.rayOrigin->z = 7.0F;
  hand.position.z = 0.3F;
  EXPECT_FALSE(withinReach(hand, glm::vec3(0.0F))) << "the ray's target has to be on the hand";
}

TEST(HandHistory, GivesTheHandsOfTheTickThatWasSeenAndNothingOlderThanItRemembers) {
  HandHistory history(30);
  for (std::uint32_t tick = 100; tick <= 200; ++tick) {
    const auto x = static_cast<float>(tick);
    history.record(7, tick, {glm::vec3(x, 0.0F, 0.0F), glm::vec3(-x, 0.0F, 0.0F)});
  }
  EXPECT_EQ(history.at(7, Side::left, 200)->x, 200.0F);
  EXPECT_EQ(history.at(7, Side::right, 185)->x, -185.0F);
  EXPECT_EQ(history.at(7, Side::left, 170)->x, 170.0F);
  EXPECT_EQ(history.at(7, Side::left, 1)->x, 170.0F) << "half a second at most";
  EXPECT_EQ(history.at(7, Side::left, 4000000000U)->x, 200.0F) << "the future is now";
  EXPECT_EQ(history.at(7, Side::left, 0)->x, 200.0F) << "no picture seen yet: the newest";
  EXPECT_FALSE(history.at(8, Side::left, 200).has_value());
  history.forget(7);
  EXPECT_FALSE(history.at(7, Side::left, 200).has_value());
}

TEST(Grab, OfAFreeHandWithinReachHolds) {
  TestRoom t;
  const auto ann = t.join("Ann");
  t.steps(1);
  t.send(ann, t.holding(Side::left));
  t.steps(1);
  EXPECT_EQ(t.holder(Side::left), ann);
  EXPECT_EQ(t.holder(Side::right), 0U);
  EXPECT_THAT(refusals(t.room), IsEmpty());
}

TEST(Grab, IsJudgedByWhereTheHandWasInThePictureThatTheSenderSaw) {
  TestRoom t;
  const auto ann = t.join("Ann");
  const auto bob = t.join("Bob");
  t.steps(2);
  const std::uint32_t seen = t.room.tick();
  const HandInput thereThen = t.holding(Side::left);
  HandInput pull = t.holding(Side::right);  // Bob drags the avatar off by its other hand
  for (int i = 0; i < 25; ++i) {
    pull.position.z += 0.08F;
    t.send(bob, pull);
    t.steps(1);
  }
  ASSERT_GT(glm::distance(t.handOf(t.avatar, Side::left), thereThen.position), kReach)
      << "it must have moved away";
  Input late;
  late.sequence = 1;
  late.seenTick = t.room.tick();
  late.hands[0] = thereThen;
  t.room.input(ann, late);
  ASSERT_THAT(refusals(t.room), SizeIs(1));
  late.sequence = 2;
  late.hands[0].reset();
  t.room.input(ann, late);
  late.sequence = 3;
  late.seenTick = seen;
  late.hands[0] = thereThen;
  t.room.input(ann, late);
  EXPECT_THAT(refusals(t.room), IsEmpty());
  EXPECT_EQ(t.holder(Side::left), ann);
}

TEST(Grab, OutOfReachIsRefusedWithAReason) {
  TestRoom t;
  const auto ann = t.join("Ann");
  t.steps(1);
  HandInput hand = t.holding(Side::left);
  hand.position.y += 0.3F;
  t.send(ann, {}, hand);
  const auto refused = refusals(t.room);
  ASSERT_THAT(refused, SizeIs(1));
  EXPECT_EQ(refused[0].reason, Refusal::outOfReach);
  EXPECT_EQ(refused[0].participant, ann);
  EXPECT_EQ(refused[0].avatar, t.avatar);
  EXPECT_EQ(refused[0].hand, Side::left);
  EXPECT_EQ(refused[0].ownHand, 1);
  EXPECT_EQ(t.holder(Side::left), 0U);
}

TEST(Grab, OfAnAvatarThatIsNotThereIsRefused) {
  TestRoom t;
  const auto ann = t.join("Ann");
  t.send(ann, t.holding(99, Side::left));
  const auto refused = refusals(t.room);
  ASSERT_THAT(refused, SizeIs(1));
  EXPECT_EQ(refused[0].reason, Refusal::noSuchAvatar);
}

TEST(Grab, BySpectatorIsRefused) {
  TestRoom t;
  const auto eve = t.join("Eve", Role::spectator);
  t.steps(1);
  t.send(eve, t.holding(Side::left));
  const auto refused = refusals(t.room);
  ASSERT_THAT(refused, SizeIs(1));
  EXPECT_EQ(refused[0].reason, Refusal::spectator);
  EXPECT_EQ(t.holder(Side::left), 0U);
}

TEST(Grab, OfAHeldHandIsRefusedAndNamesTheHolder) {
  TestRoom t;
  const auto ann = t.join("Ann");
  const auto bob = t.join("Bob");
  t.steps(1);
  t.send(ann, t.holding(Side::left));
  t.send(bob, t.holding(Side::left));
  const auto refused = refusals(t.room);
  ASSERT_THAT(refused, SizeIs(1));
  EXPECT_EQ(refused[0].participant, bob);
  EXPECT_EQ(refused[0].reason, Refusal::heldByOther);
  EXPECT_EQ(refused[0].holder, ann);
  EXPECT_EQ(t.holder(Side::left), ann);
}

TEST(Grab, ThatWasRefusedIsToldOnceAndNotTriedAgainUntilTheClientLetsGo) {
  TestRoom t;
  const auto ann = t.join("Ann");
  const auto bob = t.join("Bob");
  t.steps(1);
  t.send(ann, t.holding(Side::left));
  std::size_t told = 0;
  for (int i = 0; i < 20; ++i) {
    t.send(ann, t.holding(Side::left));
    t.send(bob, t.holding(Side::left));
    t.steps(1);
    told += refusals(t.room).size();
  }
  EXPECT_EQ(told, 1U);
  t.send(ann, {});
  for (int i = 0; i < 5; ++i) {
    t.send(bob, t.holding(Side::left));
    t.steps(1);
  }
  EXPECT_EQ(t.holder(Side::left), 0U) << "free by now, but Bob never stopped asking";
  t.send(bob, {});
  t.send(bob, t.holding(Side::left));
  EXPECT_EQ(t.holder(Side::left), bob);
  EXPECT_THAT(refusals(t.room), IsEmpty());
}

TEST(Grab, OfOneHandByBothOwnHandsIsHeldByTheFirst) {
  TestRoom t;
  const auto ann = t.join("Ann");
  t.steps(1);
  t.send(ann, t.holding(Side::left), t.holding(Side::left));
  const auto refused = refusals(t.room);
  ASSERT_THAT(refused, SizeIs(1));
  EXPECT_EQ(refused[0].ownHand, 1);
  EXPECT_EQ(refused[0].holder, ann);
  EXPECT_EQ(t.person(ann).claims[0].state, Claim::State::held);
}

TEST(Hold, PassesFromOneOwnHandToTheOtherWithinOneInput) {
  TestRoom t;
  const auto ann = t.join("Ann");
  t.steps(1);
  t.send(ann, t.holding(Side::left), {});
  t.steps(1);
  t.send(ann, {}, t.holding(Side::left));
  EXPECT_EQ(t.holder(Side::left), ann);
  EXPECT_EQ(t.person(ann).claims[1].state, Claim::State::held);
  EXPECT_THAT(refusals(t.room), IsEmpty());
}

TEST(Hold, OfBothHandsByOneAndByTwo) {
  TestRoom t;
  const auto ann = t.join("Ann");
  const auto bob = t.join("Bob");
  t.steps(1);
  t.send(ann, t.holding(Side::right), t.holding(Side::left));
  EXPECT_EQ(t.holder(Side::left), ann);
  EXPECT_EQ(t.holder(Side::right), ann);
  t.send(ann, t.holding(Side::right), {});
  t.send(bob, t.holding(Side::left), {});
  EXPECT_EQ(t.holder(Side::left), bob);
  EXPECT_EQ(t.holder(Side::right), ann);
}

TEST(Hold, FollowsTheHandAndIsReleasedWhenTheClientSaysSo) {
  TestRoom t;
  const auto ann = t.join("Ann");
  t.steps(1);
  HandInput hand = t.holding(Side::left);
  t.send(ann, hand);
  for (int i = 0; i < 120; ++i) {
    hand.position += glm::vec3(0.0F, 0.005F, 0.02F);
    if (hand.position.y > 1.2F) hand.position.y = 1.2F;
    t.send(ann, hand);
    t.steps(1);
  }
  EXPECT_GT(t.room.world().find(t.avatar)->state.position.z, 1.0F) << "it walks after the hand";
  EXPECT_EQ(t.room.world().find(t.avatar)->state.arm(Side::left).target, hand.position);
  t.send(ann, {});
  EXPECT_EQ(t.holder(Side::left), 0U);
  t.steps(200);
  EXPECT_EQ(t.room.world().find(t.avatar)->state.arm(Side::left).ikWeight, 0.0F);
  EXPECT_EQ(t.room.world().find(t.avatar)->state.walkWeight, 0.0F);
}

TEST(Hold, IsOverWhenItsHolderBecomesASpectator) {
  TestRoom t;
  const auto ann = t.join("Ann");
  t.steps(1);
  t.send(ann, t.holding(Side::left));
  t.room.setRole(ann, Role::spectator);
  EXPECT_EQ(t.holder(Side::left), 0U);
}

TEST(Hold, EndsWithAWordWhenTheAvatarIsPutBackAndIsNotTakenUpAgain) {
  TestRoom t;
  const auto ann = t.join("Ann");
  t.steps(1);
  HandInput hand = t.holding(Side::left);
  t.send(ann, hand);
  t.steps(5);
  EXPECT_FALSE(t.room.resetAvatar(ann, t.avatar).has_value());
  const auto refused = refusals(t.room);
  ASSERT_THAT(refused, SizeIs(1));
  EXPECT_EQ(refused[0].reason, Refusal::holdEnded);
  for (int i = 0; i < 10; ++i) {
    t.send(ann, hand);
    t.steps(1);
  }
  EXPECT_EQ(t.holder(Side::left), 0U);
  EXPECT_THAT(refusals(t.room), IsEmpty());
}

TEST(Contention, OneHoldsAndEveryOtherIsToldInAnyOrderOfArrival) {
  std::mt19937 random(20240229);
  for (int run = 0; run < 200; ++run) {
    TestRoom t;
    std::vector<ParticipantId> people;
    for (int i = 0; i < 6; ++i) people.push_back(t.join("P" + std::to_string(i)));
    t.steps(1);
    std::shuffle(people.begin(), people.end(), random);
    const HandInput hand = t.holding(Side::left);
    std::bernoulli_distribution tickBetween(0.3);
    for (const ParticipantId id : people) {
      t.send(id, hand);
      if (tickBetween(random)) t.steps(1);
    }
    t.steps(1);
    EXPECT_EQ(t.holder(Side::left), people.front());
    const auto refused = refusals(t.room);
    ASSERT_THAT(refused, SizeIs(people.size() - 1));
    for (std::size_t i = 0; i < refused.size(); ++i) {
      EXPECT_EQ(refused[i].participant, people[i + 1]);
      EXPECT_EQ(refused[i].reason, Refusal::heldByOther);
      EXPECT_EQ(refused[i].holder, people.front());
    }
  }
}

TEST(Contention, WithRandomTakingAndLettingGoClaimsAndWorldAgree) {
  std::mt19937 random(7);
  for (int run = 0; run < 200; ++run) {
    TestRoom t;
    const AvatarId second = t.room.addAvatar(test::simpleModel());
    std::vector<ParticipantId> people;
    for (int i = 0; i < 4; ++i) people.push_back(t.join("P" + std::to_string(i)));
    t.steps(1);
    std::uniform_int_distribution<int> pick(0, 5);
    for (int action = 0; action < 60; ++action) {
      std::array<std::optional<HandInput>, 2> hands;
      for (auto& hand : hands) {
        const int what = pick(random);
        if (what < 4)
          hand = t.holding(what < 2 ? t.avatar : second, what % 2 == 0 ? Side::left : Side::right);
      }
      t.send(people[static_cast<std::size_t>(pick(random)) % people.size()], hands[0], hands[1]);
      if (pick(random) == 0) t.steps(1);
    }
    std::map<std::pair<AvatarId, Side>, ParticipantId> claimed;
    for (const Participant& person : t.room.participants())
      for (const Claim& claim : person.claims)
        if (claim.state == Claim::State::held) {
          EXPECT_TRUE(claimed.emplace(std::pair(claim.avatar, claim.hand), person.id).second)
              << "two hold one hand";
        }
    for (const Avatar& avatar : t.room.world().avatars())
      for (const Side side : kSides) {
        const auto found = claimed.find({avatar.id, side});
        EXPECT_EQ(avatar.state.arm(side).holder, found == claimed.end() ? 0U : found->second);
      }
  }
}

}  // namespace
}  // namespace lead::server
