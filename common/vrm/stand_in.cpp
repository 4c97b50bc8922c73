#include "vrm/stand_in.h"

#include <cmath>
#include <glm/common.hpp>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>

#include "vrm/glb_writer.h"
#include "vrm/stand_in_body.h"

namespace lead {
namespace {

using Json = nlohmann::json;

constexpr int kFloat = 5126;
constexpr int kByte = 5121;
constexpr int kShort = 5123;
constexpr float kGrey = 0.35F;  // linear

Json toJson(const glm::vec3& v) {
  return {v.x, v.y, v.z};
}

/// The float that, added to `from`, gives `to` in the loader's arithmetic, or comes nearest to it.
float exactStep(float from, float to) {
  const float step = to - from;
  for (const float candidate : {step, std::nextafter(step, INFINITY), std::nextafter(step, -INFINITY)})
    if (from + candidate == to) return candidate;
  return step;
}

class Writer {
 public:
  explicit Writer(const Skeleton& skeleton) : skeleton_(skeleton) {}

  std::vector<std::uint8_t> write() {
    addBones();
    addBody();
    document_["asset"] = {{"version", "2.0"}, {"generator", "Lead"}};
    document_["extensionsUsed"] = {"VRMC_vrm"};
    document_["extensions"]["VRMC_vrm"] = {{"specVersion", "1.0"},
                                           {"meta",
                                            {{"name", "Placeholder"},
                                             {"authors", {"Lead"}},
                                             {"licenseUrl", "https://vrm.dev/licenses/1.0/"},
                                             {"avatarPermission", "everyone"},
                                             {"commercialUsage", "corporation"},
                                             {"creditNotation", "unnecessary"},
                                             {"allowRedistribution", true},
                                             {"modification", "allowModificationRedistribution"}}},
                                           {"humanoid", {{"humanBones", humanBones_}}}};
    document_["scenes"] = Json::array({{{"nodes", roots_}}});
    document_["scene"] = 0;
    return writeGlb(std::move(document_), std::move(binary_));
  }

 private:
  void addBones() {
    BoneArray<glm::vec3> place{};  // as the loader will have it
    for (std::size_t i = 0; i < kBoneCount; ++i) {
      if (!skeleton_.has(boneAt(i))) continue;
      const int parent = skeleton_.parent[i];
      const glm::vec3 from = parent < 0 ? glm::vec3(0.0F) : place[static_cast<std::size_t>(parent)];
      glm::vec3 step(0.0F);
      for (int k = 0; k < 3; ++k) step[k] = exactStep(from[k], skeleton_.rest[i][k]);
      place[i] = from + step;
      const std::string boneName(name(boneAt(i)));
      node_[i] = static_cast<int>(document_["nodes"].size());
      document_["nodes"].push_back({{"name", boneName}, {"translation", toJson(step)}});
      humanBones_[boneName] = {{"node", node_[i]}};
      if (parent < 0)
        roots_.push_back(node_[i]);
      else
        document_["nodes"][static_cast<std::size_t>(node_[static_cast<std::size_t>(parent)])]["children"]
            .push_back(node_[i]);
    }
  }

  /// One skinned mesh; joint n is node n.
  void addBody() {
    const StandInBody body = makeStandInBody(skeleton_);
    glm::vec3 low = body.positions.front();
    glm::vec3 high = low;
    std::vector<std::uint8_t> joints;
    std::vector<std::uint8_t> weights;
    for (std::size_t i = 0; i < body.positions.size(); ++i) {
      low = glm::min(low, body.positions[i]);
      high = glm::max(high, body.positions[i]);
      joints.insert(joints.end(), {static_cast<std::uint8_t>(node_[index(body.bones[i])]), 0, 0, 0});
      weights.insert(weights.end(), {255, 0, 0, 0});
    }
    const int positions = addAccessor(body.positions, "VEC3", kFloat, body.positions.size());
    document_["accessors"].back().update({{"min", toJson(low)}, {"max", toJson(high)}});
    const int normals = addAccessor(body.normals, "VEC3", kFloat, body.normals.size());
    const int jointsAt = addAccessor(joints, "VEC4", kByte, body.positions.size());
    const int weightsAt = addAccessor(weights, "VEC4", kByte, body.positions.size());
    document_["accessors"].back()["normalized"] = true;
    const int indices = addAccessor(body.indices, "SCALAR", kShort, body.indices.size());

    document_["materials"] = Json::array({{{"name", "Grey"},
                                           {"pbrMetallicRoughness",
                                            {{"baseColorFactor", {kGrey, kGrey, kGrey, 1.0F}},
                                             {"metallicFactor", 0.0F},
                                             {"roughnessFactor", 0.9F}}}}});
    document_["meshes"] = Json::array({{{"name", "Body"},
                                        {"primitives", Json::array({{{"attributes",
                                                                      {{"POSITION", positions},
                                                                       {"NORMAL", normals},
                                                                       {"JOINTS_0", jointsAt},
                                                                       {"WEIGHTS_0", weightsAt}}},
                                                                     {"indices", indices},
                                                                     {"material", 0}}})}}});
    addSkin();
    roots_.push_back(document_["nodes"].size());
    document_["nodes"].push_back({{"name", "Body"}, {"mesh", 0}, {"skin", 0}});
  }

  void addSkin() {
    std::vector<float> matrices;
    Json joints = Json::array();
    for (std::size_t i = 0; i < kBoneCount; ++i) {
      if (!skeleton_.has(boneAt(i))) continue;
      joints.push_back(node_[i]);
      const glm::vec3& rest = skeleton_.rest[i];
      matrices.insert(matrices.end(), {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, -rest.x, -rest.y, -rest.z, 1});
    }
    const int accessor = addAccessor(matrices, "MAT4", kFloat, matrices.size() / 16);
    document_["skins"] = Json::array({{{"joints", joints}, {"inverseBindMatrices", accessor}}});
  }

  template <typename T>
  int addAccessor(const std::vector<T>& values, const char* type, int component, std::size_t count) {
    binary_.resize((binary_.size() + 3) / 4 * 4, 0);
    const std::size_t size = values.size() * sizeof(T);
    document_["bufferViews"].push_back({{"buffer", 0}, {"byteOffset", binary_.size()}, {"byteLength", size}});
    const auto* first = reinterpret_cast<const std::uint8_t*>(values.data());
    binary_.insert(binary_.end(), first, first + size);
    document_["accessors"].push_back({{"bufferView", document_["bufferViews"].size() - 1},
                                      {"componentType", component},
                                      {"type", type},
                                      {"count", count}});
    return static_cast<int>(document_["accessors"].size()) - 1;
  }

  const Skeleton& skeleton_;
  Json document_;
  Json humanBones_;
  Json roots_ = Json::array();
  BoneArray<int> node_{};
  std::vector<std::uint8_t> binary_;
};

}  // namespace

std::vector<std::uint8_t> standIn(const Skeleton& skeleton) {
  return Writer(skeleton).write();
}

}  // namespace lead
