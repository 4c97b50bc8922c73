#include "storyboard/outline.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <glm/common.hpp>
#include <glm/geometric.hpp>
#include <limits>
#include <unordered_map>

namespace lead::storyboard {
namespace {

constexpr double kFar = 1e9;
constexpr int kMostCells = 400;  // across; an outline is never finer

double hullDistance(glm::dvec2 p, const Ball& a, const Ball& b) {
  // After Inigo Quilez' "uneven capsule", between any two points.
  const glm::dvec2 axis = b.centre - a.centre;
  const double h = glm::length(axis);
  if (h <= std::abs(a.radius - b.radius) + 1e-12) {
    const Ball& large = a.radius >= b.radius ? a : b;
    return glm::length(p - large.centre) - large.radius;
  }
  const glm::dvec2 y = axis / h;
  const glm::dvec2 d = p - a.centre;
  const double px = std::abs(d.x * y.y - d.y * y.x);
  const double py = glm::dot(d, y);
  const double slope = (a.radius - b.radius) / h;
  const double rise = std::sqrt(1.0 - slope * slope);
  const double k = py * rise - px * slope;
  if (k < 0.0) return std::sqrt(px * px + py * py) - a.radius;
  if (k > rise * h) return std::sqrt(px * px + (py - h) * (py - h)) - b.radius;
  return px * rise + py * slope - a.radius;
}

double melt(double a, double b, double k) {
  if (k <= 0.0) return std::min(a, b);
  const double h = std::max(k - std::abs(a - b), 0.0) / k;
  return std::min(a, b) - h * h * k * 0.25;
}

double catmull(double a, double b, double c, double d, double t) {
  return b + 0.5 * t * (c - a + t * (2.0 * a - 5.0 * b + 4.0 * c - d + t * (3.0 * (b - c) + d - a)));
}

// Values of a shape on a grid, and the points where its outline crosses the grid's edges.
class Contouring {
 public:
  Contouring(const Shape& shape, double cell) {
    const Shape::Box box = shape.box();
    const glm::dvec2 size = box.most - box.least;
    cell_ = std::max(cell, std::max(size.x, size.y) / kMostCells);
    least_ = box.least - glm::dvec2(1.5 * cell_);
    columns_ = static_cast<int>(size.x / cell_) + 5;
    rows_ = static_cast<int>(size.y / cell_) + 5;
    values_.resize(static_cast<std::size_t>(columns_) * static_cast<std::size_t>(rows_));
    for (int y = 0; y < rows_; ++y)
      for (int x = 0; x < columns_; ++x) {
        const double value = shape.distance(place(x, y));
        values_[at(x, y)] = value == 0.0 ? 1e-12 : value;
      }
  }

  std::vector<Polyline> trace() {
    for (int y = 0; y + 1 < rows_; ++y)
      for (int x = 0; x + 1 < columns_; ++x) crossCell(x, y);
    std::vector<Polyline> all;
    while (!next_.empty()) all.push_back(takeLoop());
    return all;
  }

 private:
  using Edge = std::uint64_t;  // a grid point, and whether it goes down from there

  std::size_t at(int x, int y) const {
    return static_cast<std::size_t>(y) * static_cast<std::size_t>(columns_) + static_cast<std::size_t>(x);
  }
  glm::dvec2 place(int x, int y) const { return least_ + cell_ * glm::dvec2(x, y); }
  Edge across(int x, int y) const { return 2 * at(x, y); }
  Edge down(int x, int y) const { return 2 * at(x, y) + 1; }

  void link(Edge from, Edge to) {
    order_.push_back(from);
    next_[from] = to;
  }

  // Walks with the inside on the right.
  void crossCell(int x, int y) {
    const std::array<double, 4> v{values_[at(x, y)], values_[at(x + 1, y)], values_[at(x + 1, y + 1)],
                                  values_[at(x, y + 1)]};
    const std::array<Edge, 4> edge{across(x, y), down(x + 1, y), across(x, y + 1), down(x, y)};
    std::array<int, 4> in{};
    std::array<int, 4> out{};
    int ins = 0;
    int outs = 0;
    for (int i = 0; i < 4; ++i) {
      const bool here = v[static_cast<std::size_t>(i)] < 0.0;
      const bool then = v[static_cast<std::size_t>((i + 1) % 4)] < 0.0;
      if (here && !then) in[static_cast<std::size_t>(ins++)] = i;
      if (!here && then) out[static_cast<std::size_t>(outs++)] = i;
    }
    if (ins == 1) link(edge[static_cast<std::size_t>(in[0])], edge[static_cast<std::size_t>(out[0])]);
    if (ins != 2) return;
    const bool joined = v[0] + v[1] + v[2] + v[3] < 0.0;
    for (std::size_t i = 0; i < 2; ++i) {
      const int wanted = (in[i] + (joined ? 1 : 3)) % 4;
      link(edge[static_cast<std::size_t>(in[i])], edge[static_cast<std::size_t>(wanted)]);
    }
  }

