#include "rig/two_bone.h"

#include <gtest/gtest.h>

#include <random>

#include "math/rotation.h"
#include "rig/elbow_pole.h"
#include "support/golden.h"

namespace lead {
namespace {

using test::quatOf;
using test::vec3Of;

float angleApart(const glm::quat& a, const glm::quat& b) {
  return angleOf(glm::conjugate(a) * b);
}

TEST(TwoBone, AgreesWithTheGoldenArms) {
  const auto arms = test::readGolden("ik.json");
  ASSERT_EQ(arms.size(), 200U);
  for (const auto& arm : arms) {
    const Side side = arm.at("side") == "left" ? Side::left : Side::right;
    const glm::quat body = quatOf(arm.at("bodyRotation"));
    const glm::vec3 shoulder = vec3Of(arm.at("shoulder"));
    const glm::vec3 target = vec3Of(arm.at("target"));
    const glm::vec3 outward(outwardSign(side), 0, 0);
    const glm::vec3 dir = twoBoneDir(shoulder, target, body * outward);
    const glm::vec3 pole = firstPole(side, body, dir);
    const TwoBoneResult result =
        solveTwoBone({shoulder, arm.at("upperLength").get<float>(), arm.at("lowerLength").get<float>(),
                      target, dir, pole});
    EXPECT_LT(glm::distance(result.joint, vec3Of(arm.at("elbow"))), 1e-4F);
    EXPECT_LT(glm::distance(result.end, vec3Of(arm.at("wrist"))), 1e-4F);
    EXPECT_LT(glm::distance(pole, vec3Of(arm.at("pole"))), 1e-4F);
    const glm::quat upper = aimBone(body, body * outward, result.joint - shoulder);
    const glm::quat lower = aimBone(upper, upper * outward, result.end - result.joint);
    EXPECT_LT(angleApart(glm::conjugate(body) * upper, quatOf(arm.at("upperArmLocal"))), 1e-4F);
    EXPECT_LT(angleApart(glm::conjugate(upper) * lower, quatOf(arm.at("lowerArmLocal"))), 1e-4F);
  }
}

TEST(TwoBone, ReachesEveryTargetInsideItsLimits) {
  std::mt19937 random(1);
  std::uniform_real_distribution<float> unit(-1.0F, 1.0F);
  for (int i = 0; i < 2000; ++i) {
    const glm::vec3 target = glm::vec3(unit(random), unit(random), unit(random)) * 0.3F;
    const float distance = glm::length(target);
    if (distance < 0.06F || distance > 0.98F * 0.5F) continue;
    const glm::vec3 dir = target / distance;
    const glm::vec3 pole = firstPole(Side::left, glm::quat(1, 0, 0, 0), dir);
    const TwoBoneResult result = solveTwoBone({glm::vec3(0), 0.27F, 0.23F, target, dir, pole});
    EXPECT_LT(glm::distance(result.end, target), 1e-5F);
    EXPECT_NEAR(glm::length(result.joint), 0.27F, 1e-5F);
    EXPECT_NEAR(glm::distance(result.joint, result.end), 0.23F, 1e-5F);
  }
}

TEST(TwoBone, IsFiniteForDegenerateInput) {
  const glm::vec3 outward(1, 0, 0);
  const glm::vec3 pole(0, -1, 0);
  for (const glm::vec3& target : {glm::vec3(0), glm::vec3(1e-20F, 0, 0), glm::vec3(1e6F, 0, 0),
                                  glm::vec3(0, -0.5F, 0), glm::vec3(-1, 0, 0)}) {
    for (const auto& [upper, lower] :
         {std::pair(0.25F, 0.25F), std::pair(0.5F, 0.01F), std::pair(0.01F, 0.5F)}) {
      const glm::vec3 dir = twoBoneDir(glm::vec3(0), target, outward);
      const TwoBoneResult result = solveTwoBone({glm::vec3(0), upper, lower, target, dir, pole});
      EXPECT_TRUE(isFinite(result.joint) && isFinite(result.end) && isFinite(dir));
    }
  }
}

TEST(TwoBone, IsNeverStraightAndNeverFolded) {
  const glm::vec3 outward(1, 0, 0);
  const TwoBoneResult far = solveTwoBone({glm::vec3(0), 0.3F, 0.2F, {9, 0, 0}, outward, {0, -1, 0}});
  EXPECT_NEAR(glm::length(far.end), 0.98F * 0.5F, 1e-6F);
  const TwoBoneResult near = solveTwoBone({glm::vec3(0), 0.3F, 0.2F, glm::vec3(0), outward, {0, -1, 0}});
  EXPECT_NEAR(glm::length(near.end), 1.02F * 0.1F, 1e-6F);
}

TEST(AimBone, TurnsHalfRoundAboutTheBonesOwnZWhereOpposite) {
  const glm::quat turned = aimBone(glm::quat(1, 0, 0, 0), {1, 0, 0}, {-2, 0, 0});
  EXPECT_LT(glm::distance(turned * glm::vec3(1, 0, 0), glm::vec3(-1, 0, 0)), 1e-6F);
  EXPECT_LT(glm::distance(turned * glm::vec3(0, 0, 1), glm::vec3(0, 0, 1)), 1e-6F);
}

}  // namespace
}  // namespace lead
