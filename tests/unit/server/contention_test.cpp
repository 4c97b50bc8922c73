// Several people who want one hand, each behind a line of his own delay; hands that pass from one to another.
#include <gmock/gmock.h>

#include <algorithm>
#include <map>
#include <random>
#include <set>

#include "room/room.h"
#include "test_room.h"

namespace lead::server {
namespace {

using test::kTick;
using test::refusals;
using test::TestRoom;

/// What somebody does, and when the server gets to know of it.
struct Arrival {
  double at = 0.0;
  ParticipantId who = 0;
  Input input;
};

/// People who send what they do through lines that keep the order, but are of different lengths.
struct Lines {
  TestRoom& t;
  std::map<ParticipantId, double> delay;
  std::map<ParticipantId, std::uint32_t> sequence;
  std::vector<Arrival> underWay;
  double now = 0.0;

  void send(ParticipantId who, std::optional<HandInput> left, double at) {
    Input input;
    input.sequence = ++sequence[who];
    input.seenTick = t.room.tick();
    input.hands = {left, std::nullopt};
    underWay.push_back({at + delay[who], who, input});
  }

  /// Ticks until `end`; each hands over what has arrived, in the order of arrival.
  void run(double end) {
    for (; now < end; now += static_cast<double>(kTick)) {
      std::stable_sort(underWay.begin(), underWay.end(),
                       [](const auto& a, const auto& b) { return a.at < b.at; });
      while (!underWay.empty() && underWay.front().at <= now) {
        t.room.input(underWay.front().who, underWay.front().input);
        underWay.erase(underWay.begin());
      }
      t.steps(1);
    }
  }
};

TEST(Contention, OverLinesOfDifferentDelayHasOneWinnerWhomAllAgreeOnAndEveryLoserIsToldOnce) {
  std::mt19937 random(20261201);
  std::uniform_real_distribution<double> delay(0.0, 0.25);
  std::uniform_real_distribution<double> hesitation(0.0, 0.1);
  int wonByTheLater = 0;
  for (int run = 0; run < 200; ++run) {
    TestRoom t;
    Lines lines{t, {}, {}, {}};
    const ParticipantId ann = t.join("Ann");
    const ParticipantId bob = t.join("Bob");
    t.steps(1);
    lines.delay = {{ann, delay(random)}, {bob, delay(random)}};
    if (run % 2 == 1) std::swap(lines.delay[ann], lines.delay[bob]);
    const HandInput hand = t.holding(Side::left);
    const double annAt = hesitation(random);
    const double bobAt = hesitation(random);
    // Both ask for the hand in each of their inputs, sixty times a second.
    for (int i = 0; i < 45; ++i) {
      lines.send(ann, hand, annAt + i / 60.0);
      lines.send(bob, hand, bobAt + i / 60.0);
    }
    lines.run(0.7);
    const bool annFirst = annAt + lines.delay[ann] <= bobAt + lines.delay[bob];
    // Within one tick, the one who is earlier in the same tick; equal times don't happen.
    const ParticipantId winner = annFirst ? ann : bob;
    const ParticipantId loser = annFirst ? bob : ann;
    if (annFirst != (annAt <= bobAt)) ++wonByTheLater;

    EXPECT_EQ(t.holder(Side::left), winner);
    EXPECT_EQ(t.person(winner).claims[0].state, Claim::State::held);
    EXPECT_EQ(t.person(loser).claims[0].state, Claim::State::refused);
    const auto told = refusals(t.room);
    ASSERT_EQ(told.size(), 1U) << "in run " << run;
    EXPECT_EQ(told[0].participant, loser);
    EXPECT_EQ(told[0].holder, winner);
    EXPECT_EQ(told[0].reason, Refusal::heldByOther);

    // The winner lets go: the loser, who only kept on asking, doesn't get it behind everybody's back.
    lines.send(winner, std::nullopt, lines.now);
    lines.run(lines.now + 0.3);
    EXPECT_EQ(t.holder(Side::left), 0U);
    EXPECT_TRUE(refusals(t.room).empty());
  }
  EXPECT_GT(wonByTheLater, 10) << "the delays never decided";
}

TEST(Contention, OfManyForBothHandsGivesEachHandOneHolderAndNobodyIsForgotten) {
  std::mt19937 random(5);
  std::uniform_real_distribution<double> delay(0.0, 0.2);
  for (int run = 0; run < 200; ++run) {
    TestRoom t;
    Lines lines{t, {}, {}, {}};
    std::vector<ParticipantId> people;
    for (int i = 0; i < 6; ++i) {
      people.push_back(t.join("P" + std::to_string(i)));
      lines.delay[people.back()] = delay(random);
    }
    t.steps(1);
    std::map<ParticipantId, Side> wants;
    for (const ParticipantId id : people) {
      wants[id] = random() % 2 == 0 ? Side::left : Side::right;
      const HandInput hand = t.holding(wants[id]);
      const double at = delay(random);
      for (int i = 0; i < 30; ++i) lines.send(id, hand, at + i / 60.0);
    }
    lines.run(0.45);
    std::set<ParticipantId> told;
    for (const auto& notice : refusals(t.room)) {
      EXPECT_TRUE(told.insert(notice.participant).second) << "told twice";
      EXPECT_EQ(notice.holder, t.holder(wants[notice.participant]));
    }
    for (const ParticipantId id : people) {
      const bool holds = t.holder(wants[id]) == id;
      EXPECT_NE(holds, told.contains(id)) << "in run " << run;
      EXPECT_EQ(t.person(id).claims[0].state == Claim::State::held, holds);
    }
  }
}

// ---- From one person to another

/// The avatar is led along +X at 0.8 m/s by whoever holds the hand.
struct Walk {
  TestRoom t;
  ParticipantId ann = t.join("Ann");
  ParticipantId bob = t.join("Bob");
  glm::vec3 start = (t.steps(1), t.handOf(t.avatar, Side::left));
  int ticks = 0;

