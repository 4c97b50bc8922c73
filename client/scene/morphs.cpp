#include "scene/morphs.h"

#include <algorithm>
#include <utility>

namespace lead {
namespace {

MorphSet::Target makeTarget(const MorphTarget& dense, std::span<const std::uint32_t> vertices) {
  MorphSet::Target target;
  const std::size_t count = vertices.empty() ? dense.positions.size() : vertices.size();
  for (std::size_t v = 0; v < count; ++v) {
    const std::size_t from = vertices.empty() ? v : vertices[v];
    const glm::vec3 position = dense.positions.empty() ? glm::vec3(0.0F) : dense.positions[from];
    const glm::vec3 normal = dense.normals.empty() ? glm::vec3(0.0F) : dense.normals[from];
    if (position == glm::vec3(0.0F) && normal == glm::vec3(0.0F)) continue;
    target.vertices.push_back(static_cast<std::uint32_t>(v));
    target.positions.push_back(position);
    target.normals.push_back(normal);
  }
  return target;
}

}  // namespace

MorphSetPtr makeMorphSet(const Primitive& primitive, std::span<const std::uint32_t> vertices) {
  MorphSet set;
  for (const MorphTarget& dense : primitive.morphs) {
    set.targets.push_back(makeTarget(dense, vertices));
    const auto& moved = set.targets.back().vertices;
    set.touched.insert(set.touched.end(), moved.begin(), moved.end());
  }
  std::sort(set.touched.begin(), set.touched.end());
  set.touched.erase(std::unique(set.touched.begin(), set.touched.end()), set.touched.end());
  if (set.touched.empty()) return nullptr;
  return std::make_shared<const MorphSet>(std::move(set));
}

MorphBlender::MorphBlender(MeshDataPtr mesh, MorphSetPtr morphs)
    : mesh_(std::move(mesh)), morphs_(std::move(morphs)) {}

bool MorphBlender::blend(std::span<const float> weights) {
  const std::size_t count = std::min(weights.size(), morphs_->targets.size());
  const bool moves = std::any_of(weights.begin(), weights.begin() + static_cast<std::ptrdiff_t>(count),
                                 [](float weight) { return weight != 0.0F; });
  if (!moves && !moved_) return false;
  if (positions_.empty()) {
    positions_ = mesh_->positions;
    normals_ = mesh_->normals;
    tangents_ = mesh_->tangents;
  }
  moved_ = moves;
  for (const std::uint32_t v : morphs_->touched) {
    positions_[v] = mesh_->positions[v];
    normals_[v] = mesh_->normals[v];
  }
  for (std::size_t t = 0; t < count; ++t) {
    if (weights[t] == 0.0F) continue;
    const MorphSet::Target& target = morphs_->targets[t];
    for (std::size_t i = 0; i < target.vertices.size(); ++i) {
      positions_[target.vertices[i]] += target.positions[i] * weights[t];
      normals_[target.vertices[i]] += target.normals[i] * weights[t];
    }
  }
  touchedNormals_.clear();
  for (const std::uint32_t v : morphs_->touched) touchedNormals_.push_back(normals_[v]);
  const std::vector<glm::i16vec4> frames = tangentFrames(touchedNormals_);
  for (std::size_t i = 0; i < frames.size(); ++i) tangents_[morphs_->touched[i]] = frames[i];
  return true;
}

}  // namespace lead
