// Cuts a mesh along the borders between regions, so that each colour ends in a clean line.
#pragma once

#include <functional>
#include <glm/vec3.hpp>
#include <vector>

#include "mannequin/polygonize.h"

namespace lead::mannequin {

/// Set mesh and labels before the first call of paint().
struct PaintedMesh {
  TriangleMesh mesh;
  std::vector<int> label;      ///< one a triangle
  std::vector<bool> onBorder;  ///< one a vertex: it lies on a border painted before
};

using Field = std::function<float(glm::vec3)>;

/// Gives `label` to where all `borders` are negative, and to no triangle for which `only` (if set) is not.
/// The mesh is cut on the zero of each border, which may thus enclose a band narrower than a triangle; the
/// new vertices lie on `surface`. A closed mesh stays closed: neighbours share the new vertices.
void paint(PaintedMesh& painted, const std::vector<Field>& borders, const Field& only, int label,
           const Distance& surface);

}  // namespace lead::mannequin
