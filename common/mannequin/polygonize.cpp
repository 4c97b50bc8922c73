#include "mannequin/polygonize.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <glm/geometric.hpp>
#include <utility>

#include "mannequin/unfold.h"

namespace lead::mannequin {
namespace {

using glm::vec3;

constexpr float kGradientStep = 2e-4F;

vec3 gradient(const Distance& distance, vec3 p) {
  vec3 g;
  for (int i = 0; i < 3; ++i) {
    vec3 step{0.0F};
    step[i] = kGradientStep;
    g[i] = (distance(p + step) - distance(p - step)) / (2 * kGradientStep);
  }
  return g;
}

/// Corner, child and cell numbers have bit 0 for x, bit 1 for y, bit 2 for z.
vec3 cornerOffset(int corner) {
  return {static_cast<float>(corner & 1), static_cast<float>((corner >> 1) & 1),
          static_cast<float>((corner >> 2) & 1)};
}

struct Cell {
  vec3 origin;
  float size;
  int depth;
  int firstChild = -1;  // of eight; -1: a leaf
  unsigned inside = 0;  // a bit a corner, leaves only
  int vertex = -1;
};

class Octree {
 public:
  Octree(const Distance& distance, const GridOptions& options) : distance_(distance), options_(options) {
    cells_.push_back({options.origin, options.size, 0});
    for (std::size_t i = 0; i < cells_.size(); ++i) refine(i);
  }

  TriangleMesh contour() {
    walkCell(0);
    for (std::size_t i = 0; i < mesh_.positions.size(); ++i)
      mesh_.positions[i] = onSurface(distance_, mesh_.positions[i] / static_cast<float>(crossings_[i]));
    return std::move(mesh_);
  }

 private:
  void refine(std::size_t i) {
    const Cell cell = cells_[i];
    const vec3 middle = cell.origin + vec3(cell.size * 0.5F);
    // Half a diagonal is 0.87 sizes; the rest is for distances that are only right near the surface.
    const bool far = cell.depth > 3 && std::abs(distance_(middle)) > cell.size * 1.4F;
    const bool fine = cell.size <= options_.cellSize(middle) * 1.001F;
    if (far || fine || cell.depth >= options_.maxDepth) {
      for (int corner = 0; corner < 8; ++corner)
        if (distance_(cell.origin + cornerOffset(corner) * cell.size) < 0.0F)
          cells_[i].inside |= 1U << corner;
      return;
    }
    cells_[i].firstChild = static_cast<int>(cells_.size());
    const float half = cell.size * 0.5F;
    for (int child = 0; child < 8; ++child)
      cells_.push_back({cell.origin + cornerOffset(child) * half, half, cell.depth + 1});
  }

  bool isLeaf(int cell) const { return cells_[cell].firstChild < 0; }
  int child(int cell, int which) const { return isLeaf(cell) ? cell : cells_[cell].firstChild + which; }

  void walkCell(int cell) {
    if (isLeaf(cell)) return;
    for (int i = 0; i < 8; ++i) walkCell(child(cell, i));
    for (int axis = 0; axis < 3; ++axis) {
      const int a = 1 << axis;
      const int u = 1 << ((axis + 1) % 3);
      const int v = 1 << ((axis + 2) % 3);
      for (int i : {0, u, v, u | v}) walkFace(axis, {child(cell, i), child(cell, i | a)});
      for (int i : {0, a})
        walkEdge(axis, {child(cell, i), child(cell, i | u), child(cell, i | u | v), child(cell, i | v)});
    }
  }

  /// Two cells that share a face across `axis`, the lower first.
  void walkFace(int axis, std::array<int, 2> cells) {
    if (isLeaf(cells[0]) && isLeaf(cells[1])) return;
    const int a = 1 << axis;
    const int uAxis = (axis + 1) % 3;
    const int vAxis = (axis + 2) % 3;
    const int u = 1 << uAxis;
    const int v = 1 << vAxis;
    for (int i : {0, u, v, u | v}) walkFace(axis, {child(cells[0], i | a), child(cells[1], i)});
    // Edges inside the face run along its two axes; four cells lie around each, in the cyclic order of
    // walkEdge.
    for (int i : {0, u})  // along u: the cyclic next axes are v, then the face's own
      walkEdge(uAxis, {child(cells[0], i | a), child(cells[0], i | a | v), child(cells[1], i | v),
                       child(cells[1], i)});
    for (int i : {0, v})  // along v: the face's own, then u
      walkEdge(vAxis, {child(cells[0], i | a), child(cells[1], i), child(cells[1], i | u),
                       child(cells[0], i | a | u)});
  }

  /// Four cells around an edge along `axis`: (-,-), (+,-), (+,+), (-,+) in the cyclic next two axes.
  void walkEdge(int axis, std::array<int, 4> cells) {
    const int a = 1 << axis;
    const int u = 1 << ((axis + 1) % 3);
    const int v = 1 << ((axis + 2) % 3);
    const std::array<int, 4> towards{u | v, v, 0, u};  // the child that touches the edge, in each of the four
    if (std::any_of(cells.begin(), cells.end(), [&](int c) { return !isLeaf(c); })) {
      for (int i : {0, a}) {
        std::array<int, 4> next{};
        for (int k = 0; k < 4; ++k) next[k] = child(cells[k], towards[k] | i);
        walkEdge(axis, next);
      }
      return;
    }
    emit(axis, cells, towards);
  }

