#include "scene/orbit_camera.h"

#include <gtest/gtest.h>

#include <cmath>
#include <glm/geometric.hpp>
#include <glm/gtc/constants.hpp>

namespace lead {
namespace {

constexpr glm::vec2 kViewport{800.0F, 600.0F};

OrbitCamera cameraAt(float yaw, float pitch) {
  OrbitCamera camera;
  camera.yaw = yaw;
  camera.pitch = pitch;
  return camera;
}

TEST(OrbitCamera, LooksAtTheFaceOfAnAvatarAtFirst) {
  const CameraPose pose = OrbitCamera{}.pose();
  EXPECT_GT(pose.eye.z, 2.0F);
  EXPECT_NEAR(pose.eye.x, 0.0F, 1e-5F);
  EXPECT_LT(pose.forward().z, -0.9F);
}

TEST(OrbitCamera, TheMiddleRayGoesToTheTarget) {
  for (const float yaw : {0.0F, 1.0F, 3.0F, -2.2F}) {
    const CameraPose pose = cameraAt(yaw, 0.4F).pose();
    const Ray ray = pose.rayThrough(kViewport * 0.5F, kViewport);
    EXPECT_NEAR(glm::length(glm::normalize(pose.target - pose.eye) - ray.direction), 0.0F, 1e-5F);
  }
}

TEST(OrbitCamera, TheAvatarsLeftIsOnTheRightOfTheFrontPicture) {
  const CameraPose pose = OrbitCamera{}.pose();
  const auto left = pose.toPixel({0.5F, 1.0F, 0.0F}, kViewport);
  ASSERT_TRUE(left);
  EXPECT_GT(left->x, kViewport.x * 0.5F);
}

TEST(OrbitCamera, PixelsOfRaysAreTheirOwn) {
  const CameraPose pose = cameraAt(0.7F, 0.9F).pose();
  for (const glm::vec2 pixel : {glm::vec2(0.0F, 0.0F), glm::vec2(799.0F, 10.0F), glm::vec2(123.0F, 456.0F)}) {
    const Ray ray = pose.rayThrough(pixel, kViewport);
    EXPECT_NEAR(glm::length(ray.direction), 1.0F, 1e-5F);
    const auto back = pose.toPixel(ray.origin + ray.direction * 3.0F, kViewport);
    ASSERT_TRUE(back);
    EXPECT_NEAR(glm::length(*back - pixel), 0.0F, 0.05F);
  }
}

TEST(OrbitCamera, TheEdgeRaysSpanTheFieldOfView) {
  CameraPose pose = OrbitCamera{}.pose();
  pose.fovY = 0.9F;
  const Ray top = pose.rayThrough({kViewport.x * 0.5F, 0.0F}, kViewport);
  const Ray bottom = pose.rayThrough({kViewport.x * 0.5F, kViewport.y}, kViewport);
  EXPECT_NEAR(std::acos(glm::dot(top.direction, bottom.direction)), 0.9F, 1e-3F);
}

TEST(OrbitCamera, APointBehindTheEyeHasNoPixel) {
  const CameraPose pose = OrbitCamera{}.pose();
  EXPECT_FALSE(pose.toPixel(pose.eye - pose.forward(), kViewport));
}

TEST(OrbitCamera, DraggingToTheRightTurnsTheSceneToTheRight) {
  OrbitCamera camera;
  const glm::vec3 inFront(0.0F, 1.0F, 1.0F);
  const float before = camera.pose().toPixel(inFront, kViewport)->x;
  camera.orbit({50.0F, 0.0F}, kViewport);
  EXPECT_GT(camera.pose().toPixel(inFront, kViewport)->x, before + 5.0F);
}

TEST(OrbitCamera, NeverGoesOverThePoleOrUnderTheFloor) {
  OrbitCamera camera;
  camera.orbit({0.0F, 1e6F}, kViewport);
  EXPECT_LE(camera.pitch, OrbitCamera::kMaxPitch);
  camera.orbit({0.0F, -1e7F}, kViewport);
  EXPECT_GE(camera.pitch, OrbitCamera::kMinPitch);
  EXPECT_GT(camera.pose().eye.y, 0.0F);
}

TEST(OrbitCamera, PanningKeepsTheTargetsPointUnderThePointer) {
  OrbitCamera camera = cameraAt(0.8F, 0.3F);
  const glm::vec3 point = camera.target;
  const glm::vec2 moved(40.0F, -25.0F);
  const glm::vec2 before = *camera.pose().toPixel(point, kViewport);
  camera.pan(moved, kViewport);
  const glm::vec2 after = *camera.pose().toPixel(point, kViewport);
  EXPECT_NEAR(glm::length(after - before - moved), 0.0F, 1.0F);
}

TEST(OrbitCamera, ZoomStaysWithinItsLimits) {
  OrbitCamera camera;
  const float before = camera.distance;
  camera.zoom(1.0F);
  EXPECT_LT(camera.distance, before);
  camera.zoom(1000.0F);
  EXPECT_FLOAT_EQ(camera.distance, OrbitCamera::kMinDistance);
  camera.zoom(-1000.0F);
  EXPECT_FLOAT_EQ(camera.distance, OrbitCamera::kMaxDistance);
}

TEST(OrbitCamera, AViewportOfNothingIsNoTrouble) {
  OrbitCamera camera;
  camera.orbit({1.0F, 1.0F}, {0.0F, 0.0F});
  camera.pan({1.0F, 1.0F}, {0.0F, 0.0F});
  const Ray ray = camera.pose().rayThrough({0.0F, 0.0F}, {0.0F, 0.0F});
  EXPECT_TRUE(std::isfinite(ray.direction.x) && std::isfinite(ray.direction.y));
}

}  // namespace
}  // namespace lead
