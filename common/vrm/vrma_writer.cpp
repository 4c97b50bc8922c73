#include "vrm/vrma_writer.h"

#include <algorithm>
#include <cstring>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <utility>

#include "math/rotation.h"
#include "vrm/glb_writer.h"

namespace lead {
namespace {

using Json = nlohmann::json;

Json toJson(const glm::vec3& v) {
  return {v.x, v.y, v.z};
}

void check(const KeyedMotion& motion) {
  const std::size_t count = motion.times.size();
  bool whole = count > 0 && motion.rotations.size() == count && motion.skeleton.bones != 0 &&
               (motion.hips.empty() || motion.hips.size() == count) &&
               (motion.lookAt.empty() || motion.lookAt.size() == count);
  for (const ExpressionTrack& expression : motion.expressions)
    whole = whole && expression.weights.size() == count;
  if (!whole) throw std::invalid_argument("the motion's tracks aren't as long as its times");
  for (std::size_t i = 0; i < count; ++i)
    if (!isFinite(motion.times[i]) || motion.times[i] < 0.0F ||
        (i > 0 && motion.times[i] <= motion.times[i - 1]))
      throw std::invalid_argument("the motion's times don't rise from 0");
}

class Writer {
 public:
  explicit Writer(const KeyedMotion& motion) : motion_(motion) {}

  std::vector<std::uint8_t> write() {
    addSkeleton();
    addFloats(motion_.times, "SCALAR");
    Json& times = json_["accessors"].back();
    times["min"] = {motion_.times.front()};
    times["max"] = {motion_.times.back()};
    addRotations();
    addHips();
    addExpressions();
    addLookAt();
    // A motion that moves nothing still is one: glTF wants at least one channel.
    if (channels_.empty()) addRotation(static_cast<std::size_t>(firstBone()));
    return finish();
  }

 private:
  int firstBone() const {
    for (std::size_t i = 0; i < kBoneCount; ++i)
      if (motion_.skeleton.has(boneAt(i))) return static_cast<int>(i);
    return 0;
  }

  int addNode(Json node, int parent) {
    Json& nodes = json_["nodes"];
    const auto at = static_cast<int>(nodes.size());
    nodes.push_back(std::move(node));
    if (parent >= 0)
      nodes[static_cast<std::size_t>(parent)]["children"].push_back(at);
    else
      roots_.push_back(at);
    return at;
  }

  void addSkeleton() {
    const Skeleton& skeleton = motion_.skeleton;
    node_.fill(-1);
    for (std::size_t i = 0; i < kBoneCount; ++i) {
      if (!skeleton.has(boneAt(i))) continue;
      const int parent = skeleton.parent[i];
      const std::string boneName(name(boneAt(i)));
      node_[i] = addNode({{"name", boneName}, {"translation", toJson(skeleton.offset[i])}},
                         parent < 0 ? -1 : node_[static_cast<std::size_t>(parent)]);
      extension_["humanoid"]["humanBones"][boneName] = {{"node", node_[i]}};
    }
  }

  /// Appends an accessor over values of its own.
  int addFloats(const std::vector<float>& values, const char* type) {
    const std::size_t width = std::string_view(type) == "SCALAR" ? 1
                              : std::string_view(type) == "VEC3" ? 3
                                                                 : 4;
    const std::size_t offset = binary_.size();
    binary_.resize(offset + values.size() * sizeof(float));
    std::memcpy(binary_.data() + offset, values.data(), values.size() * sizeof(float));
    json_["bufferViews"].push_back(
        {{"buffer", 0}, {"byteOffset", offset}, {"byteLength", values.size() * sizeof(float)}});
    json_["accessors"].push_back({{"bufferView", json_["bufferViews"].size() - 1},
                                  {"componentType", 5126},
                                  {"type", type},
                                  {"count", values.size() / width}});
    return static_cast<int>(json_["accessors"].size()) - 1;
  }

  void addChannel(int node, const char* path, const std::vector<float>& values) {
    const int output = addFloats(values, std::string_view(path) == "rotation" ? "VEC4" : "VEC3");
    channels_.push_back({{"sampler", samplers_.size()}, {"target", {{"node", node}, {"path", path}}}});
    samplers_.push_back({{"input", 0}, {"output", output}, {"interpolation", "LINEAR"}});
  }

  static void append(std::vector<float>& values, const glm::quat& q) {
    values.insert(values.end(), {q.x, q.y, q.z, q.w});
  }

  void addRotation(std::size_t bone) {
    std::vector<float> values;
    for (const BoneArray<glm::quat>& pose : motion_.rotations) append(values, pose[bone]);
    addChannel(node_[bone], "rotation", values);
  }

  void addRotations() {
    for (std::size_t i = 0; i < kBoneCount; ++i)
      if ((motion_.bones & motion_.skeleton.bones & bit(boneAt(i))) != 0) addRotation(i);
  }

  void addHips() {
    if (motion_.hips.empty() || !motion_.skeleton.has(Bone::hips)) return;
    std::vector<float> values;
    for (const glm::vec3& offset : motion_.hips) {
      const glm::vec3 place = motion_.skeleton.restOf(Bone::hips) + offset;
      values.insert(values.end(), {place.x, place.y, place.z});
    }
    addChannel(node_[index(Bone::hips)], "translation", values);
  }

  void addExpressions() {
    for (const ExpressionTrack& expression : motion_.expressions) {
      const int node = addNode({{"name", expression.name}}, -1);
      extension_["expressions"][expression.custom ? "custom" : "preset"][expression.name] = {{"node", node}};
      std::vector<float> values;
      for (const float weight : expression.weights)
        values.insert(values.end(), {std::clamp(weight, 0.0F, 1.0F), 0.0F, 0.0F});
      addChannel(node, "translation", values);
    }
  }

  void addLookAt() {
    if (motion_.lookAt.empty()) return;
    const int node = addNode({{"name", "lookAt"}}, -1);
    extension_["lookAt"] = {{"node", node}, {"offsetFromHeadBone", {0.0F, 0.0F, 0.0F}}};
    std::vector<float> values;
    for (const glm::vec2& gaze : motion_.lookAt) append(values, rotationY(gaze.x) * rotationX(gaze.y));
    addChannel(node, "rotation", values);
  }

  std::vector<std::uint8_t> finish() {
    Json animation = {{"channels", channels_}, {"samplers", samplers_}};
    if (!motion_.name.empty()) animation["name"] = motion_.name;
    extension_["specVersion"] = "1.0";
    json_["asset"] = {{"version", "2.0"}, {"generator", "Lead"}};
    json_["extensionsUsed"] = {"VRMC_vrm_animation"};
    json_["extensions"]["VRMC_vrm_animation"] = extension_;
    json_["animations"] = Json::array({animation});
    json_["scenes"] = Json::array({{{"nodes", roots_}}});
    json_["scene"] = 0;
    return writeGlb(std::move(json_), std::move(binary_));
  }

  const KeyedMotion& motion_;
  Json json_;
  Json extension_;
  Json channels_ = Json::array();
  Json samplers_ = Json::array();
  Json roots_ = Json::array();
  BoneArray<int> node_{};
  std::vector<std::uint8_t> binary_;
};

}  // namespace

std::vector<std::uint8_t> writeVrma(const KeyedMotion& motion) {
  check(motion);
  return Writer(motion).write();
}

}  // namespace lead
