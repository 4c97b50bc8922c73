// People in a room: names, silence, resuming, avatars, commands.
#include "room/room.h"

#include <gmock/gmock.h>

#include "math/rotation.h"
#include "operations/limits.h"
#include "room/names.h"
#include "room/spawn.h"
#include "room/text.h"
#include "test_room.h"

namespace lead::server {
namespace {

using test::kTick;
using test::refusals;
using test::simpleModel;
using test::TestRoom;

Input inputNumber(std::uint32_t sequence) {
  Input input;
  input.sequence = sequence;
  return input;
}

// ---- Names

TEST(Name, InUseIsRefusedWhileItsOwnerSendsInputs) {
  TestRoom t;
  const auto ann = t.join("Ann");
  t.send(ann, {});
  t.steps(29);
  const JoinResult second = t.room.join({"Ann", Role::leader, "other", "", {}});
  EXPECT_EQ(second.fault, JoinFault::nameInUse);
  EXPECT_NE(second.sentence.find("Ann"), std::string::npos);
  EXPECT_EQ(t.room.participants().size(), 1U);
}

TEST(Name, OfSomeoneSilentForHalfASecondGetsANumber) {
  TestRoom t;
  const auto ann = t.join("Ann");
  t.send(ann, {});
  t.steps(31);
  EXPECT_EQ(t.person(t.join("Ann")).name, "Ann 2");
  EXPECT_EQ(t.person(t.join("Ann")).name, "Ann 3");
}

TEST(Name, NotGivenIsGiven) {
  TestRoom t;
  EXPECT_EQ(t.person(t.join("")).name, "Guest 1");
  EXPECT_EQ(t.person(t.join("")).name, "Guest 2");
}

TEST(Name, HasOneToThirtyTwoCharactersAndNoControlCharacters) {
  EXPECT_FALSE(faultOfParticipantName("Ann"));
  EXPECT_FALSE(faultOfParticipantName("Zoë 🦊"));
  std::string wide;
  for (int i = 0; i < 32; ++i) wide += "é";
  EXPECT_FALSE(faultOfParticipantName(wide)) << "characters are counted, not bytes";
  EXPECT_TRUE(faultOfParticipantName(wide + "é"));
  EXPECT_TRUE(faultOfParticipantName(""));
  EXPECT_TRUE(faultOfParticipantName("a\nb"));
  EXPECT_TRUE(faultOfParticipantName(std::string("a\x1b[31m")));
  EXPECT_TRUE(faultOfParticipantName("a\xc2\x9b[31m")) << "C1 controls drive terminals too";
  EXPECT_TRUE(faultOfParticipantName("a\xff"));
  EXPECT_TRUE(faultOfParticipantName(" Ann"));
  TestRoom t;
  EXPECT_EQ(t.room.join({"a\tb", Role::leader, "s", "", {}}).fault, JoinFault::badName);
}

TEST(Name, NumberedStaysWithinItsLengthAndInWholeCharacters) {
  std::string wide;
  for (int i = 0; i < 32; ++i) wide += "é";
  const std::string second = numbered(wide, [&](std::string_view name) { return name == wide; });
  EXPECT_FALSE(faultOfParticipantName(second));
  EXPECT_EQ(second, wide.substr(0, 60) + " 2");
}

TEST(Name, OfARoomIsMadeOfPlainCharacters) {
  EXPECT_FALSE(faultOfRoomName("Room 1.b_c-d"));
  EXPECT_TRUE(faultOfRoomName(""));
  EXPECT_TRUE(faultOfRoomName("a/b"));
  EXPECT_TRUE(faultOfRoomName("ä"));
  EXPECT_TRUE(faultOfRoomName(" a"));
  EXPECT_TRUE(faultOfRoomName(std::string(65, 'a')));
}

TEST(Text, FromAFileIsMadePrintableAndCutInWholeCharacters) {
  EXPECT_EQ(printable("Zoë 🦊", 100), "Zoë 🦊");
  EXPECT_EQ(printable("Zoë 🦊", 8), "Zoë ") << "the fox has four bytes and does not fit";
  EXPECT_EQ(printable("a\nb\x1b[0m", 100), "a?b?[0m");
  EXPECT_EQ(printable("\xff\xc0\x80 \xed\xa0\x80 \xf0\x9f", 100), "??? ??? ??");
  EXPECT_EQ(printable("\xe2\x80\xae", 100), "?") << "text that turns the line around";
}

// ---- Inputs

TEST(Inputs, AreStateOfWhichTheNewestWins) {
  TestRoom t;
  const auto ann = t.join("Ann");
  EXPECT_TRUE(t.room.input(ann, inputNumber(10)));
  EXPECT_FALSE(t.room.input(ann, inputNumber(10)));
  EXPECT_FALSE(t.room.input(ann, inputNumber(9)));
  EXPECT_TRUE(t.room.input(ann, inputNumber(12)));
  EXPECT_EQ(t.person(ann).sequence, 12U);
  EXPECT_EQ(t.room.counters().staleInputs, 2U);
}

TEST(Inputs, AreNewerAcrossTheWrapOfTheirNumbers) {
  TestRoom t;
  const auto ann = t.join("Ann");
  EXPECT_TRUE(t.room.input(ann, inputNumber(0xFFFFFFFFU)));
  EXPECT_TRUE(t.room.input(ann, inputNumber(1)));
  EXPECT_FALSE(t.room.input(ann, inputNumber(0xFFFFFFF0U)));
}

TEST(Inputs, OfANewStreamAreNumberedAnew) {
  TestRoom t;
  const auto ann = t.join("Ann");
  t.room.input(ann, inputNumber(1000));
  t.room.connected(ann);
  EXPECT_TRUE(t.room.input(ann, inputNumber(1)));
}

TEST(Inputs, OfSomeoneWhoIsNotThereDoNothing) {
  TestRoom t;
  EXPECT_FALSE(t.room.input(77, inputNumber(1)));
}

// ---- Silence

TEST(Silence, LetsGoAfterHalfASecondAndNotBefore) {
  TestRoom t;
  const auto ann = t.join("Ann");
  t.steps(1);
  t.send(ann, t.holding(Side::left));
  t.steps(29);
  EXPECT_EQ(t.holder(Side::left), ann);
  t.steps(2);
  EXPECT_EQ(t.holder(Side::left), 0U);
  EXPECT_EQ(t.room.counters().silentReleases, 1U);
  EXPECT_FALSE(t.person(ann).head.has_value()) << "nobody looks at who is not there";
}

TEST(Silence, EndsWithTheNextInputWhichMayTakeTheHandAgain) {
  TestRoom t;
  const auto ann = t.join("Ann");
  t.steps(1);
  t.send(ann, t.holding(Side::left));
  t.steps(40);
  ASSERT_EQ(t.holder(Side::left), 0U);
  t.send(ann, t.holding(Side::left));
  EXPECT_EQ(t.holder(Side::left), ann);
}

TEST(Silence, OfTenSecondsRemovesWithAWord) {
  TestRoom t;
  const auto ann = t.room.join({"Ann", Role::leader, "s", "", simpleModel()});
  t.send(ann.participant, {});
  t.steps(599);
  ASSERT_NE(t.room.find(ann.participant), nullptr);
  t.steps(2);
  EXPECT_EQ(t.room.find(ann.participant), nullptr);
  EXPECT_EQ(t.room.world().find(ann.avatar), nullptr) << "its avatar goes with it";
  const auto notices = t.room.takeNotices();
  ASSERT_EQ(notices.size(), 1U);
  EXPECT_EQ(std::get<RemovedNotice>(notices[0]).participant, ann.participant);
}

TEST(Silence, OfSomeoneWhoNeverSaidAnythingEndsTheSameWay) {
  TestRoom t;
  const auto ann = t.join("Ann");
  t.steps(601);
  EXPECT_EQ(t.room.find(ann), nullptr);
}

TEST(Silence, IsBrokenByASignOfLifeForThePlaceButNotForTheHold) {
  TestRoom t;
  const auto ann = t.join("Ann");
  t.steps(1);
  t.send(ann, t.holding(Side::left));
  for (int i = 0; i < 15; ++i) {
    t.steps(60);
    t.room.heard(ann);
  }
  EXPECT_NE(t.room.find(ann), nullptr);
  EXPECT_EQ(t.holder(Side::left), 0U);
}

TEST(Disconnect, LetsGoAtOnceAndKeepsThePlace) {
  TestRoom t;
  const auto ann = t.join("Ann");
  t.steps(1);
  t.send(ann, t.holding(Side::left));
  t.room.disconnected(ann);
  EXPECT_EQ(t.holder(Side::left), 0U);
  EXPECT_NE(t.room.find(ann), nullptr);
}

// ---- Resuming

TEST(Resume, GivesBackIdentityAvatarAndPlaceButNoHolds) {
  TestRoom t;
  const JoinResult first = t.room.join({"Ann", Role::leader, "secret", "", simpleModel()});
  t.steps(1);
  t.send(first.participant, t.holding(first.avatar, Side::left));
  t.steps(1);
  t.room.disconnected(first.participant);
  t.steps(300);
  const glm::vec3 place = t.room.world().find(first.avatar)->state.position;
  const JoinResult again = t.room.join({"Ann", Role::leader, "new", "secret", simpleModel()});
  EXPECT_TRUE(again.resumed);
  EXPECT_EQ(again.participant, first.participant);
  EXPECT_EQ(again.avatar, first.avatar);
  EXPECT_EQ(t.room.world().find(first.avatar)->state.position, place);
  EXPECT_EQ(t.room.world().find(first.avatar)->state.arm(Side::left).holder, 0U);
  EXPECT_EQ(t.room.participants().size(), 1U);
  EXPECT_TRUE(t.room.authenticate(first.participant, "secret"));
}

TEST(Resume, AfterTenSecondsIsAnOrdinaryJoin) {
  TestRoom t;
  const JoinResult first = t.room.join({"Ann", Role::leader, "secret", "", {}});
  t.steps(601);
  const JoinResult again = t.room.join({"Ann", Role::leader, "new", "secret", {}});
  EXPECT_FALSE(again.resumed);
  EXPECT_NE(again.participant, first.participant);
}

TEST(Resume, NeedsTheRightSecret) {
  TestRoom t;
  const JoinResult first = t.room.join({"Ann", Role::leader, "secret", "", {}});
  EXPECT_FALSE(t.room.join({"Bob", Role::leader, "new", "secre", {}}).resumed);
  EXPECT_FALSE(t.room.authenticate(first.participant, ""));
  EXPECT_FALSE(t.room.authenticate(first.participant, "Secret"));
  EXPECT_FALSE(t.room.authenticate(first.participant + 50, "secret"));
}

// ---- Avatars

TEST(Avatars, StandSideBySideFacingForward) {
  TestRoom t;
  for (int i = 0; i < 20; ++i) t.room.addAvatar(simpleModel());
  const auto& avatars = t.room.world().avatars();
  for (std::size_t i = 0; i < avatars.size(); ++i) {
    EXPECT_EQ(avatars[i].state.heading, 0.0F);
    EXPECT_EQ(avatars[i].state.position.z, 0.0F);
    for (std::size_t k = 0; k < i; ++k)
      EXPECT_GE(glm::distance(avatars[i].state.position, avatars[k].state.position), 1.0F);
  }
}

TEST(Avatars, DoNotAppearInsideOneThatWasLedThere) {
  const std::vector<glm::vec3> taken{{0.1F, 0.0F, 0.2F}, {1.6F, 0.0F, -0.1F}};
  const glm::vec3 place = freePlace(taken);
  for (const glm::vec3& other : taken) EXPECT_GE(glm::distance(place, other), kSpawnClear);
  EXPECT_EQ(freePlace({}), glm::vec3(0.0F));
}

TEST(Avatars, StandWithinTheRoomAndInNothing) {
  Space space;
  space.bounds = RoomBounds{{-1.8F, -2.0F}, {1.8F, 2.0F}};
  space.obstacles.emplace_back(BoxObstacle{{1.2F, 0.0F, 0.0F}, {0.4F, 1.0F, 0.4F}, 0.5F});
  space.obstacles.emplace_back(CylinderObstacle{{0.0F, 0.0F, 0.0F}, 0.3F, 1.0F});
  Room room({"hall", 60, space});
  std::vector<glm::vec3> places;
  for (int i = 0; i < 7; ++i) {
    const AvatarId id = room.addAvatar(simpleModel());
    const Avatar& avatar = *room.world().find(id);
    glm::vec3 there = avatar.state.position;
    glm::vec3 velocity(0.0F);
    keepFree(space, avatar.rig->radius, avatar.state.position, there, velocity);
    EXPECT_EQ(there, avatar.state.position) << i;
    for (const glm::vec3& other : places) EXPECT_GE(glm::distance(other, there), kSpawnClear) << i;
    places.push_back(there);
  }
}

TEST(Avatars, NeedAPlaceToBeginAt) {
  Space space;
  EXPECT_FALSE(faultOfSpawns(space));
  space.bounds = RoomBounds{{9.0F, 9.0F}, {10.0F, 10.0F}};
  EXPECT_FALSE(faultOfSpawns(space)) << "far from the origin";
  space.obstacles.emplace_back(CylinderObstacle{{0.0F, 0.0F, 0.0F}, 50.0F, 1.0F});
  EXPECT_TRUE(faultOfSpawns(space));
  space.bounds.reset();
  EXPECT_TRUE(faultOfSpawns(space));
  space.obstacles = {CylinderObstacle{{0.0F, 0.0F, 0.0F}, 1.0F, 1.0F}};
  EXPECT_FALSE(faultOfSpawns(space)) << "beside it";
}

TEST(Avatars, WithoutAPlaceToStandAreStillWithinTheRoom) {
  Space space;
  space.bounds = RoomBounds{{9.0F, 9.0F}, {10.0F, 10.0F}};
  Room room({"closet", 60, space});
  for (int i = 0; i < 3; ++i) {
    const glm::vec3 place = room.world().find(room.addAvatar(simpleModel()))->state.position;
    EXPECT_GE(place.x, 9.0F);
    EXPECT_LE(place.z, 10.0F);
  }
}

TEST(Avatars, StopAtTheWalls) {
  Space space;
  space.bounds = RoomBounds{{-2.0F, -2.0F}, {2.0F, 1.0F}};
  TestRoom t{Room({"lobby", 60, space})};
  const auto ann = t.join("Ann");
  t.steps(1);
  HandInput hand = t.holding(Side::left);
  t.send(ann, hand);
  for (int i = 0; i < 240; ++i) {
    hand.position.z += 0.02F;
    t.send(ann, hand);
    t.steps(1);
  }
  const Avatar& avatar = *t.room.world().find(t.avatar);
  EXPECT_GT(avatar.state.position.z, 0.5F);
  EXPECT_LE(avatar.state.position.z, 1.0F - avatar.rig->radius + 1e-3F);
}

// ---- Chains

/// Three avatars side by side: 1, 2, 3.
struct RowRoom : TestRoom {
  AvatarId second = room.addAvatar(simpleModel());
  AvatarId third = room.addAvatar(simpleModel());
  ParticipantId ann = join("Ann");

