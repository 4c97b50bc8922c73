// Which way a body goes, seen from itself, and what legs and hips make of it: a walk is a walk ahead whose
// feet are put along the way that is travelled. Body frame: +Z ahead, +X to the left. Pure.
#pragma once

#include "rig/skeleton.h"

namespace lead {

struct Travel {
  glm::vec3 direction{0.0F, 0.0F, 1.0F};  ///< horizontal, unit
  float speed = 0.0F;                     ///< m/s
  /// Share of it that goes across the body, 0 … 1: sideways, steps are shorter and quicker.
  float sideways() const;
  /// How much of a foot's roll from heel to toes is left: 1 ahead, little sideways, backwards the other way
  /// round.
  float roll() const;
  /// What is left of the stride's length.
  float strideShare() const;
};

/// However slowly a body goes, its walk is played at this rate at least; spec/lead.md, "Walk clips".
inline constexpr float kLeastPlaybackRate = 0.3F;

/// How much of lifting and rolling feet is left at a walk weight: a body that comes to rest doesn't paw the
/// ground.
float stepWeight(float walkWeight);

/// How much of the stride's length is taken at a walk weight that trails the speed: in a walk's first moments
/// the feet must not run ahead of a body that hardly walks yet.
float startShare(const Travel& travel, float walkWeight);

Travel travelOf(const glm::vec3& velocityInBody);

/// How far outward (metres) a foot goes to make room for the other when stepping sideways by `stride` metres
/// a cycle.
float sidestepRoom(const Travel& travel, float stride, float hipsWidth);

/// A body that leans about its feet would leave them behind: how far the steps go with it, horizontal,
/// metres.
glm::vec3 stepWithLean(const Skeleton& skeleton, const glm::quat& lean);

/// Turns the hips a little to the way that is travelled, the upper body stays; weight 0 … 1.
void turnHips(const Skeleton& skeleton, const Travel& travel, float weight, Pose& pose);

}  // namespace lead
