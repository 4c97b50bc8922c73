// Fingers as curls (about the bone's Z, the axis of a fist in the normalised rig) and spreads (about its Y),
// two degrees a step. Turns about the finger itself are lost, but for the thumb's first bone.
#pragma once

#include <cstdint>
#include <vector>

#include "rig/skeleton.h"

namespace lead::wire {

/// kFingerAngles of them.
void fingersToAngles(BoneMask bones, const BoneArray<glm::quat>& rotations, std::vector<std::int8_t>& out);
/// Only of `bones`.
void anglesToFingers(const std::vector<std::int8_t>& angles, BoneMask bones, BoneArray<glm::quat>& out);

}  // namespace lead::wire
