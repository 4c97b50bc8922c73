// Private to vrm/: index lists and normals.
#pragma once

#include <cstdint>
#include <glm/vec3.hpp>
#include <vector>

namespace lead {

/// Triangles of a strip or a fan, without those that have no area by their indices.
std::vector<std::uint32_t> trianglesOfStrip(const std::vector<std::uint32_t>& strip);
std::vector<std::uint32_t> trianglesOfFan(const std::vector<std::uint32_t>& fan);

/// Smooth normals, weighted by area. (The standard asks for flat ones, which would need other vertices than
/// the file's; on an avatar smooth ones are what its maker saw.)
std::vector<glm::vec3> smoothNormals(const std::vector<glm::vec3>& positions,
                                     const std::vector<std::uint32_t>& indices);

/// Makes them of length 1; where one is zero or not finite, +Y.
void normalizeAll(std::vector<glm::vec3>& normals);

/// Which old vertices are used, in order, and `indices` changed to point to them.
std::vector<std::uint32_t> compact(std::vector<std::uint32_t>& indices, std::size_t vertices);

}  // namespace lead
