// What travels arrives as it was, and what no honest sender sends is refused.
#include "convert/convert.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "convert/licence.h"
#include "vrm/licence.h"

namespace lead {
namespace {

constexpr float kInfinity = std::numeric_limits<float>::infinity();

AvatarState busyState() {
  AvatarState state;
  state.tick = 77;
  state.seed = 0xFEDCBA98U;
  state.tickSeconds = 1.0F / 30.0F;
  state.position = {1.0F, 0.0F, -2.0F};
  state.heading = 0.5F;
  state.velocity = {0.25F, 0.0F, 0.5F};
  state.walkWeight = 0.75F;
  state.playbackRate = 1.25F;
  state.phase = 0.125F;
  state.gaze = {GazeMode::viewer, 0.5F, {0.0F, 1.5F, 2.0F}};
  state.expressions[3] = 0.5F;
  state.plays[1] = {70, 12.5F, 0.75F, true};
  ArmState& held = state.arm(Side::left);
  held.holder = 9;
  held.heldSince = 70;
  held.target = {0.5F, 1.0F, 0.5F};
  held.ikWeight = held.gripWeight = 1.0F;
  held.restReach = 0.5F;
  held.dir = {0.0F, 0.0F, 1.0F};
  held.pole = {0.0F, -1.0F, 0.0F};
  ArmState& linked = state.arm(Side::right);
  linked.partner = 12;
  linked.partnerHand = Side::right;
  linked.leads = true;
  return state;
}

TEST(StateMessage, BringsEverythingThatEvaluateNeeds) {
  const AvatarState state = busyState();
  v1::AvatarState message;
  encode(4, state, &message);
  const auto back = decode(message);
  ASSERT_TRUE(back);
  EXPECT_EQ(*back, state);
  EXPECT_EQ(hashState(*back), hashState(state));
}

TEST(StateMessage, RefusesMotionsThatCannotBe) {
  v1::AvatarState message;
  encode(4, busyState(), &message);
  ASSERT_EQ(message.plays_size(), 2);
  const auto refused = [&](const auto& spoil) {
    v1::AvatarState bad = message;
    spoil(bad);
    return !decode(bad);
  };
  EXPECT_TRUE(refused([](auto& m) { m.add_plays(); })) << "more than two";
  EXPECT_TRUE(refused([](auto& m) { m.mutable_plays(1)->set_seconds(kInfinity); }));
  EXPECT_TRUE(refused([](auto& m) { m.mutable_plays(1)->set_seconds(-1.0F); }));
  EXPECT_TRUE(refused([](auto& m) { m.mutable_plays(1)->set_weight(1.5F); }));
  EXPECT_TRUE(refused([](auto& m) { m.mutable_plays(1)->set_weight(std::nanf("")); }));
}

TEST(StateMessage, RefusesLinksThatCannotBe) {
  v1::AvatarState message;
  encode(12, AvatarState(), &message);
  ASSERT_TRUE(decode(message));
  auto bad = message;
  bad.mutable_right()->set_partner(12);
  EXPECT_FALSE(decode(bad)) << "it holds its own hand";
  bad = message;
  bad.mutable_left()->set_partner(3);
  EXPECT_TRUE(decode(bad));
  bad.mutable_left()->set_partner_hand(static_cast<v1::Hand>(5));
  EXPECT_FALSE(decode(bad)) << "nobody has a sixth hand";
}

TEST(ParamsMessage, SaysWhetherSomebodySetTheTopSpeed) {
  Params params;
  v1::Params message;
  encode(params, &message);
  EXPECT_EQ(decode(message), params);
  ASSERT_FALSE(setParam(params, "vmax", 1.5F));
  encode(params, &message);
  const auto back = decode(message);
  ASSERT_TRUE(back);
  EXPECT_TRUE(back->vmaxGiven);
  EXPECT_EQ(*back, params);
  message.set_vmax(100.0F);
  EXPECT_FALSE(decode(message));
}

Space hall() {
  Space space;
  space.bounds = RoomBounds{{-5.0F, -4.0F}, {5.0F, 6.0F}};
  space.obstacles.emplace_back(BoxObstacle{{1.0F, 0.0F, 2.0F}, {0.5F, 1.0F, 2.0F}, 0.25F});
  space.obstacles.emplace_back(CylinderObstacle{{-2.0F, 0.0F, 1.0F}, 0.25F, 3.0F});
  return space;
}

v1::Space message(const Space& space) {
  v1::Space message;
  encode(space, &message);
  return message;
}

TEST(SpaceMessage, BringsBoundsAndObstacles) {
  EXPECT_EQ(std::get<Space>(decode(message(hall()))), hall());
  EXPECT_EQ(std::get<Space>(decode(v1::Space())), Space());
}

TEST(SpaceMessage, IsRefusedInASentence) {
  const auto faultOf = [](const v1::Space& from) {
    const auto decoded = decode(from);
    const auto* sentence = std::get_if<std::string>(&decoded);
    return sentence != nullptr ? *sentence : std::string();
  };
  EXPECT_EQ(faultOf(message(hall())), "");
  auto bad = message(hall());
  bad.add_obstacles();
  EXPECT_NE(faultOf(bad).find("neither a box nor a cylinder"), std::string::npos);
  bad = message(hall());
  bad.mutable_obstacles(1)->mutable_cylinder()->set_radius(-1.0F);
  EXPECT_NE(faultOf(bad), "");
  bad = message(hall());
  bad.mutable_obstacles(0)->mutable_box()->mutable_position()->set_x(kInfinity);
  EXPECT_NE(faultOf(bad), "");
  bad = message(hall());
  bad.mutable_bounds()->set_most_x(-6.0F);
  EXPECT_NE(faultOf(bad), "");
  bad = message(hall());
  for (std::size_t i = 0; i < kMostObstacles; ++i) *bad.add_obstacles() = bad.obstacles(0);
  EXPECT_NE(faultOf(bad).find("256"), std::string::npos);
}

TEST(ConvertLicence, SaysTheSameOnBothSides) {
  Meta meta;
  meta.version = VrmVersion::v0;
  meta.authors = {"Ann", "Bob"};
  meta.licenceName = "CC_BY_ND";
  meta.licenceUrl = "https://a";
  meta.otherLicenceUrl = "https://b";
  meta.avatarPermission = "everyone";
  meta.commercialUsage = "corporation";
  meta.creditNotation = "unnecessary";
  meta.modification = "allowModification";
  for (bool Meta::*flag :
       {&Meta::allowRedistribution, &Meta::allowExcessivelyViolentUsage, &Meta::allowExcessivelySexualUsage,
        &Meta::allowPoliticalOrReligiousUsage, &Meta::allowAntisocialOrHateUsage}) {
    meta.*flag = true;
    v1::Licence message;
    encode(meta, &message);
    EXPECT_EQ(licenceLines(decode(message)), licenceLines(meta));
    EXPECT_TRUE(decode(message).*flag);
    meta.*flag = false;
    meta.version = VrmVersion::v1;
  }
}

TEST(ConvertLicence, WhatIsNotSaidIsForbidden) {
  const Meta meta = decode(v1::Licence());
  EXPECT_FALSE(mayBeHandedOn(meta));
  EXPECT_EQ(licenceLines(meta)[2], "Who may use it as an avatar: only its authors");
}

}  // namespace
}  // namespace lead
