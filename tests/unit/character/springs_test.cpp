// Spring bones swinging. Sections of VRMC_springBone-1.0, "SpringBone Algorithm".
#include "character/springs.h"

#include <gtest/gtest.h>

#include <glm/geometric.hpp>
#include <glm/gtc/matrix_transform.hpp>

#include "allocations.h"
#include "math/rotation.h"
#include "spring_rig.h"

namespace lead::test {
namespace {

const Json kLoose = {{"stiffness", 0.3}, {"gravityPower", 0.5}, {"dragForce", 0.3}};

float degreesBetween(const glm::mat4& a, const glm::mat4& b) {
  float most = 0.0F;
  for (int c = 0; c < 3; ++c)
    most = std::max(most, angleBetween(glm::vec3(a[c]), glm::vec3(b[c])) * 180.0F / kPi);
  return most;
}

void expectFinite(const Character& character) {
  for (const glm::mat4& m : character.world())
    for (int c = 0; c < 4; ++c)
      ASSERT_TRUE(std::isfinite(m[c].x) && std::isfinite(m[c].y) && std::isfinite(m[c].z));
}

TEST(SpringInitialization, WithoutGravityRestIsKeptExactly) {
  for (const VrmVersion version : {VrmVersion::v0, VrmVersion::v1}) {
    Haired file({.version = version, .rotatedRest = true, .rootScale = 0.01F});
    for (const int n : file.chain)
      file.json["nodes"][static_cast<std::size_t>(n)]["rotation"] = {0.5, 0.5, 0.5, 0.5};
    if (version == VrmVersion::v0)
      file.extension()["secondaryAnimation"]["boneGroups"] = {
          {{"bones", {file.chain[0]}}, {"stiffiness", 1}}};
    else
      file.addChain({{"stiffness", 1}});
    Character character(load(file));
    ASSERT_FALSE(character.springs().empty());
    play(character, 1.0F, 60, standing);
    for (std::size_t i = 0; i < character.world().size(); ++i) {
      EXPECT_LT(degreesBetween(character.world()[i], character.model().restWorld[i]), 0.1F);
      EXPECT_LT(glm::length(glm::vec3(character.world()[i][3] - character.model().restWorld[i][3])), 1e-4F);
    }
  }
}

/// The specification's pseudocode for one joint, as plainly as can be, at 60 Hz.
struct Reference {
  glm::dvec3 current, previous;
  void step(const glm::dvec3& head, const glm::dvec3& outward, double length, double stiffness, double drag,
            const glm::dvec3& gravity) {
    const double dt = 1.0 / 60.0;
    const glm::dvec3 inertia = (current - previous) * (1.0 - drag);
    glm::dvec3 next = current + inertia + dt * stiffness * outward + dt * gravity;
    next = head + glm::normalize(next - head) * length;
    previous = current;
    current = next;
  }
};

TEST(InertiaCalculation, IsTheSpecificationsAt60Hz) {
  Haired file;
  file.addSpring(
      {file.chain[0], file.chain[1]},
      {{"stiffness", 0.8}, {"gravityPower", 0.4}, {"gravityDir", {0.6, -0.8, 0}}, {"dragForce", 0.25}});
  const ModelPtr model = load(file);
  Character character(model);
  character.update(lively(0.0F), std::monostate{}, 0.0F);
  const std::size_t a = nodeNamed(*model, "a");
  std::vector<glm::mat4> posed(model->nodes.size());
  poseNodes(*model, lively(0.0F), posed);
  Reference reference;
  reference.current = glm::dvec3(posed[a] * glm::vec4(0, 0, -0.1F, 1));
  reference.previous = reference.current;
  for (int i = 1; i <= 120; ++i) {
    const Pose pose = lively(static_cast<float>(i) / 60.0F);
    character.update(pose, std::monostate{}, 1.0F / 60.0F);
    poseNodes(*model, pose, posed);
    const glm::dvec3 head(posed[a][3]);
    const glm::dvec3 outward = glm::normalize(glm::dvec3(posed[a] * glm::vec4(0, 0, -1, 0)));
    reference.step(head, outward, 0.1, 0.8, 0.25, glm::dvec3(0.6, -0.8, 0) * 0.4);
    const glm::dvec3 tail(character.springs().tail(character.springState(), 0));
    ASSERT_LT(glm::length(tail - reference.current), 1e-4) << i;
  }
}

TEST(InertiaCalculation, GravityAloneLetsItHang) {
  Haired file;
  file.addChain({{"stiffness", 0}, {"gravityPower", 1}, {"dragForce", 0.4}});
  Character character(load(file));
  play(character, 6.0F, 60, standing);
  EXPECT_LT(glm::length(placeOf(character, "d") - placeOf(character, "a") - glm::vec3(0, -0.3F, 0)), 0.01F);
}

TEST(InertiaCalculation, StiffnessReturnsItToItsRest) {
  Haired file;
  file.addChain({{"stiffness", 2}, {"dragForce", 0.4}});
  Character character(load(file));
  play(character, 0.5F, 60, lively);
  const Pose last = lively(0.5F);
  play(character, 3.0F, 60, [&](float) { return last; });
  std::vector<glm::mat4> rest(character.world().size());
  poseNodes(character.model(), last, rest);
  const std::size_t d = nodeNamed(character.model(), "d");
  EXPECT_LT(glm::length(glm::vec3(character.world()[d][3] - rest[d][3])), 1e-3F);
}

TEST(InertiaCalculation, FullDragHasNoSwing) {
  // pushed off its rest by gravity for a moment, an undamped joint overshoots where a dragged one doesn't
  const auto highest = [](float drag) {
    Haired file;
    file.addChain({{"stiffness", 0.5}, {"dragForce", drag}});
    Character character(load(file));
    const auto turned = [](float) {
      Pose pose;
      pose.of(Bone::head) = rotationX(0.6F);
      return pose;
    };
    play(character, 0.2F, 60, turned);
    play(character, 3.0F, 60, turned);
    float most = 0.0F;
    const float rest = placeOf(character, "d").y;
    play(character, 3.0F, 60, standing,
         [&](float) { most = std::max(most, rest - placeOf(character, "d").y); });
    const float end = rest - placeOf(character, "d").y;
    return most - end;
  };
  EXPECT_LT(highest(1.0F), 1e-3F);
  EXPECT_GT(highest(0.1F), 0.02F);
}

TEST(InertiaCalculation, TheLengthOfEveryJointIsKept) {
  Haired file({.rootScale = 0.5F});
  file.addChain(kLoose);
  const ModelPtr model = load(file);
  Character character(model);
  play(character, 2.0F, 60, lively, [&](float) {
    for (const auto& [head, tail] : {std::pair{"a", "b"}, {"b", "c"}, {"c", "d"}})
      ASSERT_NEAR(glm::length(placeOf(character, head) - placeOf(character, tail)), 0.05F, 1e-4F);
  });
}

TEST(CalculationOrder, FromTheRootToDescendantsHoweverTheyAreListed) {
  const auto run = [](bool reversed) {
    Haired file;
    std::vector<std::vector<int>> pairs{
        {file.chain[0], file.chain[1]}, {file.chain[1], file.chain[2]}, {file.chain[2], file.chain[3]}};
    if (reversed) std::reverse(pairs.begin(), pairs.end());
    for (const auto& pair : pairs) file.addSpring(pair, kLoose);
    Character character(load(file));
    play(character, 1.0F, 60, lively);
    return placeOf(character, "d");
  };
  EXPECT_EQ(run(false), run(true));
}

TEST(SpringChain, SkippedNodesDontSwingThemselves) {
  Haired file;
  file.addSpring({file.chain[0], file.chain[3]}, kLoose);
  Character character(load(file));
  play(character, 1.0F, 60, lively);
  const glm::vec3 a = placeOf(character, "a");
  const glm::vec3 b = placeOf(character, "b");
  const glm::vec3 d = placeOf(character, "d");
  EXPECT_LT(angleBetween(b - a, d - a), 1e-3F);
  EXPECT_NEAR(glm::length(d - a), 0.3F, 1e-4F);
}

TEST(CollisionWithColliders, AllFiveKindsKeepTailsOnTheirSide) {
  struct Row {
    const char* name;
    Json shape;
    bool extended;
  };
  const Row rows[] = {
      {"sphere", {{"sphere", {{"offset", {0, -0.12, -0.15}}, {"radius", 0.08}}}}, false},
      {"capsule",
       {{"capsule", {{"offset", {-1, -0.1, -0.15}}, {"tail", {1, -0.1, -0.15}}, {"radius", 0.06}}}},
       false},
      {"inside sphere",
       {{"sphere", {{"offset", {0, 0.03, -0.15}}, {"radius", 0.12}, {"inside", true}}}},
       true},
      {"inside capsule",
       {{"capsule", {{"offset", {0, 0, 0}}, {"tail", {0, 0, -1}}, {"radius", 0.1}, {"inside", true}}}},
       true},
      {"plane", {{"plane", {{"offset", {0, -0.05, 0}}, {"normal", {0, 1, 0}}}}}, true}};
  for (const Row& row : rows) {
    SCOPED_TRACE(row.name);
    Haired file;
    file.addSpring({file.chain[0], file.chain[1]},
                   {{"stiffness", 0}, {"gravityPower", 0.2}, {"dragForce", 0.4}, {"hitRadius", 0.02}});
    const Haired without = file;
    file.addCollider(file.node[index(Bone::head)], row.shape, row.extended);
    const ModelPtr model = load(file);
    Character character(model);
    Character free(load(without));
    play(character, 3.0F, 60, standing);
    play(free, 3.0F, 60, standing);
    const glm::mat4& head = character.world()[static_cast<std::size_t>(model->boneNode[index(Bone::head)])];
    const SpringCollider& collider = model->colliders.at(0);
    const auto distance = [&](const Character& c) {
      return contactWith(collider, placeCollider(collider, head), c.springs().tail(c.springState(), 0), 0.02F)
          .distance;
    };
    EXPECT_LT(distance(free), -0.01F);        // it would go there
    EXPECT_GT(distance(character), -0.004F);  // and doesn't
  }
}

TEST(CollisionWithColliders, AColliderThatSwingsItselfPushesFromWhereItIs) {
  const Json hanging = {{"stiffness", 0}, {"gravityPower", 0.5}, {"dragForce", 0.4}};
  Haired file;
  file.addSpring({file.chain[0], file.chain[1]}, hanging);
  // y hangs beside b, though at rest it is far from there
  const int x = file.addUnder(file.node[index(Bone::head)], "x", {0.05, 0, -0.1});
  const int y = file.addUnder(x, "y", {0, 0, -0.1});
  file.addCollider(y, {{"sphere", {{"radius", 0.08}}}});
  file.addSpring({x, y}, hanging);
  Character character(load(file));
  play(character, 4.0F, 60, standing);
  EXPECT_LT(glm::length(placeOf(character, "y") - placeOf(character, "x") - glm::vec3(0, -0.1F, 0)), 0.01F);
  EXPECT_GT(glm::length(placeOf(character, "y") - placeOf(character, "b")), 0.075F);
}

TEST(ConsideringCenterSpace, MovementOfTheCenterIsNotFelt) {
  const auto swing = [](bool centered) {
    Haired file;
    Json& spring = file.addChain({{"stiffness", 0.3}, {"dragForce", 0.2}});
    if (centered) spring["center"] = 0;  // the node above the hips
    Character character(load(file));
    float most = 0.0F;
    character.update(standing(0), std::monostate{}, 0.0F);
    play(
        character, 2.0F, 60,
        [](float t) {
          Pose pose;
          pose.rootPosition = {std::sin(5.0F * t), 0, 2.0F * t};
          return pose;
        },
        [&](float) {
          most = std::max(most, angleBetween(placeOf(character, "d") - placeOf(character, "a"), {0, 0, -1}));
        });
    return most;
  };
  EXPECT_LT(swing(true), 0.01F);
  EXPECT_GT(swing(false), 0.3F);
}

TEST(ConsideringCenterSpace, MovementInTheCenterSpaceIsFelt) {
  Haired file;
  file.addChain({{"stiffness", 0.3}, {"dragForce", 0.2}})["center"] = 0;
  Character character(load(file));
  float most = 0.0F;
  play(
      character, 1.0F, 60,
      [](float t) {
        Pose pose;
        pose.of(Bone::head) = rotationY(std::sin(6.0F * t));
        return pose;
      },
      [&](float) {
        const auto head = static_cast<std::size_t>(character.model().boneNode[index(Bone::head)]);
        const glm::vec3 rest = glm::mat3(character.world()[head]) * glm::vec3(0, 0, -1);
        most = std::max(most, angleBetween(placeOf(character, "d") - placeOf(character, "a"), rest));
      });
  EXPECT_GT(most, 0.3F);
}

TEST(ConsideringCenterSpace, GravityStaysTheWorlds) {
  Haired file;
  file.addChain({{"stiffness", 0}, {"gravityPower", 1}, {"dragForce", 0.5}})["center"] = 0;
  Character character(load(file));
  const auto onItsSide = [](float) {
    Pose pose;
    pose.rootRotation = rotationZ(kPi / 2);
    return pose;
  };
  character.update(onItsSide(0), std::monostate{}, 0.0F);
  play(character, 6.0F, 60, onItsSide);
  EXPECT_LT(glm::length(placeOf(character, "d") - placeOf(character, "a") - glm::vec3(0, -0.3F, 0)), 0.01F);
}

/// The worst difference in degrees of any node between two frame rates, wherever both have a frame.
float difference(const GlbBuilder& file, float rateA, float rateB, float every) {
  const ModelPtr model = load(file);
  const auto record = [&](float rate) {
    Character character(model);
    character.update(lively(0), std::monostate{}, 0.0F);
    std::vector<std::vector<glm::mat4>> frames;
    play(character, 3.0F, rate, lively, [&](float time) {
      const float phase = time / every;
      if (std::abs(phase - std::round(phase)) < 1e-3F)
        frames.emplace_back(character.world().begin(), character.world().end());
    });
    return frames;
  };
  const auto a = record(rateA);
  const auto b = record(rateB);
  EXPECT_EQ(a.size(), b.size());
  EXPECT_GE(a.size(), 10U);
  float most = 0.0F;
  for (std::size_t f = 0; f < std::min(a.size(), b.size()); ++f)
    for (std::size_t n = 0; n < a[f].size(); ++n) most = std::max(most, degreesBetween(a[f][n], b[f][n]));
  return most;
}

TEST(SpringFrameRate, Frames30And144TimesASecondAgree) {
  Haired file;
  file.addChain({{"stiffness", 0.8}, {"gravityPower", 0.4}, {"dragForce", 0.3}, {"hitRadius", 0.02}});
  file.addCollider(file.node[index(Bone::head)],
                   {{"sphere", {{"offset", {0, -0.2, -0.2}}, {"radius", 0.12}}}});
  EXPECT_LT(difference(file, 30, 144, 1.0F / 6.0F), 1.0F);
  EXPECT_LT(difference(file, 60, 144, 1.0F / 12.0F), 1.0F);
  EXPECT_LT(difference(file, 60, 90, 1.0F / 30.0F), 1.0F);
  EXPECT_LT(difference(file, 30, 60, 1.0F / 30.0F), 1.0F);
}

TEST(SpringFrameRate, BetweenStepsItMovesSmoothly) {
  Haired file;
  file.addChain(kLoose);
  Character character(load(file));
  glm::vec3 last(0.0F);
  bool first = true;
  play(character, 1.0F, 480, standing, [&](float time) {
    const glm::vec3 d = placeOf(character, "d");
    if (time > 0.1F && time < 0.3F) {
      if (!first) {
        EXPECT_GT(glm::length(d - last), 1e-6F) << time;  // no frame stands still
      }
      EXPECT_LT(glm::length(d - last), 0.01F);
      first = false;
    }
    last = d;
  });
}

TEST(SpringFrameRate, ASlowFrameAfterAPauseDoesNotWhip) {
  Haired file;
  file.addChain(kLoose);
  Character character(load(file));
  play(character, 2.0F, 60, standing);
  const glm::vec3 hanging = placeOf(character, "d") - placeOf(character, "a");
  Pose moved;
  moved.rootPosition = {0, 0, 2};
  character.update(moved, std::monostate{}, 1.5F);
  EXPECT_LT(glm::length(placeOf(character, "d") - placeOf(character, "a") - hanging), 0.02F);
}

TEST(SpringTeleport, AJumpTakesTheSpringsAlong) {
  Haired file;
  file.addChain(kLoose);
  Character character(load(file));
  play(character, 2.0F, 60, standing);
  const glm::vec3 hanging = placeOf(character, "d") - placeOf(character, "a");
  Pose far;
  far.rootPosition = {100, 0, -40};
  far.rootRotation = rotationY(2.5F);
  float most = 0.0F;
  play(
      character, 1.0F, 60, [&](float) { return far; },
      [&](float) {
        const glm::vec3 now = placeOf(character, "d") - placeOf(character, "a");
        most = std::max(most, glm::length(now - far.rootRotation * hanging));
      });
  EXPECT_LT(most, 0.01F);
}

TEST(SpringTeleport, ResetFindsThemAtRest) {
  Haired file;
  file.addChain(kLoose);
  Character character(load(file));
  play(character, 1.0F, 60, lively);
  character.reset();
  character.update(standing(0), std::monostate{}, 0.0F);
  const std::size_t d = nodeNamed(character.model(), "d");
  EXPECT_LT(glm::length(glm::vec3(character.world()[d][3] - character.model().restWorld[d][3])), 1e-5F);
}

TEST(SpringStability, NothingIsEverNotANumber) {
  Haired file;
  file.addUnder(file.chain[3], "zero", {0, 0, 0});
  const int zero = static_cast<int>(file.json["nodes"].size()) - 1;
  const int beyond = file.addUnder(zero, "beyond", {0, -0.1, 0});
  file.json["nodes"][static_cast<std::size_t>(zero)]["scale"] = {0, 0, 0};
  file.addSpring({file.chain[0], file.chain[1], file.chain[2], file.chain[3], zero, beyond},
                 {{"stiffness", 1000}, {"gravityPower", 1000}, {"gravityDir", {0, 0, 1}}, {"dragForce", 0}});
  file.addCollider(file.chain[0], {{"sphere", {{"radius", 5}}}});
  file.addCollider(zero, {{"plane", {{"normal", {0, 1, 0}}}}}, true);
  file.addCollider(file.chain[1], {{"sphere", {{"radius", 0.01}, {"inside", true}}}}, true);
  Character character(load(file));
  play(character, 2.0F, 60, lively, [&](float) { expectFinite(character); });
}

TEST(SpringStability, ABadPoseIsLeftOut) {
  Haired file;
  file.addChain(kLoose);
  Character character(load(file));
  play(character, 0.5F, 60, standing);
  const glm::vec3 before = placeOf(character, "d");
  Pose bad;
  bad.rootPosition.x = std::nanf("");
  character.update(bad, std::monostate{}, 1.0F / 60.0F);
  EXPECT_EQ(placeOf(character, "d"), before);
  character.update(standing(0), std::monostate{}, std::nanf(""));
  play(character, 0.5F, 60, standing);
  expectFinite(character);
}

TEST(SpringState, TheSameMovesGiveTheSameBits) {
  Haired file;
  file.addChain(kLoose);
  const ModelPtr model = load(file);
  Character a(model);
  Character b(model);
  play(a, 1.5F, 75, lively);
  play(b, 1.5F, 75, lively);
  for (std::size_t i = 0; i < a.world().size(); ++i) EXPECT_EQ(a.world()[i], b.world()[i]);
}

TEST(SpringState, AllocatesNothing) {
  Haired file;
  file.addChain(kLoose);
  file.addCollider(file.node[index(Bone::head)], {{"sphere", {{"radius", 0.05}}}});
  file.extension()["lookAt"] = {{"type", "bone"}};
  Character character(load(file));
  const long before = allocations();
  for (int i = 0; i < 30; ++i)
    character.update(lively(0.02F * static_cast<float>(i)), glm::vec3(1, 2, 3), 0.02F);
  EXPECT_EQ(allocations(), before);
}

}  // namespace
}  // namespace lead::test
