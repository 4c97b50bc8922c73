#include "tool/lead_path.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <glm/geometric.hpp>
#include <glm/gtc/constants.hpp>
#include <sstream>

namespace lead::tool {
namespace {

constexpr double kSpeedUp = 0.5;
// No hand is quite still.
constexpr float kSway = 0.01F;
constexpr double kSwaySeconds = 4.0;

std::optional<glm::vec3> parsePoint(const std::string& text) {
  glm::vec3 point;
  std::istringstream stream(text);
  std::string number;
  for (int i = 0; i < 3; ++i) {
    if (!std::getline(stream, number, ',')) return std::nullopt;
    char* end = nullptr;
    point[i] = std::strtof(number.c_str(), &end);
    if (end == number.c_str() || *end != '\0' || !(std::abs(point[i]) <= 1000.0F)) return std::nullopt;
  }
  return stream.eof() ? std::optional(point) : std::nullopt;
}

}  // namespace

std::optional<PathShape> parsePath(const std::string& text) {
  PathShape shape;
  if (text == "line") return shape;
  shape.kind = PathShape::Kind::circle;
  if (text == "circle") return shape;
  shape.kind = PathShape::Kind::figure8;
  if (text == "figure8") return shape;
  shape.kind = PathShape::Kind::stand;
  if (text == "stand") return shape;
  shape.kind = PathShape::Kind::points;
  std::istringstream stream(text);
  std::string each;
  while (std::getline(stream, each, ';')) {
    const auto point = parsePoint(each);
    if (!point) return std::nullopt;
    shape.points.push_back(*point);
  }
  return shape.points.empty() ? std::nullopt : std::optional(shape);
}

LeadPath::LeadPath(PathShape shape, glm::vec3 start, glm::vec3 forward, float speed)
    : shape_(std::move(shape)), start_(start), forward_(forward), speed_(speed) {}

double LeadPath::distanceAt(double seconds) const {
  const double t = std::max(0.0, seconds);
  return t < kSpeedUp ? speed_ * t * t / (2.0 * kSpeedUp) : speed_ * (t - kSpeedUp / 2.0);
}

glm::vec3 LeadPath::at(double seconds) const {
  if (shape_.kind == PathShape::Kind::stand) return start_ + sway(std::max(0.0, seconds));
  return atDistance(distanceAt(seconds));
}

glm::vec3 LeadPath::sway(double seconds) const {
  const glm::vec3 left(forward_.z, 0.0F, -forward_.x);
  const auto angle = static_cast<float>(glm::two_pi<double>() * std::fmod(seconds / kSwaySeconds, 1.0));
  return kSway * (forward_ * std::sin(angle) + left * (1.0F - std::cos(angle)));
}

glm::vec3 LeadPath::atDistance(double distance) const {
  const glm::vec3 left(forward_.z, 0.0F, -forward_.x);
  switch (shape_.kind) {
    case PathShape::Kind::points:
      return alongPoints(distance);
    case PathShape::Kind::stand:
      return start_;
    case PathShape::Kind::line: {
      const double there = std::fmod(distance, 2.0 * shape_.length);
      return start_ + forward_ * static_cast<float>(std::min(there, 2.0 * shape_.length - there));
    }
    case PathShape::Kind::circle:
    case PathShape::Kind::figure8: {
      const double round = glm::two_pi<double>();
      const double angle = distance / shape_.radius;
      const bool second = shape_.kind == PathShape::Kind::figure8 && std::fmod(angle, 2.0 * round) >= round;
      const glm::vec3 inward = second ? -left : left;
      const auto a = static_cast<float>(std::fmod(angle, round));
      return start_ + shape_.radius * (inward * (1.0F - std::cos(a)) + forward_ * std::sin(a));
    }
  }
  return start_;
}

glm::vec3 LeadPath::alongPoints(double distance) const {
  glm::vec3 from = start_;
  for (const glm::vec3& to : shape_.points) {
    const double length = glm::distance(from, to);
    if (distance < length) return glm::mix(from, to, static_cast<float>(distance / length));
    distance -= length;
    from = to;
  }
  return from;
}

glm::vec3 LeadPath::directionAt(double seconds) const {
  constexpr double kAhead = 0.02;  // metres
  const double distance = distanceAt(seconds);
  const glm::vec3 way = atDistance(distance + kAhead) - atDistance(distance);
  const glm::vec3 level(way.x, 0.0F, way.z);
  const float length = glm::length(level);
  return length > 1e-4F ? level / length : forward_;
}

std::optional<double> LeadPath::duration() const {
  if (shape_.kind != PathShape::Kind::points) return std::nullopt;
  double length = 0.0;
  glm::vec3 from = start_;
  for (const glm::vec3& to : shape_.points) {
    length += glm::distance(from, to);
    from = to;
  }
  return length / speed_ + kSpeedUp / 2.0;
}

}  // namespace lead::tool
