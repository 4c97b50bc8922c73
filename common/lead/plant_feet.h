// Feet that stay where they are put. evaluate() already walks so that feet carry weight without sliding at
// steady speed; this takes the rest (turns, starts, stops, pushes) out of what is drawn. It follows
// evaluate() once a frame; the FootState belongs to whoever draws and is never sent or hashed. Pure but for
// that; allocates nothing.
#pragma once

#include "lead/evaluate.h"

namespace lead {

struct FootState {
  struct Foot {
    bool planted = false;
    glm::vec3 place{0.0F};   ///< where it is planted, world; the height is the motion's own
    float yaw = 0.0F;        ///< its heading there
    glm::vec3 offset{0.0F};  ///< from where the motion has it, metres; level but for the end of a stop
    float turn = 0.0F;       ///< likewise of the heading
    float stepTime = -1.0F;  ///< seconds into a step of its own to where the motion has it; negative: none
    glm::vec3 stepOffset{0.0F};
    float stepTurn = 0.0F;
  };
  std::array<Foot, 2> feet{};  ///< by Side
  glm::vec3 position{0.0F};    ///< of the avatar in the last frame: a jump plants anew
  float sunk = 0.0F;           ///< metres that the hips are lower, so that who stands with feet apart reaches
  bool fresh = true;
};

/// Moves the legs of `pose` (evaluate(rig, state)) so that planted feet stand still, `dt` seconds after the
/// last call. A foot that is pulled too far off, or left behind when the avatar has come to rest, takes a
/// step of its own.
void plantFeet(const AvatarRig& rig, const AvatarState& state, float dt, EvaluatedPose& pose,
               FootState& feet);

}  // namespace lead
