#include "mannequin/glb.h"

#include <algorithm>

#include <glm/common.hpp>
#include <utility>

namespace lead::mannequin {
namespace {

using nlohmann::json;

constexpr int kArrayBuffer = 34962;
constexpr int kElementArrayBuffer = 34963;
constexpr int kByte = 5121;
constexpr int kShort = 5123;
constexpr int kInt = 5125;
constexpr int kFloat = 5126;

void setBounds(json& accessor, const std::vector<glm::vec3>& values) {
  glm::vec3 low = values.front();
  glm::vec3 high = values.front();
  for (const glm::vec3& v : values) {
    low = glm::min(low, v);
    high = glm::max(high, v);
  }
  accessor["min"] = {low.x, low.y, low.z};
  accessor["max"] = {high.x, high.y, high.z};
}

void put(std::vector<std::uint8_t>& out, std::uint32_t value) {
  for (int i = 0; i < 4; ++i) out.push_back(static_cast<std::uint8_t>(value >> (8 * i)));
}

}  // namespace

int GlbBuilder::addView(const void* data, std::size_t bytes, int target) {
  binary_.resize((binary_.size() + 3) / 4 * 4, 0);
  json view{{"buffer", 0}, {"byteOffset", binary_.size()}, {"byteLength", bytes}};
  if (target != 0) view["target"] = target;
  const auto* first = static_cast<const std::uint8_t*>(data);
  binary_.insert(binary_.end(), first, first + bytes);
  json_["bufferViews"].push_back(std::move(view));
  return static_cast<int>(json_["bufferViews"].size()) - 1;
}

int GlbBuilder::addAccessor(json accessor) {
  json_["accessors"].push_back(std::move(accessor));
  return static_cast<int>(json_["accessors"].size()) - 1;
}

int GlbBuilder::addVectors(const std::vector<glm::vec3>& values, bool withBounds) {
  static_assert(sizeof(glm::vec3) == 12);
  json accessor{{"bufferView", addView(values.data(), values.size() * 12, kArrayBuffer)},
                {"componentType", kFloat},
                {"count", values.size()},
                {"type", "VEC3"}};
  if (withBounds) setBounds(accessor, values);
  return addAccessor(std::move(accessor));
}

int GlbBuilder::addIndices(const std::vector<std::uint32_t>& values, std::size_t vertexCount) {
  json accessor{{"count", values.size()}, {"type", "SCALAR"}};
  if (vertexCount < 65535) {  // 65535 itself means "restart" and may not be used
    const std::vector<std::uint16_t> narrow(values.begin(), values.end());
    accessor["bufferView"] = addView(narrow.data(), narrow.size() * 2, kElementArrayBuffer);
    accessor["componentType"] = kShort;
  } else {
    accessor["bufferView"] = addView(values.data(), values.size() * 4, kElementArrayBuffer);
    accessor["componentType"] = kInt;
  }
  return addAccessor(std::move(accessor));
}

int GlbBuilder::addJoints(const std::vector<SkinWeights>& weights, const BoneArray<int>& jointOf) {
  std::vector<std::uint8_t> bytes;
  bytes.reserve(weights.size() * 4);
  for (const SkinWeights& w : weights)
    for (int i = 0; i < 4; ++i)
      bytes.push_back(w.weight[i] > 0 ? static_cast<std::uint8_t>(jointOf[index(w.bone[i])]) : 0);
  return addAccessor({{"bufferView", addView(bytes.data(), bytes.size(), kArrayBuffer)},
                      {"componentType", kByte},
                      {"count", weights.size()},
                      {"type", "VEC4"}});
}

int GlbBuilder::addWeights(const std::vector<SkinWeights>& weights) {
  std::vector<std::uint8_t> bytes;
  bytes.reserve(weights.size() * 4);
  for (const SkinWeights& w : weights) bytes.insert(bytes.end(), w.weight.begin(), w.weight.end());
  return addAccessor({{"bufferView", addView(bytes.data(), bytes.size(), kArrayBuffer)},
                      {"componentType", kByte},
                      {"normalized", true},
                      {"count", weights.size()},
                      {"type", "VEC4"}});
}

int GlbBuilder::addMatrices(const std::vector<float>& columnMajor) {
  return addAccessor({{"bufferView", addView(columnMajor.data(), columnMajor.size() * 4, 0)},
                      {"componentType", kFloat},
                      {"count", columnMajor.size() / 16},
                      {"type", "MAT4"}});
}

int GlbBuilder::addSparseVectors(const std::vector<glm::vec3>& values) {
  std::vector<std::uint16_t> where;
  std::vector<glm::vec3> what;
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (values[i] == glm::vec3(0.0F)) continue;
    where.push_back(static_cast<std::uint16_t>(i));
    what.push_back(values[i]);
  }
  if (where.empty()) {  // glTF wants at least one
    where.push_back(0);
    what.emplace_back(0.0F);
  }
  json accessor{{"componentType", kFloat}, {"count", values.size()}, {"type", "VEC3"}};
  setBounds(accessor, values);
  accessor["sparse"] = {
      {"count", where.size()},
      {"indices", {{"bufferView", addView(where.data(), where.size() * 2, 0)}, {"componentType", kShort}}},
      {"values", {{"bufferView", addView(what.data(), what.size() * 12, 0)}}}};
  return addAccessor(std::move(accessor));
}

std::vector<std::uint8_t> GlbBuilder::finish() {
  binary_.resize((binary_.size() + 3) / 4 * 4, 0);
  json_["buffers"] = json::array({{{"byteLength", binary_.size()}}});
  std::string text = json_.dump();
  text.resize((text.size() + 3) / 4 * 4, ' ');
  std::vector<std::uint8_t> out;
  out.reserve(28 + text.size() + binary_.size());
  put(out, 0x46546C67);  // "glTF"
  put(out, 2);
  put(out, static_cast<std::uint32_t>(28 + text.size() + binary_.size()));
  put(out, static_cast<std::uint32_t>(text.size()));
  put(out, 0x4E4F534A);  // "JSON"
  out.insert(out.end(), text.begin(), text.end());
  put(out, static_cast<std::uint32_t>(binary_.size()));
  put(out, 0x004E4942);  // "BIN"
  out.insert(out.end(), binary_.begin(), binary_.end());
  return out;
}

}  // namespace lead::mannequin
