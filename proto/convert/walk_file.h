// What server and clients alike make of a walk clip's file, so that both see the same steps.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "motion/walk_cycle.h"

namespace lead {

/// The walks and runs among a .vrma's or glTF file's animations, in its order; at least one. Throws
/// ModelError where the file is none, MotionError where nothing in it is a walk.
std::vector<WalkCyclePtr> walksOf(std::span<const std::uint8_t> file);

}  // namespace lead
