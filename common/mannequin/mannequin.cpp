#include "mannequin/mannequin.h"

#include <algorithm>
#include <string>

#include "mannequin/expressions.h"
#include "mannequin/glb.h"
#include "mannequin/parts.h"
#include "mannequin/proportions.h"
#include "mannequin/vrm_json.h"

namespace lead {
namespace {

using namespace mannequin;
using nlohmann::json;

/// The file's nodes: the root, then the bones in their order, then the meshes.
struct Nodes {
  BoneArray<int> bone{};
  BoneArray<int> joint{};
  std::vector<int> mesh;
};

json triple(glm::vec3 v) {
  return {v.x, v.y, v.z};
}

void addBoneNodes(GlbBuilder& glb, Nodes& nodes) {
  json& list = glb.root()["nodes"];
  list.push_back({{"name", "Mannequin"}});
  for (Bone bone : bones()) {
    nodes.joint[index(bone)] = static_cast<int>(list.size()) - 1;
    nodes.bone[index(bone)] = static_cast<int>(list.size());
    const std::optional<Bone> parent = parentOf(bone);
    const glm::vec3 from = parent ? restOf(*parent) : glm::vec3(0.0F);
    list.push_back({{"name", std::string(name(bone))}, {"translation", triple(restOf(bone) - from)}});
    const int above = parent ? nodes.bone[index(*parent)] : 0;
    list[above]["children"].push_back(nodes.bone[index(bone)]);
  }
}

void addSkin(GlbBuilder& glb, const Nodes& nodes) {
  json joints = json::array();
  std::vector<float> inverseBind;
  for (Bone bone : bones()) {
    joints.push_back(nodes.bone[index(bone)]);
    const glm::vec3 at = restOf(bone);
    inverseBind.insert(inverseBind.end(), {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, -at.x, -at.y, -at.z, 1});
  }
  const int matrices = glb.addMatrices(inverseBind);
  glb.root()["skins"].push_back({{"name", "Mannequin"},
                                 {"joints", joints},
                                 {"skeleton", nodes.bone[index(Bone::hips)]},
                                 {"inverseBindMatrices", matrices}});
}

json primitiveOf(GlbBuilder& glb, const Part& part, const Nodes& nodes) {
  json primitive;
  primitive["attributes"] = {{"POSITION", glb.addVectors(part.positions, true)},
                             {"NORMAL", glb.addVectors(part.normals, false)},
                             {"JOINTS_0", glb.addJoints(part.weights, nodes.joint)},
                             {"WEIGHTS_0", glb.addWeights(part.weights)}};
  primitive["indices"] = glb.addIndices(part.indices, part.positions.size());
  primitive["material"] = static_cast<int>(part.paint);
  primitive["mode"] = 4;
  for (const Offsets& morph : part.morphs)
    primitive["targets"].push_back({{"POSITION", glb.addSparseVectors(morph)}});
  return primitive;
}

void addMesh(GlbBuilder& glb, const PartMesh& mesh, Nodes& nodes) {
  json out{{"name", mesh.name}};
  for (const Part& part : mesh.parts) out["primitives"].push_back(primitiveOf(glb, part, nodes));
  if (!mesh.morphNames.empty()) {
    out["weights"] = std::vector<float>(mesh.morphNames.size(), 0.0F);
    out["extras"]["targetNames"] = mesh.morphNames;
  }
  json& root = glb.root();
  root["meshes"].push_back(std::move(out));
  nodes.mesh.push_back(static_cast<int>(root["nodes"].size()));
  root["nodes"].push_back({{"name", mesh.name}, {"mesh", root["meshes"].size() - 1}, {"skin", 0}});
}

}  // namespace

std::vector<std::uint8_t> buildMannequin() {
  GlbBuilder glb;
  json& root = glb.root();
  root["asset"] = {{"version", "2.0"}, {"generator", "Lead"}};
  root["extensionsUsed"] = {"VRMC_vrm", "VRMC_materials_mtoon"};
  root["materials"] = materialsJson();

  Nodes nodes;
  addBoneNodes(glb, nodes);
  addSkin(glb, nodes);
  const PartMesh face = buildFace();
  addMesh(glb, buildBody(), nodes);
  addMesh(glb, buildEyes(), nodes);
  addMesh(glb, face, nodes);

  json sceneNodes{0};
  for (int mesh : nodes.mesh) sceneNodes.push_back(mesh);
  root["scenes"] = json::array({{{"name", "Mannequin"}, {"nodes", sceneNodes}}});
  root["scene"] = 0;
  root["extensions"]["VRMC_vrm"] =
      vrmJson({nodes.bone, nodes.mesh[0], nodes.mesh[1], nodes.mesh[2], face.morphNames});
  return glb.finish();
}

}  // namespace lead
