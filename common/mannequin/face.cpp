// Lids, brows and mouth. Each is built by a function of a Face that gives its points in a fixed order: the
// neutral face gives the mesh, every expression's points less the neutral ones give its morph.
#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <glm/geometric.hpp>

#include "mannequin/body_shape.h"
#include "mannequin/expressions.h"
#include "mannequin/parts.h"
#include "mannequin/proportions.h"
#include "mannequin/solids.h"

namespace lead::mannequin {
namespace {

using glm::vec3;

constexpr float kPi = 3.14159265F;

/// A grid of points, row by row; a closed grid's rows return to their first point.
struct Grid {
  int columns;
  bool closed;
  std::vector<vec3> points;
};

using GridOf = std::function<Grid(const Face&)>;

std::vector<std::uint32_t> triangles(const Grid& grid) {
  std::vector<std::uint32_t> out;
  const int rows = static_cast<int>(grid.points.size()) / grid.columns;
  const int last = grid.closed ? grid.columns : grid.columns - 1;
  for (int r = 0; r + 1 < rows; ++r) {
    for (int c = 0; c < last; ++c) {
      const std::uint32_t a = r * grid.columns + c;
      const std::uint32_t b = r * grid.columns + (c + 1) % grid.columns;
      const std::uint32_t up = grid.columns;
      out.insert(out.end(), {a, a + up, b + up, a, b + up, b});
    }
  }
  return out;
}

SkinWeights headOnly() {
  SkinWeights weights;
  weights.bone = {Bone::head, Bone::hips, Bone::hips, Bone::hips};
  weights.weight = {255, 0, 0, 0};
  return weights;
}

std::vector<vec3> faceNormals(const Grid& grid, const std::vector<std::uint32_t>& indices) {
  std::vector<vec3> normals(grid.points.size(), vec3(0.0F));
  for (std::size_t i = 0; i < indices.size(); i += 3) {
    const vec3 a = grid.points[indices[i]];
    const vec3 n = glm::cross(grid.points[indices[i + 1]] - a, grid.points[indices[i + 2]] - a);
    for (int k = 0; k < 3; ++k) normals[indices[i + k]] += n;
  }
  for (vec3& n : normals) {
    const float length = glm::length(n);
    n = length > 0.0F ? n / length : vec3(0.0F, 0.0F, 1.0F);
  }
  return normals;
}

void addGrid(Part& part, const GridOf& gridOf) {
  const Grid neutral = gridOf(Face{});
  const std::vector<std::uint32_t> indices = triangles(neutral);
  const std::vector<vec3> normals = faceNormals(neutral, indices);
  const auto first = static_cast<std::uint32_t>(part.positions.size());
  for (std::uint32_t i : indices) part.indices.push_back(first + i);
  part.positions.insert(part.positions.end(), neutral.points.begin(), neutral.points.end());
  part.normals.insert(part.normals.end(), normals.begin(), normals.end());
  part.weights.resize(part.positions.size(), headOnly());
  const std::vector<Expression>& expressions = morphExpressions();
  part.morphs.resize(expressions.size());
  for (std::size_t e = 0; e < expressions.size(); ++e) {
    const Grid made = gridOf(expressions[e].face);
    for (std::size_t i = 0; i < made.points.size(); ++i) {
      const vec3 offset = made.points[i] - neutral.points[i];
      part.morphs[e].push_back(glm::length(offset) > 1e-6F ? offset : vec3(0.0F));
    }
  }
}

// Lids
// -----------------------------------------------------------------------------------------------------------

constexpr int kLidColumns = 36;
constexpr float kCorner = 0.64F;  // half the eye's width, seen from the eyeball's centre, radians

/// A point near the eyeball: `across` grows outward (away from the nose), `up` upward, both angles.
vec3 aroundEye(Side side, float across, float up, float radius) {
  const vec3 direction{std::sin(across) * std::cos(up) * outwardSign(side), std::sin(up),
                       std::cos(across) * std::cos(up)};
  return restOf(onSide(Bone::leftEye, side)) + direction * radius;
}

struct Angles {
  float across, up;
};

/// The lid's edge, once around the eye: turn 0 is the outer corner, a quarter the middle of the upper lid.
Angles lidEdge(const LidShape& lid, float turn) {
  const float sine = std::sin(turn);
  const float across = kCorner * std::cos(turn);
  const float bow = std::pow(std::abs(sine), 0.9F);
  const bool upper = sine > 0.0F;
  float up = (upper ? lid.upper : lid.lower) * bow;
  if (upper) up += lid.slant * std::cos(turn) * bow;
  return {across, up + 0.045F * std::cos(turn)};  // the outer corner is a little higher
}

/// Columns run so that the shell faces outward on both sides.
float lidTurn(Side side, int column) {
  return outwardSign(side) * 2.0F * kPi * static_cast<float>(column) / kLidColumns;
}

Grid lidShell(const Face& face, Side side) {
  constexpr int rows = 6;
  Grid grid{kLidColumns, true, {}};
  for (int row = -1; row < rows; ++row) {
    const float t = std::max(0.0F, static_cast<float>(row) / (rows - 1));
    for (int c = 0; c < kLidColumns; ++c) {
      const float turn = lidTurn(side, c);
      const Angles edge = lidEdge(face.lid(side), turn);
      const Angles rim{(kCorner + 0.30F) * std::cos(turn), 0.86F * std::sin(turn)};
      // The first row gives the lid its thickness; the last dives under the face.
      const float above = row < 0 ? 0.0004F : 0.0021F - 0.0022F * t * t;
      grid.points.push_back(aroundEye(side, edge.across + (rim.across - edge.across) * t,
                                      edge.up + (rim.up - edge.up) * t, kEyeRadius + above));
    }
  }
  return grid;
}

/// A dark line along the upper lid's edge, thickest past the middle.
Grid lashLine(const Face& face, Side side) {
  constexpr int columns = 21;
  Grid grid{columns, false, {}};
  for (int row = 0; row < 3; ++row) {
    for (int c = 0; c < columns; ++c) {
      const float s = static_cast<float>(c) / (columns - 1);
      const float outward = side == Side::left ? 1.0F - s : s;  // 1 at the outer corner
      const float turn = kPi * (1.0F - outward);
      const Angles edge = lidEdge(face.lid(side), 0.16F + 0.90F * turn);
      const float thick =
          0.105F * std::pow(std::sin(kPi * (0.06F + 0.86F * std::pow(1.0F - outward, 0.8F))), 0.8F);
      const float rise = static_cast<float>(row) / 2.0F * thick;
      const float above = 0.0022F + (row == 1 ? 0.008F * thick : 0.0F);
      grid.points.push_back(aroundEye(side, edge.across, edge.up - 0.025F + rise, kEyeRadius + above));
    }
  }
  return grid;
}

// What lies on the face
// ------------------------------------------------------------------------------------------

/// The face's surface at (x, y), raised by `above` along its normal.
vec3 onFace(float x, float y, float above) {
  float behind = 0.02F;
  float ahead = 0.16F;
  for (int i = 0; i < 24; ++i) {
    const float middle = 0.5F * (behind + ahead);
    (bodyDistance({x, y, middle}) < 0.0F ? behind : ahead) = middle;
  }
  const vec3 p{x, y, behind};
  return p + surfaceNormal(bodyDistance, p) * above;
}

/// A tapered bead.
Grid brow(const Face& face, Side side) {
  constexpr int along = 15;
  constexpr int around = 8;
  Grid grid{around, true, {}};
  for (int i = 0; i < along; ++i) {
    const float s = static_cast<float>(i) / (along - 1);
    const float x = 0.0135F + 0.0390F * s;
    const float arch = 0.0058F * (1.0F - (2.0F * s - 1.05F) * (2.0F * s - 1.05F)) - 0.0018F * s;
    const BrowShape& shape = face.brow;
    const float moved =
        shape.inner * (1 - s) * (1 - s) + shape.middle * 2 * s * (1 - s) + shape.outer * s * s;
    const float y = 1.5520F + arch + moved;
    const float width =
        0.0030F * std::pow(std::max(0.0F, std::sin(kPi * (0.04F + 0.90F * std::pow(s, 0.75F)))), 0.6F);
    for (int k = 0; k < around; ++k) {
      const float turn = outwardSign(side) * 2.0F * kPi * static_cast<float>(k) / around;
      grid.points.push_back(onFace(x * outwardSign(side), y + width * std::sin(turn),
                                   0.0004F + 0.45F * width * std::cos(turn)));
    }
  }
  return grid;
}

constexpr float kMouthHeight = 1.4515F;

/// Lower and upper border of the opening at `s`, -1..1 across.
std::array<float, 2> mouthBorders(const MouthShape& mouth, float s) {
  const float middle = kMouthHeight + mouth.lift * (s * s - 0.35F);
  const float bow = std::sqrt(std::max(0.0F, 1.0F - s * s));
  return {middle - mouth.down * bow, middle + mouth.up * bow};
}

/// 0 for a shut mouth, 1 for an open one.
float openness(const MouthShape& mouth) {
  return smoothStep(0.002F, 0.007F, mouth.up + mouth.down);
}

/// Columns left to right as seen by the viewer (from -x), rows from `low` to `high` in parts of the opening.
Grid mouthBand(const MouthShape& mouth, float reach, float low, float high, float margin, float above) {
  constexpr int columns = 25;
  constexpr int rows = 5;
  Grid grid{columns, false, {}};
  for (int row = rows - 1; row >= 0; --row) {
    const float t = low + (high - low) * static_cast<float>(row) / (rows - 1);
    for (int c = 0; c < columns; ++c) {
      // Denser towards the corners, where the border is steep.
      const float s = -std::cos(kPi * static_cast<float>(c) / (columns - 1));
      const auto [bottom, top] = mouthBorders(mouth, s * reach);
      const float round = margin * std::sqrt(std::max(0.0F, 1.0F - s * s));
      const float y = (bottom - round) + (top - bottom + 2 * round) * t;
      grid.points.push_back(onFace((mouth.halfWidth * reach + margin) * s, y, above));
    }
  }
  return grid;
}

Grid lips(const Face& face) {
  return mouthBand(face.mouth, 1.0F, 0.0F, 1.0F, 0.0011F, 0.0006F);
}

Grid mouthInside(const Face& face) {
  return mouthBand(face.mouth, 1.0F, 0.0F, 1.0F, 0.0F, 0.0002F + 0.0008F * openness(face.mouth));
}

Grid tongue(const Face& face) {
  const float open = openness(face.mouth);
  return mouthBand(face.mouth, 0.72F, 0.06F, 0.46F, 0.0F, 0.0001F + 0.0013F * open);
}

Grid teeth(const Face& face) {
  const float open = openness(face.mouth);
  return mouthBand(face.mouth, 0.80F, 0.78F, 0.97F, 0.0F, 0.0001F + 0.0013F * open);
}

}  // namespace

PartMesh buildFace() {
  PartMesh face;
  face.name = "Face";
  for (const Expression& expression : morphExpressions()) face.morphNames.emplace_back(expression.name);

  Part skin, line, hair, inside, pink, white;
  skin.paint = Paint::skin;
  line.paint = Paint::line;
  hair.paint = Paint::hair;
  inside.paint = Paint::mouth;
  pink.paint = Paint::tongue;
  white.paint = Paint::white;
  for (Side side : kSides) {
    addGrid(skin, [side](const Face& f) { return lidShell(f, side); });
    addGrid(line, [side](const Face& f) { return lashLine(f, side); });
    addGrid(hair, [side](const Face& f) { return brow(f, side); });
  }
  addGrid(line, lips);
  addGrid(inside, mouthInside);
  addGrid(pink, tongue);
  addGrid(white, teeth);
  face.parts = {skin, line, hair, inside, pink, white};
  return face;
}

}  // namespace lead::mannequin
