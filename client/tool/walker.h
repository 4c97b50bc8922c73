// The body that a bot shows to others: a head and two hands that walk. Pure.
#pragma once

#include <glm/gtc/quaternion.hpp>
#include <glm/vec3.hpp>

#include "rig/humanoid.h"

namespace lead::tool {

class Walker {
 public:
  /// Feet on the ground at `place`; heading as everywhere: 0 faces +Z, grows towards +X.
  Walker(glm::vec3 place, float heading) : place_(place.x, 0.0F, place.z), heading_(heading) {}

  /// One step of dt seconds towards `place`, at most at `speed` m/s.
  void walkTo(glm::vec3 place, float speed, float dt);
  /// Turns towards `point`, at most at 4 rad/s.
  void turnTo(glm::vec3 point, float dt);

  glm::vec3 place() const { return place_; }
  float heading() const { return heading_; }
  glm::vec3 head() const;
  glm::quat orientation() const;
  /// Hanging at its side.
  glm::vec3 restingHand(Side side) const;
  bool isAt(glm::vec3 place, float within) const;

 private:
  glm::vec3 place_;
  float heading_;
};

}  // namespace lead::tool
