#include "scene/prepared_model.h"

#include <gtest/gtest.h>

#include <glm/geometric.hpp>
#include <glm/matrix.hpp>

#include "scene/bone_shape.h"
#include "test_model.h"

namespace lead {
namespace {

using test::addRigid;
using test::bareModel;
using test::makeSquare;
using test::share;

TEST(PrepareModel, AModelWithoutAMeshIsDrawnAsBones) {
  const auto prepared = prepareModel(share(bareModel()));
  EXPECT_TRUE(prepared->bonesOnly);
  ASSERT_EQ(prepared->parts.size(), 1U);
  EXPECT_EQ(prepared->parts[0].joints.size(), 15U);
  EXPECT_NEAR(prepared->bounds.min.x, -prepared->bounds.max.x, 1e-4F);
  EXPECT_GT(prepared->bounds.max.x, 0.67F);
  EXPECT_GT(prepared->bounds.max.y, 1.5F);
}

TEST(PrepareModel, MeshesOfNoTrianglesCountAsNone) {
  Model model = bareModel();
  Primitive empty;
  addRigid(model, 0, empty);
  EXPECT_TRUE(prepareModel(share(std::move(model)))->bonesOnly);
}

TEST(PrepareModel, AMeshOfTwoNodesIsSharedByTheirParts) {
  Model model = bareModel();
  addRigid(model, 0, makeSquare({}, 0.1F, -1));
  Node second = model.nodes.back();
  second.translation = {1.0F, 0.0F, 0.0F};
  model.nodes.push_back(second);
  test::updateRest(model);
  const auto prepared = prepareModel(share(std::move(model)));
  ASSERT_EQ(prepared->parts.size(), 2U);
  EXPECT_EQ(prepared->parts[0].mesh, prepared->parts[1].mesh);
  EXPECT_NEAR(prepared->bounds.max.x, 1.1F, 1e-5F);
}

TEST(PrepareModel, ASkinUnderNegativeScaleIsMirrored) {
  for (const float side : {1.0F, -1.0F}) {
    Model model = bareModel();
    Primitive square = makeSquare({}, 0.1F, -1);
    square.joints.assign(4, {0, 0, 0, 0});
    square.weights.assign(4, {1.0F, 0.0F, 0.0F, 0.0F});
    const int body = addRigid(model, 0, square);
    model.nodes[0].scale.x = side;
    model.nodes[static_cast<std::size_t>(body)].skin = 0;
    model.skins.push_back({{model.boneNode[0]}, {glm::mat4(1.0F)}});
    test::updateRest(model);
    EXPECT_EQ(prepareModel(share(std::move(model)))->parts.at(0).mirrored, side < 0.0F);
  }
}

TEST(PrepareModel, ASkinnedPartsReachHoldsItInAnyTurn) {
  const auto prepared = prepareModel(share(bareModel()));
  const PreparedPart& part = prepared->parts.at(0);
  // An arm's tip, turned about the root by any angle, raised or hanging.
  for (const glm::vec3 p :
       {glm::vec3(0.8F, 1.35F, 0.0F), glm::vec3(0.0F, 2.1F, 0.0F), glm::vec3(0.0F, 0.0F, 0.8F)})
    for (int axis = 0; axis < 3; ++axis) {
      EXPECT_GT(p[axis], part.reach.min[axis]);
      EXPECT_LT(p[axis], part.reach.max[axis]);
    }
}

TEST(PrepareModel, KeepsBothSetsOfTextureCoordinates) {
  Model model = bareModel();
  Primitive square = makeSquare({}, 0.1F, -1);
  square.uv1.assign(4, {0.25F, 0.75F});
  addRigid(model, 0, square);
  const MeshDataPtr mesh = prepareModel(share(std::move(model)))->parts.at(0).mesh;
  EXPECT_EQ(mesh->uv.at(0), square.uv0.at(0));
  EXPECT_EQ(mesh->uv1.at(0), glm::vec2(0.25F, 0.75F));
}

TEST(PrepareModel, UploadsOnlyPicturesThatAreDrawnAndHaveData) {
  Model model = bareModel();
  test::addTexture(model, 1, 1, {1, 2, 3, 4});
  const int used = test::addTexture(model, 1, 1, {5, 6, 7, 8});
  const int missing = test::addTexture(model, 1, 1, {});
  for (const int texture : {used, missing}) {
    const int material = test::addUnlit(model, glm::vec4(1.0F));
    model.materials.back().baseColorTexture.texture = texture;
    addRigid(model, 0, makeSquare({}, 0.1F, material));
  }
  const auto prepared = prepareModel(share(std::move(model)));
  ASSERT_EQ(prepared->images.size(), 1U);
  EXPECT_EQ(prepared->images.begin()->first, 1);
  EXPECT_EQ(prepared->images.begin()->second.levels.front().rgba->at(0), 5);
}

TEST(BoneBody, HangsEachVertexOnItsOwnBone) {
  const Model model = bareModel();
  const BoneBody body = makeBoneBody(model);
  ASSERT_EQ(body.joints.size(), body.inverseBind.size());
  ASSERT_EQ(body.mesh.slots.size(), body.mesh.positions.size());
  for (const glm::u8vec4& slot : body.mesh.slots) EXPECT_LT(slot.x, body.joints.size());
}

}  // namespace
}  // namespace lead
