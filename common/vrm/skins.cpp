#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <glm/gtc/type_ptr.hpp>
#include <limits>

#include "vrm/load.h"
#include "vrm/meshes.h"
#include "vrm/skin_weights.h"

namespace lead {
namespace {

constexpr std::size_t kFarJoint = std::numeric_limits<std::uint16_t>::max();

Skin readSkin(const MeshSource& source, std::size_t at, const std::vector<int>& newIndex) {
  const tinygltf::Skin& in = source.gltf.skins[at];
  const std::string what = fmt::format("skin {} {}", at, inQuotes(in.name));
  if (in.joints.empty()) throw ModelError("skin.empty", what + " has no joints");
  Skin skin;
  for (const int joint : in.joints) {
    if (joint < 0 || static_cast<std::size_t>(joint) >= newIndex.size())
      throw ModelError("skin.joint",
                       fmt::format("{} has node {} as a joint, which doesn't exist", what, joint));
    skin.joints.push_back(newIndex[static_cast<std::size_t>(joint)]);
  }
  skin.inverseBind.assign(skin.joints.size(), glm::mat4(1.0F));
  if (in.inverseBindMatrices < 0) return skin;
  const std::vector<float> values = source.accessors.floats(in.inverseBindMatrices, 16, what);
  if (values.size() < skin.joints.size() * 16)
    throw ModelError("skin.matrices", fmt::format("{} has {} joints but {} matrices", what,
                                                  skin.joints.size(), values.size() / 16));
  if (!std::all_of(values.begin(), values.end(), [](float v) { return std::isfinite(v); }))
    throw ModelError("skin.matrices", what + " has a matrix that is not finite");
  for (std::size_t i = 0; i < skin.joints.size(); ++i) skin.inverseBind[i] = glm::make_mat4(&values[i * 16]);
  return skin;
}

/// True if an influence had to be moved.
bool fitJoints(Primitive& primitive, std::size_t joints) {
  bool moved = false;
  for (std::size_t v = 0; v < primitive.joints.size(); ++v) {
    glm::u16vec4& index = primitive.joints[v];
    glm::vec4& weight = primitive.weights[v];
    bool changed = false;
    for (int c = 0; c < 4; ++c) {
      if (index[c] < joints) continue;
      index[c] = 0;
      changed = weight[c] > 0.0F || changed;
      weight[c] = 0.0F;
    }
    if (!changed) continue;
    normalizeWeights(weight);  // the joints that do exist take over or, without any, the skin's first
    moved = true;
  }
  return moved;
}

}  // namespace

void VertexInfluences::add(std::uint32_t joint, float weight) {
  if (!(weight > 0.0F)) return;
  Influence added{static_cast<std::uint16_t>(std::min<std::size_t>(joint, kFarJoint)), weight};
  for (Influence& kept : strongest_)
    if (added.weight > kept.weight) std::swap(added, kept);
}

void VertexInfluences::store(glm::u16vec4& joints, glm::vec4& weights) const {
  for (int c = 0; c < 4; ++c) {
    joints[c] = strongest_[static_cast<std::size_t>(c)].joint;
    weights[c] = strongest_[static_cast<std::size_t>(c)].weight;
  }
  normalizeWeights(weights);
}

void normalizeWeights(glm::vec4& weights) {
  const float sum = weights.x + weights.y + weights.z + weights.w;
  if (sum > 1e-12F && std::isfinite(sum))
    weights /= sum;
  else
    weights = {1.0F, 0.0F, 0.0F, 0.0F};
}

std::vector<Skin> readSkins(const MeshSource& source, const std::vector<int>& newIndex) {
  std::size_t joints = 0;
  for (const tinygltf::Skin& skin : source.gltf.skins) joints += skin.joints.size();
  if (joints > source.limits.joints)
    throw ModelError("limit.joints", fmt::format("the file's skins have {} joints, the limit is {}", joints,
                                                 source.limits.joints));
  std::vector<Skin> skins;
  for (std::size_t i = 0; i < source.gltf.skins.size(); ++i) skins.push_back(readSkin(source, i, newIndex));
  return skins;
}

void fitSkins(Model& model, Warnings& warnings) {
  for (Node& node : model.nodes) {
    if (node.mesh < 0) continue;
    Mesh& mesh = model.meshes[static_cast<std::size_t>(node.mesh)];
    if (mesh.primitives.empty()) node.mesh = -1;
    if (node.mesh < 0 || node.skin < 0) continue;
    const std::size_t joints = model.skins[static_cast<std::size_t>(node.skin)].joints.size();
    for (Primitive& primitive : mesh.primitives)
      if (fitJoints(primitive, joints))
        warnings.add("mesh.joints",
                     fmt::format("mesh {} names joints that its skin doesn't have; others took their share",
                                 inQuotes(mesh.name)));
  }
}

}  // namespace lead
