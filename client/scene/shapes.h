// Simple solids for what has no file of its own. Pure. Metres; not sealed yet.
#pragma once

#include "scene/mesh_data.h"

namespace lead {

/// An ellipsoid about the origin.
MeshData makeEllipsoid(glm::vec3 radii, int rings = 16, int segments = 24);

/// A tube of `radius` along a polyline, closed at its ends.
MeshData makeTube(const std::vector<glm::vec3>& path, float radius, int segments = 8);

/// A box about the origin with rounded edges; `half`: of its width, height and depth; 0 < radius ≤ the least
/// of them.
MeshData makeRoundedBox(glm::vec3 half, float radius);

/// About the y axis, its middle at the origin.
MeshData makeCylinder(float radius, float height, int segments = 48);

/// A square in the plane y = 0.
MeshData makeFloor(float halfSize);

/// A long octahedron from `from` to `to`, thickest near `from`, as armatures are drawn; flat-shaded.
MeshData makeBoneShape(glm::vec3 from, glm::vec3 to, float thickness);

}  // namespace lead
