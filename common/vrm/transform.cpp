#include "vrm/transform.h"

#include <cmath>
#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>
#include <glm/mat3x3.hpp>

namespace lead {
namespace {

constexpr float kFlat = 1e-12F;

/// Gram-Schmidt, right-handed whatever the input was. False for a flat matrix.
bool orthonormal(const glm::mat3& m, glm::mat3& out) {
  const float lx = glm::length(m[0]);
  if (!(lx > kFlat)) return false;
  const glm::vec3 x = m[0] / lx;
  glm::vec3 y = m[1] - x * glm::dot(x, m[1]);
  const float ly = glm::length(y);
  if (!(ly > kFlat)) return false;
  y /= ly;
  out = glm::mat3(x, y, glm::cross(x, y));
  return true;
}

}  // namespace

glm::mat4 localMatrix(const glm::vec3& translation, const glm::quat& rotation, const glm::vec3& scale) {
  const glm::mat3 r = glm::mat3_cast(rotation);
  return {glm::vec4(r[0] * scale.x, 0.0F), glm::vec4(r[1] * scale.y, 0.0F), glm::vec4(r[2] * scale.z, 0.0F),
          glm::vec4(translation, 1.0F)};
}

bool decompose(const glm::mat4& matrix, Node& node) {
  glm::mat3 m(matrix);
  node.translation = glm::vec3(matrix[3]);
  node.scale = {glm::length(m[0]), glm::length(m[1]), glm::length(m[2])};
  if (glm::determinant(m) < 0.0F) {
    node.scale.x = -node.scale.x;
    m[0] = -m[0];
  }
  glm::mat3 rotation(1.0F);
  const bool solid = orthonormal(m, rotation);
  node.rotation = solid ? glm::normalize(glm::quat_cast(rotation)) : kIdentity;
  if (!solid) return false;
  const float size = std::abs(node.scale.x) + node.scale.y + node.scale.z;
  const glm::mat4 again = localMatrix(node.translation, node.rotation, node.scale);
  for (int c = 0; c < 3; ++c)
    if (glm::length(glm::vec3(again[c]) - glm::vec3(matrix[c])) > 1e-3F * size) return false;
  return true;
}

glm::quat rotationOf(const glm::mat4& matrix) {
  glm::mat3 m(matrix);
  if (glm::determinant(m) < 0.0F) m = -m;
  glm::mat3 rotation(1.0F);
  if (!orthonormal(m, rotation)) return kIdentity;
  return glm::normalize(glm::quat_cast(rotation));
}

}  // namespace lead
