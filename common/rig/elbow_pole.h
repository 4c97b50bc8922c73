// Which way an elbow stands off the line from shoulder to wrist, without ever jumping. spec/lead.md, "pole".
// World space throughout; `body` is the heading alone.
#pragma once

#include <glm/gtc/quaternion.hpp>
#include <glm/vec3.hpp>

#include "rig/humanoid.h"

namespace lead {

struct WantedPole {
  glm::vec3 pole{0.0F};    ///< unit, orthogonal to dir; zero where undefined
  float remainder = 0.0F;  ///< how well defined it is: 0 not at all, 1 fully
};

WantedPole wantedPole(Side side, const glm::quat& body, const glm::vec3& dir);

/// In a hold's first tick: the wanted one, or a stand-in where the arm points along it.
glm::vec3 firstPole(Side side, const glm::quat& body, const glm::vec3& dir);

/// Carried from the last direction to the new one, then turned towards the wanted side at a limited rate.
glm::vec3 carryPole(Side side, const glm::quat& body, const glm::vec3& lastPole, const glm::vec3& lastDir,
                    const glm::vec3& dir, float dt);

}  // namespace lead
