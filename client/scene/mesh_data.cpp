#include "scene/mesh_data.h"

#include <geometry/SurfaceOrientation.h>

#include <glm/common.hpp>
#include <glm/geometric.hpp>
#include <utility>

namespace lead {

Bounds boundsOf(std::span<const glm::vec3> points) {
  if (points.empty()) return {};
  Bounds bounds{points.front(), points.front()};
  for (const glm::vec3& p : points) {
    bounds.min = glm::min(bounds.min, p);
    bounds.max = glm::max(bounds.max, p);
  }
  return bounds;
}

void MeshData::append(const MeshData& other, glm::vec3 offset) {
  const auto base = static_cast<std::uint32_t>(positions.size());
  for (const glm::vec3& p : other.positions) positions.push_back(p + offset);
  normals.insert(normals.end(), other.normals.begin(), other.normals.end());
  for (const std::uint32_t i : other.indices) indices.push_back(base + i);
}

void fixWinding(MeshData& mesh) {
  std::size_t inwards = 0;
  std::size_t judged = 0;
  for (std::size_t i = 0; i + 2 < mesh.indices.size(); i += 3) {
    const std::uint32_t a = mesh.indices[i];
    const std::uint32_t b = mesh.indices[i + 1];
    const std::uint32_t c = mesh.indices[i + 2];
    const glm::vec3 face =
        glm::cross(mesh.positions[b] - mesh.positions[a], mesh.positions[c] - mesh.positions[a]);
    const float agreement = glm::dot(face, mesh.normals[a] + mesh.normals[b] + mesh.normals[c]);
    if (agreement != 0.0F) ++judged;
    if (agreement < 0.0F) ++inwards;
  }
  if (inwards * 10 <= judged * 9) return;
  for (std::size_t i = 0; i + 2 < mesh.indices.size(); i += 3)
    std::swap(mesh.indices[i + 1], mesh.indices[i + 2]);
}

std::vector<glm::i16vec4> tangentFrames(std::span<const glm::vec3> normals) {
  std::vector<filament::math::float3> unit(normals.size());
  for (std::size_t i = 0; i < normals.size(); ++i) {
    const float length = glm::length(normals[i]);
    const glm::vec3 n = length > 1e-12F && length < 1e12F ? normals[i] / length : glm::vec3(0.0F, 1.0F, 0.0F);
    unit[i] = {n.x, n.y, n.z};
  }
  std::vector<glm::i16vec4> frames(normals.size());
  if (frames.empty()) return frames;
  const std::unique_ptr<filament::geometry::SurfaceOrientation> orientation(
      filament::geometry::SurfaceOrientation::Builder()
          .vertexCount(unit.size())
          .normals(unit.data())
          .build());
  static_assert(sizeof(glm::i16vec4) == sizeof(filament::math::short4));
  orientation->getQuats(reinterpret_cast<filament::math::short4*>(frames.data()), frames.size());
  return frames;
}

MeshDataPtr seal(MeshData mesh) {
  mesh.tangents = tangentFrames(mesh.normals);
  mesh.uv.resize(mesh.positions.size(), glm::vec2(0.0F));
  mesh.bounds = boundsOf(mesh.positions);
  return std::make_shared<const MeshData>(std::move(mesh));
}

}  // namespace lead
