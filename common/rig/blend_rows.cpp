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

LEAD_INLINE void between(const float* from, const float* to, float share, Lanes& out) {
  Lanes a;
  Lanes b;
  load(from, a);
  load(to, b);
  out = a + (b - a) * share;
}

LEAD_INLINE void readRow(const WeightedRow& source, std::size_t block, Quats& q) {
  const auto& from = source.from->lanes[block];
  const auto& to = source.to->lanes[block];
  between(from[0], to[0], source.share, q.x);
  between(from[1], to[1], source.share, q.y);
  between(from[2], to[2], source.share, q.z);
  between(from[3], to[3], source.share, q.w);
}

LEAD_INLINE void scale(const Lanes& factor, Quats& q) {
  q.x *= factor;
  q.y *= factor;
  q.z *= factor;
  q.w *= factor;
}

// Adds weight · q, turned into the hemisphere of `sum`.
LEAD_INLINE void add(const Quats& q, float weight, Quats& sum) {
  const Lanes dot = sum.x * q.x + sum.y * q.y + sum.z * q.z + sum.w * q.w;
  Bits sign;
  std::memcpy(&sign, &dot, sizeof sign);
  Lanes signedWeight = Lanes{} + weight;
  Bits bits;
  std::memcpy(&bits, &signedWeight, sizeof bits);
  bits ^= sign & static_cast<std::int32_t>(0x80000000U);
  std::memcpy(&signedWeight, &bits, sizeof bits);
  sum.x += signedWeight * q.x;
  sum.y += signedWeight * q.y;
  sum.z += signedWeight * q.z;
  sum.w += signedWeight * q.w;
}

LEAD_INLINE void normalise(Quats& q) {
  Lanes length = q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w;
  squareRoot(length);
  scale((Lanes{} + 1.0F) / length, q);
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
    Quats sum;
    readRow(rows[0], block, sum);
    scale(Lanes{} + rows[0].weight, sum);
    for (std::size_t i = 1; i < rows.size(); ++i) {
      Quats q;
      readRow(rows[i], block, q);
      add(q, rows[i].weight, sum);
    }
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
