// Avatars don't stand inside each other: how fast each is asked to step aside. Soft, so that it never throws
// anybody; from one moment's places for all, so that their order doesn't matter.
#pragma once

#include <cstdint>
#include <glm/vec2.hpp>
#include <glm/vec3.hpp>
#include <span>
#include <vector>

#include "lead/avatar_state.h"

namespace lead {

struct CrowdBody {
  glm::vec2 place{0.0F};  ///< (x, z), metres
  float radius = 0.0F;
  AvatarId id = 0;
  bool pulled = false;  ///< somebody leads it: it gives way less than one who stands free
};

class Separation {
 public:
  /// Writes for each body the horizontal velocity (m/s, at most 0.5) with which it should step aside; zero
  /// where nobody is nearer than a centimetre inside of it. Allocates only when the crowd has grown.
  void push(std::span<const CrowdBody> bodies, std::vector<glm::vec3>& out);

 private:
  struct Interval {
    float from;
    float to;
    std::uint32_t body;
  };
  std::vector<Interval> sweep_;  // by `from`, along x
};

}  // namespace lead
