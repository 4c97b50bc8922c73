// Cuts: who is cut off comes back as who he was, once; who doesn't leaves nothing behind.
#include <gmock/gmock.h>

#include <algorithm>
#include <random>

#include "operations/limits.h"
#include "room/room.h"
#include "test_room.h"

namespace lead::server {
namespace {

using test::refusals;
using test::simpleModel;
using test::TestRoom;

constexpr int kSecond = 60;

struct Cut {
  TestRoom t;
  ParticipantId ann = t.room.join({"Ann", Role::leader, "secret", "", simpleModel()}).participant;
  AvatarId own = t.person(ann).avatar;

  JoinResult back() {
    JoinRequest request{"Ann", Role::leader, "new secret", "secret", simpleModel()};
    return t.room.join(request);
  }
  std::size_t avatars() const { return t.room.avatars().size(); }
  std::size_t removals() {
    const auto notices = t.room.takeNotices();
    return static_cast<std::size_t>(std::count_if(notices.begin(), notices.end(), [](const Notice& notice) {
      return std::holds_alternative<RemovedNotice>(notice);
    }));
  }
};

TEST(Cut, OfEightSecondsIsFollowedByTheSamePersonWithTheSameAvatarAndNobodyElse) {
  Cut c;
  const auto bob = c.t.join("Bob");
  c.t.send(c.ann, c.t.holding(c.t.avatar, Side::left));
  c.t.send(bob, c.t.holding(c.own, Side::right));
  for (int i = 0; i < 8 * kSecond; ++i) {
    c.t.send(bob, c.t.holding(c.own, Side::right));
    c.t.steps(1);
  }
  EXPECT_EQ(c.t.holder(Side::left), 0U) << "freed by the rule of silence";
  EXPECT_EQ(c.t.room.world().find(c.own)->state.arm(Side::right).holder, bob) << "led on meanwhile";
  const JoinResult back = c.back();
  EXPECT_TRUE(back.resumed);
  EXPECT_EQ(back.participant, c.ann);
  EXPECT_EQ(back.avatar, c.own);
  EXPECT_EQ(c.t.room.participants().size(), 2U);
  EXPECT_EQ(c.avatars(), 2U);
  EXPECT_EQ(c.removals(), 0U);
  EXPECT_EQ(c.t.person(c.ann).claims[0].state, Claim::State::none) << "not the holds";
}

TEST(Cut, OfTwelveSecondsRemovesOnceAndTheReturnIsOneNewPerson) {
  Cut c;
  const auto bob = c.t.join("Bob");
  c.t.send(bob, c.t.holding(c.own, Side::right));
  for (int i = 0; i < 12 * kSecond; ++i) {
    c.t.send(bob, c.t.holding(c.own, Side::right));
    c.t.steps(1);
  }
  EXPECT_EQ(c.t.room.find(c.ann), nullptr);
  EXPECT_EQ(c.avatars(), 1U) << "no ghost";
  const auto notices = c.t.room.takeNotices();
  EXPECT_EQ(std::count_if(notices.begin(), notices.end(),
                          [](const Notice& each) { return std::holds_alternative<RemovedNotice>(each); }),
            1);
  EXPECT_EQ(std::count_if(notices.begin(), notices.end(),
                          [bob](const Notice& each) {
                            const auto* refused = std::get_if<HoldRefusedNotice>(&each);
                            return refused != nullptr && refused->participant == bob &&
                                   refused->reason == Refusal::holdEnded;
                          }),
            1)
      << "who led the avatar is told";
  const JoinResult back = c.back();
  EXPECT_FALSE(back.resumed);
  EXPECT_NE(back.participant, c.ann);
  EXPECT_EQ(c.t.person(back.participant).name, "Ann") << "the name is free again";
  EXPECT_EQ(c.t.room.participants().size(), 2U);
  EXPECT_EQ(c.avatars(), 2U);
}

TEST(Cut, AnsweredTwiceMakesNoDuplicate) {
  Cut c;
  c.t.room.disconnected(c.ann);
  c.t.steps(kSecond);
  const JoinResult first = c.back();
  const JoinResult again = c.back();  // a straggler of an attempt that was given up
  EXPECT_EQ(first.participant, again.participant);
  EXPECT_EQ(c.t.room.participants().size(), 1U);
  EXPECT_EQ(c.avatars(), 2U);
}

TEST(Join, ThatIsTriedAgainAsItsAnswerWasLostIsTheSameJoin) {
  TestRoom t;
  const std::string key(limits::kSecretBytes, 'k');
  const JoinResult first = t.room.join({"Ann", Role::leader, "secret 1", key, simpleModel()});
  EXPECT_FALSE(first.resumed);
  EXPECT_FALSE(t.person(first.participant).claimed);
  t.steps(2 * kSecond);
  const JoinResult again = t.room.join({"Ann", Role::leader, "secret 2", key, simpleModel()});
  EXPECT_EQ(again.participant, first.participant);
  EXPECT_EQ(again.avatar, first.avatar);
  EXPECT_TRUE(t.person(first.participant).claimed) << "the first join's end undoes nothing any more";
  EXPECT_EQ(t.room.participants().size(), 1U);
  EXPECT_EQ(t.room.avatars().size(), 2U);
  EXPECT_TRUE(t.room.authenticate(first.participant, key));
  EXPECT_TRUE(t.room.authenticate(first.participant, "secret 1"));
  EXPECT_FALSE(t.room.authenticate(first.participant, "secret 2"));
  EXPECT_EQ(t.room.join({"Bob", Role::leader, "secret 3", "short", {}}).fault, JoinFault::none);
  EXPECT_FALSE(t.room.join({"Eve", Role::leader, "secret 4", "short", {}}).resumed) << "too easy to guess";
}

TEST(Cut, OfSomeoneWhoMayOnlyComeBackIsNotAnOccasionForSomeoneNew) {
  Cut c;
  JoinRequest request{"Ann", Role::leader, "new secret", "secret", simpleModel()};
  request.onlyResume = true;
  EXPECT_TRUE(c.t.room.join(request).resumed);
  request.resumeSecret = "another";
  EXPECT_EQ(c.t.room.join(request).fault, JoinFault::onlyResume);
  EXPECT_EQ(c.t.room.participants().size(), 1U);
}

TEST(Cut, StragglersOfTheOldStreamChangeNothing) {
  Cut c;
  Input old;
  old.sequence = 500;
  old.hands[0] = c.t.holding(c.t.avatar, Side::left);
  ASSERT_TRUE(c.t.room.input(c.ann, old));
  c.t.room.disconnected(c.ann);
  EXPECT_EQ(c.t.holder(Side::left), 0U);
  c.back();
  c.t.room.connected(c.ann);
  Input fresh;
  fresh.sequence = 501;  // fast-path clients go on counting
  ASSERT_TRUE(c.t.room.input(c.ann, fresh));
  old.sequence = 499;
  EXPECT_FALSE(c.t.room.input(c.ann, old));
  EXPECT_EQ(c.t.holder(Side::left), 0U);
}

TEST(Cut, AtAnyMomentAndOfAnyLengthLeavesExactlyOneOrNone) {
  std::mt19937 random(99);
  std::uniform_int_distribution<int> length(1, 14 * kSecond);
  for (int run = 0; run < 60; ++run) {
    Cut c;
    c.t.steps(length(random) % kSecond);
    c.t.room.heard(c.ann);
    if (run % 2 == 0) c.t.room.disconnected(c.ann);
    const int cut = length(random);
    c.t.steps(cut);
    EXPECT_EQ(c.removals(), cut >= 10 * kSecond ? 1U : 0U) << cut;
    const JoinResult back = c.back();
    ASSERT_EQ(back.fault, JoinFault::none);
    EXPECT_EQ(back.resumed, cut < 10 * kSecond) << cut;
    EXPECT_EQ(c.t.room.participants().size(), 1U);
    EXPECT_EQ(c.avatars(), 2U);
    EXPECT_EQ(c.t.room.world().avatars().size(), 2U);
  }
}

TEST(Leader, WhoIsGoneInTheMiddleOfAWalkLeavesAnAvatarThatComesToStand) {
  for (const bool cut : {true, false}) {
    TestRoom t;
    const auto ann = t.join("Ann");
    t.steps(1);
    HandInput hand = t.holding(Side::left);
    for (int i = 0; i < 3 * kSecond; ++i) {
      t.send(ann, hand);
      t.steps(1);
      hand.position.x += 0.8F * test::kTick;
    }
    const auto& state = t.room.world().find(t.avatar)->state;
    ASSERT_GT(glm::length(state.velocity), 0.3F) << "it walks";
    if (cut)
      t.room.disconnected(ann);
    else
      t.room.leave(ann);
    EXPECT_EQ(t.holder(Side::left), 0U);
    t.steps(2 * kSecond);
    const glm::vec3 place = state.position;
    EXPECT_LT(glm::length(state.velocity), 1e-3F);
    t.steps(kSecond);
    EXPECT_LT(glm::distance(state.position, place), 1e-3F) << "it stands";
    EXPECT_LT(state.walkWeight, 0.01F);
    const auto bob = t.join("Bob");
    t.send(bob, t.holding(Side::left));
    EXPECT_EQ(t.holder(Side::left), bob) << "and can be taken";
  }
}

TEST(Owner, WhoIsCutOffLeavesHisAvatarStandingForOthersToLead) {
  Cut c;
  c.t.room.disconnected(c.ann);
  c.t.steps(kSecond);
  const auto bob = c.t.join("Bob");
  c.t.send(bob, c.t.holding(c.own, Side::left));
  EXPECT_EQ(c.t.room.world().find(c.own)->state.arm(Side::left).holder, bob);
}

TEST(Leaving, WhileAModelIsLoadedMakesNoAvatarAppear) {
  TestRoom t;
  const auto ann = t.join("Ann");
  const auto before = t.room.infoVersion();
  t.room.leave(ann);
  EXPECT_TRUE(t.room.setAvatar(ann, simpleModel())) << "it says that she isn't there";
  EXPECT_EQ(t.room.avatars().size(), 1U);
  EXPECT_EQ(t.room.world().avatars().size(), 1U);
  EXPECT_EQ(t.room.infoVersion(), before + 1);
}

TEST(Token, OfAWatcherKeepsHimAWatcherAlsoAfterACut) {
  TestRoom t;
  JoinRequest watcher{"Eve", Role::spectator, "secret", "", {}};
  watcher.mayLead = false;
  const auto eve = t.room.join(watcher).participant;
  EXPECT_TRUE(t.room.setRole(eve, Role::leader)) << "refused in a sentence";
  EXPECT_EQ(t.person(eve).role, Role::spectator);
  watcher.resumeSecret = "secret";
  watcher.role = Role::leader;
  EXPECT_TRUE(t.room.join(watcher).resumed);
  EXPECT_EQ(t.person(eve).role, Role::spectator);
  watcher.mayLead = true;  // with a better token
  t.room.join(watcher);
  EXPECT_EQ(t.person(eve).role, Role::leader);
  watcher.mayLead = false;
  watcher.role = Role::spectator;
  t.room.join(watcher);
  EXPECT_EQ(t.person(eve).role, Role::spectator);
}

TEST(Limits, OfARoomAreItsOptions) {
  TestRoom t{Room({"small", 60, {}, {}, 2, 2})};
  EXPECT_NE(t.join("Ann"), 0U);
  EXPECT_NE(t.join("Bob"), 0U);
  EXPECT_EQ(t.room.join({"Eve", Role::leader, "s", "", {}}).fault, JoinFault::roomFull);
  t.room.leave(1);
  EXPECT_EQ(t.room.join({"Eve", Role::leader, "s", "", simpleModel()}).fault, JoinFault::none);
  t.room.leave(2);
  EXPECT_EQ(t.room.join({"Fay", Role::leader, "s", "", simpleModel()}).fault, JoinFault::tooManyAvatars);
}

TEST(Limits, MayBeWideEnoughForTwoHundredPeopleWithTwoHundredAvatars) {
  TestRoom t{Room({"wide", 60, {}, {}, 1300, 300})};
  for (int i = 0; i < 200; ++i)
    ASSERT_NE(t.room.join({"", Role::leader, "s" + std::to_string(i), "", simpleModel()}).avatar, 0U) << i;
  for (int i = 0; i < 1000; ++i)
    ASSERT_EQ(t.room.join({"", Role::spectator, "w" + std::to_string(i), "", {}}).fault, JoinFault::none)
        << i;
  t.steps(2);
  EXPECT_EQ(t.room.world().avatars().size(), 201U);
}

}  // namespace
}  // namespace lead::server
