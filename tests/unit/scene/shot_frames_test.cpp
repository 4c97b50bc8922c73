#include "scene/shot_frames.h"

#include <gtest/gtest.h>

#include <cmath>
#include <glm/geometric.hpp>
#include <stdexcept>
#include <vector>

#include "lead/plant_feet.h"
#include "scenario/runner.h"
#include "support/rigs.h"

namespace lead {
namespace {

Scenario ledAhead() {
  return parseScenario(R"({
    "tickRate": 60, "duration": 3.0,
    "avatars": [{"id": "a"}, {"id": "b", "position": [3, 0, 0]}],
    "events": [
      {"t": 0.0, "participant": {"id": "p"}},
      {"t": 0.1, "hold": {"participant": "p", "avatar": "a", "hand": "left", "target": [0.2, 1.0, 0.5]}},
      {"t": 0.1, "path": {"participant": "p", "avatar": "a", "hand": "left", "from": [0.2, 1.0, 0.5],
                          "to": [0.2, 1.0, 3.4], "seconds": 2.9}}
    ]})",
                       [](const auto&, const auto&) { return test::makeTestRig(Motion::full); });
}

TEST(ShotFrames, AreTheTimesAskedForInThatOrder) {
  const auto frames = shotFrames(ledAhead(), {2.0, 0.0, 2.0, 1.0});
  ASSERT_EQ(frames.size(), 4U);
  EXPECT_NEAR(frames[0].time, 2.0, 1e-6);
  EXPECT_EQ(frames[1].time, 0.0);
  ASSERT_EQ(frames[0].figures.size(), 2U);
  EXPECT_EQ(frames[0].figures[0].name, "a");
  EXPECT_EQ(frames[0].figures[0].state, frames[2].figures[0].state);
  EXPECT_EQ(frames[1].figures[0].state.position, glm::vec3(0.0F));
  EXPECT_GT(frames[0].figures[0].state.position.z, frames[3].figures[0].state.position.z + 0.5F);
}

TEST(ShotFrames, RefuseTimesThatTheScenarioDoesNotHave) {
  EXPECT_THROW(shotFrames(ledAhead(), {3.1}), std::invalid_argument);
  EXPECT_THROW(shotFrames(ledAhead(), {-0.1}), std::invalid_argument);
  EXPECT_THROW(shotFrames(ledAhead(), {std::nan("")}), std::invalid_argument);
}

TEST(ShotFrames, FeetArePlantedTickByTickAsAClientDoes) {
  Scenario scenario = ledAhead();
  scenario.events.push_back({2.2, scenario::Release{"p", "a", Side::left}});  // feet are left behind
  const auto frames = shotFrames(scenario, {2.5});
  ScenarioRunner run(scenario);
  FootState feet;
  EvaluatedPose planted;
  const auto plant = [&] {
    planted = run.world().avatars()[0].pose;
    plantFeet(*run.world().avatars()[0].rig, run.world().avatars()[0].state, 1.0F / 60.0F, planted, feet);
  };
  plant();
  while (run.tick() < 150 && run.step()) plant();
  const Pose& shown = frames[0].figures[0].pose.local;
  EXPECT_EQ(shown.rotation, planted.local.rotation);
  EXPECT_NE(shown.rotation, run.world().avatars()[0].pose.local.rotation);
}

TEST(ShotCameras, KeepTheirDistanceAndHaveTheAvatarInThePicture) {
  const auto frames = shotFrames(ledAhead(), {0.0, 1.5, 3.0});
  for (const char* from : {"front", "back", "side", "three-quarter", "top", "1,2,-3"}) {
    const auto cameras = shotCameras(frames, "a", shotDirection(from), 0.2F, 0.75F);
    ASSERT_EQ(cameras.size(), 3U);
    for (std::size_t i = 0; i < 3; ++i) {
      EXPECT_NEAR(glm::distance(cameras[i].eye, cameras[i].target),
                  glm::distance(cameras[0].eye, cameras[0].target), 1e-4F);
      for (const Bone bone : {Bone::head, Bone::leftHand, Bone::rightHand, Bone::leftFoot, Bone::rightFoot}) {
        const auto pixel = cameras[i].toPixel(frames[i].figures[0].pose.world.positionOf(bone), {300, 400});
        ASSERT_TRUE(pixel) << from;
        EXPECT_TRUE(pixel->x > 0 && pixel->x < 300 && pixel->y > 0 && pixel->y < 400) << from << " " << i;
      }
    }
  }
}

TEST(ShotCameras, WithoutAnyoneToFollowEverybodyIsSeen) {
  const auto frames = shotFrames(ledAhead(), {0.0});
  const auto camera = shotCameras(frames, "", shotDirection("front"), 0.2F, 1.0F)[0];
  for (const auto& figure : frames[0].figures) {
    const auto pixel = camera.toPixel(figure.pose.world.positionOf(Bone::head), {400, 400});
    ASSERT_TRUE(pixel);
    EXPECT_TRUE(pixel->x > 0 && pixel->x < 400) << figure.name;
  }
}

TEST(ShotCameras, RefuseNobodyAndNonsense) {
  const auto frames = shotFrames(ledAhead(), {0.0});
  EXPECT_THROW(shotCameras(frames, "c", shotDirection("front"), 0.2F, 1.0F), std::invalid_argument);
  for (const char* bad : {"", "left", "1,2", "1,2,3,4", "0,0,0", "1;2;3", "nan,0,1"})
    EXPECT_THROW(shotDirection(bad), std::invalid_argument) << bad;
}

}  // namespace
}  // namespace lead
