// What evaluate() needs of a model besides the state: the skeleton, how it moves, and what follows from both
// and never changes. Immutable, shared by all avatars of a model; any thread.
#pragma once

#include <cstdint>
#include <memory>

#include "rig/skeleton.h"

namespace lead {

enum class Motion : std::uint8_t {
  none,  ///< idle pose without breath, legs at rest: for tests and the golden vectors
  gait,  ///< walks, breathes and blinks
};

struct AvatarRig {
  Skeleton skeleton;
  Motion motion = Motion::gait;
  Pose idle;            ///< standing, before breath; the root at the origin
  float radius = 0.0F;  ///< of the room that it takes up, metres: avatars keep apart by it
};

using AvatarRigPtr = std::shared_ptr<const AvatarRig>;

AvatarRigPtr makeAvatarRig(const Skeleton& skeleton, Motion motion = Motion::gait);

}  // namespace lead
