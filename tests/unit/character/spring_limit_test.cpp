// Limits of springs. Sections of VRMC_springBone_limit-1.0.
#include "character/spring_limit.h"

#include <gtest/gtest.h>

#include <glm/geometric.hpp>

#include "math/rotation.h"
#include "spring_rig.h"

namespace lead::test {
namespace {

constexpr float kDegree = kPi / 180.0F;

SpringLimit limitOf(SpringLimit::Kind kind, float angle, float yaw = 0.0F) {
  return {kind, angle * kDegree, yaw * kDegree, kIdentity};
}

/// `away` degrees from +Y, towards `side` degrees from +Z to +X.
glm::vec3 direction(float away, float side) {
  const float a = away * kDegree;
  const float s = side * kDegree;
  return {std::sin(a) * std::sin(s), std::cos(a), std::sin(a) * std::cos(s)};
}

void expectDirection(const glm::vec3& actual, const glm::vec3& expected) {
  EXPECT_LT(glm::length(actual - expected), 1e-5F)
      << actual.x << ' ' << actual.y << ' ' << actual.z << " instead of " << expected.x << ' ' << expected.y
      << ' ' << expected.z;
}

TEST(ConeLimit, KeepsTheTailWithinTheAngleOnItsSide) {
  const SpringLimit cone = limitOf(SpringLimit::Kind::cone, 30);
  for (const float side : {-170.0F, -60.0F, 0.0F, 45.0F, 90.0F}) {
    expectDirection(limitedDirection(cone, direction(29, side)), direction(29, side));
    expectDirection(limitedDirection(cone, direction(31, side)), direction(30, side));
    expectDirection(limitedDirection(cone, direction(150, side)), direction(30, side));
  }
  expectDirection(limitedDirection(limitOf(SpringLimit::Kind::cone, 180), direction(179, 20)),
                  direction(179, 20));
  expectDirection(limitedDirection(limitOf(SpringLimit::Kind::cone, 0), direction(40, 20)), kUp);
}

TEST(HingeLimit, KeepsTheTailInItsPlaneAndWithinTheAngle) {
  const SpringLimit hinge = limitOf(SpringLimit::Kind::hinge, 50);
  expectDirection(limitedDirection(hinge, direction(40, 0)), direction(40, 0));
  expectDirection(limitedDirection(hinge, direction(40, 180)), direction(40, 180));
  expectDirection(limitedDirection(hinge, direction(80, 0)), direction(50, 0));
  expectDirection(limitedDirection(hinge, direction(120, 180)), direction(50, 180));
  const glm::vec3 beside = glm::normalize(glm::vec3(0.7F, 1.0F, 0.4F));
  expectDirection(limitedDirection(hinge, beside), glm::normalize(glm::vec3(0, 1.0F, 0.4F)));
}

TEST(SphericalLimit, KeepsPitchAndYawEachWithinItsAngle) {
  const SpringLimit limit = limitOf(SpringLimit::Kind::spherical, 60, 20);
  const auto at = [](float pitch, float yaw) {
    const float p = pitch * kDegree;
    const float y = yaw * kDegree;
    return glm::vec3(std::sin(y), std::cos(y) * std::cos(p), std::cos(y) * std::sin(p));
  };
  for (const float pitch : {-150.0F, -59.0F, 0.0F, 30.0F, 61.0F})
    for (const float yaw : {-80.0F, -19.0F, 0.0F, 10.0F, 45.0F})
      expectDirection(limitedDirection(limit, at(pitch, yaw)),
                      at(std::clamp(pitch, -60.0F, 60.0F), std::clamp(yaw, -20.0F, 20.0F)));
}

TEST(SingularDirections, AreAnsweredAsTheTableHasThem) {
  const glm::vec3 across(1, 0, 0);
  expectDirection(limitedDirection(limitOf(SpringLimit::Kind::cone, 30), -kUp), direction(30, 0));
  expectDirection(limitedDirection(limitOf(SpringLimit::Kind::hinge, 30), across), kUp);
  expectDirection(limitedDirection(limitOf(SpringLimit::Kind::hinge, 30), -across), kUp);
  expectDirection(limitedDirection(limitOf(SpringLimit::Kind::hinge, 30), -kUp), direction(30, 0));
  expectDirection(limitedDirection(limitOf(SpringLimit::Kind::spherical, 40, 25), across), direction(25, 90));
  expectDirection(limitedDirection(limitOf(SpringLimit::Kind::spherical, 40, 25), -across),
                  direction(25, -90));
  expectDirection(limitedDirection(limitOf(SpringLimit::Kind::spherical, 40, 25), -kUp), direction(40, 0));
}

Json limitJson(Json limit) {
  return {{"VRMC_springBone_limit", {{"specVersion", "1.0"}, {"limit", std::move(limit)}}}};
}

const Json kHanging = {{"stiffness", 0}, {"gravityPower", 1}, {"dragForce", 0.4}};

Json hangingWith(Json limit) {
  Json settings = kHanging;
  settings["extensions"] = limitJson(std::move(limit));
  return settings;
}

SpringLimit firstLimit(const Model& model) {
  return model.springs.at(0).joints.at(0).limit;
}

TEST(LimitRotation, StartsFromTheShortestTurnOfYToTheTail) {
  Haired file;  // its joints rest along -Z
  file.addChain(hangingWith({{"cone", {{"angle", 0.5}}}}));
  const ModelPtr model = load(file);
  ASSERT_EQ(firstLimit(*model).kind, SpringLimit::Kind::cone);
  EXPECT_FLOAT_EQ(firstLimit(*model).angle, 0.5F);
  expectDirection(firstLimit(*model).rotation * kUp, {0, 0, -1});
  expectDirection(firstLimit(*model).rotation * glm::vec3(1, 0, 0), {1, 0, 0});
}

TEST(LimitRotation, ATailAlongMinusYIsHalfATurnAboutX) {
  Haired file;
  const int a = file.addUnder(file.node[index(Bone::head)], "down 1", {0, 0, 0});
  const int b = file.addUnder(a, "down 2", {0, -0.1, 0});
  file.addSpring({a, b}, hangingWith({{"hinge", {{"angle", 0.5}}}}));
  const SpringLimit limit = firstLimit(*load(file));
  EXPECT_EQ(limit.kind, SpringLimit::Kind::hinge);
  expectDirection(limit.rotation * kUp, -kUp);
  expectDirection(limit.rotation * glm::vec3(1, 0, 0), {1, 0, 0});
}

TEST(LimitRotation, ItsOwnComesAfterInTheTurnedFrame) {
  Haired file;
  const float half = 0.2F;
  file.addChain(hangingWith(
      {{"spherical", {{"pitch", 0.5}, {"yaw", 0.3}, {"rotation", {std::sin(half), 0, 0, std::cos(half)}}}}}));
  const SpringLimit limit = firstLimit(*load(file));
  EXPECT_EQ(limit.kind, SpringLimit::Kind::spherical);
  EXPECT_FLOAT_EQ(limit.yaw, 0.3F);
  // +Y tilts towards the frame's +Z, which the default orientation has put at the node's +Y
  expectDirection(limit.rotation * kUp, glm::vec3(0, std::sin(2 * half), -std::cos(2 * half)));
}

TEST(ExtendingSprings, WhatCantBeReadIsLeftOutWithAWarning) {
  const Json broken[] = {Json::object(),
                         {{"cone", Json::object()}},
                         {{"spherical", {{"pitch", 1}}}},
                         {{"cone", {{"angle", 1}}}, {"hinge", {{"angle", 1}}}}};
  for (const Json& limit : broken) {
    Haired file;
    file.addChain(hangingWith(limit));
    const ModelPtr model = load(file);
    EXPECT_EQ(firstLimit(*model).kind, SpringLimit::Kind::none) << limit;
    EXPECT_TRUE(warns(*model, "has a limit that can't be read")) << limit;
  }
  Haired wild;
  wild.addChain(hangingWith({{"cone", {{"angle", -3}, {"rotation", {0, 0, 0, 0}}}}}));
  EXPECT_EQ(firstLimit(*load(wild)).angle, 0.0F);
  EXPECT_TRUE(isFinite(firstLimit(*load(wild)).rotation));
}

/// A chain without stiffness under gravity, hanging from its holder.
TEST(LimitApplicationOrder, EachJointStopsAtItsLimitUnderGravity) {
  for (const bool rotated : {false, true}) {
    Haired file({.rotatedRest = rotated, .rootScale = 0.5F});
    file.addChain(hangingWith({{"cone", {{"angle", 20 * kDegree}}}}));
    const ModelPtr model = load(file);
    Character character(model);
    const auto way = [&](const char* from, const char* to, std::span<const glm::mat4> world) {
      return glm::vec3(world[nodeNamed(*model, to)][3] - world[nodeNamed(*model, from)][3]);
    };
    play(character, 4.0F, 60, standing, [&](float) {
      const float most = angleBetween(way("a", "b", character.world()), way("a", "b", model->restWorld));
      ASSERT_LT(most, 20.05F * kDegree);
    });
    EXPECT_NEAR(angleBetween(way("a", "b", character.world()), way("a", "b", model->restWorld)),
                20.0F * kDegree, 0.1F * kDegree);
    // each bends by the same again, since a limit is seen from the joint above
    EXPECT_NEAR(angleBetween(way("b", "c", character.world()), way("a", "b", character.world())),
                20.0F * kDegree, 0.2F * kDegree);
    EXPECT_NEAR(glm::length(way("a", "b", character.world())), 0.05F, 1e-4F);
  }
}

TEST(LimitApplicationOrder, AHingeStaysInItsPlaneWhateverBlows) {
  Haired file;
  Json settings = hangingWith({{"hinge", {{"angle", 80 * kDegree}}}});
  settings["gravityDir"] = {0.8, -0.6, 0};
  file.addChain(settings);
  Character character(load(file));
  const float x = placeOf(character, "a").x;
  play(character, 2.0F, 60, standing);
  EXPECT_NEAR(placeOf(character, "d").x, x, 1e-4F);
  EXPECT_LT(placeOf(character, "d").y, placeOf(character, "a").y - 0.1F);
}

TEST(LimitApplicationOrder, ACollisionDoesNotPushATailOutOfItsLimit) {
  Haired file;
  file.addSpring({file.chain[0], file.chain[1]}, hangingWith({{"cone", {{"angle", 10 * kDegree}}}}));
  file.addCollider(file.chain[0], {{"sphere", {{"offset", {0, -0.08, -0.08}}, {"radius", 0.15}}}});
  Character character(load(file));
  play(character, 2.0F, 60, lively, [&](float time) {
    std::vector<glm::mat4> posed(character.world().size());
    poseNodes(character.model(), lively(time), posed);
    const std::size_t a = nodeNamed(character.model(), "a");
    ASSERT_LT(angleBetween(glm::vec3(character.world()[a][2]), glm::vec3(posed[a][2])), 10.1F * kDegree);
  });
}

TEST(LimitApplicationOrder, NothingIsEverNotANumber) {
  for (const Json& limit : {Json{{"cone", {{"angle", 0}}}}, Json{{"hinge", {{"angle", 0}}}},
                            Json{{"spherical", {{"pitch", 0}, {"yaw", 0}}}}}) {
    Haired file;
    file.addChain(hangingWith(limit));
    for (const int n : file.chain) file.json["nodes"][static_cast<std::size_t>(n)]["scale"] = {0, 1, 1};
    Character character(load(file));
    play(character, 1.0F, 60, lively);
    for (const glm::mat4& m : character.world())
      for (int c = 0; c < 4; ++c) ASSERT_TRUE(isFinite(glm::vec3(m[c])));
  }
}

}  // namespace
}  // namespace lead::test
