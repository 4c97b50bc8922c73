// Standing: arms down, and a slow breath. spec/lead.md, "Walk clips" (idle without a clip).
#pragma once

#include "rig/skeleton.h"

namespace lead {

/// Both upper arms 67.5° below their outward direction, whatever the rest pose was; all else at rest, but
/// elbows that the rest pose bends far are straightened.
void idlePose(const Skeleton& skeleton, Pose& pose);

/// Adds the breath at `seconds`: chest and shoulders by under 1°, so that a held hand notices nothing.
void addBreath(const Skeleton& skeleton, double seconds, Pose& pose);

}  // namespace lead
