// Fewer triangles where the surface is flat.
#pragma once

#include <functional>
#include <glm/vec3.hpp>

#include "mannequin/polygonize.h"

namespace lead::mannequin {

struct SimplifyOptions {
  /// How far the mesh may move away from its old self near a point, metres.
  std::function<float(glm::vec3)> tolerance;
  /// No edge gets longer than this, so that skin still has rings enough to bend.
  std::function<float(glm::vec3)> longestEdge;
};

/// Collapses edges, the cheapest first (quadric error; Garland and Heckbert 1997), while the tolerances allow
/// it. Vertices stay on `surface`. A closed mesh stays closed; no triangle is turned over.
void simplify(TriangleMesh& mesh, const Distance& surface, const SimplifyOptions& options);

}  // namespace lead::mannequin
