// Shapes as an artist thinks of them, blobs and tapered limbs that melt into each other, and their smooth
// outlines. Units: whatever the caller draws in. Pure; any thread.
#pragma once

#include <functional>
#include <glm/vec2.hpp>
#include <vector>

namespace lead::storyboard {

struct Ball {
  glm::dvec2 centre{0.0};
  double radius = 0.0;
};

/// Balls and the hulls of two of them, in groups: within a group they touch as they are, between groups they
/// melt into each other.
class Shape {
 public:
  explicit Shape(double melting = 0.0) : melting_(melting) {}

  void beginGroup() { groups_.emplace_back(); }
  void add(Ball ball) { add(ball, ball); }
  void add(Ball from, Ball to);
  /// A limb along a smooth curve through the balls.
  void addLimb(const std::vector<Ball>& balls);

  /// Only what is within the ball, with a round edge; `without`: only what is outside of it.
  void within(Ball ball) { within_.push_back(ball); }
  void without(Ball ball) { without_.push_back(ball); }

  bool empty() const;
  /// To the outline: negative inside.
  double distance(glm::dvec2 point) const;
  struct Box {
    glm::dvec2 least{0.0};
    glm::dvec2 most{0.0};
  };
  Box box() const;  ///< around it; empty shapes have none at all

 private:
  struct Hull {
    Ball from;
    Ball to;
  };
  double melting_;
  std::vector<std::vector<Hull>> groups_;
  std::vector<Ball> within_;
  std::vector<Ball> without_;
};

using Polyline = std::vector<glm::dvec2>;

/// The closed outlines, last point not repeated. `cell`: how fine; raised where the picture would be huge.
std::vector<Polyline> outlines(const Shape& shape, double cell);

/// A smooth curve: the start, then cubic Béziers of three points each.
struct Curve {
  std::vector<glm::dvec2> points;
  bool closed = false;
};
/// Within `tolerance` of the polyline, which may have corners.
Curve fitCurve(const Polyline& line, bool closed, double tolerance);

/// The runs of a closed outline in which all points are wanted, each open; all of it, closed, where none
/// isn't.
std::vector<Curve> fitVisible(const Polyline& outline, const std::function<bool(glm::dvec2)>& wanted,
                              double tolerance);

}  // namespace lead::storyboard
