// Signed distances (negative inside, metres) of the solids that the mannequin's shape is joined from. They
// need not be exact away from the surface; near it they are right to first order, which is all that meshing
// asks for.
#pragma once

#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>
#include <glm/vec3.hpp>
#include <vector>

namespace lead::mannequin {

/// Union with a fillet of about width `k`.
inline float smoothMin(float a, float b, float k) {
  const float h = std::max(k - std::abs(a - b), 0.0F) / k;
  return std::min(a, b) - h * h * k * 0.25F;
}

/// Intersection with a rounded edge of about width `k`.
inline float smoothMax(float a, float b, float k) {
  return -smoothMin(-a, -b, k);
}

inline float smoothStep(float from, float to, float x) {
  const float t = std::clamp((x - from) / (to - from), 0.0F, 1.0F);
  return t * t * (3.0F - 2.0F * t);
}

/// First-order distance of an axis-aligned ellipsoid.
inline float ellipsoid(glm::vec3 p, glm::vec3 centre, glm::vec3 radii) {
  const glm::vec3 q = (p - centre) / radii;
  const float k0 = glm::length(q);
  const float k1 = glm::length(q / radii);
  if (k1 < 1e-9F) return -std::min({radii.x, radii.y, radii.z});
  return k0 * (k0 - 1.0F) / k1;
}

/// A bone-like solid: spheres of radius `ra` at `a` and `rb` at `b`, and what their common tangents enclose.
float roundCone(glm::vec3 p, glm::vec3 a, glm::vec3 b, float ra, float rb);

/// A limb along one axis: elliptical cross-sections blended smoothly between stations, ellipsoidal ends.
class Loft {
 public:
  struct Station {
    float at;                ///< along the axis
    float centreU, centreV;  ///< of the section, in the two other axes (in the order x, y, z)
    float radiusU, radiusV;
  };

  /// Stations ascend along `axis` (0, 1, 2); the ends are as long as `startCap` and `endCap`. At least two
  /// stations.
  Loft(int axis, float startCap, float endCap, std::vector<Station> stations);

  float distance(glm::vec3 p) const;

 private:
  Station sectionAt(float t) const;

  int axis_;
  float startCap_, endCap_;
  std::vector<Station> stations_;
};

}  // namespace lead::mannequin
