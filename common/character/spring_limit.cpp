#include "character/spring_limit.h"

#include <algorithm>
#include <cmath>

#include "math/rotation.h"

namespace lead {
namespace {

constexpr float kSingular = 1e-6F;  // shorter parts of a unit vector have no direction

glm::vec3 inCone(float angle, const glm::vec3& d) {
  const float cosine = std::cos(angle);
  if (d.y >= cosine) return d;
  const float sine = std::sin(angle);
  const float across = std::sqrt(d.x * d.x + d.z * d.z);
  if (across < kSingular) return {0.0F, cosine, sine};
  return {d.x / across * sine, cosine, d.z / across * sine};
}

glm::vec3 inHinge(float angle, const glm::vec3& d) {
  const float length = std::sqrt(d.y * d.y + d.z * d.z);
  if (length < kSingular) return kUp;
  const float cosine = std::cos(angle);
  if (d.y / length >= cosine) return {0.0F, d.y / length, d.z / length};
  return {0.0F, cosine, d.z < 0.0F ? -std::sin(angle) : std::sin(angle)};
}

glm::vec3 inSphericalPart(float mostPitch, float mostYaw, const glm::vec3& d) {
  float pitch = 0.0F;
  if (std::sqrt(d.y * d.y + d.z * d.z) >= kSingular)
    pitch = std::abs(d.z) < kSingular && d.y < 0.0F ? kPi : std::atan2(d.z, d.y);
  pitch = std::clamp(pitch, -mostPitch, mostPitch);
  const float yaw = std::clamp(std::asin(std::clamp(d.x, -1.0F, 1.0F)), -mostYaw, mostYaw);
  return {std::sin(yaw), std::cos(yaw) * std::cos(pitch), std::cos(yaw) * std::sin(pitch)};
}

}  // namespace

glm::vec3 limitedDirection(const SpringLimit& limit, const glm::vec3& direction) {
  switch (limit.kind) {
    case SpringLimit::Kind::cone:
      return inCone(limit.angle, direction);
    case SpringLimit::Kind::hinge:
      return inHinge(limit.angle, direction);
    case SpringLimit::Kind::spherical:
      return inSphericalPart(limit.angle, limit.yaw, direction);
    case SpringLimit::Kind::none:
      break;
  }
  return direction;
}

}  // namespace lead
