// Rotations and angles. Radians, right-handed, unit quaternions.
#pragma once

#include <cmath>
#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>
#include <glm/vec3.hpp>

namespace lead {

inline constexpr float kPi = 3.14159265358979323846F;
inline constexpr glm::vec3 kUp{0.0F, 1.0F, 0.0F};
inline constexpr glm::vec3 kForward{0.0F, 0.0F, 1.0F};

inline bool isFinite(float v) {
  return std::isfinite(v);
}
inline bool isFinite(const glm::vec3& v) {
  return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z);
}
inline bool isFinite(const glm::quat& q) {
  return std::isfinite(q.x) && std::isfinite(q.y) && std::isfinite(q.z) && std::isfinite(q.w);
}

/// Into (-π, π].
inline float wrapAngle(float angle) {
  angle = std::remainder(angle, 2.0F * kPi);
  return angle <= -kPi ? angle + 2.0F * kPi : angle;
}

inline glm::quat rotationX(float angle) {
  return {std::cos(angle * 0.5F), std::sin(angle * 0.5F), 0.0F, 0.0F};
}
inline glm::quat rotationY(float angle) {
  return {std::cos(angle * 0.5F), 0.0F, std::sin(angle * 0.5F), 0.0F};
}
inline glm::quat rotationZ(float angle) {
  return {std::cos(angle * 0.5F), 0.0F, 0.0F, std::sin(angle * 0.5F)};
}

/// `axis` is unit.
inline glm::quat rotationAbout(const glm::vec3& axis, float angle) {
  const glm::vec3 v = axis * std::sin(angle * 0.5F);
  return {std::cos(angle * 0.5F), v.x, v.y, v.z};
}

/// The rotation's angle, [0, π].
inline float angleOf(const glm::quat& q) {
  return 2.0F * std::atan2(std::sqrt(q.x * q.x + q.y * q.y + q.z * q.z), std::abs(q.w));
}

/// Angle between two directions of any length but 0.
inline float angleBetween(const glm::vec3& a, const glm::vec3& b) {
  return std::atan2(glm::length(glm::cross(a, b)), glm::dot(a, b));
}

/// `v` normalised, or `otherwise` where it has no direction.
inline glm::vec3 normalizedOr(const glm::vec3& v, const glm::vec3& otherwise) {
  const float length = glm::length(v);
  return length > 1e-9F ? v / length : otherwise;
}

/// The smallest rotation that takes unit `from` to unit `to`; where they are antiparallel, half a turn about
/// `halfTurnAxis` (made orthogonal to `from`).
inline glm::quat rotationBetween(const glm::vec3& from, const glm::vec3& to, const glm::vec3& halfTurnAxis) {
  const float cosine = glm::dot(from, to);
  if (cosine < -1.0F + 1e-7F) {
    const glm::vec3 across = halfTurnAxis - from * glm::dot(halfTurnAxis, from);
    const glm::vec3 fallback = std::abs(from.x) < 0.7F ? glm::vec3(1, 0, 0) : glm::vec3(0, 1, 0);
    const glm::vec3 axis = normalizedOr(across, glm::normalize(fallback - from * glm::dot(fallback, from)));
    return {0.0F, axis.x, axis.y, axis.z};
  }
  const glm::vec3 axis = glm::cross(from, to);
  return glm::normalize(glm::quat(1.0F + cosine, axis.x, axis.y, axis.z));
}

/// Slerp the short way round; where the two are near (3.6°) without its arc functions, as good to 1e-6.
inline glm::quat slerpNear(const glm::quat& a, const glm::quat& b, float t) {
  constexpr float kNear = 0.9995F;
  const float cosine = glm::dot(a, b);
  return cosine > kNear ? a * (1.0F - t) + b * t : glm::slerp(a, b, t);
}

/// q = swing · twist, with the twist about unit `axis`.
struct SwingTwist {
  glm::quat swing;
  float twist;  ///< radians, (-π, π]
};
inline SwingTwist swingTwist(const glm::quat& q, const glm::vec3& axis) {
  const float along = glm::dot(glm::vec3(q.x, q.y, q.z), axis);
  const float angle = wrapAngle(2.0F * std::atan2(along, q.w));
  return {q * glm::conjugate(rotationAbout(axis, angle)), angle};
}

/// The same rotation with its angle cut to `most`.
inline glm::quat limitAngle(const glm::quat& q, float most) {
  const float angle = angleOf(q);
  return angle > most ? glm::slerp(glm::quat(1.0F, 0.0F, 0.0F, 0.0F), q, most / angle) : q;
}

}  // namespace lead
