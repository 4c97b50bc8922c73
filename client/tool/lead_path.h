// Where a bot leads a hand. Pure.
#pragma once

#include <glm/vec3.hpp>
#include <optional>
#include <string>
#include <vector>

namespace lead::tool {

/// "line", "circle", "figure8", "stand", or points in the world: "x,y,z;x,y,z".
struct PathShape {
  enum class Kind { line, circle, figure8, stand, points };
  Kind kind = Kind::line;
  std::vector<glm::vec3> points;
  float length = 4.0F;  ///< of a line, there and back again and again
  float radius = 1.2F;  ///< of a circle, and of each half of an eight
};

/// None where it is none of these, or a number isn't finite or beyond 1000 m.
std::optional<PathShape> parsePath(const std::string& text);

class LeadPath {
 public:
  /// Starts at `start`, first towards `forward` (horizontal, unit), and stays at that height, except for
  /// points. Speeds up over the first half second.
  LeadPath(PathShape shape, glm::vec3 start, glm::vec3 forward, float speed);

  glm::vec3 at(double seconds) const;
  /// Horizontal, unit: which way it goes there.
  glm::vec3 directionAt(double seconds) const;
  /// Seconds until the last of the points is reached; none for paths without an end.
  std::optional<double> duration() const;

 private:
  double distanceAt(double seconds) const;
  glm::vec3 sway(double seconds) const;
  glm::vec3 atDistance(double distance) const;
  glm::vec3 alongPoints(double distance) const;

  PathShape shape_;
  glm::vec3 start_;
  glm::vec3 forward_;
  double speed_;
};

}  // namespace lead::tool