  void emit(int axis, const std::array<int, 4>& cells, const std::array<int, 4>& towards) {
    int smallest = 0;
    for (int k = 1; k < 4; ++k)
      if (cells_[cells[k]].size < cells_[cells[smallest]].size) smallest = k;
    const Cell& cell = cells_[cells[smallest]];
    const int low = towards[smallest];
    const int high = low | (1 << axis);
    const bool lowInside = (cell.inside >> low & 1U) != 0;
    const bool highInside = (cell.inside >> high & 1U) != 0;
    if (lowInside == highInside) return;
    const vec3 crossing = cut(cell.origin + cornerOffset(low) * cell.size,
                              cell.origin + cornerOffset(high) * cell.size, lowInside);
    std::vector<std::uint32_t> ring;  // around the edge, seen from its high end: counter-clockwise
    for (int c : cells) {
      const std::uint32_t vertex = vertexOf(c, crossing);
      if (ring.empty() || (ring.back() != vertex && ring.front() != vertex)) ring.push_back(vertex);
    }
    if (ring.size() < 3) return;
    if (!lowInside) std::reverse(ring.begin(), ring.end());
    for (std::size_t i = 1; i + 1 < ring.size(); ++i)
      mesh_.indices.insert(mesh_.indices.end(), {ring[0], ring[i], ring[i + 1]});
  }

  vec3 cut(vec3 a, vec3 b, bool aInside) const {
    for (int i = 0; i < 12; ++i) {
      const vec3 middle = (a + b) * 0.5F;
      ((distance_(middle) < 0.0F) == aInside ? a : b) = middle;
    }
    return (a + b) * 0.5F;
  }

  std::uint32_t vertexOf(int c, vec3 crossing) {
    Cell& cell = cells_[c];
    if (cell.vertex < 0) {
      cell.vertex = static_cast<int>(mesh_.positions.size());
      mesh_.positions.emplace_back(0.0F);
      crossings_.push_back(0);
    }
    mesh_.positions[cell.vertex] += crossing;
    ++crossings_[cell.vertex];
    return static_cast<std::uint32_t>(cell.vertex);
  }

  const Distance& distance_;
  const GridOptions& options_;
  std::vector<Cell> cells_;
  TriangleMesh mesh_;
  std::vector<int> crossings_;
};

using Neighbours = std::vector<std::vector<std::uint32_t>>;

/// Of a closed mesh: each edge is named once by each of its two triangles.
Neighbours neighboursOf(const TriangleMesh& mesh) {
  Neighbours neighbours(mesh.positions.size());
  for (std::size_t i = 0; i < mesh.indices.size(); i += 3)
    for (int k = 0; k < 3; ++k) neighbours[mesh.indices[i + k]].push_back(mesh.indices[i + (k + 1) % 3]);
  return neighbours;
}

vec3 middleOf(const TriangleMesh& mesh, const std::vector<std::uint32_t>& vertices) {
  vec3 sum{0.0F};
  for (std::uint32_t v : vertices) sum += mesh.positions[v];
  return sum / static_cast<float>(vertices.size());
}

/// Moves each vertex to the middle of its neighbours and back onto the surface, so that triangles get even.
void relax(const Distance& distance, TriangleMesh& mesh, int rounds) {
  const Neighbours neighbours = neighboursOf(mesh);
  for (int round = 0; round < rounds; ++round) {
    std::vector<vec3> moved = mesh.positions;
    for (std::size_t i = 0; i < moved.size(); ++i) {
      const vec3 normal = surfaceNormal(distance, mesh.positions[i]);
      vec3 step = (middleOf(mesh, neighbours[i]) - mesh.positions[i]) * 0.6F;
      step -= normal * glm::dot(step, normal);
      moved[i] = onSurface(distance, mesh.positions[i] + step);
    }
    mesh.positions = std::move(moved);
  }
}

/// Where a quad can be cut along either diagonal, the shorter one looks smoother.
void flipLongDiagonals(TriangleMesh& mesh) {
  for (std::size_t i = 0; i + 5 < mesh.indices.size();) {
    std::uint32_t* t = &mesh.indices[i];
    const bool quad = t[0] == t[3] && t[2] == t[4];
    if (!quad) {
      i += 3;
      continue;
    }
    const auto& p = mesh.positions;
    const float now = glm::distance(p[t[0]], p[t[2]]);
    const float other = glm::distance(p[t[1]], p[t[5]]);
    if (other < now) {
      const std::array<std::uint32_t, 4> q{t[0], t[1], t[2], t[5]};
      const std::array<std::uint32_t, 6> cut{q[0], q[1], q[3], q[1], q[2], q[3]};
      std::copy(cut.begin(), cut.end(), t);
    }
    i += 6;
  }
}

}  // namespace

glm::vec3 surfaceNormal(const Distance& distance, glm::vec3 p) {
  const vec3 g = gradient(distance, p);
  const float length = glm::length(g);
  return length > 1e-6F ? g / length : vec3(0.0F, 1.0F, 0.0F);
}

glm::vec3 onSurface(const Distance& distance, glm::vec3 p) {
  for (int i = 0; i < 4; ++i) {
    const float d = distance(p);
    if (std::abs(d) < 2e-6F) break;
    const vec3 g = gradient(distance, p);
    p -= g * (d / std::max(0.25F, glm::dot(g, g)));
  }
  return p;
}

TriangleMesh polygonize(const Distance& distance, const GridOptions& options) {
  TriangleMesh mesh = Octree(distance, options).contour();
  relax(distance, mesh, options.relaxations);
  flipLongDiagonals(mesh);
  unfold(mesh, distance);
  return mesh;
}

}  // namespace lead::mannequin
