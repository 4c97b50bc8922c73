// A quantised rotation as bits.
#pragma once

#include "wire/grid.h"
#include "wire/residual.h"

namespace lead::wire {

struct RotationGrid {
  std::int32_t scale;  ///< steps of a component
  Classes classes;     ///< full: ±scale/√2
  std::int32_t most() const { return scale * 7072 / 10000; }
};
/// Within 0.25 degrees.
inline constexpr RotationGrid kRotationGrid{kRotationScale, {4, 7, 11}};
/// Within 0.02 degrees.
inline constexpr RotationGrid kFineRotationGrid{10000, {6, 10, 14}};

/// Two bits say the class; where another component is the largest, it is always the last one, which says
/// which.
inline void putRotation(Packer& out, const QuantisedRotation& now, const QuantisedRotation& foretold,
                        const RotationGrid& grid = kRotationGrid) {
  const std::array<std::int32_t, 3> rest{now.rest[0], now.rest[1], now.rest[2]};
  bool isFull = now.largest != foretold.largest;
  for (std::size_t i = 0; i < 3; ++i)
    isFull = isFull || !fits(rest[i] - foretold.rest[i], grid.classes.medium);
  if (!isFull)
    return putNumbers<3>(out, rest, {foretold.rest[0], foretold.rest[1], foretold.rest[2]}, grid.classes);
  out.put(3U | static_cast<std::uint32_t>(now.largest) << 2U, 4);
  for (std::int32_t each : rest) out.putSigned(each, grid.classes.full);
}

/// `value`: foretold, becomes what was sent. False: no rotation.
inline bool getRotation(BitReader& in, QuantisedRotation& value, const RotationGrid& grid = kRotationGrid) {
  const std::uint32_t kind = in.read(2);
  if (kind == 0) return true;
  const unsigned bits = kind == 1 ? grid.classes.small : kind == 2 ? grid.classes.medium : grid.classes.full;
  if (kind == 3) value.largest = static_cast<std::uint8_t>(in.read(2));
  std::int32_t squares = 0;
  for (std::int16_t& each : value.rest) {
    const std::int32_t sent = in.readSigned(bits) + (kind == 3 ? 0 : each);
    if (sent < -grid.most() || sent > grid.most()) return false;
    each = static_cast<std::int16_t>(sent);
    squares += sent * sent;
  }
  // Three quarters of 1 at most, but for rounding.
  return squares <= grid.scale * grid.scale / 100 * 76;
}

}  // namespace lead::wire
