// What evaluate() needs of a model besides the state: the skeleton, how it moves, and what follows from both
// and never changes. Immutable, shared by all avatars of a model; any thread.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "lead/params.h"
#include "motion/playable.h"
#include "motion/walk_set.h"
#include "rig/skeleton.h"

namespace lead {

enum class Motion : std::uint8_t {
  none,  ///< idle pose without breath, legs at rest: for tests and the golden vectors
  full,  ///< breathes, blinks and walks: with the walk cycles given, or by the procedural gait without any
};

/// Motions that avatars of any model can share.
struct Motions {
  std::vector<WalkCyclePtr> walks;  ///< walks and runs, in any order; empty: the procedural gait
  IdleMotionPtr idle;               ///< null: standing as idlePose() does
};

/// A motion made ready for one rig.
struct BoundMotion {
  PlayableMotionPtr motion;
  std::vector<RotationRow> ownRows;  ///< where the motion's own don't fit the rig
  std::vector<std::pair<std::size_t, const std::vector<float>*>> custom;  ///< by ExpressionWeights' index

  const std::vector<RotationRow>& rows() const { return ownRows.empty() ? motion->clip.rows : ownRows; }
};
using BoundMotionPtr = std::shared_ptr<const BoundMotion>;

/// What PlayState::play stands for.
struct PlayedMotion {
  std::uint32_t play = 0;
  BoundMotionPtr motion;
};

struct AvatarRig {
  Skeleton skeleton;
  Motion motion = Motion::full;
  std::vector<std::string> customExpressions;  ///< the model's own, after the presets
  Pose idle;              ///< standing without an idle motion, before breath; the root at the origin
  RotationRow idleRow{};  ///< the same, for blending
  WalkSet walks;
  IdleMotionPtr idleMotion;
  std::vector<RotationRow> idleRows;      ///< of the idle motion, where its own don't fit the rig
  std::vector<PlayedMotion> played;       ///< few: what is played, or was until just now
  std::shared_ptr<const AvatarRig> base;  ///< the same without them; null: this is it
  float radius = 0.0F;                    ///< of the room that it takes up, metres: avatars keep apart by it
};

using AvatarRigPtr = std::shared_ptr<const AvatarRig>;

/// m/s: vmax or, where nobody has set it, what the fastest clip runs.
float topSpeed(const AvatarRig& rig, const Params& params);

AvatarRigPtr makeAvatarRig(const Skeleton& skeleton, Motion motion = Motion::full,
                           const Motions& motions = {}, std::vector<std::string> customExpressions = {});

/// Takes long for a long motion and a rig whose arms don't rest in a T-pose: some 10 ms a minute of it.
BoundMotionPtr bindMotion(PlayableMotionPtr motion, const AvatarRig& rig);

/// The same rig, playing other motions. Quick.
AvatarRigPtr withPlayed(const AvatarRigPtr& rig, std::vector<PlayedMotion> played);
/// The rig itself, without what it plays.
inline const AvatarRigPtr& baseOf(const AvatarRigPtr& rig) {
  return rig->base ? rig->base : rig;
}

}  // namespace lead
