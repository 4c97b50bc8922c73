// Cubic Béziers through a traced line: Schneider, "An algorithm for automatically fitting digitized curves",
// Graphics Gems 1990.
#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>

#include "storyboard/outline.h"

namespace lead::storyboard {
namespace {

using glm::dvec2;
using Points = std::vector<dvec2>;

constexpr double kCornerCosine = 0.62;  // of about 52°: what bends more is a corner
constexpr std::size_t kReach = 2;       // points to either side that say where a line goes

struct Cubic {
  dvec2 p0, p1, p2, p3;
  dvec2 at(double t) const {
    const double s = 1.0 - t;
    return p0 * (s * s * s) + p1 * (3 * s * s * t) + p2 * (3 * s * t * t) + p3 * (t * t * t);
  }
};

dvec2 unit(dvec2 v) {
  const double length = glm::length(v);
  return length > 1e-12 ? v / length : dvec2(1.0, 0.0);
}

std::vector<double> chordLengths(const dvec2* points, std::size_t count) {
  std::vector<double> u(count, 0.0);
  for (std::size_t i = 1; i < count; ++i) u[i] = u[i - 1] + glm::length(points[i] - points[i - 1]);
  const double whole = u.back() > 0.0 ? u.back() : 1.0;
  for (double& value : u) value /= whole;
  return u;
}

Cubic leastSquares(const dvec2* points, const std::vector<double>& u, dvec2 leaves, dvec2 arrives) {
  const std::size_t count = u.size();
  double c00 = 0, c01 = 0, c11 = 0, x0 = 0, x1 = 0;
  const dvec2 first = points[0];
  const dvec2 last = points[count - 1];
  for (std::size_t i = 0; i < count; ++i) {
    const double t = u[i];
    const double s = 1.0 - t;
    const double b1 = 3 * s * s * t;
    const double b2 = 3 * s * t * t;
    const dvec2 a0 = leaves * b1;
    const dvec2 a1 = arrives * b2;
    const dvec2 rest = points[i] - first * (s * s * s + b1) - last * (t * t * t + b2);
    c00 += glm::dot(a0, a0);
    c01 += glm::dot(a0, a1);
    c11 += glm::dot(a1, a1);
    x0 += glm::dot(a0, rest);
    x1 += glm::dot(a1, rest);
  }
  const double determinant = c00 * c11 - c01 * c01;
  const double chord = glm::length(last - first);
  double alpha = 0.0;
  double beta = 0.0;
  if (std::abs(determinant) > 1e-12) {
    alpha = (x0 * c11 - x1 * c01) / determinant;
    beta = (c00 * x1 - c01 * x0) / determinant;
  }
  if (alpha < 1e-3 * chord || beta < 1e-3 * chord || alpha > 3 * chord || beta > 3 * chord)
    alpha = beta = chord / 3.0;
  return {first, first + leaves * alpha, last + arrives * beta, last};
}

void improve(const Cubic& c, const dvec2* points, std::vector<double>& u) {
  const dvec2 d0 = 3.0 * (c.p1 - c.p0);
  const dvec2 d1 = 3.0 * (c.p2 - c.p1);
  const dvec2 d2 = 3.0 * (c.p3 - c.p2);
  for (std::size_t i = 0; i < u.size(); ++i) {
    const double t = u[i];
    const double s = 1.0 - t;
    const dvec2 away = c.at(t) - points[i];
    const dvec2 first = d0 * (s * s) + d1 * (2 * s * t) + d2 * (t * t);
    const dvec2 second = 2.0 * ((d1 - d0) * s + (d2 - d1) * t);
    const double slope = glm::dot(first, first) + glm::dot(away, second);
    if (std::abs(slope) > 1e-12) u[i] = std::clamp(t - glm::dot(away, first) / slope, 0.0, 1.0);
  }
}

struct Worst {
  double square = 0.0;
  std::size_t where = 0;
};
Worst worst(const Cubic& c, const dvec2* points, const std::vector<double>& u) {
  Worst found{0.0, u.size() / 2};
  for (std::size_t i = 1; i + 1 < u.size(); ++i) {
    const dvec2 away = c.at(u[i]) - points[i];
    if (glm::dot(away, away) > found.square) found = {glm::dot(away, away), i};
  }
  return found;
}

void fit(const dvec2* points, std::size_t count, dvec2 leaves, dvec2 arrives, double tolerance, Curve& out) {
  const auto put = [&out](const Cubic& c) { out.points.insert(out.points.end(), {c.p1, c.p2, c.p3}); };
  if (count == 2) {
    const double third = glm::length(points[1] - points[0]) / 3.0;
    return put({points[0], points[0] + leaves * third, points[1] + arrives * third, points[1]});
  }
  std::vector<double> u = chordLengths(points, count);
  Cubic cubic = leastSquares(points, u, leaves, arrives);
  Worst error = worst(cubic, points, u);
  for (int i = 0; i < 4 && error.square > tolerance * tolerance; ++i) {
    if (error.square > 64 * tolerance * tolerance) break;
    improve(cubic, points, u);
    cubic = leastSquares(points, u, leaves, arrives);
    error = worst(cubic, points, u);
  }
  if (error.square <= tolerance * tolerance) return put(cubic);
  const std::size_t split = std::clamp<std::size_t>(error.where, 1, count - 2);
  const std::size_t before = split - std::min(split, kReach);
  const std::size_t after = std::min(split + kReach, count - 1);
  const dvec2 along = unit(points[after] - points[before]);
  fit(points, split + 1, leaves, -along, tolerance, out);
  fit(points + split, count - split, along, arrives, tolerance, out);
}

void fitOpen(const Points& line, double tolerance, Curve& out) {
  const std::size_t reach = std::min(kReach, line.size() - 1);
  fit(line.data(), line.size(), unit(line[reach] - line[0]),
      unit(line[line.size() - 1 - reach] - line.back()), tolerance, out);
}

bool isCorner(const Polyline& line, std::size_t i, bool closed) {
  const std::size_t n = line.size();
  if (!closed && (i < 1 || i + 1 >= n)) return false;
  const std::size_t reach = std::min<std::size_t>(2, n / 3);
  const std::size_t before = closed ? (i + n - reach) % n : i - std::min(i, reach);
  const std::size_t after = closed ? (i + reach) % n : std::min(i + reach, n - 1);
  return glm::dot(unit(line[i] - line[before]), unit(line[after] - line[i])) < kCornerCosine;
}

double sharpness(const Polyline& line, std::size_t i, bool closed) {
  const std::size_t n = line.size();
  const dvec2 before = line[closed ? (i + n - 1) % n : i - 1];
  const dvec2 after = line[closed ? (i + 1) % n : i + 1];
  return -glm::dot(unit(line[i] - before), unit(after - line[i]));
}

// The sharpest point of each run of points that bend a lot.
std::vector<std::size_t> corners(const Polyline& line, bool closed) {
  std::vector<std::size_t> found;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (!isCorner(line, i, closed)) continue;
    if (!found.empty() && i - found.back() <= 3) {
      if (sharpness(line, i, closed) > sharpness(line, found.back(), closed)) found.back() = i;
    } else {
      found.push_back(i);
    }
  }
  return found;
}

// Without corners: cut anywhere, with one direction for both ends.
void fitLoop(const Polyline& line, double tolerance, Curve& out) {
  const std::size_t n = line.size();
  const dvec2 along = unit(line[1] - line[n - 1]);
  Points whole = line;
  whole.push_back(line[0]);
  const std::size_t half = n / 2;
  const dvec2 middle = unit(line[half + 1] - line[half - 1]);
  fit(whole.data(), half + 1, along, -middle, tolerance, out);
  fit(whole.data() + half, whole.size() - half, middle, -along, tolerance, out);
}

}  // namespace

