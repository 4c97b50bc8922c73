// Geometry: attributes in all their encodings, indices, primitive modes, and what is wrong with them.
#include <gmock/gmock.h>

#include <glm/geometric.hpp>

#include "humanoid_glb.h"

namespace lead::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

const std::vector<float> kQuad{0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0};

const Primitive& onlyPrimitive(const Model& model) {
  EXPECT_EQ(model.meshes.size(), 1U);
  EXPECT_EQ(model.meshes.at(0).primitives.size(), 1U);
  return model.meshes.at(0).primitives.at(0);
}

Humanoid quad(int mode, const std::vector<std::uint16_t>& indices) {
  Humanoid file = makeHumanoid();
  file.addMesh({{"attributes", {{"POSITION", file.floats(kQuad, "VEC3")}}},
                {"mode", mode},
                {"indices", file.accessor(indices, kUnsignedShort, "SCALAR")}});
  return file;
}

TEST(Meshes, TrianglesWithoutIndices) {
  Humanoid file = makeHumanoid();
  file.addTriangle();
  const ModelPtr model = load(file);
  EXPECT_TRUE(model->hasMesh());
  EXPECT_THAT(onlyPrimitive(*model).indices, ElementsAre(0, 1, 2));
}

TEST(Meshes, NormalsAreComputedWhereTheFileHasNone) {
  Humanoid file = makeHumanoid();
  file.addTriangle();
  const ModelPtr model = load(file);
  ASSERT_EQ(onlyPrimitive(*model).normals.size(), 3U);
  for (const glm::vec3& normal : onlyPrimitive(*model).normals) EXPECT_EQ(normal, glm::vec3(0, 0, 1));
}

TEST(Meshes, StripsAndFansBecomeTrianglesWoundAlike) {
  const auto facesFront = [](const Humanoid& file, std::size_t triangles) {
    const ModelPtr model = load(file);
    const Primitive& primitive = onlyPrimitive(*model);
    ASSERT_EQ(primitive.indices.size(), 3 * triangles);
    for (std::size_t i = 0; i < primitive.indices.size(); i += 3) {
      const glm::vec3 a = primitive.positions[primitive.indices[i]];
      const glm::vec3 b = primitive.positions[primitive.indices[i + 1]];
      const glm::vec3 c = primitive.positions[primitive.indices[i + 2]];
      EXPECT_GT(glm::cross(b - a, c - a).z, 0.0F) << "triangle " << i / 3;
    }
  };
  facesFront(quad(4, {0, 1, 2, 2, 1, 3}), 2);
  facesFront(quad(5, {0, 1, 2, 3}), 2);
  facesFront(quad(6, {0, 1, 3, 2}), 2);
}

TEST(Meshes, PointsAndLinesAreLeftOut) {
  for (const int mode : {0, 1, 2, 3}) {
    const ModelPtr model = load(quad(mode, {0, 1, 2, 3}));
    EXPECT_FALSE(model->hasMesh());
    EXPECT_TRUE(warns(*model, "points or lines"));
  }
}

TEST(Meshes, IndicesOfEveryWidth) {
  for (const int type : {kUnsignedByte, kUnsignedShort, kUnsignedInt}) {
    Humanoid file = quad(4, {0, 1, 2});
    const int indices = type == kUnsignedByte    ? file.accessor<std::uint8_t>({3, 1, 2}, type, "SCALAR")
                        : type == kUnsignedShort ? file.accessor<std::uint16_t>({3, 1, 2}, type, "SCALAR")
                                                 : file.accessor<std::uint32_t>({3, 1, 2}, type, "SCALAR");
    file.json["meshes"][0]["primitives"][0]["indices"] = indices;
    const ModelPtr model = load(file);
    EXPECT_EQ(onlyPrimitive(*model).positions[onlyPrimitive(*model).indices[0]], glm::vec3(1, 1, 0));
  }
}

TEST(Meshes, VerticesThatNothingDrawsAreDropped) {
  const ModelPtr model = load(quad(4, {1, 3, 2}));
  const Primitive& primitive = onlyPrimitive(*model);
  EXPECT_EQ(primitive.positions.size(), 3U);
  EXPECT_EQ(primitive.positions[primitive.indices[0]], glm::vec3(1, 0, 0));
  EXPECT_EQ(primitive.positions[primitive.indices[1]], glm::vec3(1, 1, 0));
  EXPECT_EQ(primitive.positions[primitive.indices[2]], glm::vec3(0, 1, 0));
}

