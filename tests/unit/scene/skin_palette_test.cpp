#include "scene/skin_palette.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <glm/ext/matrix_transform.hpp>
#include <glm/geometric.hpp>
#include <map>
#include <set>

namespace lead {
namespace {

/// `count` separate triangles; triangle i follows joints i and i + 1.
Primitive ribbon(std::size_t count) {
  Primitive primitive;
  for (std::size_t i = 0; i < count; ++i) {
    const auto x = static_cast<float>(i);
    for (const glm::vec3 p : {glm::vec3(x, 0, 0), glm::vec3(x + 1, 0, 0), glm::vec3(x, 1, 0)}) {
      primitive.indices.push_back(static_cast<std::uint32_t>(primitive.positions.size()));
      primitive.positions.push_back(p);
      primitive.normals.emplace_back(0.0F, 0.0F, 1.0F);
      primitive.joints.emplace_back(i, i + 1, 9999, 0);
      primitive.weights.emplace_back(0.75F, 0.25F, 0.0F, 0.0F);
    }
  }
  return primitive;
}

TEST(SplitByPalette, KeepsASmallSkinWholeAndListsOnlyUsedJoints) {
  Primitive primitive = ribbon(3);
  const auto parts = splitByPalette(primitive, 200);
  ASSERT_EQ(parts.size(), 1U);
  EXPECT_THAT(parts[0].joints, testing::UnorderedElementsAre(0, 1, 2, 3));
  EXPECT_EQ(parts[0].indices.size(), 9U);
}

TEST(SplitByPalette, CutsASkinOfManyJointsAndLosesNothing) {
  const Primitive primitive = ribbon(700);
  const auto parts = splitByPalette(primitive, 701);
  EXPECT_GE(parts.size(), 3U);
  std::multiset<std::uint32_t> corners;
  for (const PalettePart& part : parts) {
    EXPECT_LE(part.joints.size(), kMaxPalette);
    ASSERT_EQ(part.vertices.size(), part.slots.size());
    for (const std::uint32_t i : part.indices) {
      const std::uint32_t vertex = part.vertices.at(i);
      corners.insert(vertex);
      EXPECT_EQ(part.joints.at(part.slots[i].x), primitive.joints[vertex].x);
      EXPECT_EQ(part.joints.at(part.slots[i].y), primitive.joints[vertex].y);
    }
  }
  EXPECT_EQ(corners, std::multiset<std::uint32_t>(primitive.indices.begin(), primitive.indices.end()));
}

TEST(SplitByPalette, ASharedVertexIsInEveryPartThatUsesIt) {
  Primitive primitive = ribbon(8);
  for (std::size_t i = 0; i < primitive.indices.size(); i += 3) primitive.indices[i] = 0;
  const auto parts = splitByPalette(primitive, 9, 4);
  ASSERT_GE(parts.size(), 2U);
  for (const PalettePart& part : parts) EXPECT_THAT(part.vertices, testing::Contains(0U));
}

TEST(SplitByPalette, JointsThatTheSkinLacksAreLeftOut) {
  Primitive primitive = ribbon(1);
  primitive.joints[0] = {5000, 1, 0, 0};
  const auto parts = splitByPalette(primitive, 2);
  ASSERT_EQ(parts.size(), 1U);
  EXPECT_THAT(parts[0].joints, testing::Each(testing::Lt(2)));
}

TEST(IsSendable, RotationsAndScalesAlongTheirAxesAre) {
  const glm::mat4 turn = glm::rotate(glm::mat4(1.0F), 0.7F, glm::normalize(glm::vec3(1, 2, 3)));
  EXPECT_TRUE(isSendable(turn));
  EXPECT_TRUE(isSendable(glm::scale(turn, glm::vec3(0.01F))));
  EXPECT_TRUE(isSendable(glm::scale(turn, glm::vec3(1.0F, 2.0F, 0.5F))));
}

TEST(IsSendable, ShearAndFlatnessAreNot) {
  const glm::mat4 turn = glm::rotate(glm::mat4(1.0F), 0.7F, glm::normalize(glm::vec3(1, 2, 3)));
  EXPECT_FALSE(isSendable(glm::scale(glm::mat4(1.0F), glm::vec3(1.0F, 2.0F, 1.0F)) * turn));
  EXPECT_FALSE(isSendable(glm::scale(turn, glm::vec3(1.0F, 0.0F, 1.0F))));
}

TEST(SkinVertices, BlendsPositionsByWeight) {
  const std::vector palette{glm::mat4(1.0F), glm::translate(glm::mat4(1.0F), glm::vec3(0.0F, 2.0F, 0.0F))};
  const std::vector<glm::u8vec4> slots{{0, 1, 0, 0}};
  const std::vector<glm::vec4> weights{{0.25F, 0.75F, 0.0F, 0.0F}};
  const std::vector<glm::vec3> positions{{1.0F, 0.0F, 0.0F}};
  const std::vector<glm::vec3> normals{{0.0F, 0.0F, 1.0F}};
  std::vector<glm::vec3> outPositions(1);
  std::vector<glm::vec3> outNormals(1);
  skinVertices(palette, slots, weights, positions, normals, outPositions, outNormals);
  EXPECT_NEAR(glm::length(outPositions[0] - glm::vec3(1.0F, 1.5F, 0.0F)), 0.0F, 1e-6F);
  EXPECT_NEAR(glm::length(outNormals[0] - normals[0]), 0.0F, 1e-6F);
}

TEST(SkinVertices, NormalsStayAcrossTheirSurfaceUnderShearAndMirroring) {
  const glm::vec3 alongA(1.0F, 1.0F, 0.0F);
  const glm::vec3 alongB(0.0F, 0.0F, 1.0F);
  const glm::vec3 normal = glm::normalize(glm::cross(alongA, alongB));
  for (const float mirror : {1.0F, -1.0F}) {
    glm::mat4 m = glm::scale(glm::mat4(1.0F), glm::vec3(mirror * 3.0F, 1.0F, 0.5F));
    m[1][0] = 0.4F;
    const std::vector palette{m};
    const std::vector<glm::u8vec4> slots{{0, 0, 0, 0}};
    const std::vector<glm::vec4> weights{{1.0F, 0.0F, 0.0F, 0.0F}};
    const std::vector<glm::vec3> positions{{0.0F, 0.0F, 0.0F}};
    const std::vector<glm::vec3> normals{normal};
    std::vector<glm::vec3> outPositions(1);
    std::vector<glm::vec3> outNormals(1);
    skinVertices(palette, slots, weights, positions, normals, outPositions, outNormals);
    EXPECT_NEAR(glm::dot(outNormals[0], glm::vec3(m * glm::vec4(alongA, 0.0F))), 0.0F, 1e-5F);
    EXPECT_NEAR(glm::dot(outNormals[0], glm::vec3(m * glm::vec4(alongB, 0.0F))), 0.0F, 1e-5F);
    // Outside stays outside: what was off the surface on the normal's side still is.
    EXPECT_GT(glm::dot(outNormals[0], glm::vec3(m * glm::vec4(normal, 0.0F))), 0.0F);
  }
}

}  // namespace
}  // namespace lead
