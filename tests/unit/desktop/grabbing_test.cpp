#include "desktop/grabbing.h"

#include <gtest/gtest.h>

namespace lead {
namespace {

constexpr glm::vec2 kViewport{800, 600};
constexpr ParticipantId kSelf = 3;

struct Grab : testing::Test {
  Grabbing grabbing;
  std::vector<GrabbableHand> hands{{1, Side::left, {0.3F, 0.9F, 0.1F}, 0},
                                   {1, Side::right, {-0.3F, 0.9F, 0.1F}, 0}};
  std::uint32_t tick = 77;

  void SetUp() override { grabbing.setHands(hands, kSelf, tick); }
  glm::vec2 pixelOf(const glm::vec3& point) { return *grabbing.camera.pose().toPixel(point, kViewport); }
  void move(glm::vec2 to, bool busy = false) { grabbing.handle(PointerMoved{to}, kViewport, busy); }
  void button(bool down, Button which = Button::left, bool busy = false) {
    grabbing.handle(ButtonChanged{which, down}, kViewport, busy);
  }
  void confirmHeldBy(ParticipantId holder) {
    hands[0].holder = holder;
    grabbing.setHands(hands, kSelf, tick);
  }
};

TEST_F(Grab, APressOnASphereTakesTheHandWithoutAJump) {
  move(pixelOf(hands[0].position) + glm::vec2(5, -3));
  ASSERT_EQ(grabbing.hovered(), std::optional<std::size_t>(0));
  button(true);
  const auto held = grabbing.input().hands[1];
  ASSERT_TRUE(held);
  EXPECT_EQ(held->heldAvatar, 1U);
  EXPECT_EQ(held->heldHand, Side::left);
  EXPECT_LT(glm::distance(held->position, hands[0].position), 1e-4F);
  EXPECT_EQ(grabbing.input().seenTick, 77U);
  EXPECT_TRUE(held->rayOrigin);
}

TEST_F(Grab, DraggingMovesLevelAndShiftUpright) {
  move(pixelOf(hands[0].position));
  button(true);
  confirmHeldBy(kSelf);
  move(pixelOf(hands[0].position) + glm::vec2(60, 40));
  glm::vec3 target = grabbing.input().hands[1]->position;
  EXPECT_NEAR(target.y, hands[0].position.y, 1e-4F);
  EXPECT_GT(target.x, hands[0].position.x + 0.05F);
  grabbing.handle(KeyChanged{Key::shift, true}, kViewport, false);
  move(pixelOf(hands[0].position) + glm::vec2(60, -80));
  EXPECT_GT(grabbing.input().hands[1]->position.y, target.y + 0.05F);
}

TEST_F(Grab, TheWheelRaisesWhileHolding) {
  move(pixelOf(hands[0].position));
  button(true);
  confirmHeldBy(kSelf);
  const float distance = grabbing.camera.distance;
  grabbing.handle(WheelTurned{2}, kViewport, false);
  EXPECT_GT(grabbing.input().hands[1]->position.y, hands[0].position.y + 0.05F);
  EXPECT_EQ(grabbing.camera.distance, distance);
  button(false);
  grabbing.handle(WheelTurned{2}, kViewport, false);
  EXPECT_LT(grabbing.camera.distance, distance);
}

// A slow machine: a frame takes long, and what is clicked is older than what is being drawn.
TEST_F(Grab, APressCountsOnWhatWasOnTheScreenJustBefore) {
  const glm::vec3 seenAt = hands[0].position;
  move(pixelOf(seenAt));
  hands[0].position += glm::vec3(0.35F, 0.0F, 0.2F);
  tick = 95;
  grabbing.setHands(hands, kSelf, tick);
  ASSERT_FALSE(grabbing.hovered());
  button(true);
  const ParticipantInput input = grabbing.input();
  ASSERT_TRUE(input.hands[1]);
  EXPECT_EQ(input.seenTick, 77U) << "the picture in which it was there";
  EXPECT_LT(glm::distance(input.hands[1]->position, seenAt), 1e-4F);
}

// Each avatar is shown as of a time of its own.
TEST_F(Grab, AHandIsAskedForAsOfTheTickThatItIsShownAt) {
  hands[0].tick = 91;
  grabbing.setHands(hands, kSelf, tick);
  move(pixelOf(hands[0].position));
  button(true);
  EXPECT_EQ(grabbing.input().seenTick, 91U);
}

TEST_F(Grab, APressOnWhatIsLongGoneIsNone) {
  move(pixelOf(hands[0].position));
  hands[0].position += glm::vec3(0.35F, 0.0F, 0.2F);
  for (int frame = 0; frame < 3; ++frame) grabbing.setHands(hands, kSelf, ++tick);
  button(true);
  EXPECT_FALSE(grabbing.hold());
}

TEST_F(Grab, UntilItIsConfirmedAHandIsAskedForNearWhereAndWhenItWasSeen) {
  const glm::vec3 seenAt = hands[0].position;
  move(pixelOf(seenAt));
  button(true);
  move(pixelOf(seenAt) + glm::vec2(150, 80));
  tick = 95;
  confirmHeldBy(0);
  EXPECT_NEAR(glm::distance(grabbing.input().hands[1]->position, seenAt), 0.12F, 1e-3F) << "within reach";
  EXPECT_GT(glm::distance(grabbing.wish().hands[1]->position, seenAt), 0.3F) << "but drawn at the pointer";
  EXPECT_EQ(grabbing.input().seenTick, 77U);
  confirmHeldBy(kSelf);
  EXPECT_GT(glm::distance(grabbing.input().hands[1]->position, seenAt), 0.3F) << "then it is pulled";
  EXPECT_EQ(grabbing.input().seenTick, 95U);
}

TEST_F(Grab, TheCameraStandsStillUntilRelease) {
  const OrbitCamera before = grabbing.camera;
  move(pixelOf(hands[0].position));
  button(true);
  move({100, 100});
  EXPECT_EQ(grabbing.camera.yaw, before.yaw);
  button(false);
  EXPECT_FALSE(grabbing.input().hands[1]);
  move({20, 20});
  button(true);
  move({120, 20});
  EXPECT_NE(grabbing.camera.yaw, before.yaw);
}

TEST_F(Grab, TogglingNeedsNoHeldButton) {
  grabbing.toggle = true;
  move(pixelOf(hands[0].position));
  button(true);
  button(false);
  EXPECT_TRUE(grabbing.hold());
  move({300, 300});
  button(true);
  button(false);
  EXPECT_FALSE(grabbing.hold());
}

TEST_F(Grab, WhoWatchesOrComesSecondIsTold) {
  move(pixelOf(hands[0].position));
  grabbing.spectator = true;
  button(true);
  EXPECT_FALSE(grabbing.hold());
  EXPECT_TRUE(grabbing.takeNotice());
  grabbing.spectator = false;
  confirmHeldBy(9);
  button(true);
  EXPECT_FALSE(grabbing.hold());
  EXPECT_TRUE(grabbing.takeNotice());
  EXPECT_FALSE(grabbing.takeNotice());
}

TEST_F(Grab, ARefusedOrLostHoldEnds) {
  move(pixelOf(hands[0].position));
  button(true);
  grabbing.refused(1, Side::right);
  EXPECT_TRUE(grabbing.hold());
  grabbing.refused(1, Side::left);
  EXPECT_FALSE(grabbing.hold());

  button(false);
  button(true);
  confirmHeldBy(kSelf);
  EXPECT_TRUE(grabbing.hold());
  confirmHeldBy(0);
  EXPECT_FALSE(grabbing.hold());
  EXPECT_TRUE(grabbing.takeNotice());
}

struct Row : Grab {
  void SetUp() override {
    hands = {{1, Side::left, {0.3F, 0.9F, 0.1F}, 0},
             {1, Side::right, {-0.3F, 0.9F, 0.1F}, 0},
             {2, Side::left, {0.8F, 0.9F, 0.1F}, 0}};
    Grab::SetUp();
    key(Key::control, true);
  }
  void key(Key key, bool down) { grabbing.handle(KeyChanged{key, down}, kViewport, false); }
  void click(std::size_t hand) {
    move(pixelOf(hands[hand].position));
    button(true);
    button(false);
  }
};

TEST_F(Row, TwoClicksWithCtrlJoinTheFirstLeads) {
  click(1);
  EXPECT_FALSE(grabbing.hold());
  EXPECT_EQ(grabbing.chosen(), (HandOf{1, Side::right}));
  EXPECT_FALSE(grabbing.takeRowWish());
  click(2);
  const auto wish = grabbing.takeRowWish();
  ASSERT_TRUE(wish);
  EXPECT_EQ(std::get<JoinWish>(*wish).leader, (HandOf{1, Side::right}));
  EXPECT_EQ(std::get<JoinWish>(*wish).follower, (HandOf{2, Side::left}));
  EXPECT_FALSE(grabbing.chosen());
  EXPECT_FALSE(grabbing.takeRowWish()) << "once";
}

TEST_F(Row, AClickWithCtrlOnAJoinedHandParts) {
  hands[1].partner = 2;
  grabbing.setHands(hands, kSelf, tick);
  click(1);
  const auto wish = grabbing.takeRowWish();
  ASSERT_TRUE(wish);
  EXPECT_EQ(std::get<PartWish>(*wish).hand, (HandOf{1, Side::right}));
}

TEST_F(Row, TheChoiceEndsWithCtrlEscapeOrASecondClick) {
  click(1);
  key(Key::control, false);
  EXPECT_FALSE(grabbing.chosen());
  key(Key::control, true);
  click(1);
  key(Key::escape, true);
  EXPECT_FALSE(grabbing.chosen());
  click(1);
  click(1);
  EXPECT_FALSE(grabbing.chosen());
  click(1);
  click(0);
  EXPECT_EQ(grabbing.chosen(), (HandOf{1, Side::left})) << "an avatar's other hand is chosen instead";
  hands.erase(hands.begin());
  grabbing.setHands(hands, kSelf, tick);
  EXPECT_FALSE(grabbing.chosen()) << "it has left";
}

TEST_F(Row, TakenHandsAndSpectatorsAreToldOff) {
  hands[1].holder = 9;
  grabbing.setHands(hands, kSelf, tick);
  click(1);
  EXPECT_FALSE(grabbing.chosen());
  EXPECT_TRUE(grabbing.takeNotice());
  grabbing.spectator = true;
  click(0);
  EXPECT_FALSE(grabbing.chosen());
  EXPECT_TRUE(grabbing.takeNotice());
}

TEST_F(Row, AJoinedHandIsNotTakenByAPlainClick) {
  hands[1].partner = 2;
  grabbing.setHands(hands, kSelf, tick);
  key(Key::control, false);
  click(1);
  EXPECT_FALSE(grabbing.hold());
  EXPECT_NE(grabbing.takeNotice().value_or("").find("Ctrl"), std::string::npos);
}

TEST_F(Grab, ThePanelKeepsItsOwnClicks) {
  move(pixelOf(hands[0].position), true);
  EXPECT_FALSE(grabbing.hovered());
  button(true, Button::left, true);
  EXPECT_FALSE(grabbing.hold());
}

TEST_F(Grab, TheHeadLooksAlongTheCamera) {
  const ParticipantInput input = grabbing.input();
  const glm::vec3 forward = input.headOrientation * glm::vec3(0, 0, -1);
  EXPECT_LT(glm::distance(forward, grabbing.camera.pose().forward()), 1e-4F);
}

}  // namespace
}  // namespace lead