TEST(Meshes, IndexBeyondTheVertices) {
  EXPECT_THAT(refusal(quad(4, {0, 1, 4}).build()), HasSubstr("uses vertex 4 of 4"));
}

TEST(Meshes, InterleavedAttributes) {
  Humanoid file = makeHumanoid();
  std::vector<float> data;  // position, texture coordinate
  for (int i = 0; i < 3; ++i)
    for (const int v : {i, i + 10, i + 20, i + 30, i + 40}) data.push_back(static_cast<float>(v));
  const int view = file.view(GlbBuilder::bytesOf(data), 20);
  const int positions = file.accessorOver(view, kFloat, "VEC3", 3);
  const int texCoords = file.accessorOver(view, kFloat, "VEC2", 3);
  file.json["accessors"][static_cast<std::size_t>(texCoords)]["byteOffset"] = 12;
  file.addMesh({{"attributes", {{"POSITION", positions}, {"TEXCOORD_0", texCoords}}}});
  const ModelPtr model = load(file);
  EXPECT_EQ(onlyPrimitive(*model).positions[2], glm::vec3(2, 12, 22));
  EXPECT_EQ(onlyPrimitive(*model).uv0[1], glm::vec2(31, 41));
}

TEST(Meshes, NormalisedIntegers) {
  Humanoid file = makeHumanoid();
  Json& primitive = file.addTriangle();
  primitive["attributes"]["TEXCOORD_0"] =
      file.accessor<std::uint8_t>({0, 255, 51, 0, 255, 255}, kUnsignedByte, "VEC2", true);
  primitive["attributes"]["TEXCOORD_1"] =
      file.accessor<std::uint16_t>({0, 65535, 13107, 0, 0, 0}, kUnsignedShort, "VEC2", true);
  primitive["attributes"]["NORMAL"] =
      file.accessor<std::int8_t>({127, 0, 0, 0, -128, 0, 0, 0, 127}, kByte, "VEC3", true);
  const ModelPtr model = load(file);
  EXPECT_NEAR(onlyPrimitive(*model).uv0[1].x, 0.2F, 1e-6F);
  EXPECT_NEAR(onlyPrimitive(*model).uv0[0].y, 1.0F, 1e-6F);
  EXPECT_NEAR(onlyPrimitive(*model).uv1[1].x, 0.2F, 1e-6F);
  EXPECT_EQ(onlyPrimitive(*model).normals[1], glm::vec3(0, -1, 0));
}

TEST(Meshes, QuantisedPositions) {
  Humanoid file = makeHumanoid();
  file.json["extensionsRequired"] = {"KHR_mesh_quantization"};
  file.addMesh({{"attributes",
                 {{"POSITION", file.accessor<std::int16_t>({-3, 0, 0, 1, 0, 0, 0, 1, 0}, kShort, "VEC3")}}}});
  EXPECT_EQ(onlyPrimitive(*load(file)).positions[0], glm::vec3(-3, 0, 0));
}

TEST(Meshes, NormalsOfLengthZeroBecomeUsable) {
  Humanoid file = makeHumanoid();
  file.addTriangle()["attributes"]["NORMAL"] = file.floats({0, 0, 0, 0, 0, 9, 1, 0, 0}, "VEC3");
  const ModelPtr model = load(file);
  for (const glm::vec3& normal : onlyPrimitive(*model).normals) EXPECT_NEAR(glm::length(normal), 1.0F, 1e-6F);
}

TEST(Meshes, PositionsThatAreNotFinite) {
  Humanoid file = makeHumanoid();
  const float nan = std::numeric_limits<float>::quiet_NaN();
  file.addMesh({{"attributes", {{"POSITION", file.floats({0, 0, 0, 1, nan, 0, 0, 1, 0}, "VEC3")}}}});
  EXPECT_THAT(refusal(file.build()),
              HasSubstr("mesh 'Body', part 0, POSITION: has values that are not finite"));
}

TEST(Meshes, AccessorThatDoesntExist) {
  Humanoid file = makeHumanoid();
  file.addTriangle()["attributes"]["NORMAL"] = 77;
  EXPECT_THAT(refusal(file.build()), HasSubstr("accessor 77 doesn't exist"));
}

