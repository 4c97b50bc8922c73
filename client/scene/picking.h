// What a ray meets. Pure. World frame, metres.
#pragma once

#include <cstddef>
#include <glm/vec3.hpp>
#include <optional>
#include <span>

#include "scene/orbit_camera.h"

namespace lead {

/// Distance along the ray to the sphere's first point ahead of the origin (0 from inside); none if it misses.
std::optional<float> hitSphere(const Ray& ray, glm::vec3 center, float radius);

struct SphereHit {
  std::size_t index = 0;  ///< into the centres
  float distance = 0.0F;
};

/// The nearest sphere that the ray meets, all of one radius.
std::optional<SphereHit> pickSphere(const Ray& ray, std::span<const glm::vec3> centers, float radius);

/// Where the ray meets a plane (unit normal), ahead of its origin and within `reach` of it; none otherwise.
std::optional<glm::vec3> hitPlane(const Ray& ray, glm::vec3 point, glm::vec3 normal, float reach);

}  // namespace lead
