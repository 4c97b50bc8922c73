#include "mannequin/solids.h"

#include <utility>

namespace lead::mannequin {

float roundCone(glm::vec3 p, glm::vec3 a, glm::vec3 b, float ra, float rb) {
  // In the plane through the axis, the slanted side is the line that touches both circles.
  const glm::vec3 axis = b - a;
  const float length = glm::length(axis);
  const float along = glm::dot(p - a, axis) / length;
  const float away = std::sqrt(std::max(0.0F, glm::dot(p - a, p - a) - along * along));
  const float sine = std::clamp((ra - rb) / length, -1.0F, 1.0F);
  const float cosine = std::sqrt(1.0F - sine * sine);
  const float foot = along * cosine - away * sine;  // along the slanted side, from the first tangent point
  if (foot <= 0.0F) return glm::length(p - a) - ra;
  if (foot >= length * cosine) return glm::length(p - b) - rb;
  return along * sine + away * cosine - ra;
}

Loft::Loft(int axis, float startCap, float endCap, std::vector<Station> stations)
    : axis_(axis), startCap_(startCap), endCap_(endCap), stations_(std::move(stations)) {}

Loft::Station Loft::sectionAt(float t) const {
  const std::size_t last = stations_.size() - 1;
  std::size_t i = 0;
  while (i + 1 < last && t > stations_[i + 1].at) ++i;
  const Station& a = stations_[i];
  const Station& b = stations_[i + 1];
  const Station& before = stations_[i == 0 ? 0 : i - 1];
  const Station& after = stations_[std::min(i + 2, last)];
  const float span = b.at - a.at;
  const float s = (t - a.at) / span;
  // Cubic Hermite with the slopes of the neighbours (Catmull-Rom on uneven stations).
  auto blend = [&](float Station::*value) {
    const float slopeA = (b.*value - before.*value) / (b.at - before.at) * span;
    const float slopeB = (after.*value - a.*value) / (after.at - a.at) * span;
    const float s2 = s * s;
    const float s3 = s2 * s;
    return (2 * s3 - 3 * s2 + 1) * a.*value + (s3 - 2 * s2 + s) * slopeA + (3 * s2 - 2 * s3) * b.*value +
           (s3 - s2) * slopeB;
  };
  return {t, blend(&Station::centreU), blend(&Station::centreV), blend(&Station::radiusU),
          blend(&Station::radiusV)};
}

float Loft::distance(glm::vec3 p) const {
  const int u = axis_ == 0 ? 1 : 0;
  const int v = axis_ == 2 ? 1 : 2;
  const float t = std::clamp(p[axis_], stations_.front().at, stations_.back().at);
  const Station section = sectionAt(t);
  const float beyond = p[axis_] - t;
  const glm::vec3 radii{section.radiusU, section.radiusV, beyond < 0.0F ? startCap_ : endCap_};
  const glm::vec3 local{p[u] - section.centreU, p[v] - section.centreV, beyond};
  return ellipsoid(local, glm::vec3(0.0F), radii);
}

}  // namespace lead::mannequin
