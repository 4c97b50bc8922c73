// Triangles as they are uploaded. Pure values: made on any thread, shared with the driver until it has copied
// them.
#pragma once

#include <cstdint>
#include <glm/gtc/type_precision.hpp>
#include <glm/vec2.hpp>
#include <glm/vec3.hpp>
#include <glm/vec4.hpp>
#include <memory>
#include <span>
#include <vector>

namespace lead {

/// An axis-aligned box.
struct Bounds {
  glm::vec3 min{0.0F};
  glm::vec3 max{0.0F};

  glm::vec3 center() const { return (min + max) * 0.5F; }
  glm::vec3 half() const { return (max - min) * 0.5F; }
};

Bounds boundsOf(std::span<const glm::vec3> points);

struct MeshData {
  std::vector<glm::vec3> positions;
  std::vector<glm::vec3> normals;
  std::vector<glm::vec2> uv;       ///< empty: all zero
  std::vector<glm::vec2> uv1;      ///< the second set; empty: the first
  std::vector<glm::u8vec4> slots;  ///< palette entries; empty: not skinned
  std::vector<glm::vec4> weights;  ///< as long as `slots`
  std::vector<std::uint32_t> indices;
  std::vector<glm::i16vec4> tangents;  ///< made by seal()
  Bounds bounds;                       ///< made by seal()

  bool skinned() const { return !slots.empty(); }
  /// Moves and adds another unskinned mesh.
  void append(const MeshData& other, glm::vec3 offset = glm::vec3(0.0F));
};

using MeshDataPtr = std::shared_ptr<const MeshData>;

/// Fills in what is derived (tangent frames, box, uv) and makes it shareable.
MeshDataPtr seal(MeshData mesh);

/// Turns the triangles over if nearly all of them face away from their vertices' normals, as some exporters
/// leave them: culling would show the inside.
void fixWinding(MeshData& mesh);

/// Tangent frames, as quaternions of normalised shorts, of `normals`; zero and non-finite normals become +Y.
std::vector<glm::i16vec4> tangentFrames(std::span<const glm::vec3> normals);

}  // namespace lead
