// The procedural gait as a motion with keys, for a .vrma file, for tests and for tools that know only clips.
#pragma once

#include "rig/keyed_motion.h"

namespace lead {

/// One cycle, from the left foot's contact, at `speed` m/s straight ahead, 30 keys a second. The hips travel,
/// unless `onTheSpot`. Speeds under 0.1 m/s are taken as that.
KeyedMotion bakeGait(const Skeleton& skeleton, float speed, bool onTheSpot = false);

}  // namespace lead
