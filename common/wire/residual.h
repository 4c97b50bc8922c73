// Numbers as their difference from what was foretold: nothing, few bits, more bits, or the number itself.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "wire/bits.h"
#include "wire/packer.h"

namespace lead::wire {

/// Bits of a number in each class; class 0 is no difference. `full` is the number itself. All in two's
/// complement.
struct Classes {
  unsigned small;
  unsigned medium;
  unsigned full;
};

inline bool fits(std::int32_t value, unsigned bits) {
  return value >= -(1 << (bits - 1)) && value < 1 << (bits - 1);
}

/// N numbers share two bits that say their class.
template <std::size_t N>
void putNumbers(Packer& out, const std::array<std::int32_t, N>& now,
                const std::array<std::int32_t, N>& foretold, const Classes& classes) {
  std::array<std::int32_t, N> difference{};
  std::uint32_t spread = 0;
  for (std::size_t i = 0; i < N; ++i) {
    difference[i] = static_cast<std::int32_t>(static_cast<std::uint32_t>(now[i]) -
                                              static_cast<std::uint32_t>(foretold[i]));
    spread |= static_cast<std::uint32_t>(difference[i] < 0 ? ~difference[i] : difference[i]);
    spread |= difference[i] != 0 ? 0x80000000U : 0U;
  }
  if (spread == 0) return out.put(0, 2);
  spread &= 0x7fffffffU;
  const bool isSmall = spread >> (classes.small - 1) == 0;
  const bool isMedium = spread >> (classes.medium - 1) == 0;
  out.put(isSmall ? 1 : isMedium ? 2 : 3, 2);
  const unsigned bits = isSmall ? classes.small : isMedium ? classes.medium : classes.full;
  for (std::size_t i = 0; i < N; ++i) out.putSigned(isMedium || isSmall ? difference[i] : now[i], bits);
}

/// `value`: foretold, becomes what was sent.
template <std::size_t N>
void getNumbers(BitReader& in, std::array<std::int32_t, N>& value, const Classes& classes) {
  std::uint64_t next = in.peek();
  const auto kind = static_cast<unsigned>(next & 3U);
  if (kind == 0) {
    in.skip(2);
    return;
  }
  const unsigned bits = kind == 1 ? classes.small : kind == 2 ? classes.medium : classes.full;
  const std::uint32_t keep = kind == 3 ? 0 : ~0U;  // of what was foretold
  const bool atOnce = 2 + N * bits <= BitReader::kPeekBits;
  in.skip(atOnce ? 2 + N * bits : 2);
  next >>= 2U;
  for (std::int32_t& each : value) {
    const std::int32_t sent =
        atOnce ? BitReader::toSigned(static_cast<std::uint32_t>(next), bits) : in.readSigned(bits);
    next >>= bits;
    each = static_cast<std::int32_t>((static_cast<std::uint32_t>(each) & keep) +
                                     static_cast<std::uint32_t>(sent));
  }
}

inline void putNumber(Packer& out, std::int32_t now, std::int32_t foretold, const Classes& classes) {
  putNumbers<1>(out, {now}, {foretold}, classes);
}
inline std::int32_t getNumber(BitReader& in, std::int32_t foretold, const Classes& classes) {
  std::array<std::int32_t, 1> value{foretold};
  getNumbers(in, value, classes);
  return value[0];
}

/// On a circle of 2^bits steps, which is `classes.full` too: `now` as the nearest to `foretold`.
inline std::int32_t nearestOnCircle(std::int32_t now, std::int32_t foretold, unsigned bits) {
  const std::int32_t half = 1 << (bits - 1);
  const std::int32_t mask = (1 << bits) - 1;
  return foretold + ((((now - foretold) + half) & mask) - half);
}
inline void putOnCircle(Packer& out, std::int32_t now, std::int32_t foretold, const Classes& classes) {
  const std::int32_t near = nearestOnCircle(now, foretold, classes.full);
  putNumber(out, near, foretold, classes);
}
inline std::int32_t getOnCircle(BitReader& in, std::int32_t foretold, const Classes& classes) {
  return getNumber(in, foretold, classes) & ((1 << classes.full) - 1);
}

}  // namespace lead::wire
