// Weighted blends of whole poses. Normalised linear blending, each rotation taken in the hemisphere of what
// has been added before it. Pure; allocates nothing. The same bits on every machine: wider registers, where
// there are any, do the same operations on more lanes.
#pragma once

#include <span>

#include "rig/clip.h"

namespace lead {

struct WeightedRow {
  const RotationRow* row = nullptr;
  float weight = 0.0F;
};

/// Weights need not sum to 1; all 0 gives identities.
void blendRows(std::span<const WeightedRow> rows, BoneArray<glm::quat>& out);

namespace detail {
/// What blendRows chooses from; for tests.
void blendRowsBaseline(std::span<const WeightedRow> rows, BoneArray<glm::quat>& out);
void blendRowsWide(std::span<const WeightedRow> rows, BoneArray<glm::quat>& out);
bool hasWideRegisters();
}  // namespace detail

}  // namespace lead
