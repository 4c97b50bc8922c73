// Numbers on the grids that the wire counts in. docs/PROTOCOL.md, "Units".
#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <glm/gtc/quaternion.hpp>
#include <glm/vec3.hpp>

namespace lead::wire {

inline constexpr float kPlaceScale = 1024.0F;  ///< steps a metre
inline constexpr std::int32_t kMostPlace = 1000 * 1024;
inline constexpr std::int32_t kRotationScale = 800;  ///< steps of a quaternion's component

/// The nearest step, within ±most; 0 of what is no number.
inline std::int32_t toGrid(float value, float scale, std::int32_t most) {
  const float edge = static_cast<float>(most);
  const float scaled = value * scale;
  if (!(scaled > -edge)) return scaled <= -edge ? -most : 0;
  if (!(scaled < edge)) return most;
  return static_cast<std::int32_t>(scaled + std::copysign(0.5F, scaled));
}

/// A weight 0 … 1 as 0 … most; 0 is only ever sent for 0.
inline std::int32_t toWeight(float value, std::int32_t most) {
  if (!(value > 0.0F)) return 0;
  const std::int32_t weight = toGrid(value, static_cast<float>(most), most);
  return weight > 0 ? weight : 1;
}

using Numbers3 = std::array<std::int32_t, 3>;
inline Numbers3 toGrid(const glm::vec3& v, float scale, std::int32_t most) {
  return {toGrid(v.x, scale, most), toGrid(v.y, scale, most), toGrid(v.z, scale, most)};
}
inline glm::vec3 fromGrid(const Numbers3& v, float scale) {
  return glm::vec3(static_cast<float>(v[0]), static_cast<float>(v[1]), static_cast<float>(v[2])) *
         (1.0F / scale);
}
inline Numbers3 toPlace(const glm::vec3& v) {
  return toGrid(v, kPlaceScale, kMostPlace);
}
inline glm::vec3 fromPlace(const Numbers3& v) {
  return fromGrid(v, kPlaceScale);
}
inline bool isWithin(const Numbers3& v, std::int32_t most) {
  bool within = true;
  for (std::int32_t each : v) within = within && each >= -most && each <= most;
  return within;
}

/// A unit quaternion without its largest component, which is taken as positive. Of w, x, y, z; the three that
/// are left in that order. All 0 is the identity.
struct QuantisedRotation {
  std::array<std::int16_t, 3> rest{};
  std::uint8_t largest = 0;
  bool operator==(const QuantisedRotation&) const = default;
};

struct Smallest {
  std::array<float, 3> rest{};
  std::uint8_t largest = 0;
};
inline Smallest smallestThree(const glm::quat& q) {
  std::array<float, 4> all{q.w, q.x, q.y, q.z};
  Smallest result;
  for (std::uint8_t i = 1; i < 4; ++i)
    if (std::abs(all[i]) > std::abs(all[result.largest])) result.largest = i;
  const float sign = all[result.largest] < 0.0F ? -1.0F : 1.0F;
  for (std::size_t i = 0, next = 0; i < 4; ++i)
    if (i != result.largest) result.rest[next++] = all[i] * sign;
  return result;
}
inline glm::quat fromSmallest(const Smallest& from) {
  std::array<float, 4> all{};
  float rest = 1.0F;
  for (std::size_t i = 0, next = 0; i < 4; ++i) {
    if (i == from.largest) continue;
    all[i] = from.rest[next++];
    rest -= all[i] * all[i];
  }
  all[from.largest] = std::sqrt(rest > 0.0F ? rest : 0.0F);
  const float scale = 1.0F / std::sqrt(all[0] * all[0] + all[1] * all[1] + all[2] * all[2] + all[3] * all[3]);
  return {all[0] * scale, all[1] * scale, all[2] * scale, all[3] * scale};
}

/// `q` is unit but for rounding; of what is not, something comes of it that is.
inline QuantisedRotation toGrid(const glm::quat& q, std::int32_t scale = kRotationScale) {
  const Smallest smallest = smallestThree(q);
  QuantisedRotation result;
  result.largest = smallest.largest;
  const std::int32_t most = scale * 7072 / 10000;  // 1/√2
  for (std::size_t i = 0; i < 3; ++i)
    result.rest[i] = static_cast<std::int16_t>(toGrid(smallest.rest[i], static_cast<float>(scale), most));
  const std::int32_t squares =
      result.rest[0] * result.rest[0] + result.rest[1] * result.rest[1] + result.rest[2] * result.rest[2];
  return squares <= scale * scale / 100 * 76 ? result : QuantisedRotation{};
}
inline glm::quat fromGrid(const QuantisedRotation& from, std::int32_t scale = kRotationScale) {
  Smallest smallest;
  smallest.largest = from.largest;
  for (std::size_t i = 0; i < 3; ++i)
    smallest.rest[i] = static_cast<float>(from.rest[i]) / static_cast<float>(scale);
  return fromSmallest(smallest);
}

}  // namespace lead::wire
