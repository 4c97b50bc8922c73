// Real files that nobody here wrote: each loads with its left at +X, or is refused with its true reason. (Those
// made to be refused are in malformed_test.cpp.)
#include <gmock/gmock.h>

#include <algorithm>
#include <filesystem>
#include <map>

#include "humanoid_glb.h"

namespace lead::test {
namespace {

using testing::HasSubstr;
namespace fs = std::filesystem;

const fs::path kModels = fs::path(LEAD_SHARED_DIR) / "models";

#define SKIP_WITHOUT_MODELS() \
  if (!fs::exists(kModels)) GTEST_SKIP() << "no shared models at " << kModels

std::vector<fs::path> filesIn(const char* folder) {
  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator(kModels / folder))
    if (entry.path().extension() == ".vrm") files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  return files;
}

std::string refusalOf(const fs::path& file) {
  return refusal(readModelFile(file));
}

void expectSound(const Model& model) {
  const Skeleton& s = model.skeleton;
  EXPECT_GT(s.restOf(Bone::leftHand).x, s.restOf(Bone::rightHand).x) << "left is left";
  EXPECT_GT(s.restOf(Bone::leftFoot).x, s.restOf(Bone::rightFoot).x) << "left is left";
  EXPECT_GT(s.restOf(Bone::head).y, s.restOf(Bone::hips).y);
  if (s.has(Bone::leftToes)) {
    EXPECT_GT(s.restOf(Bone::leftToes).z, s.restOf(Bone::leftFoot).z) << "front is front";
  }
  for (std::size_t i = 0; i < model.nodes.size(); ++i) {
    const Node& node = model.nodes[i];
    ASSERT_LT(node.parent, static_cast<int>(i));
    ASSERT_LT(node.mesh, static_cast<int>(model.meshes.size()));
    ASSERT_LT(node.skin, static_cast<int>(model.skins.size()));
  }
  for (const Mesh& mesh : model.meshes)
    for (const Primitive& p : mesh.primitives) {
      EXPECT_EQ(p.normals.size(), p.positions.size());
      EXPECT_LT(p.material, static_cast<int>(model.materials.size()));
      for (const std::uint32_t i : p.indices) ASSERT_LT(i, p.positions.size());
      for (const MorphTarget& morph : p.morphs) ASSERT_EQ(morph.positions.size(), p.positions.size());
      for (const glm::vec4& w : p.weights) ASSERT_NEAR(w.x + w.y + w.z + w.w, 1.0F, 1e-4F);
    }
}

/// These have a few bones only, which is what they are to be refused for.
bool hasFewBones(const fs::path& file) {
  return file.filename().string().substr(0, 4) == "usd_";
}

TEST(SharedModels, EveryOneLoadsOrSaysWhichBonesAreMissing) {
  SKIP_WITHOUT_MODELS();
  int loaded = 0;
  for (const char* folder : {"vrm0", "vrm1"})
    for (const fs::path& file : filesIn(folder)) {
      SCOPED_TRACE(file.filename().string());
      if (hasFewBones(file)) {
        EXPECT_THAT(refusalOf(file), HasSubstr("of the 15 required humanoid bones: "));
        continue;
      }
      const ModelPtr model = loadModel(readModelFile(file));
      EXPECT_EQ(model->meta.version == VrmVersion::v0, std::string(folder) == "vrm0");
      expectSound(*model);
      ++loaded;
    }
  EXPECT_GT(loaded, 30);
}

TEST(SharedModels, MissingBonesAreListedByName) {
  SKIP_WITHOUT_MODELS();
  EXPECT_EQ(refusalOf(kModels / "vrm1/usd_lookat.vrm"),
            "the model lacks 12 of the 15 required humanoid bones: leftUpperLeg, leftLowerLeg, leftFoot, "
            "rightUpperLeg, rightLowerLeg, rightFoot, leftUpperArm, leftLowerArm, leftHand, rightUpperArm, "
            "rightLowerArm, rightHand");
}

TEST(SharedModels, Godette) {
  SKIP_WITHOUT_MODELS();
  const ModelPtr model = loadModel(readModelFile(kModels / "vrm0/godette_v4.vrm"));
  EXPECT_TRUE(model->turned);
  EXPECT_EQ(model->meta.name, "Low-Poly Godette");
  EXPECT_EQ(model->meta.licenceName, "CC_BY");
  EXPECT_EQ(std::count_if(model->boneNode.begin(), model->boneNode.end(), [](int n) { return n >= 0; }), 45);
  EXPECT_TRUE(model->skeleton.has(Bone::leftThumbMetacarpal));
  ASSERT_EQ(model->images.size(), 5U);
  for (const Image& image : model->images) EXPECT_EQ(image.rgba.size(), image.width * image.height * 4U);
  EXPECT_TRUE(model->warnings.empty());
}

TEST(SharedModels, MorphsAndSharedMeshesOfTheFiles) {
  SKIP_WITHOUT_MODELS();
  const ModelPtr shared = loadModel(readModelFile(kModels / "vrm1/addon_shared_mesh_4.2.vrm"));
  std::map<int, int> uses;
  for (const Node& node : shared->nodes) ++uses[node.mesh];
  EXPECT_TRUE(
      std::any_of(uses.begin(), uses.end(), [](const auto& u) { return u.first >= 0 && u.second > 1; }));

  const ModelPtr morphed = loadModel(readModelFile(kModels / "vrm1/addon_expression_migration_4.2.vrm"));
  bool moves = false;
  for (const Mesh& mesh : morphed->meshes)
    for (const Primitive& p : mesh.primitives)
      for (const MorphTarget& m : p.morphs)
        for (const glm::vec3& d : m.positions) moves = moves || d != glm::vec3(0.0F);
  EXPECT_TRUE(moves);
}

}  // namespace
}  // namespace lead::test
