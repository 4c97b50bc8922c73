#include "session/messages.h"

#include <gtest/gtest.h>

#include "convert/convert.h"
#include "convert/walk_file.h"
#include "session/exchange.h"
#include "session/model_hash.h"
#include "support/walk_file.h"

namespace lead {
namespace {

v1::Snapshot goodSnapshot() {
  v1::Snapshot snapshot;
  snapshot.set_tick(9);
  snapshot.set_server_time(0.15);
  encode(4, AvatarState(), snapshot.add_avatars());
  auto* participant = snapshot.add_participants();
  participant->set_id(2);
  participant->add_hands();
  auto* hand = participant->add_hands();
  hand->set_present(true);
  hand->mutable_position()->set_y(1.0F);
  hand->set_held_avatar(4);
  return snapshot;
}

TEST(SnapshotMessage, Decodes) {
  const auto snapshot = decodeSnapshot(goodSnapshot());
  ASSERT_TRUE(snapshot);
  EXPECT_EQ(snapshot->tick, 9U);
  ASSERT_NE(snapshot->avatar(4), nullptr);
  EXPECT_EQ(snapshot->avatar(5), nullptr);
  const ParticipantSnapshot& participant = snapshot->participants.at(0);
  EXPECT_FALSE(participant.headPosition);
  EXPECT_FALSE(participant.hands[0]);
  ASSERT_TRUE(participant.hands[1]);
  EXPECT_EQ(participant.hands[1]->heldAvatar, 4U);
  EXPECT_FALSE(participant.hands[1]->orientation);
}

TEST(SnapshotMessage, WhatNoHonestServerSendsIsDropped) {
  auto bad = goodSnapshot();
  bad.mutable_avatars(0)->mutable_position()->set_x(std::numeric_limits<float>::infinity());
  EXPECT_FALSE(decodeSnapshot(bad));
  bad = goodSnapshot();
  bad.mutable_avatars(0)->set_avatar(0);
  EXPECT_FALSE(decodeSnapshot(bad));
  bad = goodSnapshot();
  bad.mutable_participants(0)->add_hands();
  EXPECT_FALSE(decodeSnapshot(bad));
  bad = goodSnapshot();
  bad.set_server_time(std::numeric_limits<double>::quiet_NaN());
  EXPECT_FALSE(decodeSnapshot(bad));
}

TEST(RoomMessage, RefusesAHashThatIsNone) {
  v1::RoomInfo info;
  encode(Params(), info.mutable_params());
  auto* avatar = info.add_avatars();
  avatar->set_id(1);
  avatar->set_model_sha256("short");
  EXPECT_FALSE(decodeRoom(info));
  avatar->set_model_sha256(std::string(32, 'x'));
  EXPECT_TRUE(decodeRoom(info));
}

TEST(RoomMessage, NamesTheWalksInTheirOrderAndTheSpace) {
  v1::RoomInfo info;
  encode(Params(), info.mutable_params());
  info.add_walk_sha256(std::string(32, 'b'));
  info.add_walk_sha256(std::string(32, 'a'));
  Space space;
  space.bounds = RoomBounds{{-1.0F, -1.0F}, {1.0F, 1.0F}};
  encode(space, info.mutable_space());
  const auto room = decodeRoom(info);
  ASSERT_TRUE(room);
  ASSERT_EQ(room->walks.size(), 2U);
  EXPECT_EQ(room->walks[0].substr(0, 2), "62");
  EXPECT_EQ(room->space, space);
  info.add_walk_sha256("short");
  EXPECT_FALSE(decodeRoom(info));
  info.clear_walk_sha256();
  for (int i = 0; i < 1000; ++i) info.add_walk_sha256(std::string(32, 'a'));
  EXPECT_FALSE(decodeRoom(info)) << "as many as no server has";
  info.clear_walk_sha256();
  info.mutable_space()->mutable_bounds()->set_most_x(-2.0F);
  EXPECT_FALSE(decodeRoom(info));
}

ParticipantInput inputWithHand() {
  ParticipantInput input;
  input.headPosition = glm::vec3(0.0F, 1.6F, 0.0F);
  input.hands[1] = HandInput{{1.0F, 1.0F, 0.0F}, {}, 4, Side::right, {0.0F, 0.0F, 0.1F}, {}, {}};
  return input;
}

TEST(RoomMessage, SaysWhichMotionsAnAvatarPlays) {
  v1::RoomInfo message;
  encode(Params(), message.mutable_params());
  auto* avatar = message.add_avatars();
  avatar->set_id(3);
  avatar->set_model_sha256(std::string(32, 'm'));
  auto* motion = avatar->add_motions();
  motion->set_play(77);
  motion->set_sha256(std::string(32, 'n'));
  motion->set_animation(2);
  motion->set_loops(true);
  motion->set_name("dance");
  const auto room = decodeRoom(message);
  ASSERT_TRUE(room);
  ASSERT_EQ(room->avatars[0].motions.size(), 1U);
  const MotionInfo& told = room->avatars[0].motions[0];
  EXPECT_EQ(told.play, 77U);
  EXPECT_EQ(told.file, hashFromBytes(std::string(32, 'n')));
  EXPECT_EQ(told.animation, 2U);
  EXPECT_TRUE(told.loops);
  EXPECT_EQ(told.name, "dance");
  motion->set_sha256("short");
  EXPECT_FALSE(decodeRoom(message));
}

TEST(InputMessage, KeepsOwnLeftAndRightApart) {
  const v1::Input message = encodeInput(inputWithHand(), 3, 1.5, 77);
  ASSERT_EQ(message.hands_size(), 2);
  EXPECT_FALSE(message.hands(0).present());
  EXPECT_TRUE(message.hands(1).present());
  EXPECT_EQ(message.hands(1).held_avatar(), 4U);
  EXPECT_EQ(message.hands(1).held_hand(), v1::HAND_RIGHT);
  EXPECT_FALSE(message.hands(1).has_orientation());
  EXPECT_FALSE(message.hands(1).by_ray());
  EXPECT_EQ(message.seen_tick(), 77U);
}

TEST(InputMessage, NamesTheTickOnTheScreenWhereTheOwnerKnowsIt) {
  ParticipantInput input = inputWithHand();
  input.seenTick = 70;
  EXPECT_EQ(encodeInput(input, 3, 1.5, 77).seen_tick(), 70U);
}

TEST(Input, IsAtRestWhileNothingOfItChanges) {
  const ParticipantInput a = inputWithHand();
  ParticipantInput b = a;
  EXPECT_TRUE(sameInput(a, b));
  EXPECT_TRUE(holdsAnything(a));
  b.seenTick = 5;  // the screen goes on, the hand doesn't
  EXPECT_TRUE(sameInput(a, b));
  b.hands[1]->position.x += 0.001F;
  EXPECT_FALSE(sameInput(a, b));
  b.hands[1].reset();
  EXPECT_FALSE(sameInput(a, b));
  EXPECT_FALSE(holdsAnything(b));
}

TEST(RefusedHold, SaysWhoHasTheHand) {
  RoomInfo room;
  room.participants.push_back({8, "Bea", Role::leader, 0});
  v1::ServerMessage::HoldRefused refused;
  refused.set_avatar(4);
  refused.set_hand(v1::HAND_RIGHT);
  refused.set_reason(v1::REFUSAL_REASON_HELD_BY_OTHER);
  refused.set_holder(8);
  refused.set_own_hand(1);
  const HoldRefused event = decodeRefusal(refused, &room);
  EXPECT_EQ(event.hand, Side::right);
  EXPECT_EQ(event.holder, 8U);
  EXPECT_NE(event.sentence.find("held by Bea"), std::string::npos);
  EXPECT_FALSE(decodeRefusal(refused, nullptr).sentence.empty());
}

std::shared_ptr<const RoomInfo> roomWithWalks(std::vector<ModelHash> walks) {
  RoomInfo room;
  room.walks = std::move(walks);
  return std::make_shared<const RoomInfo>(room);
}

WalksPtr someWalks() {
  return std::make_shared<const std::vector<WalkCyclePtr>>(walksOf(makeWalkFile()));
}

TEST(Exchange, HasTheMotionsOnceAllOfTheRoomsWalksAreThere) {
  Exchange exchange;
  EXPECT_EQ(exchange.motions(), nullptr) << "not in a room";
  exchange.setRoom(roomWithWalks({"one", "two"}));
  EXPECT_EQ(exchange.motions(), nullptr);
  const WalksPtr one = someWalks();
  const WalksPtr two = someWalks();
  exchange.addWalk("two", two);
  EXPECT_EQ(exchange.motions(), nullptr);
  exchange.addWalk("one", one);
  const MotionsPtr motions = exchange.motions();
  ASSERT_NE(motions, nullptr);
  ASSERT_EQ(motions->walks.size(), 2U);
  EXPECT_EQ(motions->walks[0], one->front()) << "in the room's order";
  exchange.setRoom(roomWithWalks({"one", "two"}));
  EXPECT_EQ(exchange.motions(), motions) << "rigs need not be made again";
  exchange.setRoom(roomWithWalks({}));
  ASSERT_NE(exchange.motions(), nullptr);
  EXPECT_TRUE(exchange.motions()->walks.empty());
}

TEST(Exchange, KeepsOnlyTheNewestOfWhatIsSuperseded) {
  Exchange exchange;
  exchange.event(ModelProgress{"a", false, 1, 10});
  exchange.event(CommandRefused{"no"});
  exchange.event(ModelProgress{"b", false, 1, 10});
  exchange.event(ModelProgress{"a", false, 5, 10});
  const auto events = exchange.takeEvents();
  ASSERT_EQ(events.size(), 3U);
  EXPECT_EQ(std::get<ModelProgress>(events[2]).done, 5U);
  EXPECT_TRUE(exchange.takeEvents().empty());
}

TEST(Exchange, AnOwnerThatNeverPollsCostsBoundedMemory) {
  Exchange exchange;
  for (int i = 0; i < 5000; ++i) exchange.event(CommandRefused{std::to_string(i)});
  const auto events = exchange.takeEvents();
  ASSERT_EQ(events.size(), Exchange::kMostEvents);
  EXPECT_EQ(std::get<CommandRefused>(events.back()).sentence, "4999");
}

TEST(Messages, SharingThatIsNotKnownIsTakenForNone) {
  v1::RoomInfo info;
  auto* avatar = info.add_avatars();
  avatar->set_id(1);
  avatar->set_model_sha256(std::string(32, 'm'));
  avatar->mutable_licence()->add_authors("Ann");
  encode(Params{}, info.mutable_params());
  const auto sharing = [&](int value) {
    avatar->set_sharing(static_cast<v1::Sharing>(value));
    return decodeRoom(info)->avatars[0].sharing;
  };
  EXPECT_EQ(sharing(v1::SHARING_BY_LICENCE), Sharing::byLicence);
  EXPECT_EQ(sharing(v1::SHARING_BY_OWNER), Sharing::byOwner);
  EXPECT_EQ(sharing(v1::SHARING_NONE), Sharing::none);
  EXPECT_EQ(sharing(7), Sharing::none);
  EXPECT_EQ(decodeRoom(info)->avatars[0].licence.authors, std::vector<std::string>{"Ann"});
}

}  // namespace
}  // namespace lead
