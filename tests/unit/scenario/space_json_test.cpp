// Bounds and obstacles as a file has them.
#include "scenario/space_json.h"

#include <gtest/gtest.h>

namespace lead {
namespace {

TEST(SpaceJson, HasBoundsBoxesAndCylinders) {
  const Space space = parseSpace(R"({
    "bounds": {"least": [-4, -3], "most": [4, 5]},
    "obstacles": [
      {"box": {"position": [1, 0, 2], "size": [0.5, 1, 2], "heading": 0.25}},
      {"cylinder": {"position": [-2, 0, 1], "radius": 0.3, "height": 2}}]})");
  EXPECT_EQ(space.bounds, (RoomBounds{{-4.0F, -3.0F}, {4.0F, 5.0F}}));
  ASSERT_EQ(space.obstacles.size(), 2U);
  EXPECT_EQ(space.obstacles[0], Obstacle(BoxObstacle{{1.0F, 0.0F, 2.0F}, {0.5F, 1.0F, 2.0F}, 0.25F}));
  EXPECT_EQ(space.obstacles[1], Obstacle(CylinderObstacle{{-2.0F, 0.0F, 1.0F}, 0.3F, 2.0F}));
  EXPECT_EQ(parseSpace("{}"), Space());
}

TEST(SpaceJson, IsRefusedWithItsPlace) {
  const auto fault = [](const std::string& text) {
    try {
      parseSpace(text);
    } catch (const ScenarioError& error) {
      return std::string(error.what());
    }
    return std::string("accepted");
  };
  const auto says = [&](const std::string& text, const std::string& what) {
    EXPECT_NE(fault(text).find(what), std::string::npos) << fault(text);
  };
  says("{", "not JSON");
  says("[]", "object");
  says(R"({"walls": []})", "walls");
  says(R"({"bounds": {"least": [0, 0]}})", "most");
  says(R"({"bounds": {"least": [0, 0], "most": [1]}})", "/bounds/most");
  says(R"({"bounds": {"least": [0, 0], "most": [-1, 1]}})", "least");
  says(R"({"obstacles": [{"ball": {}}]})", "ball");
  says(R"({"obstacles": [{}]})", "either");
  says(R"({"obstacles": [{"box": {"position": [0, 0, 0], "size": [0, 1, 1]}}]})", "/obstacles/0/box/size/0: must be over 0");
  says(R"({"obstacles": [{"cylinder": {"position": [0, 0, 2000], "radius": 1, "height": 1}}]})",
       "/obstacles/0/cylinder");
  std::string many = R"({"obstacles": [)";
  for (std::size_t i = 0; i <= kMostObstacles; ++i)
    many +=
        std::string(i == 0 ? "" : ",") + R"({"cylinder": {"position": [0, 0, 0], "radius": 1, "height": 1}})";
  says(many + "]}", "256");
}

}  // namespace
}  // namespace lead
