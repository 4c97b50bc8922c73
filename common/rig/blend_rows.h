// Weighted blends of whole poses. Normalised linear blending, each rotation taken in the hemisphere of what
// has been added before it. Pure; allocates nothing. The same bits on every machine: wider registers, where
// there are any, do the same operations on more lanes.
#pragma once

#include <span>

#include "rig/clip.h"

namespace lead {

/// A place between two neighbouring rows of a clip (which lie in one hemisphere, bone by bone), and how much
/// of it.
struct WeightedRow {
  const RotationRow* from = nullptr;
  const RotationRow* to = nullptr;  ///< may be `from`
  float share = 0.0F;               ///< of the way, 0 … 1
  float weight = 0.0F;              ///< over 0
};

/// At least one row; weights need not sum to 1.
void blendRows(std::span<const WeightedRow> rows, BoneArray<glm::quat>& out);

namespace detail {
/// What blendRows chooses from; for tests.
void blendRowsBaseline(std::span<const WeightedRow> rows, BoneArray<glm::quat>& out);
void blendRowsWide(std::span<const WeightedRow> rows, BoneArray<glm::quat>& out);
bool hasWideRegisters();
}  // namespace detail

}  // namespace lead
