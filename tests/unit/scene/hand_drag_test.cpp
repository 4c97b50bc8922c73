#include "scene/hand_drag.h"

#include <gtest/gtest.h>

#include <cmath>
#include <glm/geometric.hpp>

namespace lead {
namespace {

constexpr glm::vec2 kViewport{800.0F, 600.0F};
constexpr glm::vec3 kHand{0.3F, 0.9F, 0.1F};

class HandDragTest : public testing::Test {
 protected:
  /// The ray of the pixel in which a point is drawn.
  Ray rayTo(glm::vec3 point) const {
    return camera_.rayThrough(*camera_.toPixel(point, kViewport), kViewport);
  }

  CameraPose camera_ = OrbitCamera{}.pose();
  /// The pointer takes the sphere off its middle.
  Ray grab_ = rayTo(kHand + glm::vec3(0.05F, 0.04F, 0.0F));
  HandDrag drag_{camera_, grab_, kHand};
};

TEST_F(HandDragTest, TheHandDoesNotJumpWhenItIsTaken) {
  EXPECT_NEAR(glm::length(drag_.move(grab_, DragPlane::horizontal) - kHand), 0.0F, 1e-4F);
}

TEST_F(HandDragTest, FollowsThePointerAtTheGrabHeight) {
  // The pointer goes to where it would meet a point of the plane 0.6 m towards the camera.
  const glm::vec3 step(0.2F, 0.0F, 0.6F);
  const glm::vec3 met = grab_.origin + grab_.direction * ((kHand.y - grab_.origin.y) / grab_.direction.y);
  const glm::vec3 target = drag_.move(rayTo(met + step), DragPlane::horizontal);
  EXPECT_NEAR(glm::length(target - (kHand + step)), 0.0F, 2e-3F);
}

TEST_F(HandDragTest, TheModifierMovesItInThePlaneThatFacesTheCamera) {
  const glm::vec3 target = drag_.move(rayTo(kHand + glm::vec3(0.05F, 0.34F, 0.0F)), DragPlane::facingCamera);
  EXPECT_NEAR(target.y, kHand.y + 0.3F, 0.02F);
  EXPECT_NEAR(target.z, kHand.z, 0.02F);
}

TEST_F(HandDragTest, ChangingThePlaneDoesNotMoveTheHand) {
  const Ray there = rayTo({0.6F, 1.1F, 0.0F});
  const glm::vec3 before = drag_.move(there, DragPlane::horizontal);
  EXPECT_NEAR(glm::length(drag_.move(there, DragPlane::facingCamera) - before), 0.0F, 1e-4F);
  const glm::vec3 raised = drag_.move(rayTo({0.6F, 1.4F, 0.0F}), DragPlane::facingCamera);
  EXPECT_NEAR(glm::length(drag_.move(rayTo({0.6F, 1.4F, 0.0F}), DragPlane::horizontal) - raised), 0.0F,
              1e-4F);
}

TEST_F(HandDragTest, TheWheelRaisesAndTheHeightStays) {
  const float raised = drag_.wheel(4.0F).y;
  EXPECT_NEAR(raised, kHand.y + 4.0F * HandDrag::kWheelStep, 1e-5F);
  EXPECT_NEAR(drag_.move(rayTo({1.0F, raised, 1.0F}), DragPlane::horizontal).y, raised, 1e-5F);
  drag_.wheel(-1000.0F);
  EXPECT_GE(drag_.target().y, 0.0F);
}

TEST_F(HandDragTest, APointerAtOrAboveTheHorizonStaysWithinReach) {
  for (const glm::vec3 direction : {glm::vec3(0.0F, 0.0F, -1.0F), glm::vec3(0.0F, 0.5F, -1.0F),
                                    glm::vec3(0.0F, 1.0F, 0.0F), glm::vec3(0.3F, -1e-7F, -1.0F)}) {
    const Ray ray{camera_.eye, glm::normalize(direction)};
    for (const DragPlane plane : {DragPlane::horizontal, DragPlane::facingCamera}) {
      HandDrag drag(camera_, grab_, kHand);
      const glm::vec3 target = drag.move(ray, plane);
      ASSERT_TRUE(std::isfinite(target.x) && std::isfinite(target.y) && std::isfinite(target.z));
      EXPECT_LT(glm::length(target - camera_.eye), HandDrag::kReach + 2.0F);
      if (plane == DragPlane::horizontal) {
        EXPECT_FLOAT_EQ(target.y, kHand.y);
      }
    }
  }
}

TEST_F(HandDragTest, CrossingTheHorizonIsSmooth) {
  glm::vec3 last = kHand;
  for (float pitch = -0.6F; pitch < 0.2F; pitch += 0.001F) {
    const Ray ray{camera_.eye, {0.0F, std::sin(pitch), -std::cos(pitch)}};
    const glm::vec3 target = drag_.move(ray, DragPlane::horizontal);
    if (pitch > -0.6F + 1e-4F) {
      EXPECT_LT(glm::length(target - last), 0.5F);
    }
    last = target;
  }
}

}  // namespace
}  // namespace lead
