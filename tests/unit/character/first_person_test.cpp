// The view out of an avatar's own eyes. VRMC_vrm-1.0/firstPerson.md.
#include "character/first_person.h"

#include <gmock/gmock.h>

#include <filesystem>

#include "humanoid_glb.h"

namespace lead::test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

/// Two triangles: 0 1 2 hang on the hips, 3 4 5 as well but for a little of vertex 4's weight.
Humanoid withSkin() {
  Humanoid file = makeHumanoid({.everyBone = true});
  const int hips = file.node[index(Bone::hips)];
  const int eye = file.node[index(Bone::leftEye)];  // below the head
  const int skin = file.add("skins", {{"joints", {hips, eye}}});
  std::vector<std::uint8_t> joints;
  std::vector<float> weights;
  for (int v = 0; v < 6; ++v) {
    joints.insert(joints.end(), {0, 1, 0, 0});
    const float onHead = v == 4 ? 0.1F : 0.0F;
    weights.insert(weights.end(), {1.0F - onHead, onHead, 0, 0});
  }
  file.addMesh({{"attributes",
                 {{"POSITION", file.floats({0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 1, 0, 1, 0, 1, 1}, "VEC3")},
                  {"JOINTS_0", file.accessor<std::uint8_t>(joints, kUnsignedByte, "VEC4")},
                  {"WEIGHTS_0", file.floats(weights, "VEC4")}}}},
               skin);
  return file;
}

int shownAt(const Model& model) {
  for (std::size_t i = 0; i < model.nodes.size(); ++i)
    if (model.nodes[i].mesh >= 0) return static_cast<int>(i);
  return -1;
}

std::vector<std::uint32_t> seen(const Humanoid& file) {
  const ModelPtr model = load(file);
  const int node = shownAt(*model);
  return firstPersonIndices(*model, headNodes(*model), node, model->meshes.at(0).primitives.at(0));
}

void annotate(Humanoid& file, const char* type) {
  const int shown = static_cast<int>(file.json["nodes"].size()) - 1;
  file.extension()["firstPerson"]["meshAnnotations"] = {{{"node", shown}, {"type", type}}};
}

TEST(MeshAnnotationAutoAlgorithm, TrianglesWithAVertexOnTheHeadOrBelowAreLeftOut) {
  EXPECT_THAT(seen(withSkin()), ElementsAre(0, 1, 2));
}

TEST(MeshAnnotationAutoAlgorithm, ARigidMeshFollowsItsNode) {
  Humanoid file = makeHumanoid();
  file.addTriangle();
  EXPECT_THAT(seen(file), ElementsAre(0, 1, 2));
  const int shown = static_cast<int>(file.json["nodes"].size()) - 1;
  file.nodeOf(Bone::head)["children"].push_back(shown);
  EXPECT_THAT(seen(file), IsEmpty());
}

TEST(MeshAnnotation, BothAndOnlySettingsHoldForTheWholeMesh) {
  Humanoid file = withSkin();
  annotate(file, "both");
  EXPECT_THAT(seen(file), ElementsAre(0, 1, 2, 3, 4, 5));
  annotate(file, "firstPersonOnly");
  EXPECT_THAT(seen(file), ElementsAre(0, 1, 2, 3, 4, 5));
  annotate(file, "thirdPersonOnly");
  EXPECT_THAT(seen(file), IsEmpty());
  EXPECT_TRUE(seenByOthers(FirstPersonView::automatic));
  EXPECT_TRUE(seenByOthers(FirstPersonView::both));
  EXPECT_TRUE(seenByOthers(FirstPersonView::thirdPersonOnly));
  EXPECT_FALSE(seenByOthers(FirstPersonView::firstPersonOnly));
}

TEST(MeshAnnotationAutoAlgorithm, GodetteLosesHerHeadOnly) {
  const auto path = std::filesystem::path(LEAD_SHARED_DIR) / "models/vrm0/godette_v4.vrm";
  if (!std::filesystem::exists(path)) GTEST_SKIP() << "no shared models at " << path;
  const ModelPtr model = loadModel(readModelFile(path));
  const std::vector<bool> head = headNodes(*model);
  const float chin = model->skeleton.restOf(Bone::head).y;
  std::size_t all = 0;
  std::size_t kept = 0;
  for (std::size_t n = 0; n < model->nodes.size(); ++n) {
    if (model->nodes[n].mesh < 0) continue;
    for (const Primitive& primitive :
         model->meshes[static_cast<std::size_t>(model->nodes[n].mesh)].primitives) {
      const auto indices = firstPersonIndices(*model, head, static_cast<int>(n), primitive);
      all += primitive.indices.size();
      kept += indices.size();
      for (const std::uint32_t i : indices) {
        const glm::vec4 place = model->restWorld[n] * glm::vec4(primitive.positions[i], 1.0F);
        EXPECT_LT(place.y, chin + 0.3F);
      }
    }
  }
  EXPECT_GT(kept, all / 10);
  EXPECT_LT(kept, all * 9 / 10);
}

}  // namespace
}  // namespace lead::test