  const ArmState& arm(AvatarId id, Side side) const { return room.world().find(id)->state.arm(side); }
};

TEST(Chain, ALeaderJoinsAvatarsAndLeadsTheRow) {
  RowRoom t;
  ASSERT_FALSE(t.room.joinHands(t.ann, {t.avatar, Side::right}, {t.second, Side::left}));
  ASSERT_FALSE(t.room.joinHands(t.ann, {t.second, Side::right}, {t.third, Side::left}));
  EXPECT_FALSE(t.room.joinHands(t.ann, {t.second, Side::right}, {t.third, Side::left})) << "as it was";
  EXPECT_EQ(t.arm(t.avatar, Side::right).partner, t.second);
  EXPECT_TRUE(t.arm(t.avatar, Side::right).leads);
  EXPECT_FALSE(t.arm(t.second, Side::left).leads);
  const glm::vec3 start = t.room.world().find(t.third)->state.position;
  HandInput hand = t.holding(Side::left);
  t.send(t.ann, hand);
  for (int i = 0; i < 600; ++i) {
    hand.position.z += 0.8F / 60.0F;
    t.send(t.ann, hand);
    t.steps(1);
  }
  EXPECT_GT(t.room.world().find(t.third)->state.position.z - start.z, 2.0F);
  EXPECT_LT(glm::distance(t.handOf(t.second, Side::right), t.handOf(t.third, Side::left)), 0.3F);
}

TEST(Chain, IsRefusedInASentenceThatSaysWhy) {
  RowRoom t;
  const auto spectator = t.join("Sue", Role::spectator);
  const auto refusal = [&](ParticipantId by, HandOf leader, HandOf follower) {
    return t.room.joinHands(by, leader, follower).value_or("");
  };
  const HandOf first{t.avatar, Side::left};
  const HandOf second{t.second, Side::right};
  EXPECT_THAT(refusal(spectator, first, second), testing::HasSubstr("spectator"));
  EXPECT_THAT(refusal(t.ann, first, {99, Side::left}), testing::HasSubstr("not in the room"));
  EXPECT_THAT(refusal(t.ann, {99, Side::left}, first), testing::HasSubstr("not in the room"));
  EXPECT_THAT(refusal(t.ann, first, {t.avatar, Side::right}), testing::HasSubstr("its own hand"));
  t.steps(1);
  t.send(t.ann, t.holding(Side::left));
  EXPECT_THAT(refusal(t.ann, first, second),
              testing::HasSubstr("the left hand of Simple (avatar 1) is held by Ann"));
  EXPECT_THAT(refusal(t.ann, second, first), testing::HasSubstr("held by Ann"));
  t.send(t.ann, {});
  EXPECT_EQ(refusal(t.ann, first, second), "");
  EXPECT_THAT(refusal(t.ann, {t.third, Side::left}, second), testing::HasSubstr("in another avatar's hand"));
  EXPECT_EQ(refusal(t.ann, {t.second, Side::left}, {t.third, Side::left}), "");
  EXPECT_THAT(refusal(t.ann, {t.third, Side::right}, {t.avatar, Side::right}), testing::HasSubstr("ring"));
}

TEST(Chain, AJoinedHandIsNotToBeTaken) {
  RowRoom t;
  t.steps(1);
  ASSERT_FALSE(t.room.joinHands(t.ann, {t.avatar, Side::right}, {t.second, Side::left}));
  t.send(t.ann, t.holding(t.second, Side::left));
  const auto refused = refusals(t.room);
  ASSERT_EQ(refused.size(), 1U);
  EXPECT_EQ(refused[0].reason, Refusal::heldByOther);
  EXPECT_EQ(refused[0].holder, 0U) << "no participant has it";
  EXPECT_EQ(t.arm(t.second, Side::left).holder, 0U);
  t.send(t.ann, {});
  ASSERT_FALSE(t.room.partHands(t.ann, {t.second, Side::left}));
  t.send(t.ann, t.holding(t.second, Side::left));
  EXPECT_EQ(t.arm(t.second, Side::left).holder, t.ann);
}

TEST(Chain, IsPartedByOneHandAtEitherEndOrWhole) {
  RowRoom t;
  const auto spectator = t.join("Sue", Role::spectator);
  const auto join = [&] {
    ASSERT_FALSE(t.room.joinHands(t.ann, {t.avatar, Side::right}, {t.second, Side::left}));
    ASSERT_FALSE(t.room.joinHands(t.ann, {t.second, Side::right}, {t.third, Side::left}));
  };
  join();
  EXPECT_THAT(t.room.partHands(spectator, {t.avatar, Side::right}).value_or(""),
              testing::HasSubstr("spectator"));
  EXPECT_THAT(t.room.partRow(spectator, t.avatar).value_or(""), testing::HasSubstr("spectator"));
  EXPECT_FALSE(t.room.partHands(t.ann, {t.second, Side::left}));
  EXPECT_EQ(t.arm(t.avatar, Side::right).partner, 0U);
  EXPECT_EQ(t.arm(t.second, Side::right).partner, t.third);
  EXPECT_THAT(t.room.partHands(t.ann, {t.second, Side::left}).value_or(""),
              testing::HasSubstr("No avatar's hand"));
  EXPECT_TRUE(t.room.partHands(t.ann, {99, Side::left}));
  EXPECT_FALSE(t.room.partRow(t.ann, t.third));
  join();
  EXPECT_FALSE(t.room.partRow(t.ann, t.second));
  for (const AvatarId id : {t.avatar, t.second, t.third})
    for (const Side side : kSides) EXPECT_EQ(t.arm(id, side).partner, 0U);
  EXPECT_TRUE(t.room.partRow(t.ann, 99));
}

TEST(Chain, OpensWhereAnAvatarGoesOrIsPutBack) {
  RowRoom t;
  const JoinResult owner = t.room.join({"Owner", Role::leader, "s", "", simpleModel()});
  ASSERT_FALSE(t.room.joinHands(t.ann, {t.avatar, Side::right}, {owner.avatar, Side::left}));
  ASSERT_FALSE(t.room.joinHands(t.ann, {t.second, Side::right}, {t.third, Side::left}));
  t.room.leave(owner.participant);
  EXPECT_EQ(t.arm(t.avatar, Side::right).partner, 0U);
  EXPECT_FALSE(t.room.resetAvatar(t.ann, t.third));
  EXPECT_EQ(t.arm(t.second, Side::right).partner, 0U);
}

TEST(Avatars, GoWithTheirOwnersAndFreeTheHandsOfThoseWhoHeldThem) {
  TestRoom t;
  const JoinResult owner = t.room.join({"Owner", Role::leader, "s", "", simpleModel()});
  const auto ann = t.join("Ann");
  t.steps(1);
  t.send(ann, t.holding(owner.avatar, Side::left));
  t.steps(1);
  t.room.leave(owner.participant);
  EXPECT_EQ(t.room.world().find(owner.avatar), nullptr);
  const auto refused = refusals(t.room);
  ASSERT_EQ(refused.size(), 1U);
  EXPECT_EQ(refused[0].participant, ann);
  EXPECT_EQ(refused[0].reason, Refusal::holdEnded);
  t.steps(5);
  t.send(ann, {});
  t.send(ann, t.holding(Side::left));
  EXPECT_EQ(t.holder(Side::left), ann) << "the hand is free for another";
}

TEST(Avatars, ExchangedKeepTheirPlace) {
  TestRoom t;
  const JoinResult owner = t.room.join({"Owner", Role::leader, "s", "", simpleModel()});
  t.steps(1);
  const glm::vec3 place = t.room.world().find(owner.avatar)->state.position;
  EXPECT_FALSE(t.room.setAvatar(owner.participant, simpleModel()));
  const AvatarId now = t.person(owner.participant).avatar;
  EXPECT_NE(now, owner.avatar);
  EXPECT_EQ(t.room.world().find(now)->state.position, place);
  EXPECT_FALSE(t.room.setAvatar(owner.participant, std::nullopt));
  EXPECT_EQ(t.person(owner.participant).avatar, 0U);
  EXPECT_EQ(t.room.avatars().size(), 1U);
}

TEST(Avatars, HaveALimit) {
  TestRoom t;
  while (t.room.avatars().size() < limits::kAvatarsPerRoom) ASSERT_NE(t.room.addAvatar(simpleModel()), 0U);
  EXPECT_EQ(t.room.addAvatar(simpleModel()), 0U);
  EXPECT_EQ(t.room.join({"Ann", Role::leader, "s", "", simpleModel()}).fault, JoinFault::tooManyAvatars);
  EXPECT_EQ(t.room.join({"Ann", Role::leader, "s", "", {}}).fault, JoinFault::none);
}

TEST(Participants, HaveALimit) {
  TestRoom t;
  while (t.room.participants().size() < limits::kParticipantsPerRoom) ASSERT_NE(t.join(""), 0U);
  EXPECT_EQ(t.room.join({"", Role::leader, "s", "", {}}).fault, JoinFault::roomFull);
}

TEST(Avatars, OfALateJoinAreWhereTheyStandBeforeTheirFirstTick) {
  TestRoom t;
  t.steps(10);
  const JoinResult late = t.room.join({"Late", Role::leader, "s", "", simpleModel()});
  const Avatar& avatar = *t.room.world().find(late.avatar);
  EXPECT_NE(avatar.state.position, glm::vec3(0.0F));
  EXPECT_GT(t.handOf(late.avatar, Side::left).y, 0.3F) << "posed, not at the origin";
}

// ---- Info and commands

TEST(InfoVersion, GrowsWithWhatInfoSaysAndWithNothingElse) {
  TestRoom t;
  std::uint32_t version = t.room.infoVersion();
  const auto grew = [&] { return std::exchange(version, t.room.infoVersion()) < t.room.infoVersion(); };
  const auto ann = t.join("Ann");
  EXPECT_TRUE(grew());
  t.send(ann, t.holding(Side::left));
  t.steps(5);
  EXPECT_FALSE(grew());
  EXPECT_FALSE(t.room.setParam(ann, "vmax", 2.0F));
  EXPECT_TRUE(grew());
  EXPECT_FALSE(t.room.setParam(ann, "vmax", 2.0F));
  EXPECT_FALSE(grew()) << "nothing new";
  EXPECT_FALSE(t.room.setParam(ann, "vmax", std::nullopt));
  EXPECT_TRUE(grew());
  EXPECT_EQ(t.room.world().params, Params{});
  t.room.setRole(ann, Role::spectator);
  EXPECT_TRUE(grew());
  t.room.addAvatar(simpleModel());
  EXPECT_TRUE(grew());
  t.room.leave(ann);
  EXPECT_TRUE(grew());
}

TEST(Commands, ThatCanNotBeCarriedOutSayWhyAndChangeNothing) {
  TestRoom t;
  const auto ann = t.join("Ann");
  const Params before = t.room.world().params;
  EXPECT_TRUE(t.room.setParam(ann, "vmax", 99.0F));
  EXPECT_TRUE(t.room.setParam(ann, "nonsense", 1.0F));
  EXPECT_TRUE(t.room.setGaze(ann, 99, GazeMode::hand));
  EXPECT_TRUE(t.room.resetAvatar(ann, 99));
  EXPECT_EQ(t.room.world().params, before);
  const auto eve = t.join("Eve", Role::spectator);
  EXPECT_TRUE(t.room.setParam(eve, "vmax", 2.0F));
  EXPECT_TRUE(t.room.setGaze(eve, t.avatar, GazeMode::hand));
  EXPECT_TRUE(t.room.resetAvatar(eve, t.avatar));
  EXPECT_EQ(t.room.world().params, before);
}

TEST(Commands, SetParametersAndGaze) {
  TestRoom t;
  const auto ann = t.join("Ann");
  EXPECT_FALSE(t.room.setParam(ann, "slack", 0.7F));
  EXPECT_EQ(t.room.world().params.slack, 0.7F);
  EXPECT_FALSE(t.room.setGaze(ann, t.avatar, GazeMode::viewer));
  EXPECT_EQ(t.room.world().find(t.avatar)->state.gaze.mode, GazeMode::viewer);
}

TEST(Gaze, OfModeViewerGoesToAParticipantsHead) {
  TestRoom t;
  const auto ann = t.join("Ann");
  t.room.setGaze(ann, t.avatar, GazeMode::viewer);
  Input input;
  for (int i = 0; i < 60; ++i) {
    ++input.sequence;
    input.head = Head{{0.5F, 1.6F, 2.0F}, kIdentity};
    t.room.input(ann, input);
    t.steps(1);
  }
  EXPECT_GT(t.room.world().find(t.avatar)->state.gaze.weight, 0.5F);
  EXPECT_EQ(t.room.world().find(t.avatar)->state.gaze.target, input.head->position);
}

TEST(Steps, AreDeterministic) {
  const auto run = [] {
    TestRoom t;
    const auto ann = t.join("Ann");
    t.steps(3);
    HandInput hand = t.holding(Side::right);
    for (int i = 0; i < 300; ++i) {
      hand.position.z += 0.01F;
      t.send(ann, hand);
      t.steps(1);
    }
    return t.room.world().hash();
  };
  EXPECT_EQ(run(), run());
}

// ---- Motions

struct Playing : TestRoom {
  ParticipantId ann = join("Ann");
  AvatarRigPtr rig = simpleModel().rig;

