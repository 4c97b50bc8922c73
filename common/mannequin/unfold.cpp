#include "mannequin/unfold.h"

#include <algorithm>
#include <array>
#include <glm/geometric.hpp>
#include <utility>

namespace lead::mannequin {
namespace {

using glm::vec3;
using Triangle = std::array<std::uint32_t, 3>;

constexpr float kUpright = 0.05F;  // least cosine between a triangle's normal and its corners'

class Unfolder {
 public:
  Unfolder(TriangleMesh& mesh, const Distance& surface) : mesh_(mesh), around_(mesh.positions.size()) {
    for (const vec3& p : mesh.positions) normals_.push_back(surfaceNormal(surface, p));
    for (std::size_t i = 0; i < mesh.indices.size(); i += 3)
      add({mesh.indices[i], mesh.indices[i + 1], mesh.indices[i + 2]});
  }

  void run() {
    for (std::size_t t = 0; t < triangles_.size(); ++t) {
      const Triangle triangle = triangles_[t];
      if (alive_[t] && isFolded(triangle)) repair(triangle);
    }
    mesh_.indices.clear();
    for (std::size_t t = 0; t < triangles_.size(); ++t)
      if (alive_[t]) mesh_.indices.insert(mesh_.indices.end(), triangles_[t].begin(), triangles_[t].end());
    dropUnused();
  }

 private:
  bool isFolded(const Triangle& t) const {
    const vec3 a = mesh_.positions[t[0]];
    const vec3 area = glm::cross(mesh_.positions[t[1]] - a, mesh_.positions[t[2]] - a);
    const vec3 normal = normals_[t[0]] + normals_[t[1]] + normals_[t[2]];
    return glm::dot(area, normal) <= kUpright * glm::length(area) * glm::length(normal);
  }

  int foldedAmong(const std::vector<Triangle>& triangles) const {
    return static_cast<int>(
        std::count_if(triangles.begin(), triangles.end(), [&](const Triangle& t) { return isFolded(t); }));
  }

  void add(const Triangle& triangle) {
    for (std::uint32_t v : triangle) around_[v].push_back(triangles_.size());
    triangles_.push_back(triangle);
    alive_.push_back(true);
  }

  /// The living triangles at either vertex.
  std::vector<std::size_t> at(std::uint32_t a, std::uint32_t b) const {
    std::vector<std::size_t> out = around_[a];
    out.insert(out.end(), around_[b].begin(), around_[b].end());
    std::sort(out.begin(), out.end());
    out.erase(std::unique(out.begin(), out.end()), out.end());
    std::erase_if(out, [&](std::size_t t) { return !alive_[t]; });
    return out;
  }

  /// What is left of the triangles when `from` becomes `to`.
  static std::vector<Triangle> collapsed(const std::vector<Triangle>& before, std::uint32_t from,
                                         std::uint32_t to) {
    std::vector<Triangle> after;
    for (Triangle t : before) {
      std::replace(t.begin(), t.end(), from, to);
      if (t[0] == t[1] || t[1] == t[2] || t[2] == t[0]) continue;
      const auto twin = std::find_if(after.begin(), after.end(),
                                     [&](const Triangle& other) { return backToBack(t, other); });
      if (twin != after.end())
        after.erase(twin);
      else
        after.push_back(t);
    }
    return after;
  }

  static bool backToBack(const Triangle& a, const Triangle& b) {
    for (int k = 0; k < 3; ++k)
      if (a[0] == b[k] && a[1] == b[(k + 2) % 3] && a[2] == b[(k + 1) % 3]) return true;
    return false;
  }

  void repair(const Triangle& triangle) {
    int best = 0;
    std::pair<std::uint32_t, std::uint32_t> chosen{0, 0};
    for (int k = 0; k < 3; ++k) {
      for (int other = 1; other < 3; ++other) {
        const std::uint32_t from = triangle[k];
        const std::uint32_t to = triangle[(k + other) % 3];
        const std::vector<Triangle> before = of(at(from, to));
        const int won = foldedAmong(before) - foldedAmong(collapsed(before, from, to));
        if (won > best) {
          best = won;
          chosen = {from, to};
        }
      }
    }
    if (best == 0) return;
    const std::vector<std::size_t> numbers = at(chosen.first, chosen.second);
    for (std::size_t t : numbers) alive_[t] = false;
    for (const Triangle& t : collapsed(of(numbers), chosen.first, chosen.second)) add(t);
  }

  std::vector<Triangle> of(const std::vector<std::size_t>& numbers) const {
    std::vector<Triangle> out;
    out.reserve(numbers.size());
    for (std::size_t t : numbers) out.push_back(triangles_[t]);
    return out;
  }

  void dropUnused() {
    std::vector<int> renamed(mesh_.positions.size(), -1);
    std::vector<vec3> kept;
    for (std::uint32_t& v : mesh_.indices) {
      if (renamed[v] < 0) {
        renamed[v] = static_cast<int>(kept.size());
        kept.push_back(mesh_.positions[v]);
      }
      v = static_cast<std::uint32_t>(renamed[v]);
    }
    mesh_.positions = std::move(kept);
  }

  TriangleMesh& mesh_;
  std::vector<vec3> normals_;
  std::vector<Triangle> triangles_;
  std::vector<bool> alive_;
  std::vector<std::vector<std::size_t>> around_;  // of a vertex: its triangles, dead ones among them
};

}  // namespace

void unfold(TriangleMesh& mesh, const Distance& surface) {
  Unfolder(mesh, surface).run();
}

}  // namespace lead::mannequin
