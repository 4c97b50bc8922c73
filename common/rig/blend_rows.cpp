#include "rig/blend_rows.h"

#include <algorithm>
#include <cstring>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace lead {
namespace {

static_assert(sizeof(glm::quat) == 16 && sizeof(BoneArray<glm::quat>) == 16 * kBoneCount);

// Vectors of the compilers' own kind (GCC, clang): eight floats are one AVX register, or two of SSE or NEON.
using Lanes = float __attribute__((vector_size(32)));
using Bits = std::int32_t __attribute__((vector_size(32)));
using Quad = float __attribute__((vector_size(16)));

#define LEAD_INLINE inline __attribute__((always_inline))

LEAD_INLINE void load(const float* from, Lanes& to) {
  std::memcpy(&to, from, sizeof to);
}

LEAD_INLINE void squareRoot(Lanes& v) {
#if defined(__SSE2__)
  __m128 halves[2];
  std::memcpy(halves, &v, sizeof v);
  halves[0] = _mm_sqrt_ps(halves[0]);
  halves[1] = _mm_sqrt_ps(halves[1]);
  std::memcpy(&v, halves, sizeof v);
#else
  for (std::size_t i = 0; i < kRowLanes; ++i) v[i] = __builtin_sqrtf(v[i]);
#endif
}

struct Quats {
  Lanes x, y, z, w;
};

// Adds weight · row, turned into the hemisphere of `sum`.
LEAD_INLINE void add(const WeightedRow& source, std::size_t block, Quats& sum) {
  const auto& lanes = source.row->lanes[block];
  Quats q;
  load(lanes[0], q.x);
  load(lanes[1], q.y);
  load(lanes[2], q.z);
  load(lanes[3], q.w);
  const Lanes dot = sum.x * q.x + sum.y * q.y + sum.z * q.z + sum.w * q.w;
  const Bits sign = dot < 0.0F;  // all ones where negative
  Lanes weight = Lanes{} + source.weight;
  Bits bits;
  std::memcpy(&bits, &weight, sizeof bits);
  bits ^= sign & static_cast<std::int32_t>(0x80000000U);
  std::memcpy(&weight, &bits, sizeof weight);
  sum.x += weight * q.x;
  sum.y += weight * q.y;
  sum.z += weight * q.z;
  sum.w += weight * q.w;
}

LEAD_INLINE void normalise(Quats& q) {
  Lanes length = q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w;
  const Bits none = length < 1e-12F;
  squareRoot(length);
  Bits w;
  std::memcpy(&w, &q.w, sizeof w);
  const Lanes one = Lanes{} + 1.0F;
  Bits oneBits;
  std::memcpy(&oneBits, &one, sizeof oneBits);
  Bits lengthBits;
  std::memcpy(&lengthBits, &length, sizeof lengthBits);
  lengthBits = (lengthBits & ~none) | (oneBits & none);
  w = (w & ~none) | (oneBits & none);
  std::memcpy(&length, &lengthBits, sizeof length);
  std::memcpy(&q.w, &w, sizeof w);
  const Lanes inverse = one / length;
  q.x *= inverse;
  q.y *= inverse;
  q.z *= inverse;
  q.w *= inverse;
}

// Lanes apart -> quaternion after quaternion.
LEAD_INLINE void store(const Quats& q, std::size_t block, BoneArray<glm::quat>& out) {
  const Lanes xyLow = __builtin_shufflevector(q.x, q.y, 0, 8, 1, 9, 4, 12, 5, 13);
  const Lanes xyHigh = __builtin_shufflevector(q.x, q.y, 2, 10, 3, 11, 6, 14, 7, 15);
  const Lanes zwLow = __builtin_shufflevector(q.z, q.w, 0, 8, 1, 9, 4, 12, 5, 13);
  const Lanes zwHigh = __builtin_shufflevector(q.z, q.w, 2, 10, 3, 11, 6, 14, 7, 15);
  const Lanes bones[4] = {__builtin_shufflevector(xyLow, zwLow, 0, 1, 8, 9, 2, 3, 10, 11),
                          __builtin_shufflevector(xyHigh, zwHigh, 0, 1, 8, 9, 2, 3, 10, 11),
                          __builtin_shufflevector(xyLow, zwLow, 4, 5, 12, 13, 6, 7, 14, 15),
                          __builtin_shufflevector(xyHigh, zwHigh, 4, 5, 12, 13, 6, 7, 14, 15)};
  const std::size_t first = block * kRowLanes;
  std::memcpy(&out[first], bones, sizeof(glm::quat) * std::min(kRowLanes, kBoneCount - first));
}

LEAD_INLINE void blend(std::span<const WeightedRow> rows, BoneArray<glm::quat>& out) {
  for (std::size_t block = 0; block < kRowBlocks; ++block) {
    Quats sum{};
    for (const WeightedRow& row : rows) add(row, block, sum);
    normalise(sum);
    store(sum, block, out);
  }
}

}  // namespace

namespace detail {

void blendRowsBaseline(std::span<const WeightedRow> rows, BoneArray<glm::quat>& out) {
  blend(rows, out);
}

#if defined(__x86_64__)
__attribute__((target("avx2"))) void blendRowsWide(std::span<const WeightedRow> rows,
                                                   BoneArray<glm::quat>& out) {
  blend(rows, out);
}
bool hasWideRegisters() {
  return __builtin_cpu_supports("avx2") != 0;
}
#else
void blendRowsWide(std::span<const WeightedRow> rows, BoneArray<glm::quat>& out) {
  blend(rows, out);
}
bool hasWideRegisters() {
  return false;
}
#endif

}  // namespace detail

void blendRows(std::span<const WeightedRow> rows, BoneArray<glm::quat>& out) {
  static const auto kBest = detail::hasWideRegisters() ? detail::blendRowsWide : detail::blendRowsBaseline;
  kBest(rows, out);
}

}  // namespace lead