Curve fitCurve(const Polyline& line, bool closed, double tolerance) {
  Curve out;
  out.closed = closed;
  if (line.empty()) return out;
  const std::vector<std::size_t> cuts = line.size() > 4 ? corners(line, closed) : std::vector<std::size_t>{};
  const std::size_t n = line.size();
  if (closed && cuts.empty() && n > 3) {
    out.points.push_back(line[0]);
    fitLoop(line, tolerance, out);
    return out;
  }
  const std::size_t start = closed && !cuts.empty() ? cuts[0] : 0;
  Points walk(line.begin() + static_cast<std::ptrdiff_t>(start), line.end());
  if (closed) walk.insert(walk.end(), line.begin(), line.begin() + static_cast<std::ptrdiff_t>(start + 1));
  out.points.push_back(walk[0]);
  std::size_t from = 0;
  const auto piece = [&](std::size_t to) {
    if (to <= from) return;
    fitOpen(Points(walk.begin() + static_cast<std::ptrdiff_t>(from),
                   walk.begin() + static_cast<std::ptrdiff_t>(to + 1)),
            tolerance, out);
    from = to;
  };
  for (const std::size_t cut : cuts)
    if (cut > start) piece(cut - start);
  piece(walk.size() - 1);
  return out;
}

std::vector<Curve> fitVisible(const Polyline& outline, const std::function<bool(dvec2)>& wanted,
                              double tolerance) {
  const std::size_t n = outline.size();
  std::size_t hidden = n;
  for (std::size_t i = 0; i < n; ++i)
    if (!wanted(outline[i])) {
      hidden = i;
      break;
    }
  if (hidden == n) return {fitCurve(outline, true, tolerance)};
  std::vector<Curve> all;
  Polyline run;
  for (std::size_t i = 1; i <= n; ++i) {
    const dvec2 point = outline[(hidden + i) % n];
    if (i < n && wanted(point)) {
      run.push_back(point);
    } else {
      if (run.size() > 2) all.push_back(fitCurve(run, false, tolerance));
      run.clear();
    }
  }
  return all;
}

}  // namespace lead::storyboard
