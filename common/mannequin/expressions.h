// The faces that the mannequin can make: what lids, brows and mouth look like in each. One list, from which
// the morphs are built and which the file's VRM expressions refer to.
#pragma once

#include <string_view>
#include <vector>

#include "rig/humanoid.h"

namespace lead::mannequin {

/// Angles of a lid's edge from the eye's axis, radians, at the middle of the eye.
struct LidShape {
  float upper = 0.455F;
  float lower = -0.415F;
  float slant = 0.0F;  ///< raises the upper lid's outer half, lowers its inner half
};

/// Metres from the neutral place.
struct BrowShape {
  float inner = 0.0F;
  float middle = 0.0F;
  float outer = 0.0F;
};

/// Metres; the opening reaches `up` and `down` from its middle line, whose corners are raised by `lift`.
struct MouthShape {
  float halfWidth = 0.0195F;
  float up = 0.0006F;
  float down = 0.0009F;
  float lift = 0.0042F;
};

struct Face {
  LidShape left, right;
  BrowShape brow;
  MouthShape mouth;

  const LidShape& lid(Side side) const { return side == Side::left ? left : right; }
};

struct Expression {
  std::string_view name;  ///< as VRM names the preset
  Face face;
};

/// The expressions that have a morph of their own; the neutral face is Face{}.
const std::vector<Expression>& morphExpressions();

}  // namespace lead::mannequin
