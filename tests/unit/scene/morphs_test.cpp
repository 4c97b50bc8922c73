#include "scene/morphs.h"

#include <gtest/gtest.h>

#include "scene/material_shift.h"
#include "scene/prepared_model.h"
#include "test_model.h"

namespace lead {
namespace {

using namespace test;

Primitive morphingSquare() {
  Primitive square = makeSquare({}, 1.0F, -1);
  square.morphs.resize(3);
  square.morphs[0].positions = {{0.0F, 0.0F, 2.0F}, {}, {}, {}};
  square.morphs[1].positions = {{8.0F, 0.0F, 0.0F}, {}, {0.0F, 4.0F, 0.0F}, {}};
  square.morphs[1].normals = {{1.0F, 0.0F, 0.0F}, {}, {}, {}};
  square.morphs[2].positions.assign(4, glm::vec3(0.0F));
  return square;
}

MeshDataPtr meshOf(const Primitive& primitive) {
  MeshData mesh;
  mesh.positions = primitive.positions;
  mesh.normals = primitive.normals;
  mesh.indices = primitive.indices;
  return seal(std::move(mesh));
}

TEST(MorphSet, KeepsWhatMoves) {
  const MorphSetPtr set = makeMorphSet(morphingSquare());
  ASSERT_EQ(set->targets.size(), 3U);
  EXPECT_EQ(set->targets[1].vertices, (std::vector<std::uint32_t>{0, 2}));
  EXPECT_TRUE(set->targets[2].vertices.empty());
  EXPECT_EQ(set->touched, (std::vector<std::uint32_t>{0, 2}));
}

TEST(MorphSet, OfWhatNeverMovesIsNone) {
  Primitive square = makeSquare({}, 1.0F, -1);
  EXPECT_EQ(makeMorphSet(square), nullptr);
  square.morphs.resize(2);
  square.morphs[0].positions.assign(4, glm::vec3(0.0F));
  EXPECT_EQ(makeMorphSet(square), nullptr);
}

TEST(MorphSet, OfACutPartHasThePartsNumbers) {
  const std::vector<std::uint32_t> part{3, 2};  // vertex 1 of the part is 2 of the primitive
  const MorphSetPtr set = makeMorphSet(morphingSquare(), part);
  EXPECT_TRUE(set->targets[0].vertices.empty());
  EXPECT_EQ(set->targets[1].vertices, (std::vector<std::uint32_t>{1}));
  EXPECT_EQ(set->targets[1].positions[0], glm::vec3(0.0F, 4.0F, 0.0F));
}

TEST(MorphBlender, AddsTargetsByWeight) {
  const Primitive square = morphingSquare();
  MorphBlender blender(meshOf(square), makeMorphSet(square));
  const std::array weights{0.5F, 0.25F, 1.0F};
  ASSERT_TRUE(blender.blend(weights));
  EXPECT_EQ(blender.positions()[0], square.positions[0] + glm::vec3(2.0F, 0.0F, 1.0F));
  EXPECT_EQ(blender.positions()[1], square.positions[1]);
  EXPECT_EQ(blender.positions()[2], square.positions[2] + glm::vec3(0.0F, 1.0F, 0.0F));
  EXPECT_EQ(blender.normals()[0], glm::vec3(0.25F, 0.0F, 1.0F));
  EXPECT_NE(blender.tangents()[0], meshOf(square)->tangents[0]);
  EXPECT_EQ(blender.tangents()[1], meshOf(square)->tangents[1]);
}

TEST(MorphBlender, HasNothingToDoWhereNothingMoves) {
  const Primitive square = morphingSquare();
  MorphBlender blender(meshOf(square), makeMorphSet(square));
  EXPECT_FALSE(blender.blend({}));
  EXPECT_FALSE(blender.blend(std::array{0.0F, 0.0F}));
  EXPECT_TRUE(blender.blend(std::array{1.0F}));
  EXPECT_TRUE(blender.blend(std::array{0.0F})) << "back again";
  EXPECT_EQ(blender.positions(), square.positions);
  EXPECT_FALSE(blender.blend(std::array{0.0F}));
}

TEST(MorphBlender, TakesNoNoticeOfWeightsWithoutATarget) {
  const Primitive square = morphingSquare();
  MorphBlender blender(meshOf(square), makeMorphSet(square));
  EXPECT_FALSE(blender.blend(std::array{0.0F, 0.0F, 0.0F, 1.0F, 1.0F}));
}

TEST(MaterialShift, ChangesColoursAndAllTransformsButTheMatcaps) {
  Material material;
  material.mtoon.shadeColor = {0.2F, 0.2F, 0.2F};
  material.baseColorTexture.offset = {0.5F, 0.0F};
  MaterialShift shift;
  EXPECT_FALSE(changesAnything(shift));
  shift.color[static_cast<std::size_t>(MaterialColor::shade)].add({1.0F, 0.0F, 0.0F, 1.0F}, 0.5F);
  shift.textureOffset.add({0.0F, 1.0F}, 1.0F);
  EXPECT_TRUE(changesAnything(shift));
  const Material shifted = shiftedMaterial(material, shift);
  EXPECT_EQ(shifted.mtoon.shadeColor, glm::vec3(0.6F, 0.1F, 0.1F));
  EXPECT_EQ(shifted.baseColor, material.baseColor);
  EXPECT_EQ(shifted.baseColorTexture.offset, glm::vec2(0.0F, 1.0F));
  EXPECT_EQ(shifted.mtoon.rimTexture.offset, glm::vec2(0.0F, 1.0F));
  EXPECT_EQ(shifted.mtoon.matcapTexture.offset, glm::vec2(0.0F));
}

TEST(BlendOrder, WritersOfDepthFirstThenByQueueThenAsInTheFile) {
  Model model = bareModel();
  const auto addSquare = [&](bool writesDepth, int queue) {
    Material material;
    material.shading = Shading::mtoon;
    material.alphaMode = AlphaMode::blend;
    material.mtoon.transparentWithZWrite = writesDepth;
    material.mtoon.renderQueueOffset = queue;
    model.materials.push_back(material);
    addRigid(model, 0, makeSquare({}, 0.1F, static_cast<int>(model.materials.size()) - 1));
  };
  addSquare(false, 0);
  addSquare(false, -3);
  addSquare(true, 4);
  addSquare(true, 0);
  addSquare(false, 0);
  const auto prepared = prepareModel(share(std::move(model)));
  std::vector<int> ranks;
  for (const PreparedPart& part : prepared->parts) ranks.push_back(part.blendRank);
  EXPECT_EQ(ranks, (std::vector<int>{3, 2, 1, 0, 4}));
}

TEST(BlendOrder, AllThatIsSeenThroughHasOneReach) {
  Model model = bareModel();
  Material glass;
  glass.alphaMode = AlphaMode::blend;
  model.materials.push_back(glass);
  addRigid(model, 0, makeSquare({0.0F, 1.0F, 0.0F}, 0.1F, 0));
  addRigid(model, model.boneNode[index(Bone::head)], makeSquare({0.0F, 2.0F, 0.0F}, 0.3F, 0));
  const auto prepared = prepareModel(share(std::move(model)));
  ASSERT_EQ(prepared->parts.size(), 2U);
  EXPECT_EQ(prepared->parts[0].reach.center(), prepared->parts[1].reach.center());
  EXPECT_EQ(prepared->parts[0].reach.half(), prepared->parts[1].reach.half());
}

}  // namespace
}  // namespace lead
