// The walks and runs of one rig: cycles in order of speed, blended by speed, matched by phase. Immutable
// after bind. spec/lead.md, "Walk clips".
#pragma once

#include <span>
#include <vector>

#include "motion/travel.h"
#include "motion/walk_cycle.h"
#include "rig/blend_rows.h"

namespace lead {

struct WalkSet {
  struct Entry {
    WalkCyclePtr cycle;
    std::vector<RotationRow> ownRows;  ///< where the rig's rest pose is far from a T-pose: for its arms
    std::vector<float> sink;           ///< metres that the hips go lower so that the legs reach, one a row
    float speed = 0.0F;                ///< m/s on this rig's legs
    float stride = 0.0F;               ///< metres on this rig's legs; 0: could not be measured
    float mostRate = 1.0F;             ///< faster than this it is never played

    const std::vector<RotationRow>& rows() const { return ownRows.empty() ? cycle->clip.rows : ownRows; }
  };
  std::vector<Entry> entries;  ///< slowest first

  bool empty() const { return entries.empty(); }
  /// m/s: the fastest cycle's; 0 without one.
  float topSpeed() const { return entries.empty() ? 0.0F : entries.back().speed; }
};

/// Cycles whose speed could not be measured count as going at 1.2 m/s on a grown person's legs.
/// `idle`: how the rig stands, for limbs that a cycle does not drive.
WalkSet bindWalks(std::span<const WalkCyclePtr> cycles, const Skeleton& skeleton,
                  const BoneArray<glm::quat>& idle);

/// A clip's rows for a rig whose arms rest more than 15° away from a T-pose (they point where the clip's do),
/// or for a clip that moves no arms (they hang). Empty where the clip's own are good.
std::vector<RotationRow> rowsForRest(const Clip& clip, const Skeleton& skeleton,
                                     const BoneArray<glm::quat>& idle);

/// What of a set is seen at a speed.
struct WalkMix {
  const WalkSet::Entry* slow = nullptr;
  const WalkSet::Entry* fast = nullptr;  ///< may be the same
  float share = 0.0F;                    ///< of the fast one
  float speed = 0.0F;                    ///< m/s that the mix goes by itself
  float seconds = 1.0F;                  ///< of its cycle
  bool measured = false;                 ///< its stride is known
};
WalkMix mixAt(const WalkSet& set, float speed);

/// Cycles a second of a mix played at `rate`; sideways steps are shorter and quicker.
float walkCadence(const WalkMix& mix, float rate, const Travel& travel);

struct WalkInput {
  float phase = 0.0F;
  float rate = 1.0F;
  Travel travel;
  float weight = 0.0F;
  glm::quat lean = kIdentity;
};

/// The rows of a mix, for blendRows, with weights that sum to `weight`; writes at most 2, returns how many.
std::size_t rowsOf(const WalkMix& mix, float phase, float weight, WeightedRow* rows);

/// The hips' offset, metres, in the body's frame, as low as the legs need it.
glm::vec3 hipsOf(const WalkMix& mix, float phase, const Skeleton& skeleton);

/// Where the feet go: `standing` moved and rolled by the walk's weight.
void stepFeet(const WalkMix& mix, const WalkInput& input, const Skeleton& skeleton, LegsJob& standing);

/// 1 where that foot carries weight, 0 in the air.
float walkContact(const WalkMix& mix, float phase, Side side);

}  // namespace lead
