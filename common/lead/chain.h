// Two avatars hand in hand: where their hands meet and how the one behind keeps up. Pure; allocates nothing.
// World::chain makes such links; each is kept in the two arms' states.
#pragma once

#include <glm/vec3.hpp>

#include "lead/avatar_state.h"

namespace lead {

struct Reach {
  glm::vec3 shoulder{0.0F};  ///< world
  float arm = 0.0F;          ///< its length, metres
};

/// Where joined hands are: between the shoulders, divided by the arms' lengths, and hanging below like a rope
/// that is longer than the way; never lower than both arms can reach. Continuous in all that goes in.
glm::vec3 meetingPoint(const Reach& a, const Reach& b);

/// How an arm is pulled by a link.
struct LinkPull {
  glm::vec3 direction{0.0F};  ///< horizontal, unit; zero where there is none
  float distance = 0.0F;      ///< horizontal, shoulder to hand, metres
  float excess = 0.0F;        ///< of that, past what the arm stretches before its avatar walks
  float speed = 0.0F;         ///< that the law of walking asks for by itself
};
LinkPull linkPull(const Reach& follower, const glm::vec3& hand, const Params& params);

/// The one ahead stands and what is left of the pull is not worth a step: where the hand is now is where it
/// rests.
bool linkRests(const LinkPull& pull, float arm, const glm::vec3& ahead);

/// Velocity that a follower needs on top of its own law of walking, which alone would only ever keep up by
/// letting the hand go ahead of the arm: as fast as the one ahead along a taut link. `ahead`, `own`:
/// velocities of the two.
glm::vec3 keepUp(const LinkPull& pull, float arm, const glm::vec3& ahead, const glm::vec3& own, float dt);

/// The same for one whose link rests: it stops as soon as the one ahead, not later.
glm::vec3 stopSoon(const glm::vec3& own, float dt);

}  // namespace lead