TEST(Meshes, AccessorBeyondItsView) {
  Humanoid file = makeHumanoid();
  file.addTriangle();
  file.json["accessors"][0]["byteOffset"] = 4;
  EXPECT_THAT(refusal(file.build()), HasSubstr("reaches beyond the end of its data"));
  file.json["accessors"][0]["byteOffset"] = 4000000000U;
  EXPECT_THAT(refusal(file.build()), HasSubstr("reaches beyond the end of its data"));
}

TEST(Meshes, ViewBeyondItsBuffer) {
  Humanoid file = makeHumanoid();
  file.addTriangle();
  file.json["bufferViews"][0]["byteLength"] = 4000;
  EXPECT_THAT(refusal(file.build()), HasSubstr("buffer view 0 reaches beyond the end of its buffer"));
  file.json["bufferViews"][0]["buffer"] = 9;
  EXPECT_THAT(refusal(file.build()), HasSubstr("points to buffer 9"));
  file.json["accessors"][0]["bufferView"] = 9;
  EXPECT_THAT(refusal(file.build()), HasSubstr("buffer view 9 doesn't exist"));
}

TEST(Meshes, BufferLongerThanTheFile) {
  Humanoid file = makeHumanoid();
  file.addTriangle();
  file.json["buffers"] = {{{"byteLength", 1000000}}};
  EXPECT_THAT(refusal(file.build()), HasSubstr("should have 1000000 bytes"));
}

TEST(Meshes, StrideShorterThanAnElement) {
  Humanoid file = makeHumanoid();
  file.addTriangle();
  file.json["bufferViews"][0]["byteStride"] = 4;
  EXPECT_THAT(refusal(file.build()), HasSubstr("lie 4 bytes apart"));
}

TEST(Meshes, AttributesOfTheWrongKindOrNumber) {
  Humanoid file = makeHumanoid();
  file.addTriangle()["attributes"]["NORMAL"] = file.floats({1, 2, 3, 4, 5, 6}, "VEC2");
  EXPECT_THAT(refusal(file.build()), HasSubstr("wrong type"));
  Humanoid few = makeHumanoid();
  few.addTriangle()["attributes"]["NORMAL"] = few.floats({0, 0, 1, 0, 0, 1}, "VEC3");
  EXPECT_THAT(refusal(few.build()), HasSubstr("has 2 values for 3 vertices"));
}

TEST(Meshes, PrimitivesWithoutPositionsOrTrianglesAreLeftOut) {
  Humanoid file = makeHumanoid();
  file.addMesh({{"attributes", {{"NORMAL", file.floats({0, 0, 1}, "VEC3")}}}});
  const ModelPtr model = load(file);
  EXPECT_FALSE(model->hasMesh());
  EXPECT_TRUE(warns(*model, "has no positions"));

  Humanoid two = makeHumanoid();
  two.addMesh({{"attributes", {{"POSITION", two.floats({0, 0, 0, 1, 0, 0}, "VEC3")}}}});
  EXPECT_FALSE(load(two)->hasMesh());
}

TEST(Meshes, DataAddressesAreRead) {
  Humanoid file = makeHumanoid();
  file.addTriangle();
  file.json["buffers"] = {
      {{"byteLength", 36},
       {"uri", "data:application/octet-stream;base64,AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAA"}}};
  file.binary.clear();
  EXPECT_EQ(onlyPrimitive(*load(file)).positions[1], glm::vec3(1, 0, 0));
  file.json["buffers"][0]["byteLength"] = 37;
  EXPECT_THAT(refusal(file.build()), HasSubstr("should have 37 bytes"));
}

TEST(Meshes, OneMeshShownByTwoNodes) {
  Humanoid file = makeHumanoid();
  file.addTriangle();
  file.add("nodes", {{"mesh", 0}, {"translation", {1, 2, 3}}});
  const ModelPtr model = load(file);
  EXPECT_EQ(model->meshes.size(), 1U);
  EXPECT_EQ(
      std::count_if(model->nodes.begin(), model->nodes.end(), [](const Node& n) { return n.mesh == 0; }), 2);
}

}  // namespace
}  // namespace lead::test