  glm::dvec2 crossing(Edge edge) const {
    const auto point = static_cast<std::size_t>(edge / 2);
    const int x = static_cast<int>(point % static_cast<std::size_t>(columns_));
    const int y = static_cast<int>(point / static_cast<std::size_t>(columns_));
    const int x2 = edge % 2 == 0 ? x + 1 : x;
    const int y2 = edge % 2 == 0 ? y : y + 1;
    const double a = values_[at(x, y)];
    const double b = values_[at(x2, y2)];
    return place(x, y) + (place(x2, y2) - place(x, y)) * (a / (a - b));
  }

  Polyline takeLoop() {
    while (next_.find(order_[first_]) == next_.end()) ++first_;
    Polyline line;
    Edge edge = order_[first_];
    for (auto found = next_.find(edge); found != next_.end(); found = next_.find(edge)) {
      const glm::dvec2 point = crossing(edge);
      if (line.empty() || glm::length(point - line.back()) > 0.05 * cell_) line.push_back(point);
      edge = found->second;
      next_.erase(found);
    }
    return line;
  }

  glm::dvec2 least_{0.0};
  double cell_ = 1.0;
  int columns_ = 0;
  int rows_ = 0;
  std::vector<double> values_;
  std::unordered_map<Edge, Edge> next_;
  std::vector<Edge> order_;  // so that what comes out depends on no hash
  std::size_t first_ = 0;
};

}  // namespace

void Shape::add(Ball from, Ball to) {
  if (groups_.empty()) beginGroup();
  groups_.back().push_back({from, to});
}

void Shape::addLimb(const std::vector<Ball>& balls) {
  if (balls.size() == 1) add(balls[0]);
  constexpr int kSteps = 6;
  for (std::size_t i = 0; i + 1 < balls.size(); ++i) {
    const Ball& b = balls[i];
    const Ball& c = balls[i + 1];
    const Ball& a = i == 0 ? b : balls[i - 1];
    const Ball& d = i + 2 < balls.size() ? balls[i + 2] : c;
    Ball last = b;
    for (int step = 1; step <= kSteps; ++step) {
      const double t = static_cast<double>(step) / kSteps;
      const Ball next{{catmull(a.centre.x, b.centre.x, c.centre.x, d.centre.x, t),
                       catmull(a.centre.y, b.centre.y, c.centre.y, d.centre.y, t)},
                      std::max(0.0, catmull(a.radius, b.radius, c.radius, d.radius, t))};
      add(last, next);
      last = next;
    }
  }
}

bool Shape::empty() const {
  return std::all_of(groups_.begin(), groups_.end(), [](const auto& group) { return group.empty(); });
}

double Shape::distance(glm::dvec2 point) const {
  double all = kFar;
  for (const auto& group : groups_) {
    double one = kFar;
    for (const Hull& hull : group) one = std::min(one, hullDistance(point, hull.from, hull.to));
    all = melt(all, one, melting_);
  }
  for (const Ball& ball : within_) all = std::max(all, glm::length(point - ball.centre) - ball.radius);
  for (const Ball& ball : without_) all = std::max(all, ball.radius - glm::length(point - ball.centre));
  return all;
}

Shape::Box Shape::box() const {
  Box box{glm::dvec2(kFar), glm::dvec2(-kFar)};
  for (const auto& group : groups_)
    for (const Hull& hull : group)
      for (const Ball& ball : {hull.from, hull.to}) {
        const glm::dvec2 reach(ball.radius + melting_ * 0.5);
        box.least = glm::min(box.least, ball.centre - reach);
        box.most = glm::max(box.most, ball.centre + reach);
      }
  return box;
}

std::vector<Polyline> outlines(const Shape& shape, double cell) {
  if (shape.empty()) return {};
  std::vector<Polyline> all = Contouring(shape, cell).trace();
  std::erase_if(all, [](const Polyline& line) { return line.size() < 4; });
  return all;
}

}  // namespace lead::storyboard
