#include "scene/skin_palette.h"

#include <cmath>
#include <glm/geometric.hpp>
#include <glm/mat3x3.hpp>
#include <glm/matrix.hpp>

namespace lead {
namespace {

constexpr std::uint32_t kUnset = 0xffffffffU;

class PartBuilder {
 public:
  PartBuilder(const Primitive& primitive, std::size_t skinJoints, std::size_t limit)
      : primitive_(primitive),
        limit_(limit),
        vertexSlot_(primitive.positions.size(), kUnset),
        jointSlot_(skinJoints, kUnset) {}

  void addTriangle(const std::uint32_t* corners) {
    if (part_.joints.size() + newJoints(corners) > limit_) finish();
    for (int i = 0; i < 3; ++i) part_.indices.push_back(addVertex(corners[i]));
  }

  void finish() {
    if (part_.indices.empty()) return;
    for (const std::uint32_t v : part_.vertices) vertexSlot_[v] = kUnset;
    for (const std::uint16_t j : part_.joints) jointSlot_[j] = kUnset;
    parts_.push_back(std::move(part_));
    part_ = {};
  }

  std::vector<PalettePart> take() { return std::move(parts_); }

 private:
  bool uses(std::uint32_t vertex, int k) const {
    return primitive_.weights[vertex][k] > 0.0F && primitive_.joints[vertex][k] < jointSlot_.size();
  }

  /// An upper bound: a joint that two corners share may be counted twice.
  std::size_t newJoints(const std::uint32_t* corners) const {
    std::size_t count = 0;
    for (int i = 0; i < 3; ++i)
      for (int k = 0; k < 4; ++k)
        if (uses(corners[i], k) && jointSlot_[primitive_.joints[corners[i]][k]] == kUnset) ++count;
    return count;
  }

  std::uint8_t slotOf(std::uint16_t joint) {
    if (jointSlot_[joint] == kUnset) {
      jointSlot_[joint] = static_cast<std::uint32_t>(part_.joints.size());
      part_.joints.push_back(joint);
    }
    return static_cast<std::uint8_t>(jointSlot_[joint]);
  }

  std::uint32_t addVertex(std::uint32_t vertex) {
    if (vertexSlot_[vertex] != kUnset) return vertexSlot_[vertex];
    glm::u8vec4 slots(0);
    for (int k = 0; k < 4; ++k)
      if (uses(vertex, k)) slots[k] = slotOf(primitive_.joints[vertex][k]);
    vertexSlot_[vertex] = static_cast<std::uint32_t>(part_.vertices.size());
    part_.vertices.push_back(vertex);
    part_.slots.push_back(slots);
    return vertexSlot_[vertex];
  }

  const Primitive& primitive_;
  std::size_t limit_;
  std::vector<std::uint32_t> vertexSlot_;
  std::vector<std::uint32_t> jointSlot_;
  PalettePart part_;
  std::vector<PalettePart> parts_;
};

}  // namespace

std::vector<PalettePart> splitByPalette(const Primitive& primitive, std::size_t skinJoints,
                                        std::size_t limit) {
  PartBuilder builder(primitive, skinJoints, limit);
  for (std::size_t i = 0; i + 2 < primitive.indices.size(); i += 3)
    builder.addTriangle(&primitive.indices[i]);
  builder.finish();
  return builder.take();
}

bool isSendable(const glm::mat4& m) {
  constexpr float kMaxCosine = 1e-3F;
  const glm::vec3 x(m[0]);
  const glm::vec3 y(m[1]);
  const glm::vec3 z(m[2]);
  const float lx = glm::length(x);
  const float ly = glm::length(y);
  const float lz = glm::length(z);
  if (!(lx > 1e-9F) || !(ly > 1e-9F) || !(lz > 1e-9F)) return false;
  return std::abs(glm::dot(x, y)) <= kMaxCosine * lx * ly &&
         std::abs(glm::dot(y, z)) <= kMaxCosine * ly * lz && std::abs(glm::dot(z, x)) <= kMaxCosine * lz * lx;
}

void skinVertices(std::span<const glm::mat4> palette, std::span<const glm::u8vec4> slots,
                  std::span<const glm::vec4> weights, std::span<const glm::vec3> positions,
                  std::span<const glm::vec3> normals, std::span<glm::vec3> outPositions,
                  std::span<glm::vec3> outNormals) {
  for (std::size_t v = 0; v < positions.size(); ++v) {
    glm::mat4 blend(0.0F);
    for (int k = 0; k < 4; ++k) blend += palette[slots[v][k]] * weights[v][k];
    outPositions[v] = glm::vec3(blend * glm::vec4(positions[v], 1.0F));
    // The cofactor matrix turns normals rightly under any scale and needs no inverse.
    const glm::mat3 m(blend);
    const glm::mat3 cofactor(glm::cross(m[1], m[2]), glm::cross(m[2], m[0]), glm::cross(m[0], m[1]));
    const float mirror = glm::dot(cofactor[0], m[0]) < 0.0F ? -1.0F : 1.0F;
    const glm::vec3 normal = cofactor * normals[v] * mirror;
    const float length = glm::length(normal);
    outNormals[v] = length > 0.0F ? normal / length : glm::vec3(0.0F, 1.0F, 0.0F);
  }
}

}  // namespace lead
