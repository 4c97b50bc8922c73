// What the benchmarks share: the built-in avatar's rig, and a crowd that is led.
#pragma once

#include <cstddef>
#include <vector>

#include "lead/world.h"
#include "leader.h"

namespace lead::bench {

/// The mannequin, loaded once for all.
const AvatarRigPtr& mannequinRig();

/// Avatars far enough apart that they don't meet, each led along a circle by both hands and looking at
/// viewers; already walking when it is made.
class Crowd {
 public:
  explicit Crowd(std::size_t avatars);

  /// One tick: hands are moved, then the world is stepped, which evaluates every avatar's pose.
  void tick();
  void moveHands();

  World world;

 private:
  std::vector<HandTargets> lap_ = lap();
  std::vector<glm::vec3> middles_;
  std::size_t tick_ = 0;
};

/// The one crowd of that many: google-benchmark calls a benchmark several times, and each would have to warm
/// up.
Crowd& crowdOf(std::size_t avatars);

/// One avatar in mid-walk.
const Avatar& ledAvatar();

}  // namespace lead::bench