  HandInput leading() const {
    HandInput hand = t.holding(Side::left);
    hand.position = start + glm::vec3(0.8F * kTick * static_cast<float>(ticks), 0.0F, 0.0F);
    return hand;
  }
  HandInput beside() const {
    HandInput hand = leading();
    hand.heldAvatar = 0;
    return hand;
  }
  void step() {
    t.steps(1);
    ++ticks;
  }
  const AvatarState& state() const { return t.room.world().find(t.avatar)->state; }
};

TEST(HandOver, WithinOneTickOfAWalkLeavesTheAvatarWalkingAsIfNothingHadHappened) {
  Walk passed;
  Walk kept;
  for (int i = 0; i < 240; ++i) {
    const bool annLeads = i < 120;
    if (i == 120) passed.t.send(passed.ann, passed.beside());
    passed.t.send(annLeads ? passed.ann : passed.bob, passed.leading());
    kept.t.send(kept.ann, kept.leading());
    passed.step();
    kept.step();
    ASSERT_EQ(passed.t.holder(Side::left), annLeads ? passed.ann : passed.bob) << i;
    // All that is new is how far the avatar lets itself be pulled, which is measured as a hold begins.
    ASSERT_LT(glm::distance(passed.state().position, kept.state().position), 0.01F) << i;
    ASSERT_LT(std::abs(passed.state().heading - kept.state().heading), 0.02F) << i;
    ASSERT_LT(
        glm::distance(passed.t.handOf(passed.t.avatar, Side::left), kept.t.handOf(kept.t.avatar, Side::left)),
        0.01F)
        << i;
    ASSERT_LT(glm::distance(passed.state().velocity, kept.state().velocity), 0.05F) << i;
  }
  EXPECT_GT(kept.state().position.x, 1.0F) << "it has walked";
  EXPECT_TRUE(refusals(passed.t.room).empty());
}

TEST(HandOver, OfAStandingAvatarTakesNoStep) {
  TestRoom t;
  const auto ann = t.join("Ann");
  const auto bob = t.join("Bob");
  t.steps(1);
  HandInput hand = t.holding(Side::left);
  t.send(ann, hand);
  hand.position += glm::vec3(0.05F, 0.1F, 0.05F);
  for (int i = 0; i < 300; ++i) {
    t.send(ann, hand);
    t.steps(1);
  }
  const AvatarState& state = t.room.world().find(t.avatar)->state;
  const glm::vec3 place = state.position;
  const glm::vec3 wrist = t.handOf(t.avatar, Side::left);
  HandInput open = hand;
  open.heldAvatar = 0;
  t.send(ann, open);
  for (int i = 0; i < 120; ++i) {
    t.send(bob, hand);
    t.steps(1);
    ASSERT_EQ(t.holder(Side::left), bob);
    EXPECT_LT(glm::distance(state.position, place), 1e-3F) << i;
    EXPECT_LT(glm::distance(t.handOf(t.avatar, Side::left), wrist), 2e-3F) << i;
    EXPECT_LT(state.walkWeight, 0.01F) << i;
  }
  EXPECT_TRUE(refusals(t.room).empty());
}

TEST(HandOver, IsNotASnatch) {
  TestRoom t;
  const auto ann = t.join("Ann");
  const auto bob = t.join("Bob");
  t.steps(1);
  t.send(ann, t.holding(Side::left));
  t.send(bob, t.holding(Side::left));
  EXPECT_EQ(t.holder(Side::left), ann);
  t.send(ann, {});
  t.send(bob, t.holding(Side::left));
  EXPECT_EQ(t.holder(Side::left), 0U) << "he was refused, and has to ask anew";
  t.send(bob, {});
  t.send(bob, t.holding(Side::left));
  EXPECT_EQ(t.holder(Side::left), bob);
}

}  // namespace
}  // namespace lead::server
