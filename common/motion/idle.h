// Standing: arms down, a slow breath, weight from one leg to the other, a blink. All from the time alone.
// spec/lead.md, "Walk clips" (idle without a clip). Pure; allocates nothing.
#pragma once

#include "rig/skeleton.h"

namespace lead {

/// Both upper arms 67.5° below their outward direction, whatever the rest pose was; all else at rest, but
/// elbows that the rest pose bends far are straightened.
void idlePose(const Skeleton& skeleton, Pose& pose);

/// Adds the breath: chest and shoulders by under 1°, so that a held hand notices nothing. weight 0 … 1.
void addBreath(const Skeleton& skeleton, double seconds, float weight, Pose& pose);

/// Moves the hips over the one leg and then the other; the shoulders stay within millimetres of their place,
/// so that a held hand notices nothing. The feet are not part of it (placeFeet keeps them). weight 0 … 1.
void shiftWeight(const Skeleton& skeleton, double seconds, float weight, Pose& pose);

/// How far the eyes are shut, 0 … 1: a blink every 2 to 6 s; another `seed`, other times.
float blinkAt(double seconds, std::uint32_t seed);

}  // namespace lead
