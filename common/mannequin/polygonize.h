// From a signed distance to a closed triangle mesh of uneven fineness: an octree of cells no larger than
// asked for at each place, one vertex in each cell that the surface passes, one quad around each edge that it
// cuts (dual contouring; Ju et al. 2002), the vertices then spread evenly over the surface.
#pragma once

#include <cstdint>
#include <functional>
#include <glm/vec3.hpp>
#include <vector>

namespace lead::mannequin {

struct TriangleMesh {
  std::vector<glm::vec3> positions;
  std::vector<std::uint32_t> indices;  ///< three a triangle, counter-clockwise seen from outside
};

using Distance = std::function<float(glm::vec3)>;

struct GridOptions {
  glm::vec3 origin{0.0F};  ///< lowest corner of a cube that holds the whole surface
  float size = 1.0F;       ///< its edge, metres
  int maxDepth = 8;
  /// The largest cell edge wanted near a point.
  std::function<float(glm::vec3)> cellSize;
  int relaxations = 6;
};

TriangleMesh polygonize(const Distance& distance, const GridOptions& options);

/// Unit gradient of the distance.
glm::vec3 surfaceNormal(const Distance& distance, glm::vec3 p);

/// The point moved along the gradient onto the surface.
glm::vec3 onSurface(const Distance& distance, glm::vec3 p);

}  // namespace lead::mannequin
