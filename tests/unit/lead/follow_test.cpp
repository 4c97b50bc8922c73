#include <gtest/gtest.h>

#include "lead/world.h"
#include "math/rotation.h"
#include "support/golden.h"
#include "support/rigs.h"

namespace lead {
namespace {

using nlohmann::json;
using test::quatOf;
using test::vec3Of;

constexpr ParticipantId kHolder = 7;
constexpr float kDegree = kPi / 180.0F;

Side sideOf(const json& hold) {
  return hold.at("hand") == "left" ? Side::left : Side::right;
}

void applyHolds(const json& walk, double start, World& world) {
  for (const json& hold : walk.at("holds")) {
    const double from = hold.at("from").get<double>();
    const bool active = start >= from - 1e-9 && start < hold.at("to").get<double>() - 1e-9;
    if (!active) {
      world.release(1, sideOf(hold), kHolder);
      continue;
    }
    const auto share = static_cast<float>(std::min(1.0, (start - from) / hold.at("travel").get<double>()));
    const glm::vec3 target = glm::mix(vec3Of(hold.at("start")), vec3Of(hold.at("end")), share);
    world.hold(1, sideOf(hold), kHolder, {target});
  }
}

void expectState(const json& golden, const AvatarState& state, const std::string& where) {
  EXPECT_LT(glm::distance(state.position, vec3Of(golden.at("position"))), 2e-3F) << where;
  EXPECT_LT(std::abs(wrapAngle(state.heading - golden.at("heading").get<float>())), 0.1F * kDegree) << where;
  EXPECT_NEAR(state.speed(), golden.at("speed").get<float>(), 2e-3F) << where;
  EXPECT_LT(angleOf(glm::conjugate(state.lean) * quatOf(golden.at("lean"))), 0.1F * kDegree) << where;
  for (Side side : kSides) {
    const std::string key(name(side));
    EXPECT_NEAR(state.arm(side).ikWeight, golden.at("ik").at(key).get<float>(), 1e-4F) << where;
    EXPECT_NEAR(state.arm(side).gripWeight, golden.at("grip").at(key).get<float>(), 1e-4F) << where;
  }
}

class GoldenWalk : public testing::TestWithParam<std::size_t> {};

TEST_P(GoldenWalk, IsFollowedAtEveryListedState) {
  const json walk = test::readGolden("follow.json").at(GetParam());
  World world;
  const json params = walk.value("params", json::object());
  for (const auto& [key, value] : params.items()) {
    ASSERT_FALSE(setParam(world.params, key, value.get<float>()));
  }
  const test::RigOptions rig{.upperArm = walk.at("upperLength").get<float>(),
                             .lowerArm = walk.at("lowerLength").get<float>(),
                             .leftShoulder = vec3Of(walk.at("shoulders").at("left"))};
  world.addAvatar(1, test::makeTestRig(Motion::none, rig), vec3Of(walk.at("position")),
                  walk.at("heading").get<float>());
  const double rate = walk.at("tickRate").get<double>();
  std::size_t next = 0;
  for (int tick = 1; next < walk.at("states").size(); ++tick) {
    applyHolds(walk, (tick - 1) / rate, world);
    world.step(static_cast<float>(1.0 / rate));
    const json& golden = walk.at("states")[next];
    if (std::abs(golden.at("t").get<double>() - tick / rate) > 1e-4) {
      ASSERT_LT(tick / rate, golden.at("t").get<double>()) << "a golden state between two ticks";
      continue;
    }
    expectState(golden, world.find(1)->state,
                walk.at("name").get<std::string>() + " at " + golden.at("t").dump());
    ++next;
  }
}

INSTANTIATE_TEST_SUITE_P(All, GoldenWalk, testing::Range<std::size_t>(0, 7));

}  // namespace
}  // namespace lead
