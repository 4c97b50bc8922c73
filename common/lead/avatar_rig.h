// What evaluate() needs of a model besides the state: the skeleton and how it moves. Immutable, shared by all
// avatars of a model.
#pragma once

#include <cstdint>
#include <memory>

#include "rig/skeleton.h"

namespace lead {

enum class Motion : std::uint8_t {
  none,  ///< idle pose without breath, legs at rest: for tests and the golden vectors
  gait,  ///< procedural walk and breath
};

struct AvatarRig {
  Skeleton skeleton;
  Motion motion = Motion::gait;
};

using AvatarRigPtr = std::shared_ptr<const AvatarRig>;

}  // namespace lead
