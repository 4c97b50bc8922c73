#include "scene/shapes.h"

#include <gtest/gtest.h>

#include <glm/geometric.hpp>

#include "scene/hand_shape.h"
#include "scene/mesh_data.h"
#include "scene/space_view.h"

namespace lead {
namespace {

/// Share of triangles that face the way their normals do.
float facingOutwards(const MeshData& mesh) {
  std::size_t right = 0;
  std::size_t all = 0;
  for (std::size_t i = 0; i + 2 < mesh.indices.size(); i += 3) {
    const glm::vec3 a = mesh.positions.at(mesh.indices[i]);
    const glm::vec3 face =
        glm::cross(mesh.positions.at(mesh.indices[i + 1]) - a, mesh.positions.at(mesh.indices[i + 2]) - a);
    if (glm::length(face) < 1e-6F) continue;  // at an ellipsoid's poles
    ++all;
    glm::vec3 normal(0.0F);
    for (std::size_t k = 0; k < 3; ++k) normal += mesh.normals.at(mesh.indices[i + k]);
    if (glm::dot(face, normal) > 0.0F) ++right;
  }
  return all == 0 ? 0.0F : static_cast<float>(right) / static_cast<float>(all);
}

TEST(Shapes, EveryTriangleFacesOutwards) {
  EXPECT_FLOAT_EQ(facingOutwards(makeEllipsoid({1.0F, 2.0F, 0.5F})), 1.0F);
  EXPECT_FLOAT_EQ(facingOutwards(makeFloor(5.0F)), 1.0F);
  EXPECT_FLOAT_EQ(facingOutwards(makeBoneShape({0, 0, 0}, {0.3F, 1.0F, 0.2F}, 0.05F)), 1.0F);
  EXPECT_FLOAT_EQ(facingOutwards(makeRoundedBox({0.3F, 0.2F, 0.1F}, 0.1F)), 1.0F);
  EXPECT_FLOAT_EQ(facingOutwards(makeCylinder(0.5F, 2.0F)), 1.0F);
  for (const Side side : kSides) EXPECT_FLOAT_EQ(facingOutwards(makeHandShape(side)), 1.0F);
  MeshData tube = makeTube({{0, 0, 0}, {0, 1, 0}, {0.5F, 2, 0}}, 0.1F);
  tube.indices.resize(2 * 8 * 6);  // the wall; the caps share its vertices
  EXPECT_FLOAT_EQ(facingOutwards(tube), 1.0F);
}

TEST(Shapes, ABoneOfNoLengthIsNothing) {
  EXPECT_TRUE(makeBoneShape({1, 1, 1}, {1, 1, 1}, 0.05F).indices.empty());
}

TEST(Shapes, ARoundedBoxAndACylinderAreAsLargeAsTheyAreAskedToBe) {
  const Bounds box = boundsOf(makeRoundedBox({0.3F, 0.2F, 0.1F}, 0.05F).positions);
  EXPECT_LT(glm::distance(box.max, glm::vec3(0.3F, 0.2F, 0.1F)), 1e-5F);
  EXPECT_LT(glm::distance(box.min, -box.max), 1e-5F);
  const Bounds cylinder = boundsOf(makeCylinder(0.5F, 2.0F).positions);
  EXPECT_LT(glm::distance(cylinder.half(), glm::vec3(0.5F, 1.0F, 0.5F)), 0.01F);
}

TEST(HandShape, HasAdultSizePointsAheadAndTheThumbIsTowardsTheMiddle) {
  const Bounds right = boundsOf(makeHandShape(Side::right).positions);
  const Bounds left = boundsOf(makeHandShape(Side::left).positions);
  EXPECT_NEAR(right.max.z - right.min.z, 0.20F, 0.02F);
  EXPECT_GT(-right.min.z, right.max.z) << "fingers ahead";
  EXPECT_GT(-right.min.x, right.max.x + 0.02F) << "a right hand's thumb is on its left";
  EXPECT_LT(glm::distance(left.min * glm::vec3(-1.0F, 1.0F, 1.0F),
                          glm::vec3(right.max.x, right.min.y, right.min.z)),
            1e-5F)
      << "mirrored";
}

TEST(SpaceMesh, StandsWhereTheObstaclesAre) {
  Space space;
  EXPECT_TRUE(makeObstacleMesh(space).indices.empty());
  EXPECT_TRUE(makeBoundsMesh(space).indices.empty());
  space.obstacles.emplace_back(BoxObstacle{{1.0F, 0.0F, 2.0F}, {2.0F, 0.5F, 0.4F}, glm::radians(90.0F)});
  const Bounds box = boundsOf(makeObstacleMesh(space).positions);
  EXPECT_LT(glm::distance(box.min, glm::vec3(0.8F, 0.0F, 1.0F)), 1e-4F)
      << "a quarter turn: its width is along z";
  EXPECT_LT(glm::distance(box.max, glm::vec3(1.2F, 0.5F, 3.0F)), 1e-4F);
  space.obstacles = {CylinderObstacle{{-1.0F, 0.5F, 0.0F}, 0.25F, 2.0F}};
  const Bounds cylinder = boundsOf(makeObstacleMesh(space).positions);
  EXPECT_NEAR(cylinder.min.y, 0.5F, 1e-5F);
  EXPECT_NEAR(cylinder.max.y, 2.5F, 1e-5F);
  EXPECT_NEAR(cylinder.center().x, -1.0F, 1e-2F);
  space.bounds = RoomBounds{{-3.0F, -2.0F}, {4.0F, 5.0F}};
  const MeshData line = makeBoundsMesh(space);
  EXPECT_FLOAT_EQ(facingOutwards(line), 1.0F);
  const Bounds bounds = boundsOf(line.positions);
  EXPECT_EQ(glm::vec2(bounds.min.x, bounds.min.z), glm::vec2(-3.0F, -2.0F));
  EXPECT_EQ(glm::vec2(bounds.max.x, bounds.max.z), glm::vec2(4.0F, 5.0F));
}

TEST(FixWinding, TurnsOverWhatIsInsideOut) {
  MeshData mesh = makeEllipsoid(glm::vec3(1.0F));
  for (std::size_t i = 0; i < mesh.indices.size(); i += 3) std::swap(mesh.indices[i], mesh.indices[i + 1]);
  ASSERT_FLOAT_EQ(facingOutwards(mesh), 0.0F);
  fixWinding(mesh);
  EXPECT_FLOAT_EQ(facingOutwards(mesh), 1.0F);
}

TEST(FixWinding, LeavesAMixtureAlone) {
  MeshData mesh = makeEllipsoid(glm::vec3(1.0F));
  for (std::size_t i = 0; i < mesh.indices.size() / 2; i += 3)
    std::swap(mesh.indices[i], mesh.indices[i + 1]);
  const auto before = mesh.indices;
  fixWinding(mesh);
  EXPECT_EQ(mesh.indices, before);
}

TEST(TangentFrames, SurviveNormalsThatAreNone) {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  const std::vector<glm::vec3> normals{{0, 0, 0}, {nan, 0, 0}, {0, 0, 1}};
  const auto frames = tangentFrames(normals);
  ASSERT_EQ(frames.size(), 3U);
  EXPECT_EQ(frames[0], frames[1]);
  EXPECT_NE(frames[0], frames[2]);
}

}  // namespace
}  // namespace lead
