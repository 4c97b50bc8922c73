#include "rig/elbow_pole.h"

#include <gtest/gtest.h>

#include "math/rotation.h"
#include "rig/two_bone.h"
#include "support/golden.h"

namespace lead {
namespace {

using test::vec3Of;

TEST(ElbowPole, AgreesWithTheGoldenSweeps) {
  const auto sweeps = test::readGolden("pole.json");
  ASSERT_EQ(sweeps.size(), 4U);
  for (const auto& sweep : sweeps) {
    const Side side = sweep.at("side") == "left" ? Side::left : Side::right;
    const glm::quat body = rotationY(sweep.at("heading").get<float>());
    const glm::vec3 shoulder = vec3Of(sweep.at("shoulder"));
    const float dt = 1.0F / sweep.at("tickRate").get<float>();
    glm::vec3 pole(0.0F);
    glm::vec3 lastDir = body * glm::vec3(outwardSign(side), 0, 0);
    for (std::size_t i = 0; i < sweep.at("targets").size(); ++i) {
      const glm::vec3 target = vec3Of(sweep.at("targets")[i]);
      const glm::vec3 dir = twoBoneDir(shoulder, target, lastDir);
      pole = i == 0 ? firstPole(side, body, dir) : carryPole(side, body, pole, lastDir, dir, dt);
      const TwoBoneResult arm = solveTwoBone({shoulder, sweep.at("upperLength").get<float>(),
                                              sweep.at("lowerLength").get<float>(), target, dir, pole});
      EXPECT_LT(glm::distance(arm.joint, vec3Of(sweep.at("elbows")[i])), 1e-3F)
          << sweep.at("name") << " tick " << i;
      lastDir = dir;
    }
  }
}

TEST(ElbowPole, HasAStandInWhereTheArmPointsAlongTheWantedSide) {
  const glm::vec3 wanted = glm::normalize(glm::vec3(0.5F, -1.0F, -0.5F));
  for (const glm::vec3& dir : {wanted, -wanted}) {
    const glm::vec3 pole = firstPole(Side::left, glm::quat(1, 0, 0, 0), dir);
    EXPECT_NEAR(glm::length(pole), 1.0F, 1e-5F);
    EXPECT_NEAR(glm::dot(pole, dir), 0.0F, 1e-5F);
  }
}

TEST(ElbowPole, TurnsAtALimitedRate) {
  const glm::vec3 dir(0, 0, 1);
  const WantedPole wanted = wantedPole(Side::left, glm::quat(1, 0, 0, 0), dir);
  const glm::vec3 opposite = -wanted.pole;
  const glm::vec3 next = carryPole(Side::left, glm::quat(1, 0, 0, 0), opposite, dir, dir, 1.0F / 60.0F);
  EXPECT_NEAR(angleBetween(opposite, next), 4.0F / 60.0F, 1e-4F);
}

}  // namespace
}  // namespace lead
