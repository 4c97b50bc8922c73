// The mannequin's outside as a signed distance.
#pragma once

#include <glm/vec3.hpp>

namespace lead::mannequin {

/// Signed distance of head, trunk and limbs (metres; frame as in proportions.h). Symmetric in x.
float bodyDistance(glm::vec3 p);

/// How far `p` is along a finger and off it. Fingers of both sides; `p` is folded to the left.
struct FingerPlace {
  int finger = -1;
  float distance = 0.0F;  ///< to its surface
};
FingerPlace nearestFinger(glm::vec3 p);

/// Edge of the mesh's smallest cells, metres.
inline constexpr float kFinestCell = 0.0042F;

/// Largest wanted mesh cell near `p`, metres.
float bodyCellSize(glm::vec3 p);

/// Height of the hairline in the direction of `p`, metres.
float hairline(glm::vec3 p);

}  // namespace lead::mannequin
