// Legs that reach for where the feet belong, whatever moves the body: the hips sink until both can, the knees
// bend forward. Shared by the procedural gait and by walk clips. Pure; allocates nothing.
//
// Frame: the body's (heading removed, lean removed), metres, the root at the origin.
#pragma once

#include <array>

#include "rig/skeleton.h"

namespace lead {

struct FootTarget {
  glm::vec3 ankle{0.0F};
  glm::quat rotation = kIdentity;  ///< of the foot bone
  glm::quat toes = kIdentity;      ///< local
  float slack = 0.0F;  ///< metres that the hips need not sink for it: a foot that has just left the ground
};

struct LegsJob {
  std::array<FootTarget, 2> feet{};  ///< by Side
  glm::quat lean = kIdentity;  ///< of the root, in the body's frame: the feet stay on the ground under it
  float weight = 1.0F;  ///< of the walk: standing, legs may be straight, walking they stay a little bent
};

/// How far a hip joint must sink so that a leg of length `leg` reaches `ankle`, metres; negative: it need
/// not.
float neededDrop(const glm::vec3& hip, const glm::vec3& ankle, float leg);

/// Sinks the hips of `pose` and sets the rotations of its legs, feet and toes.
void placeFeet(const Skeleton& skeleton, const LegsJob& job, Pose& pose);

/// One leg alone: `hip` and `hips` (the hips bone's rotation) as they are, everything in one frame of the
/// caller's. Sets the leg's local rotations.
void reachFoot(const Skeleton& skeleton, Side side, const FootTarget& foot, const glm::vec3& hip,
               const glm::quat& hips, Pose& pose);

}  // namespace lead
