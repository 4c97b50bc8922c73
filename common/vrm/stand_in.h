// What others see of an avatar whose file they don't get. Pure; any thread.
#pragma once

#include <cstdint>
#include <vector>

#include "rig/skeleton.h"

namespace lead {

/// The bytes of a VRM 1.0 file that has this skeleton, so that every pose of the model is one of the
/// stand-in, and nothing else of the model: a plain grey body, a neutral name, a free licence. Equal bytes
/// for equal skeletons; about 100 kB. loadModel() reads it back with the same bones and, to a rounding of the
/// last bit, the same rest positions.
std::vector<std::uint8_t> standIn(const Skeleton& skeleton);

}  // namespace lead
