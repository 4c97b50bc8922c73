// Quaternions and vectors in one vector register each, for the loops that a tick spends its time in. Plain
// operations in a fixed order: the same bits whatever the registers are.
#pragma once

#include <cstring>
#include <glm/gtc/quaternion.hpp>
#include <glm/vec3.hpp>

namespace lead {

/// x y z w; of a vector, w is 0. A vector type of GCC and clang.
using Quad = float __attribute__((vector_size(16)));

inline Quad toQuad(const glm::quat& q) {
  Quad out;
  static_assert(sizeof(q) == sizeof(out));
  std::memcpy(&out, &q, sizeof out);
  return out;
}
inline Quad toQuad(const glm::vec3& v) {
  return Quad{v.x, v.y, v.z, 0.0F};
}

/// A vector that is read and written as a whole register. Use it as the glm::vec3 that it is.
struct alignas(16) PaddedVec3 : glm::vec3 {
  float w = 0.0F;

  PaddedVec3() : glm::vec3(0.0F) {}
  PaddedVec3(const glm::vec3& v) : glm::vec3(v) {}
};
inline Quad toQuad(const PaddedVec3& v) {
  Quad out;
  static_assert(sizeof(v) == sizeof(out));
  std::memcpy(&out, &v, sizeof out);
  return out;
}
inline void fromQuad(const Quad& v, PaddedVec3& out) {
  std::memcpy(static_cast<void*>(&out), &v, sizeof out);
}
inline void fromQuad(const Quad& v, glm::quat& out) {
  std::memcpy(&out, &v, sizeof out);
}

/// The product of two rotations, b first.
inline Quad multiply(const Quad& a, const Quad& b) {
  const Quad x = __builtin_shufflevector(a, a, 0, 0, 0, 0) * __builtin_shufflevector(b, b, 3, 2, 1, 0);
  const Quad y = __builtin_shufflevector(a, a, 1, 1, 1, 1) * __builtin_shufflevector(b, b, 2, 3, 0, 1);
  const Quad z = __builtin_shufflevector(a, a, 2, 2, 2, 2) * __builtin_shufflevector(b, b, 1, 0, 3, 2);
  const Quad w = __builtin_shufflevector(a, a, 3, 3, 3, 3) * b;
  constexpr Quad kX{1.0F, -1.0F, 1.0F, -1.0F};
  constexpr Quad kY{1.0F, 1.0F, -1.0F, -1.0F};
  constexpr Quad kZ{-1.0F, 1.0F, 1.0F, -1.0F};
  return (w + x * kX) + (y * kY + z * kZ);
}

inline Quad cross(const Quad& a, const Quad& b) {
  const Quad turned =
      a * __builtin_shufflevector(b, b, 1, 2, 0, 3) - __builtin_shufflevector(a, a, 1, 2, 0, 3) * b;
  return __builtin_shufflevector(turned, turned, 1, 2, 0, 3);
}

/// A vector turned by a unit rotation.
inline Quad rotate(const Quad& q, const Quad& v) {
  const Quad across = cross(q, v);
  const Quad twice = across + across;
  return v + (__builtin_shufflevector(q, q, 3, 3, 3, 3) * twice + cross(q, twice));
}

}  // namespace lead
