#include "scene/picking.h"

#include <cmath>
#include <glm/geometric.hpp>

namespace lead {

std::optional<float> hitSphere(const Ray& ray, glm::vec3 center, float radius) {
  const glm::vec3 to = center - ray.origin;
  const float along = glm::dot(to, ray.direction);
  const glm::vec3 aside = to - ray.direction * along;
  const float half2 = radius * radius - glm::dot(aside, aside);
  if (!(half2 >= 0.0F)) return std::nullopt;
  const float half = std::sqrt(half2);
  if (along + half < 0.0F) return std::nullopt;
  return std::max(along - half, 0.0F);
}

std::optional<SphereHit> pickSphere(const Ray& ray, std::span<const glm::vec3> centers, float radius) {
  std::optional<SphereHit> nearest;
  for (std::size_t i = 0; i < centers.size(); ++i) {
    const auto distance = hitSphere(ray, centers[i], radius);
    if (distance && (!nearest || *distance < nearest->distance)) nearest = SphereHit{i, *distance};
  }
  return nearest;
}

std::optional<glm::vec3> hitPlane(const Ray& ray, glm::vec3 point, glm::vec3 normal, float reach) {
  const float across = glm::dot(ray.direction, normal);
  if (std::abs(across) < 1e-6F) return std::nullopt;
  const float along = glm::dot(point - ray.origin, normal) / across;
  if (!(along >= 0.0F) || along > reach) return std::nullopt;
  return ray.origin + ray.direction * along;
}

}  // namespace lead
