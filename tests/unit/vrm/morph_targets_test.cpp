// Morph targets and the sparse accessors that they are mostly kept in.
#include <gmock/gmock.h>

#include <functional>

#include "humanoid_glb.h"

namespace lead::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

/// An accessor of three vectors of which the given ones are replaced.
int sparse(GlbBuilder& file, const std::vector<std::uint16_t>& indices, const std::vector<float>& values,
           int baseView = -1) {
  const int accessor = file.accessorOver(baseView, kFloat, "VEC3", 3);
  const int indexView = file.view(GlbBuilder::bytesOf(indices));
  const int valueView = file.view(GlbBuilder::bytesOf(values));
  file.json["accessors"][static_cast<std::size_t>(accessor)]["sparse"] = {
      {"count", indices.size()},
      {"indices", {{"bufferView", indexView}, {"componentType", kUnsignedShort}}},
      {"values", {{"bufferView", valueView}}}};
  return accessor;
}

const std::vector<MorphTarget>& morphs(const Model& model) {
  return model.meshes.at(0).primitives.at(0).morphs;
}

TEST(Morphs, SparseWithoutABufferViewStartsFromZero) {
  Humanoid file = makeHumanoid();
  Json& primitive = file.addTriangle();
  primitive["targets"] = {{{"POSITION", sparse(file, {1}, {7, 8, 9})}}};
  EXPECT_THAT(morphs(*load(file)).at(0).positions,
              ElementsAre(glm::vec3(0), glm::vec3(7, 8, 9), glm::vec3(0)));
}

TEST(Morphs, SparseOverABufferView) {
  Humanoid file = makeHumanoid();
  Json& primitive = file.addTriangle();
  const int base = file.view(GlbBuilder::bytesOf<float>({1, 1, 1, 2, 2, 2, 3, 3, 3}));
  primitive["targets"] = {{{"POSITION", sparse(file, {0, 2}, {7, 8, 9, 4, 5, 6}, base)}}};
  EXPECT_THAT(morphs(*load(file)).at(0).positions,
              ElementsAre(glm::vec3(7, 8, 9), glm::vec3(2), glm::vec3(4, 5, 6)));
}

TEST(Morphs, NormalsAreKeptAndMissingPositionsAreZero) {
  Humanoid file = makeHumanoid();
  Json& primitive = file.addTriangle();
  primitive["targets"] = {{{"NORMAL", file.floats({0, 0, 1, 0, 1, 0, 1, 0, 0}, "VEC3")}}, Json::object()};
  const ModelPtr model = load(file);
  ASSERT_EQ(morphs(*model).size(), 2U);
  EXPECT_EQ(morphs(*model)[0].normals.at(1), glm::vec3(0, 1, 0));
  EXPECT_THAT(morphs(*model)[0].positions, ElementsAre(glm::vec3(0), glm::vec3(0), glm::vec3(0)));
  EXPECT_TRUE(morphs(*model)[1].normals.empty());
  EXPECT_EQ(morphs(*model)[1].positions.size(), 3U);
}

TEST(Morphs, FollowTheVerticesThatAreDrawn) {
  Humanoid file = makeHumanoid();
  file.addMesh({{"attributes", {{"POSITION", file.floats({0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0}, "VEC3")}}},
                {"indices", file.accessor<std::uint16_t>({1, 3, 2}, kUnsignedShort, "SCALAR")},
                {"targets", {{{"POSITION", file.floats({0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3}, "VEC3")}}}}});
  const ModelPtr model = load(file);
  const Primitive& primitive = model->meshes.at(0).primitives.at(0);
  ASSERT_EQ(primitive.morphs.at(0).positions.size(), primitive.positions.size());
  EXPECT_EQ(primitive.morphs[0].positions[primitive.indices[1]], glm::vec3(3));
}

TEST(Morphs, NamesOfTheMeshOrOfItsFirstPrimitive) {
  Humanoid file = makeHumanoid();
  Json& primitive = file.addTriangle();
  primitive["targets"] = {Json::object(), Json::object()};
  primitive["extras"]["targetNames"] = {"old", "style"};
  EXPECT_THAT(load(file)->meshes.at(0).morphNames, ElementsAre("old", "style"));
  file.json["meshes"][0]["extras"]["targetNames"] = {"smile", 7};
  file.json["meshes"][0]["weights"] = {0.25, 0};
  const ModelPtr model = load(file);
  EXPECT_THAT(model->meshes.at(0).morphNames, ElementsAre("smile", ""));
  EXPECT_THAT(model->meshes.at(0).morphWeights, ElementsAre(0.25F, 0.0F));
}

TEST(Morphs, SparseFaults) {
  const auto refusalOf = [](const std::function<void(Json&)>& change) {
    Humanoid file = makeHumanoid();
    Json& primitive = file.addTriangle();
    const int accessor = sparse(file, {1}, {7, 8, 9});
    primitive["targets"] = {{{"POSITION", accessor}}};
    change(file.json["accessors"][static_cast<std::size_t>(accessor)]["sparse"]);
    return refusal(file.build());
  };
  EXPECT_EQ(refusalOf([](Json&) {}), "");
  EXPECT_THAT(refusalOf([](Json& s) { s["count"] = 4; }), HasSubstr("replaces 4 of 3 elements"));
  EXPECT_THAT(refusalOf([](Json& s) { s["count"] = -1; }), HasSubstr("replaces -1 of 3 elements"));
  EXPECT_THAT(refusalOf([](Json& s) { s["count"] = 3; }), HasSubstr("reaches beyond the end"));
  EXPECT_THAT(refusalOf([](Json& s) { s["indices"]["componentType"] = kFloat; }), HasSubstr("wrong type"));
  EXPECT_THAT(refusalOf([](Json& s) { s["values"]["byteOffset"] = -8; }), HasSubstr("offset is negative"));
  EXPECT_THAT(refusalOf([](Json& s) { s["values"]["bufferView"] = 70; }),
              HasSubstr("buffer view 70 doesn't exist"));
  EXPECT_THAT(refusalOf([](Json& s) { s = {{"count", 1}}; }), HasSubstr("the file's glTF is broken"));
}

TEST(Morphs, SparseIndexBeyondTheElements) {
  Humanoid file = makeHumanoid();
  Json& primitive = file.addTriangle();
  primitive["targets"] = {{{"POSITION", sparse(file, {3}, {7, 8, 9})}}};
  EXPECT_THAT(refusal(file.build()), HasSubstr("replaces element 3 of 3"));
}

TEST(Morphs, OfAnotherLengthThanTheMesh) {
  Humanoid file = makeHumanoid();
  Json& primitive = file.addTriangle();
  primitive["targets"] = {{{"POSITION", file.floats({0, 0, 0}, "VEC3")}}};
  EXPECT_THAT(refusal(file.build()), HasSubstr("has 1 values for 3 vertices"));
}

}  // namespace
}  // namespace lead::test
