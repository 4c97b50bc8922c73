#include <gtest/gtest.h>

#include "math/rotation.h"
#include "support/led.h"

namespace lead {
namespace {

using test::Led;

glm::vec3 facing(Led& led) {
  return led.avatar().pose.world.rotationOf(Bone::head) * kForward;
}

TEST(Gaze, IsOffUnlessAsked) {
  Led led;
  led.world.setViewers({{1.5F, 1.5F, 1.5F}});
  led.run(1);
  EXPECT_LT(angleBetween(facing(led), kForward), 0.05F);
}

TEST(Gaze, ViewerTurnsTheHeadToTheNearestHead) {
  Led led;
  led.world.setGaze(1, GazeMode::viewer);
  led.world.setViewers({{1.0F, 1.5F, 1.0F}, {-9, 1.5F, 9}});
  led.run(1);
  EXPECT_NEAR(led.state().gaze.weight, 0.7F, 1e-5F);
  EXPECT_NEAR(std::atan2(facing(led).x, facing(led).z), 0.7F * kPi / 4, 0.05F);
}

TEST(Gaze, HandIsLookedAtOnlyWhileHeld) {
  Led led;
  led.world.setGaze(1, GazeMode::hand);
  led.run(0.5F);
  EXPECT_EQ(led.state().gaze.weight, 0.0F);
  led.hold(Side::right, {-0.4F, 1.0F, 0.3F});
  led.run(0.5F);
  EXPECT_NEAR(led.state().gaze.weight, 0.7F, 1e-5F);
  EXPECT_LT(facing(led).x, -0.1F);
  led.release(Side::right);
  led.run(0.5F);
  EXPECT_EQ(led.state().gaze.weight, 0.0F);
}

TEST(Gaze, OfTwoHandsTheLaterGrabbed) {
  Led led;
  led.world.setGaze(1, GazeMode::hand);
  led.hold(Side::right, {-0.4F, 1.0F, 0.3F});
  led.run(0.2F);
  led.hold(Side::left, {0.4F, 1.0F, 0.3F});
  led.run(0.5F);
  EXPECT_GT(facing(led).x, 0.1F);
}

TEST(Gaze, ATargetBehindIsLetGoWithoutASwing) {
  Led led;
  led.world.setGaze(1, GazeMode::viewer);
  float last = 0.0F;
  for (int i = 0; i < 300; ++i) {
    const float angle = 0.02F * static_cast<float>(i);
    led.world.setViewers({{2 * std::sin(angle), 1.5F, 2 * std::cos(angle)}});
    led.world.step(led.dt);
    const float yaw = std::atan2(facing(led).x, facing(led).z);
    EXPECT_LT(std::abs(wrapAngle(yaw - last)), 0.06F) << i;
    last = yaw;
  }
}

}  // namespace
}  // namespace lead
