// A motion ready to be played: poses at equal steps, cleaned up, immutable after it is made, shared by all
// avatars that play it. Made by motion/ (resample.h, walk_cycle.h) from a KeyedMotion.
//
// A pose's rotations lie as rows of eight bones a block, x y z w apart, so that blending runs over the lanes
// of a vector register.
#pragma once

#include <glm/gtc/quaternion.hpp>
#include <glm/vec2.hpp>
#include <glm/vec3.hpp>
#include <memory>
#include <string>
#include <vector>

#include "rig/expression.h"
#include "rig/humanoid.h"

namespace lead {

inline constexpr std::size_t kRowLanes = 8;
inline constexpr std::size_t kRowBlocks = (kBoneCount + kRowLanes - 1) / kRowLanes;

/// Local rotations of the normalised rig, bone i at [i / 8][x y z w][i % 8]. Lanes past the last bone hold
/// the identity.
struct alignas(32) RotationRow {
  float lanes[kRowBlocks][4][kRowLanes];

  static RotationRow identities();
  void set(std::size_t bone, const glm::quat& rotation);
  glm::quat at(std::size_t bone) const;
};

struct Clip {
  std::string name;
  float seconds = 1.0F;  ///< over 0; of one loop, where it loops
  bool loops = false;    ///< the last row is the first
  BoneMask bones = 0;    ///< driven by it; the others are at rest in its rows

  std::vector<RotationRow> rows;  ///< at least 2, at equal steps from 0 to `seconds`
  std::vector<glm::vec3> hips;    ///< offset from rest, in hips heights (see hipsHeight()), one a row

  struct ExpressionCurve {
    Expression expression;
    std::vector<float> weights;  ///< one a row
  };
  std::vector<ExpressionCurve> expressions;
  std::vector<glm::vec2> lookAt;  ///< (yaw to the left, pitch down), radians; one a row, or empty

  std::size_t steps() const { return rows.size() - 1; }
};

using ClipPtr = std::shared_ptr<const Clip>;

/// Two neighbouring rows and the share of the way between them.
struct ClipPlace {
  std::size_t row = 0;  ///< row and row + 1
  float share = 0.0F;   ///< [0, 1)
};

/// Where `turns` (in lengths of the clip, its fraction counts where it loops, else it stops at the ends) is.
ClipPlace placeIn(const Clip& clip, double turns);

}  // namespace lead
