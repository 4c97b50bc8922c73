// First-person annotations of both versions. VRMC_vrm-1.0/firstPerson.md, "MeshAnnotation".
#include <gmock/gmock.h>

#include "humanoid_glb.h"

namespace lead::test {
namespace {

const Node& named(const Model& model, const std::string& name) {
  for (const Node& node : model.nodes)
    if (node.name == name) return node;
  throw std::runtime_error("no node " + name);
}

/// Meshes A to D, each shown by a node of its name.
Humanoid withMeshes(VrmVersion version) {
  Humanoid file = makeHumanoid({.version = version});
  for (const char* name : {"A", "B", "C", "D"}) {
    file.addTriangle();
    file.json["nodes"].back()["name"] = name;
  }
  return file;
}

TEST(FirstPerson, MeshAnnotationsAreByNode) {
  Humanoid file = withMeshes(VrmVersion::v1);
  const int first = static_cast<int>(file.json["nodes"].size()) - 4;
  file.extension()["firstPerson"]["meshAnnotations"] = {{{"node", first}, {"type", "both"}},
                                                        {{"node", first + 1}, {"type", "thirdPersonOnly"}},
                                                        {{"node", first + 2}, {"type", "firstPersonOnly"}},
                                                        {{"node", 4000}, {"type", "both"}},
                                                        {{"node", first}, {"type", "sideways"}}};
  const ModelPtr model = load(file);
  EXPECT_EQ(named(*model, "A").view, FirstPersonView::both);
  EXPECT_EQ(named(*model, "B").view, FirstPersonView::thirdPersonOnly);
  EXPECT_EQ(named(*model, "C").view, FirstPersonView::firstPersonOnly);
  EXPECT_EQ(named(*model, "D").view, FirstPersonView::automatic);  // without an annotation
  EXPECT_TRUE(warns(*model, "unknown first-person view, 'sideways'"));
  EXPECT_TRUE(warns(*model, "a mesh that doesn't exist"));
}

TEST(FirstPerson, Version0AnnotationsAreByMesh) {
  Humanoid file = withMeshes(VrmVersion::v0);
  file.add("nodes", {{"name", "A again"}, {"mesh", 0}});
  file.extension()["firstPerson"]["meshAnnotations"] = {{{"mesh", 0}, {"firstPersonFlag", "ThirdPersonOnly"}},
                                                        {{"mesh", 1}, {"firstPersonFlag", "Auto"}},
                                                        {{"mesh", 2}, {"firstPersonFlag", "Both"}},
                                                        {{"mesh", 9}, {"firstPersonFlag", "Both"}}};
  const ModelPtr model = load(file);
  EXPECT_EQ(named(*model, "A").view, FirstPersonView::thirdPersonOnly);
  EXPECT_EQ(named(*model, "A again").view, FirstPersonView::thirdPersonOnly);
  EXPECT_EQ(named(*model, "B").view, FirstPersonView::automatic);
  EXPECT_EQ(named(*model, "C").view, FirstPersonView::both);
}

TEST(FirstPerson, AbsentMeansAutomatic) {
  const ModelPtr model = load(withMeshes(VrmVersion::v1));
  for (const Node& node : model->nodes) EXPECT_EQ(node.view, FirstPersonView::automatic);
}

}  // namespace
}  // namespace lead::test
