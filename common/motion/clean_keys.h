// What files of walks carry besides the walk, taken off: T-pose keys at the ends, a stray last key, and the
// hips' travel. spec/lead.md, "Walk clips". Works on the keys, before anything is resampled.
#pragma once

#include "rig/keyed_motion.h"

namespace lead {

/// Drops leading and trailing keys that are T-poses (upper and lower arms and legs all within 8° of rest)
/// while what is between them is no T-pose. Times start at 0 again.
void dropTPoseEnds(KeyedMotion& motion);

/// Drops keys at the ends that only hold the pose of their neighbour while the rest moves: files are padded
/// like that.
void dropHeldEnds(KeyedMotion& motion);

/// Drops a last key that jumps by more than 8 times the median pose speed or stands off by more than 3 times
/// the median spacing.
void dropStrayEnd(KeyedMotion& motion);

/// Takes the hips' horizontal travel from first to last key out as a straight line; the sway stays. Returns
/// it, metres.
glm::vec3 removeTravel(KeyedMotion& motion);

/// Keys `first` to `last` alone, from time 0.
void keepKeys(KeyedMotion& motion, std::size_t first, std::size_t last);

}  // namespace lead
