#include "mannequin/simplify.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <glm/geometric.hpp>
#include <queue>
#include <tuple>
#include <utility>

namespace lead::mannequin {
namespace {

using glm::dvec3;
using glm::vec3;

/// The sum of squared distances to planes, as a symmetric 4×4 form.
struct Quadric {
  std::array<double, 10> q{};

  void addPlane(dvec3 n, double d) {
    const std::array<double, 10> plane{n.x * n.x, n.x * n.y, n.x * n.z, n.x * d, n.y * n.y,
                                       n.y * n.z, n.y * d,   n.z * n.z, n.z * d, d * d};
    for (std::size_t i = 0; i < 10; ++i) q[i] += plane[i];
  }
  void add(const Quadric& other) {
    for (std::size_t i = 0; i < 10; ++i) q[i] += other.q[i];
  }
  double at(dvec3 p) const {
    return q[0] * p.x * p.x + 2 * q[1] * p.x * p.y + 2 * q[2] * p.x * p.z + 2 * q[3] * p.x +
           q[4] * p.y * p.y + 2 * q[5] * p.y * p.z + 2 * q[6] * p.y + q[7] * p.z * p.z + 2 * q[8] * p.z +
           q[9];
  }
};

struct Candidate {
  double cost;
  std::uint32_t a, b;
  std::uint32_t ageA, ageB;  // a vertex that has changed since makes the candidate stale

  /// Numbers break ties, so that the result never depends on the queue.
  bool operator<(const Candidate& other) const {
    return std::tie(other.cost, other.a, other.b) < std::tie(cost, a, b);
  }
};

/// Least cosine between the normal of a triangle that a collapse makes and its corners' normals.
constexpr float kEven = 0.50F;

class Simplifier {
 public:
  Simplifier(TriangleMesh& mesh, const Distance& surface, const SimplifyOptions& options)
      : mesh_(mesh), surface_(surface), options_(options) {
    const std::size_t count = mesh.positions.size();
    quadrics_.resize(count);
    triangles_.resize(count);
    age_.assign(count, 0);
    for (const vec3& p : mesh.positions) normals_.push_back(surfaceNormal(surface, p));
    for (std::uint32_t t = 0; t < mesh.indices.size() / 3; ++t) addTriangle(t);
    for (std::uint32_t v = 0; v < count; ++v)
      for (std::uint32_t n : neighbours(v))
        if (v < n) consider(v, n);
  }

  void run() {
    while (!queue_.empty()) {
      const Candidate next = queue_.top();
      queue_.pop();
      if (age_[next.a] == next.ageA && age_[next.b] == next.ageB) collapse(next.a, next.b);
    }
    compact();
  }

 private:
  vec3& at(std::uint32_t v) { return mesh_.positions[v]; }
  std::uint32_t* corners(std::uint32_t t) { return &mesh_.indices[3 * static_cast<std::size_t>(t)]; }

  void addTriangle(std::uint32_t t) {
    const std::uint32_t* v = corners(t);
    const vec3 area = glm::cross(at(v[1]) - at(v[0]), at(v[2]) - at(v[0]));
    const float length = glm::length(area);
    for (int k = 0; k < 3; ++k) {
      triangles_[v[k]].push_back(t);
      if (length <= 0.0F) continue;
      const dvec3 n = dvec3(area) / static_cast<double>(length);
      quadrics_[v[k]].addPlane(n, -glm::dot(n, dvec3(at(v[0]))));
    }
  }

  std::vector<std::uint32_t> neighbours(std::uint32_t v) {
    std::vector<std::uint32_t> out;
    for (std::uint32_t t : triangles_[v])
      for (int k = 0; k < 3; ++k)
        if (corners(t)[k] != v) out.push_back(corners(t)[k]);
    std::sort(out.begin(), out.end());
    out.erase(std::unique(out.begin(), out.end()), out.end());
    return out;
  }

  bool turnsOver(const std::uint32_t* v, std::uint32_t moved, vec3 to) {
    std::array<vec3, 3> p;
    vec3 normal{0.0F};
    for (int k = 0; k < 3; ++k) {
      p[k] = v[k] == moved ? to : at(v[k]);
      normal += normals_[v[k]];
    }
    const vec3 area = glm::cross(p[1] - p[0], p[2] - p[0]);
    return glm::dot(area, normal) <= kEven * glm::length(area) * glm::length(normal);
  }