  Room::Fault play(ParticipantId by, AvatarId id) {
    KeyedMotion nod;
    nod.name = "nod";
    nod.skeleton = rig->skeleton;
    nod.bones = bit(Bone::head);
    for (const float time : {0.0F, 0.5F}) {
      nod.times.push_back(time);
      nod.rotations.emplace_back(Pose::identities())[index(Bone::head)] = rotationX(time);
    }
    return room.playMotion(by, id, rig, {0, std::string(32, 'n'), 0, false, "nod", 0},
                           bindMotion(makePlayable(nod, false), *rig));
  }
};

TEST(Motion, IsSaidInTheRoomsInfoUntilASecondAfterItsEnd) {
  Playing t;
  const auto before = t.room.infoVersion();
  ASSERT_EQ(t.play(t.ann, t.avatar), std::nullopt);
  EXPECT_GT(t.room.infoVersion(), before);
  ASSERT_EQ(t.room.avatars()[0].motions.size(), 1U);
  EXPECT_EQ(t.room.avatars()[0].motions[0].play, t.room.tick() + 1);
  t.steps(45);
  EXPECT_EQ(t.room.world().find(t.avatar)->state.plays[0].play, t.room.avatars()[0].motions[0].play);
  t.steps(30);  // half a second, and 0.3 s to blend out
  EXPECT_EQ(t.room.world().find(t.avatar)->state.plays[0].play, 0U);
  EXPECT_EQ(t.room.avatars()[0].motions.size(), 1U) << "others still show it";
  t.steps(60);
  EXPECT_TRUE(t.room.avatars()[0].motions.empty());
  EXPECT_TRUE(t.room.world().find(t.avatar)->rig->played.empty());
}

TEST(Motion, IsForLeadersAndAvatarsThatAreThere) {
  Playing t;
  const auto spectator = t.join("Sam", Role::spectator);
  EXPECT_THAT(t.play(spectator, t.avatar).value_or(""), testing::HasSubstr("become a leader first"));
  EXPECT_THAT(t.play(t.ann, 77).value_or(""), testing::HasSubstr("not in the room any more"));
  EXPECT_THAT(t.room.stopMotion(spectator, t.avatar).value_or(""), testing::HasSubstr("A spectator"));
  ASSERT_EQ(t.play(t.ann, t.avatar), std::nullopt);
  EXPECT_THAT(t.play(t.ann, t.avatar).value_or(""), testing::HasSubstr("try again in a moment"));
  t.steps(1);
  EXPECT_EQ(t.room.stopMotion(t.ann, t.avatar), std::nullopt);
  t.steps(20);
  EXPECT_EQ(t.room.world().find(t.avatar)->state.plays[0].play, 0U);
}

TEST(Motion, OfAnAvatarThatWasExchangedMeanwhileDoesNotBegin) {
  Playing t;
  const AvatarRigPtr other = test::simpleRig();
  EXPECT_THAT(t.room.playMotion(t.ann, t.avatar, other, {}, nullptr).value_or(""),
              testing::HasSubstr("exchanged in the meantime"));
}

}  // namespace
}  // namespace lead::server
