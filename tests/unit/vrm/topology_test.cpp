#include "vrm/topology.h"

#include <gmock/gmock.h>

#include <cmath>
#include <limits>

namespace lead {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(Topology, StripAlternatesAndDropsTrianglesWithoutArea) {
  EXPECT_THAT(trianglesOfStrip({0, 1, 2, 3}), ElementsAre(0, 1, 2, 2, 1, 3));
  EXPECT_THAT(trianglesOfStrip({0, 1, 2, 2, 3}), ElementsAre(0, 1, 2));
  EXPECT_THAT(trianglesOfStrip({0, 1}), IsEmpty());
}

TEST(Topology, FanSharesItsFirstVertex) {
  EXPECT_THAT(trianglesOfFan({5, 6, 7, 8}), ElementsAre(5, 6, 7, 5, 7, 8));
  EXPECT_THAT(trianglesOfFan({}), IsEmpty());
}

TEST(Topology, CompactKeepsOrder) {
  std::vector<std::uint32_t> indices{9, 2, 4, 4, 2, 0};
  EXPECT_THAT(compact(indices, 10), ElementsAre(0, 2, 4, 9));
  EXPECT_THAT(indices, ElementsAre(3, 1, 2, 2, 1, 0));
}

TEST(Topology, SharedVertexHasTheMeanNormalOfItsTriangles) {
  std::vector<glm::vec3> normals = smoothNormals({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
                                                 {0, 1, 2, 0, 2, 3});  // one faces +Z, one +X
  normalizeAll(normals);
  EXPECT_NEAR(normals[0].x, std::sqrt(0.5F), 1e-6F);
  EXPECT_NEAR(normals[0].z, std::sqrt(0.5F), 1e-6F);
  EXPECT_EQ(normals[1], glm::vec3(0, 0, 1));
}

TEST(Topology, UselessNormalsPointUp) {
  std::vector<glm::vec3> normals{{0, 0, 0}, {std::numeric_limits<float>::infinity(), 0, 0}};
  normalizeAll(normals);
  EXPECT_THAT(normals, ElementsAre(glm::vec3(0, 1, 0), glm::vec3(0, 1, 0)));
}

}  // namespace
}  // namespace lead
