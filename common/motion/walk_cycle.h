// One cycle of a walk or run, ready to be led: poses at equal steps of phase (0 is the left foot's contact,
// 0.5 the right's, so that cycles of different clips match), its own speed, and where the feet go, from which
// the legs of any rig are solved. Immutable, shared. spec/lead.md, "Walk clips".
#pragma once

#include <memory>
#include <vector>

#include "motion/foot_keys.h"
#include "motion/resample.h"

namespace lead {

/// When a foot carries weight, in phase, and where: ahead of its rest place, in leg lengths.
struct Stance {
  float start = 0.0F;   ///< [0, 1)
  float length = 0.5F;  ///< (0, 1)
  float middle = 0.0F;  ///< half way through
};

struct WalkCycle {
  Clip clip;      ///< over phase, kSteps + 1 rows
  FeetKeys feet;  ///< one a row; what carries weight stands still on the ground at the cycle's own speed
  std::array<Stance, 2> stances{};  ///< by Side
  float stride = 0.0F;              ///< of both steps, in leg lengths; 0: could not be measured
  float legLength = 1.0F;           ///< of the file, metres

  static constexpr std::size_t kSteps = 64;
};

using WalkCyclePtr = std::shared_ptr<const WalkCycle>;

/// Cleans up a walk or run and cuts one cycle out of it. Throws MotionError where it is no walk.
WalkCyclePtr makeWalkCycle(KeyedMotion motion);

/// The walks and runs among a file's motions, in their order; what else is there is left out. Throws the
/// first MotionError where none is a walk.
std::vector<WalkCyclePtr> makeWalkCycles(std::vector<KeyedMotion> motions);

/// An idle motion, which loops in time.
struct IdleMotion {
  Clip clip;
  FeetKeys feet;  ///< one a row
};
using IdleMotionPtr = std::shared_ptr<const IdleMotion>;

/// Throws MotionError where it has no legs.
IdleMotionPtr makeIdleMotion(KeyedMotion motion);

}  // namespace lead
