// What evaluate() needs of a model besides the state: the skeleton, how it moves, and what follows from both
// and never changes. Immutable, shared by all avatars of a model; any thread.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "lead/params.h"
#include "motion/walk_set.h"
#include "rig/skeleton.h"

namespace lead {

enum class Motion : std::uint8_t {
  none,  ///< idle pose without breath, legs at rest: for tests and the golden vectors
  full,  ///< breathes, blinks and walks: with the walk cycles given, or by the procedural gait without any
};

/// Motions that avatars of any model can share.
struct Motions {
  std::vector<WalkCyclePtr> walks;  ///< walks and runs, in any order; empty: the procedural gait
  IdleMotionPtr idle;               ///< null: standing as idlePose() does
};

struct AvatarRig {
  Skeleton skeleton;
  Motion motion = Motion::full;
  Pose idle;              ///< standing without an idle motion, before breath; the root at the origin
  RotationRow idleRow{};  ///< the same, for blending
  WalkSet walks;
  IdleMotionPtr idleMotion;
  std::vector<RotationRow> idleRows;  ///< of the idle motion, where its own don't fit the rig
  float radius = 0.0F;                ///< of the room that it takes up, metres: avatars keep apart by it
};

using AvatarRigPtr = std::shared_ptr<const AvatarRig>;

/// m/s: vmax or, where nobody has set it, what the fastest clip runs.
float topSpeed(const AvatarRig& rig, const Params& params);

AvatarRigPtr makeAvatarRig(const Skeleton& skeleton, Motion motion = Motion::full,
                           const Motions& motions = {});

}  // namespace lead
