// Whole bytes, little-endian, at the start of a payload.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>

namespace lead::wire {

inline void storeBytes(std::uint64_t value, std::size_t bytes, std::uint8_t* to) {
  for (std::size_t i = 0; i < bytes; ++i) to[i] = static_cast<std::uint8_t>(value >> (8 * i));
}
inline std::uint64_t loadBytes(const std::uint8_t* from, std::size_t bytes) {
  std::uint64_t value = 0;
  for (std::size_t i = 0; i < bytes; ++i) value |= static_cast<std::uint64_t>(from[i]) << (8 * i);
  return value;
}

/// Seconds as microseconds of 48 bits, which wrap after 8.9 years; 0 of what is no number.
inline constexpr std::uint64_t kTimeMask = (std::uint64_t{1} << 48) - 1;
inline std::uint64_t toMicroseconds(double seconds) {
  if (!(std::abs(seconds) < 1e12)) return 0;
  return static_cast<std::uint64_t>(std::llround(seconds * 1e6)) & kTimeMask;
}
inline double toSeconds(std::uint64_t microseconds) {
  return static_cast<double>(microseconds) * 1e-6;
}

}  // namespace lead::wire
