#include "storyboard/outline.h"

#include <gtest/gtest.h>

#include <cmath>
#include <glm/geometric.hpp>

namespace lead::storyboard {
namespace {

using glm::dvec2;

dvec2 onCubic(const Curve& curve, std::size_t start, double t) {
  const double s = 1 - t;
  return curve.points[start] * (s * s * s) + curve.points[start + 1] * (3 * s * s * t) +
         curve.points[start + 2] * (3 * s * t * t) + curve.points[start + 3] * (t * t * t);
}

TEST(Outline, OfABallIsItsCircle) {
  Shape shape;
  shape.add(Ball{{10, 20}, 30});
  const auto lines = outlines(shape, 2.0);
  ASSERT_EQ(lines.size(), 1U);
  const Curve curve = fitCurve(lines[0], true, 0.2);
  EXPECT_LT(curve.points.size(), 40U);
  for (std::size_t i = 0; i + 3 < curve.points.size(); i += 3)
    for (double t = 0; t <= 1; t += 0.1)
      EXPECT_NEAR(glm::length(onCubic(curve, i, t) - dvec2(10, 20)), 30, 0.4);
}

TEST(Outline, OfAFoldedLimbIsOneLoopWithoutHoles) {
  for (double angle = 0; angle < 3.2; angle += 0.2) {
    Shape limb;
    const dvec2 end{100 + 100 * std::cos(angle), 100 * std::sin(angle)};
    limb.addLimb({{{0, 0}, 20}, {{100, 0}, 15}, {end, 10}});
    EXPECT_GE(outlines(limb, 2.0).size(), 1U);
    for (const Polyline& line : outlines(limb, 2.0))
      for (const dvec2& point : line) EXPECT_NEAR(limb.distance(point), 0, 0.6);
  }
}

TEST(Outline, HiddenPartsLeaveOpenCurves) {
  Shape shape;
  shape.add(Ball{{0, 0}, 30});
  const auto lines = outlines(shape, 2.0);
  const auto curves = fitVisible(
      lines.at(0), [](dvec2 p) { return p.x > 0; }, 0.2);
  ASSERT_EQ(curves.size(), 1U);
  EXPECT_FALSE(curves[0].closed);
  EXPECT_TRUE(fitVisible(
                  lines[0], [](dvec2) { return false; }, 0.2)
                  .empty());
  EXPECT_TRUE(fitVisible(
                  lines[0], [](dvec2) { return true; }, 0.2)
                  .at(0)
                  .closed);
}

TEST(Outline, OfNothingIsNothing) {
  EXPECT_TRUE(outlines(Shape{}, 1.0).empty());
  EXPECT_TRUE(fitCurve({}, true, 1.0).points.empty());
}

}  // namespace
}  // namespace lead::storyboard
