// KeyedMotion -> the bytes of a .vrma. Pure.
#pragma once

#include <cstdint>
#include <vector>

#include "rig/keyed_motion.h"

namespace lead {

/// A binary glTF with VRMC_vrm_animation 1.0: the motion's skeleton as nodes without rest rotations, linear
/// rotation channels of the bones it drives, the hips' translation, expressions and gaze. loadMotions gives
/// it back. The motion is as loadMotions makes them: times not empty, every track one value a time, finite;
/// the skeleton with at least one bone. Throws std::invalid_argument where it isn't.
std::vector<std::uint8_t> writeVrma(const KeyedMotion& motion);

}  // namespace lead
