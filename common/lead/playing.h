// Private to lead/: motions that an avatar plays in place of standing idle.
#pragma once

#include <array>
#include <span>

#include "lead/avatar_rig.h"
#include "lead/avatar_state.h"

namespace lead {

/// Moves what is played on by a tick.
void stepPlays(const AvatarRig& rig, float dt, AvatarState& state);

/// What is seen of them: their shares sum to at most 1, less the walk's.
struct Played {
  struct Part {
    const BoundMotion* motion = nullptr;
    ClipPlace at;
    float share = 0.0F;
  };
  std::array<Part, 2> all{};
  std::size_t count = 0;
  float share = 0.0F;    ///< of all
  float legs = 0.0F;     ///< of those that move the legs
  float eyelids = 0.0F;  ///< of those that blink by themselves

  std::span<const Part> parts() const { return {all.data(), count}; }
};
Played playedAt(const AvatarRig& rig, const AvatarState& state);

/// Hips' offset, metres.
glm::vec3 playedHips(const Played& played, const Skeleton& skeleton);
/// Raises the weights to what the motions bring.
void playExpressions(const Played& played, ExpressionWeights& weights);
/// Of the eyes.
void playGaze(const Played& played, Pose& pose);

}  // namespace lead
