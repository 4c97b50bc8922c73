// The stand-in: the same skeleton, so the same poses, and nothing else of the model.
#include "vrm/stand_in.h"

#include <gmock/gmock.h>

#include <filesystem>
#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>

#include "humanoid_glb.h"
#include "lead/evaluate.h"
#include "lead/world.h"
#include "mannequin/mannequin_file.h"
#include "support/rigs.h"
#include "vrm/licence.h"

namespace lead::test {
namespace {

using testing::IsEmpty;

struct Case {
  std::string name;
  Skeleton skeleton;
};

std::vector<Case> cases() {
  std::vector<Case> all{{"15 bones", makeTestSkeleton()},
                        {"all bones", makeTestSkeleton({.optionalBones = true})},
                        {"a doll", makeTestSkeleton({.scale = 0.07F, .optionalBones = true})},
                        {"a giant", makeTestSkeleton({.scale = 9.3F})},
                        {"the mannequin", loadModel(mannequinFile())->skeleton},
                        {"a file of 0.x", load(makeHumanoid({.version = VrmVersion::v0}))->skeleton}};
  const std::filesystem::path shared =
      std::filesystem::path(LEAD_SHARED_DIR) / "models" / "vrm0" / "godette_v4.vrm";
  if (std::filesystem::exists(shared)) all.push_back({"godette", loadModel(readModelFile(shared))->skeleton});
  return all;
}

/// Led about by a hand that goes up and around, for some seconds.
AvatarState led(const Skeleton& skeleton, int ticks) {
  World world;
  world.addAvatar(1, makeAvatarRig(skeleton), glm::vec3(0.0F), 0.0F);
  const float reach = skeleton.armLength(Side::left);
  const glm::vec3 hand = skeleton.restOf(Bone::leftHand);
  world.hold(1, Side::left, 7, {hand, false, kIdentity});
  for (int i = 0; i < ticks; ++i) {
    const float t = static_cast<float>(i) / 60.0F;
    world.setTarget(1, Side::left, 7,
                    {hand + reach * glm::vec3(0.3F * t, 0.2F * std::sin(t), 1.2F * t), false, kIdentity});
    world.step(1.0F / 60.0F);
  }
  return world.find(1)->state;
}

TEST(StandIn, HasTheModelsSkeleton) {
  for (const Case& each : cases()) {
    const ModelPtr model = loadModel(standIn(each.skeleton));
    EXPECT_EQ(model->skeleton.bones, each.skeleton.bones) << each.name;
    EXPECT_EQ(model->skeleton.parent, each.skeleton.parent) << each.name;
    for (std::size_t i = 0; i < kBoneCount; ++i) {
      if (!each.skeleton.has(boneAt(i))) continue;
      EXPECT_LE(glm::distance(model->skeleton.rest[i], each.skeleton.rest[i]),
                1e-7F * (1.0F + glm::length(each.skeleton.rest[i])))
          << each.name << ", " << name(boneAt(i));
    }
    EXPECT_FALSE(model->turned) << each.name;
    EXPECT_THAT(model->warnings, IsEmpty()) << each.name << ": " << model->warnings.front().text;
  }
}

TEST(StandIn, TakesEveryPoseThatTheModelTakes) {
  for (const Case& each : cases()) {
    const AvatarState state = led(each.skeleton, 150);
    EvaluatedPose expected;
    EvaluatedPose actual;
    evaluate(*makeAvatarRig(each.skeleton), state, expected);
    evaluate(*makeAvatarRig(loadModel(standIn(each.skeleton))->skeleton), state, actual);
    for (std::size_t i = 0; i < kBoneCount; ++i) {
      const float far = 1.0F + glm::length(expected.world.positionOf(boneAt(i)));
      EXPECT_LT(glm::distance(expected.world.positionOf(boneAt(i)), actual.world.positionOf(boneAt(i))),
                1e-5F * far)
          << each.name << ", " << name(boneAt(i));
      EXPECT_GT(std::abs(glm::dot(expected.world.rotationOf(boneAt(i)), actual.world.rotationOf(boneAt(i)))),
                1.0F - 1e-5F)
          << each.name << ", " << name(boneAt(i));
    }
  }
}

TEST(StandIn, IsTheSameFileEachTimeAndSmall) {
  for (const Case& each : cases()) {
    const auto bytes = standIn(each.skeleton);
    EXPECT_EQ(bytes, standIn(each.skeleton)) << each.name;
    EXPECT_LT(bytes.size(), 200'000U) << each.name;
  }
}

TEST(StandIn, KeepsNothingElseOfTheModel) {
  const ModelPtr model = loadModel(standIn(loadModel(mannequinFile())->skeleton));
  EXPECT_EQ(model->meta.name, "Placeholder");
  EXPECT_TRUE(mayBeHandedOn(model->meta));
  EXPECT_THAT(model->images, IsEmpty());
  EXPECT_THAT(model->springs, IsEmpty());
  EXPECT_EQ(model->meshes.size(), 1U);
  EXPECT_EQ(model->materials.size(), 1U);
}

TEST(StandIn, IsABodyAsTallAsTheModelWithNormalsThatPointOutward) {
  for (const Case& each : cases()) {
    const ModelPtr model = loadModel(standIn(each.skeleton));
    const Primitive& body = model->meshes[0].primitives[0];
    float low = 1e9F;
    float high = -1e9F;
    for (const glm::vec3& p : body.positions) {
      low = std::min(low, p.y);
      high = std::max(high, p.y);
    }
    EXPECT_GT(high, each.skeleton.restOf(Bone::head).y) << each.name;
    EXPECT_LT(low, each.skeleton.restOf(Bone::leftFoot).y) << each.name;
    for (std::size_t i = 0; i < body.indices.size(); i += 3) {
      const auto corner = [&](std::size_t k) { return body.indices[i + k]; };
      const glm::vec3 face = glm::cross(body.positions[corner(1)] - body.positions[corner(0)],
                                        body.positions[corner(2)] - body.positions[corner(0)]);
      const glm::vec3 normal = body.normals[corner(0)] + body.normals[corner(1)] + body.normals[corner(2)];
      EXPECT_GE(glm::dot(face, normal), 0.0F) << each.name << ", triangle " << i / 3;
    }
  }
}

}  // namespace
}  // namespace lead::test
