#include "vrm/topology.h"

#include <cmath>
#include <glm/geometric.hpp>
#include <limits>

namespace lead {
namespace {

void addTriangle(std::vector<std::uint32_t>& out, std::uint32_t a, std::uint32_t b, std::uint32_t c) {
  if (a == b || b == c || c == a) return;
  out.push_back(a);
  out.push_back(b);
  out.push_back(c);
}

}  // namespace

std::vector<std::uint32_t> trianglesOfStrip(const std::vector<std::uint32_t>& strip) {
  std::vector<std::uint32_t> out;
  for (std::size_t i = 2; i < strip.size(); ++i) {
    const bool odd = i % 2 == 1;  // every other one is wound the other way
    addTriangle(out, strip[odd ? i - 1 : i - 2], strip[odd ? i - 2 : i - 1], strip[i]);
  }
  return out;
}

std::vector<std::uint32_t> trianglesOfFan(const std::vector<std::uint32_t>& fan) {
  std::vector<std::uint32_t> out;
  for (std::size_t i = 2; i < fan.size(); ++i) addTriangle(out, fan[0], fan[i - 1], fan[i]);
  return out;
}

std::vector<glm::vec3> smoothNormals(const std::vector<glm::vec3>& positions,
                                     const std::vector<std::uint32_t>& indices) {
  std::vector<glm::vec3> normals(positions.size(), glm::vec3(0.0F));
  for (std::size_t i = 0; i + 2 < indices.size(); i += 3) {
    const glm::vec3& a = positions[indices[i]];
    const glm::vec3 twiceArea = glm::cross(positions[indices[i + 1]] - a, positions[indices[i + 2]] - a);
    for (std::size_t k = 0; k < 3; ++k) normals[indices[i + k]] += twiceArea;
  }
  return normals;
}

void normalizeAll(std::vector<glm::vec3>& normals) {
  for (glm::vec3& normal : normals) {
    const float length = glm::length(normal);
    normal = length > 1e-20F && std::isfinite(length) ? normal / length : glm::vec3(0.0F, 1.0F, 0.0F);
  }
}

std::vector<std::uint32_t> compact(std::vector<std::uint32_t>& indices, std::size_t vertices) {
  constexpr std::uint32_t kUnused = std::numeric_limits<std::uint32_t>::max();
  std::vector<std::uint32_t> newIndex(vertices, kUnused);
  for (const std::uint32_t i : indices) newIndex[i] = 0;
  std::vector<std::uint32_t> used;
  for (std::size_t i = 0; i < vertices; ++i)
    if (newIndex[i] != kUnused) {
      newIndex[i] = static_cast<std::uint32_t>(used.size());
      used.push_back(static_cast<std::uint32_t>(i));
    }
  for (std::uint32_t& i : indices) i = newIndex[i];
  return used;
}

}  // namespace lead
