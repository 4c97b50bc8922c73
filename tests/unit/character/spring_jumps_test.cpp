// Springs of models that are put elsewhere, shown at other frame rates or turned by 180 degrees by the
// loader.
#include <gtest/gtest.h>

#include <filesystem>
#include <glm/geometric.hpp>

#include "character/springs.h"
#include "math/rotation.h"
#include "spring_rig.h"

namespace lead::test {
namespace {

const Json kHair = {{"stiffness", 0.5}, {"gravityPower", 0.3}, {"dragForce", 0.4}, {"hitRadius", 0.01}};

Haired haired(bool center = false) {
  Haired file;
  Json& spring = file.addChain(kHair);
  if (center) spring["center"] = file.node[index(Bone::hips)];
  file.addCollider(file.node[index(Bone::head)],
                   {{"sphere", {{"offset", {0, -0.15, -0.1}}, {"radius", 0.12}}}});
  return file;
}

/// Where the end of the chain is, seen from the head.
glm::vec3 endOfHair(const Character& character) {
  const auto head = static_cast<std::size_t>(character.model().boneNode[index(Bone::head)]);
  return glm::vec3(glm::inverse(character.world()[head]) * glm::vec4(placeOf(character, "d"), 1.0F));
}

/// lively(), put 5 m aside from a moment on.
Pose livelyWithJump(float time, float jump) {
  Pose pose = lively(time);
  if (time >= jump) pose.rootPosition += glm::vec3(3, 0, -4);
  return pose;
}

TEST(SpringTeleport, FiveMetresInOneFrameDisturbNoHair) {
  constexpr float kJumpAt = 1.0F;
  for (const bool center : {false, true})
    for (const float rate : {30.0F, 60.0F, 144.0F}) {
      SCOPED_TRACE(rate);
      const ModelPtr model = load(haired(center));
      Character still(model);
      Character jumping(model);
      const int frames = static_cast<int>(2.0F * rate);
      for (int i = 0; i <= frames; ++i) {
        const float time = static_cast<float>(i) / rate;
        still.update(lively(time), std::monostate{}, 1.0F / rate);
        jumping.update(livelyWithJump(time, kJumpAt), std::monostate{}, 1.0F / rate);
        // hair is where it is without a jump in every frame, but for what the root (1.6 m/s) would have moved
        // in that one
        ASSERT_LT(glm::length(endOfHair(still) - endOfHair(jumping)), 1.6F / rate) << time;
        ASSERT_NEAR(glm::length(placeOf(jumping, "d") - placeOf(jumping, "c")), 0.1F, 1e-4F);
      }
      EXPECT_LT(glm::length(endOfHair(still) - endOfHair(jumping)), 1e-3F);
    }
}

TEST(SpringTeleport, AfterItHairFollowsMovementAsBefore) {
  const ModelPtr model = load(haired());
  Character character(model);
  play(character, 1.0F, 60, standing);
  Pose away;
  away.rootPosition = {0, 0, 5};
  const glm::vec3 hanging = endOfHair(character);
  character.update(away, std::monostate{}, 1.0F / 60.0F);
  EXPECT_LT(glm::length(endOfHair(character) - hanging), 1e-3F);
  float swung = 0.0F;
  play(
      character, 0.5F, 60,
      [&](float time) {
        Pose pose = away;
        pose.rootPosition.x = 1.5F * time;
        return pose;
      },
      [&](float) { swung = std::max(swung, glm::length(endOfHair(character) - hanging)); });
  EXPECT_GT(swung, 0.02F);
  EXPECT_LT(swung, 0.5F);
}

TEST(SpringTeleport, AStepThatIsNoJumpSwingsTheHairAndItComesToRest) {
  Character character(load(haired()));
  play(character, 2.0F, 60, standing);
  const glm::vec3 hanging = endOfHair(character);
  Pose moved;
  moved.rootPosition = {0.9F, 0, 0};
  play(
      character, 3.0F, 60, [&](float) { return moved; },
      [&](float) {
        ASSERT_TRUE(isFinite(placeOf(character, "d")));
        ASSERT_NEAR(glm::length(placeOf(character, "d") - placeOf(character, "c")), 0.1F, 1e-4F);
      });
  EXPECT_LT(glm::length(endOfHair(character) - hanging), 2e-3F);
}

TEST(SpringTeleport, RealFilesKeepTheirHair) {
  const std::filesystem::path models = std::filesystem::path(LEAD_SHARED_DIR) / "models";
  if (!std::filesystem::exists(models)) GTEST_SKIP() << "no shared models at " << models;
  for (const char* file : {"vrm0/godette_v4.vrm", "vrm1/metalkit_smoke_spring.vrm"}) {
    SCOPED_TRACE(file);
    Character character(loadModel(readModelFile(models / file)));
    const std::vector<int> joints = character.springs().joints();
    const auto turns = [&] {
      std::vector<glm::vec3> all;
      const auto hips = static_cast<std::size_t>(character.model().boneNode[index(Bone::hips)]);
      for (const int joint : joints)
        all.push_back(glm::transpose(glm::mat3(character.world()[hips])) *
                      glm::vec3(character.world()[static_cast<std::size_t>(joint)][1]));
      return all;
    };
    play(character, 2.0F, 60, standing);
    const auto before = turns();
    Pose away;
    away.rootPosition = {5, 0, 0};
    away.rootRotation = rotationY(2.0F);
    play(
        character, 0.5F, 60, [&](float) { return away; },
        [&](float) {
          const auto after = turns();
          for (std::size_t i = 0; i < before.size(); ++i)
            ASSERT_LT(angleBetween(before[i], after[i]), 0.03F) << i;
        });
  }
}

/// The same chain on the same body, on models that face either way in their file.
Haired facing(VrmVersion version, bool wrong) {
  Haired file({.version = version, .wrongFacing = wrong});
  const double z = (version == VrmVersion::v0) != wrong ? 0.1 : -0.1;
  for (const int node : file.chain)
    file.json["nodes"][static_cast<std::size_t>(node)]["translation"] = {0, 0, z};
  if (version == VrmVersion::v1) {
    file.addChain(kHair);
    file.addCollider(file.node[index(Bone::head)],
                     {{"sphere", {{"offset", {0, -0.15, z}}, {"radius", 0.12}}}});
  } else {
    file.extension()["secondaryAnimation"] = {
        {"colliderGroups",
         {{{"node", file.node[index(Bone::head)]},
           {"colliders", {{{"offset", {{"x", 0}, {"y", -0.15}, {"z", -z}}}, {"radius", 0.12}}}}}}},
        {"boneGroups",
         {{{"bones", {file.chain[0]}},
           {"stiffiness", 0.5},
           {"gravityPower", 0.3},
           {"gravityDir", {{"x", 0}, {"y", -1}, {"z", 0}}},
           {"dragForce", 0.4},
           {"hitRadius", 0.01},
           {"colliderGroups", {0}}}}}};
  }
  return file;
}

TEST(TurnedModels, SwingAsThoseThatFaceForward) {
  const ModelPtr straight = load(facing(VrmVersion::v1, false));
  ASSERT_FALSE(straight->turned);
  for (const auto& [version, wrong] :
       {std::pair{VrmVersion::v0, false}, {VrmVersion::v0, true}, {VrmVersion::v1, true}}) {
    const ModelPtr model = load(facing(version, wrong));
    EXPECT_EQ(model->turned, (version == VrmVersion::v0) != wrong);
    Character a(straight);
    Character b(model);
    float swung = 0.0F;
    for (int i = 0; i <= 180; ++i) {
      const Pose pose = lively(static_cast<float>(i) / 60.0F);
      a.update(pose, std::monostate{}, 1.0F / 60.0F);
      b.update(pose, std::monostate{}, 1.0F / 60.0F);
      for (const char* node : {"a", "b", "c", "d"})
        ASSERT_LT(glm::length(placeOf(a, node) - placeOf(b, node)), 1e-3F) << node << ' ' << i;
      swung = std::max(swung, glm::length(endOfHair(a) - glm::vec3(0, 0, -0.4F)));
    }
    EXPECT_GT(swung, 0.05F);
  }
}

TEST(TurnedModels, AgreeAt30And144FramesASecond) {
  for (const auto& [version, wrong] : {std::pair{VrmVersion::v0, false}, {VrmVersion::v1, true}}) {
    const ModelPtr model = load(facing(version, wrong));
    const auto ends = [&](float rate) {
      Character character(model);
      character.update(lively(0), std::monostate{}, 0.0F);
      std::vector<glm::vec3> all;
      play(character, 3.0F, rate, lively, [&](float time) {
        if (std::abs(time * 6.0F - std::round(time * 6.0F)) < 1e-3F) all.push_back(endOfHair(character));
      });
      return all;
    };
    const auto slow = ends(30);
    const auto fast = ends(144);
    ASSERT_EQ(slow.size(), 18U);
    ASSERT_EQ(fast.size(), 18U);
    for (std::size_t i = 0; i < slow.size(); ++i) EXPECT_LT(glm::length(slow[i] - fast[i]), 5e-3F) << i;
  }
}

}  // namespace
}  // namespace lead::test