  void consider(std::uint32_t a, std::uint32_t b) {
    const vec3 middle = 0.5F * (at(a) + at(b));
    const double tolerance = options_.tolerance(middle);
    Quadric sum = quadrics_[a];
    sum.add(quadrics_[b]);
    double cost = sum.at(middle) / (tolerance * tolerance);
    // Among equals the short edges go first: triangles stay even.
    const float length = glm::distance(at(a), at(b)) / options_.longestEdge(middle);
    cost += 0.30 * length * length;
    if (cost < 1.0) queue_.push({cost, a, b, age_[a], age_[b]});
  }

  void collapse(std::uint32_t a, std::uint32_t b) {
    const std::vector<std::uint32_t> ofA = neighbours(a);
    const std::vector<std::uint32_t> ofB = neighbours(b);
    std::vector<std::uint32_t> common;
    std::set_intersection(ofA.begin(), ofA.end(), ofB.begin(), ofB.end(), std::back_inserter(common));
    if (common.size() != 2) return;  // else the surface would be pinched
    const vec3 middle = onSurface(surface_, 0.5F * (at(a) + at(b)));
    for (const vec3 to : {middle, at(a), at(b)}) {
      if (fits(a, b, ofA, to) && fits(b, a, ofB, to)) {
        apply(a, b, to);
        return;
      }
    }
  }

  /// May `v` move to `to`, while the triangles it has in common with `other` vanish?
  bool fits(std::uint32_t v, std::uint32_t other, const std::vector<std::uint32_t>& around, vec3 to) {
    const float longest = options_.longestEdge(to);
    for (std::uint32_t n : around)
      if (n != other && glm::distance(at(n), to) > longest) return false;
    for (std::uint32_t t : triangles_[v]) {
      const std::uint32_t* c = corners(t);
      const bool vanishes = std::count(c, c + 3, other) > 0;
      if (!vanishes && turnsOver(c, v, to)) return false;
    }
    return true;
  }

  void apply(std::uint32_t a, std::uint32_t b, vec3 to) {
    at(a) = to;
    normals_[a] = surfaceNormal(surface_, to);
    quadrics_[a].add(quadrics_[b]);
    for (std::uint32_t t : triangles_[b]) {
      std::uint32_t* c = corners(t);
      if (std::count(c, c + 3, a) > 0) {
        for (int k = 0; k < 3; ++k)
          if (c[k] != b) std::erase(triangles_[c[k]], t);
        std::fill(c, c + 3, 0U);  // three times the same vertex: taken out at the end
        continue;
      }
      std::replace(c, c + 3, b, a);
      triangles_[a].push_back(t);
    }
    triangles_[b].clear();
    ++age_[a];
    ++age_[b];
    for (std::uint32_t n : neighbours(a)) consider(std::min(a, n), std::max(a, n));
  }

  void compact() {
    std::vector<int> renamed(mesh_.positions.size(), -1);
    TriangleMesh out;
    for (std::size_t i = 0; i < mesh_.indices.size(); i += 3) {
      if (mesh_.indices[i] == mesh_.indices[i + 1]) continue;
      for (int k = 0; k < 3; ++k) {
        const std::uint32_t v = mesh_.indices[i + k];
        if (renamed[v] < 0) {
          renamed[v] = static_cast<int>(out.positions.size());
          out.positions.push_back(mesh_.positions[v]);
        }
        out.indices.push_back(static_cast<std::uint32_t>(renamed[v]));
      }
    }
    mesh_ = std::move(out);
  }

  TriangleMesh& mesh_;
  const Distance& surface_;
  const SimplifyOptions& options_;
  std::vector<Quadric> quadrics_;
  std::vector<std::vector<std::uint32_t>> triangles_;
  std::vector<std::uint32_t> age_;
  std::vector<vec3> normals_;
  std::priority_queue<Candidate> queue_;
};

}  // namespace

void simplify(TriangleMesh& mesh, const Distance& surface, const SimplifyOptions& options) {
  Simplifier(mesh, surface, options).run();
}

}  // namespace lead::mannequin
