// The body's mesh: the shape polygonised, painted, weighted, and taken apart by colour.
#include <algorithm>
#include <cmath>

#include "mannequin/body_shape.h"
#include "mannequin/paint.h"
#include "mannequin/parts.h"
#include "mannequin/simplify.h"

namespace lead::mannequin {
namespace {

using glm::vec3;

struct Region {
  Paint paint;
  std::vector<Field> borders;  ///< all negative inside
  Field only = nullptr;        ///< negative where the region may be; not a border of its own
};

float armLength(vec3 p) {
  return std::abs(p.x);
}

/// Negative below a round collar, lower in front: outside a cone about the neck that opens upward.
float neckline(vec3 p) {
  return 0.070F + 1.1F * (p.y + 0.25F * p.z - 1.385F) - std::hypot(p.x, p.z + 0.012F);
}

float shoeTop(vec3 p) {
  return p.y - (0.098F - 0.25F * std::max(0.0F, p.z - 0.010F));
}

/// Later ones are painted over earlier ones.
std::vector<Region> regions() {
  constexpr float sleeve = 0.270F;
  constexpr float hem = 0.215F;
  const Field belowCollar = neckline;
  const Field beforeSleeve = [](vec3 p) { return armLength(p) - sleeve; };
  const Field aboveHem = [](vec3 p) { return hem - p.y; };
  const Field torso = [](vec3 p) { return std::max(std::abs(p.x) - 0.15F, 1.0F - p.y); };
  const Field limbs = [](vec3 p) { return std::min(p.y - 0.5F, 0.15F - std::abs(p.x)); };
  return {
      {Paint::suit, {belowCollar, beforeSleeve, aboveHem}},
      {Paint::trim, {belowCollar, [](vec3 p) { return -0.011F - neckline(p); }}, torso},
      {Paint::trim, {beforeSleeve, [](vec3 p) { return sleeve - 0.013F - armLength(p); }}, limbs},
      {Paint::trim, {aboveHem, [](vec3 p) { return p.y - hem - 0.013F; }}, limbs},
      // On the chest a disc, so that the front can be told from afar; on the back a line along the spine.
      {Paint::trim,
       {[](vec3 p) { return std::hypot(p.x, p.y - 1.235F) - 0.027F; }},
       [](vec3 p) { return -p.z; }},
      {Paint::trim,
       {[](vec3 p) { return p.x - 0.007F; }, [](vec3 p) { return -0.007F - p.x; },
        [](vec3 p) { return p.y - 1.300F; }, [](vec3 p) { return 1.020F - p.y; }},
       [](vec3 p) { return p.z; }},
      {Paint::hair, {[](vec3 p) { return hairline(p) - p.y; }}},
      {Paint::shoe, {shoeTop}},
      {Paint::sole, {[](vec3 p) { return p.y - 0.013F; }}},
      // On the left forearm only: left can be told from right.
      {Paint::band, {[](vec3 p) { return p.x - 0.545F; }, [](vec3 p) { return 0.500F - p.x; }}},
  };
}

/// The triangles of one colour with the vertices that they use.
Part extract(const PaintedMesh& painted, const std::vector<SkinWeights>& weights,
             const std::vector<vec3>& normals, Paint paint) {
  Part part;
  part.paint = paint;
  std::vector<int> renamed(painted.mesh.positions.size(), -1);
  for (std::size_t i = 0; i < painted.mesh.indices.size(); ++i) {
    if (painted.label[i / 3] != static_cast<int>(paint)) continue;
    const std::uint32_t v = painted.mesh.indices[i];
    if (renamed[v] < 0) {
      renamed[v] = static_cast<int>(part.positions.size());
      part.positions.push_back(painted.mesh.positions[v]);
      part.normals.push_back(normals[v]);
      part.weights.push_back(weights[v]);
    }
    part.indices.push_back(static_cast<std::uint32_t>(renamed[v]));
  }
  return part;
}

}  // namespace

PartMesh buildBody() {
  const Distance distance = bodyDistance;
  GridOptions options;
  options.maxDepth = 9;
  options.size = 512 * kFinestCell;  // 2⁹ cells; every level has a border on x = 0, so both sides are alike
  options.origin = {-0.5F * options.size, -0.150F, -0.5F * options.size};
  options.cellSize = bodyCellSize;

  PaintedMesh painted;
  painted.mesh = polygonize(distance, options);
  const SimplifyOptions fewer{[](vec3 p) { return (p.y > 1.40F ? 0.06F : 0.10F) * bodyCellSize(p); },
                              [](vec3 p) { return 2.3F * bodyCellSize(p); }};
  simplify(painted.mesh, distance, fewer);
  painted.label.assign(painted.mesh.indices.size() / 3, static_cast<int>(Paint::skin));
  for (const Region& region : regions())
    paint(painted, region.borders, region.only, static_cast<int>(region.paint), distance);
  const std::vector<SkinWeights> weights = skinWeights(painted.mesh);
  std::vector<vec3> normals;
  normals.reserve(painted.mesh.positions.size());
  for (const vec3& p : painted.mesh.positions) normals.push_back(surfaceNormal(distance, p));

  PartMesh body;
  body.name = "Body";
  for (Paint colour :
       {Paint::skin, Paint::suit, Paint::trim, Paint::hair, Paint::shoe, Paint::sole, Paint::band})
    body.parts.push_back(extract(painted, weights, normals, colour));
  return body;
}

}  // namespace lead::mannequin
