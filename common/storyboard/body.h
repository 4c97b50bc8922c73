// What the parts of a figure are drawn from. Internal to this folder.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <glm/geometric.hpp>

#include "storyboard/figure.h"

namespace lead::storyboard {

inline constexpr const char* kBlack = "#111111";
inline constexpr double kLine = 2.6;      // inner lines, canvas pixels at scale 1
inline constexpr double kFineLine = 1.8;  // faces, fingers

inline std::string grey(double tone) {
  const int value = static_cast<int>(std::lround(255.0 - tone * 238.0));
  return fmt::format("#{0:02x}{0:02x}{0:02x}", value);
}

inline glm::dvec2 unitOr(glm::dvec2 v, glm::dvec2 otherwise) {
  const double length = glm::length(v);
  return length > 1e-6 ? v / length : otherwise;
}

/// Placed joints and sizes.
struct Body {
  const Figure& figure;
  JointArray<glm::dvec2> places;
  GlobalAngles angles;
  double scale;

  explicit Body(const Figure& f)
      : figure(f),
        places(placeJoints(referenceSkeleton(), f.pose, f.character.lchar)),
        angles(globalAngles(referenceSkeleton(), localAngles(f.pose), f.pose.residual)),
        scale(f.pose.scale) {}

  glm::dvec2 at(Joint joint) const { return places[index(joint)]; }
  double size(Joint joint) const { return scale * figure.nearness[index(joint)]; }
  double depth(Joint joint) const { return figure.depth[index(joint)]; }
  Ball ball(Joint joint, double radius) const { return {at(joint), radius * size(joint)}; }
  /// Part of the way between two joints.
  Ball between(Joint a, Joint b, double t, double radius) const {
    return {at(a) + (at(b) - at(a)) * t, radius * (size(a) + (size(b) - size(a)) * t)};
  }
  /// Where a bone points, also where it is seen end on.
  glm::dvec2 direction(Joint end) const {
    const FigureSkeleton& s = referenceSkeleton();
    const auto parent = static_cast<std::size_t>(s[index(end)].parent);
    const glm::dvec2 rest = s[index(end)].place - s[parent].place;
    return unitOr(turned(rest, angles.bone[index(end)]), {0.0, 1.0});
  }
  double cell() const { return std::max(1e-3, 2.6 * scale); }
  double tolerance() const { return 0.35 * scale; }
  double line() const { return kLine * std::sqrt(scale); }
  double fineLine() const { return kFineLine * std::sqrt(scale); }
};

inline std::vector<Curve> closedCurves(const std::vector<Polyline>& lines, double tolerance) {
  std::vector<Curve> all;
  all.reserve(lines.size());
  for (const Polyline& line : lines) all.push_back(fitCurve(line, true, tolerance));
  return all;
}

/// Fills a shape, and outlines what of it is wanted.
inline void inkShape(Part& part, const Body& body, const Shape& shape, const std::string& fill,
                     const std::function<bool(glm::dvec2)>& wanted = {}) {
  const auto lines = outlines(shape, body.cell());
  const auto curves = closedCurves(lines, body.tolerance());
  part.silhouette.insert(part.silhouette.end(), curves.begin(), curves.end());
  if (!wanted) {
    part.inks.push_back({curves, fill, kBlack, body.line()});
    return;
  }
  part.inks.push_back({curves, fill, "none", 0.0});
  Ink strokes{{}, "none", kBlack, body.line()};
  for (const Polyline& line : lines)
    for (Curve& curve : fitVisible(line, wanted, body.tolerance()))
      strokes.curves.push_back(std::move(curve));
  part.inks.push_back(std::move(strokes));
}

inline void inkLine(Part& part, const Polyline& line, double width, double tolerance,
                    const char* colour = kBlack) {
  part.inks.push_back({{fitCurve(line, false, tolerance)}, "none", colour, width});
}

// draw_limbs.cpp, draw_hand.cpp, draw_trunk.cpp, draw_head.cpp, draw_sticks.cpp
Shape torsoShape(const Body& body);
Shape hipsShape(const Body& body);
Part drawArm(const Body& body, ViewSide side, const Shape& torso);
Part drawHand(const Body& body, ViewSide side);
Part drawLeg(const Body& body, ViewSide side, const Shape& hips);
Part drawFoot(const Body& body, ViewSide side);
Part drawHips(const Body& body);
Part drawNeck(const Body& body);
Part drawTorso(const Body& body, const Shape& torso);
std::vector<Part> drawHead(const Body& body, bool directionLines);
std::vector<Part> drawSticks(const Body& body);
glm::dvec2 mouthPlace(const Body& body);

}  // namespace lead::storyboard
