#include "mannequin/paint.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <glm/common.hpp>
#include <map>
#include <utility>

namespace lead::mannequin {
namespace {

using glm::vec3;

/// An edge that is cut this near to its end is not cut: the end moves onto the border instead. No slivers.
constexpr float kSnap = 0.22F;

/// Nearer than this to the zero, in the field's units, is on it.
constexpr float kOnBorder = 3e-5F;

class Cutter {
 public:
  Cutter(PaintedMesh& painted, const Field& field, const Distance& surface)
      : mesh_(painted.mesh), onBorder_(painted.onBorder), field_(field), surface_(surface) {
    onBorder_.resize(mesh_.positions.size(), false);
    for (const vec3& p : mesh_.positions) {
      const float value = field(p);
      value_.push_back(std::abs(value) < kOnBorder ? 0.0F : value);
    }
  }

  void snap() {
    const std::vector<std::uint32_t>& all = mesh_.indices;
    for (std::size_t i = 0; i < all.size(); ++i) {
      const std::uint32_t a = all[i];
      const std::uint32_t b = all[i % 3 == 2 ? i - 2 : i + 1];
      for (const auto& [near, far] : {std::pair{a, b}, std::pair{b, a}}) {
        if (value_[near] * value_[far] >= 0.0F || onBorder_[near]) continue;
        const auto [t, border] = crossing(near, far);
        if (t > kSnap) continue;
        mesh_.positions[near] = border;
        value_[near] = 0.0F;
        onBorder_[near] = true;
      }
    }
  }

  PaintedMesh split(const std::vector<int>& labels) {
    PaintedMesh out;
    for (std::size_t t = 0; t < labels.size(); ++t) splitTriangle(t, labels[t], out);
    out.mesh.positions = std::move(mesh_.positions);
    out.onBorder = std::move(onBorder_);
    return out;
  }

 private:
  /// How far from a to b the border is (0..1), and where.
  std::pair<float, vec3> crossing(std::uint32_t a, std::uint32_t b) const {
    const vec3 from = mesh_.positions[a];
    const vec3 to = mesh_.positions[b];
    float low = 0.0F;
    float high = 1.0F;
    for (int i = 0; i < 20; ++i) {
      const float middle = 0.5F * (low + high);
      ((field_(glm::mix(from, to, middle)) < 0.0F) == (value_[a] < 0.0F) ? low : high) = middle;
    }
    return {low, onSurface(surface_, glm::mix(from, to, low))};
  }

  std::uint32_t between(std::uint32_t a, std::uint32_t b) {
    const auto key = std::minmax(a, b);
    const auto found = cuts_.find(key);
    if (found != cuts_.end()) return found->second;
    const vec3 p = crossing(key.first, key.second).second;
    const auto vertex = static_cast<std::uint32_t>(mesh_.positions.size());
    mesh_.positions.push_back(p);
    value_.push_back(0.0F);
    onBorder_.push_back(true);
    cuts_.emplace(key, vertex);
    return vertex;
  }

  void splitTriangle(std::size_t t, int label, PaintedMesh& out) {
    const std::array<std::uint32_t, 3> v{mesh_.indices[3 * t], mesh_.indices[3 * t + 1],
                                         mesh_.indices[3 * t + 2]};
    std::vector<std::uint32_t> inside;
    std::vector<std::uint32_t> outside;
    for (int k = 0; k < 3; ++k) {
      const std::uint32_t a = v[k];
      const std::uint32_t b = v[(k + 1) % 3];
      if (value_[a] <= 0.0F) inside.push_back(a);
      if (value_[a] >= 0.0F) outside.push_back(a);
      if (value_[a] * value_[b] < 0.0F) {
        const std::uint32_t cut = between(a, b);
        inside.push_back(cut);
        outside.push_back(cut);
      }
    }
    const bool onBorder = value_[v[0]] == 0.0F && value_[v[1]] == 0.0F && value_[v[2]] == 0.0F;
    if (!onBorder) add(inside, label, out);
    add(outside, label, out);
  }

  static void add(const std::vector<std::uint32_t>& polygon, int label, PaintedMesh& out) {
    for (std::size_t i = 1; i + 1 < polygon.size(); ++i) {
      out.mesh.indices.insert(out.mesh.indices.end(), {polygon[0], polygon[i], polygon[i + 1]});
      out.label.push_back(label);
    }
  }

  TriangleMesh& mesh_;
  std::vector<bool>& onBorder_;
  const Field& field_;
  const Distance& surface_;
  std::vector<float> value_;
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> cuts_;
};

}  // namespace

void paint(PaintedMesh& painted, const std::vector<Field>& borders, const Field& only, int label,
           const Distance& surface) {
  for (const Field& border : borders) {
    Cutter cutter(painted, border, surface);
    cutter.snap();
    painted = cutter.split(painted.label);
  }
  const TriangleMesh& mesh = painted.mesh;
  for (std::size_t t = 0; t < painted.label.size(); ++t) {
    // After the cuts a triangle's corners lie on one side of a border or on it: the farthest says which side.
    const auto inside = [&](const Field& field) {
      float farthest = 0.0F;
      for (int k = 0; k < 3; ++k) {
        const float value = field(mesh.positions[mesh.indices[3 * t + k]]);
        if (std::abs(value) > std::abs(farthest)) farthest = value;
      }
      return farthest < 0.0F;
    };
    if (std::all_of(borders.begin(), borders.end(), inside) && (!only || inside(only)))
      painted.label[t] = label;
  }
}

}  // namespace lead::mannequin
