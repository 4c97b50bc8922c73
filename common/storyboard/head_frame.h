// The head as a solid, so that it can be seen from anywhere. Internal to this folder.
// Head space: canvas pixels at scale 1; the head joint at the origin, y up, z out of the face, x to the
// viewer's right when it faces the viewer.
#pragma once

#include <glm/vec3.hpp>

#include "storyboard/body.h"

namespace lead::storyboard {

class HeadFrame {
 public:
  explicit HeadFrame(const Body& body);

  glm::dvec2 at(glm::dvec3 p) const;
  /// How much nearer to the viewer than the head's joint.
  double nearness(glm::dvec3 p) const { return turn(p).z; }
  Ball ball(glm::dvec3 p, double radius) const { return {at(p), radius * unit_}; }
  double unit() const { return unit_; }
  /// 1: seen straight on.
  double seen(double x, double y) const;
  glm::dvec2 onFace(double x, double y) const;
  double yaw() const { return yaw_; }  ///< radians

  /// On the face's surface; `out`: this far in front of it.
  static glm::dvec3 surface(double x, double y, double out = 0.0);

 private:
  glm::dvec3 turn(glm::dvec3 p) const;

  glm::dvec2 joint_;
  glm::dvec2 up_;
  glm::dvec2 right_;
  double unit_;
  double yaw_;
  double pitch_;
};

void drawFace(Part& face, const Body& body, const HeadFrame& frame);

/// Two parts: what of the hair is behind the head, and what is in front; either may be empty.
std::array<Part, 2> drawHair(const Body& body, const HeadFrame& frame);

}  // namespace lead::storyboard
