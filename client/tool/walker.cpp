#include "tool/walker.h"

#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>
#include <glm/gtc/constants.hpp>

namespace lead::tool {
namespace {

constexpr float kHeadHeight = 1.6F;
constexpr float kTurnRate = 4.0F;

}  // namespace

void Walker::walkTo(glm::vec3 place, float speed, float dt) {
  const glm::vec3 way(place.x - place_.x, 0.0F, place.z - place_.z);
  const float length = glm::length(way);
  if (length > 1e-5F) place_ += way * std::min(1.0F, speed * dt / length);
}

void Walker::turnTo(glm::vec3 point, float dt) {
  const glm::vec3 way = point - place_;
  if (std::hypot(way.x, way.z) < 0.05F) return;
  const float turn = std::remainder(std::atan2(way.x, way.z) - heading_, glm::two_pi<float>());
  heading_ =
      std::remainder(heading_ + std::clamp(turn, -kTurnRate * dt, kTurnRate * dt), glm::two_pi<float>());
}

glm::vec3 Walker::head() const {
  return place_ + glm::vec3(0.0F, kHeadHeight, 0.0F);
}

glm::quat Walker::orientation() const {
  return glm::angleAxis(heading_, glm::vec3(0.0F, 1.0F, 0.0F));
}

glm::vec3 Walker::restingHand(Side side) const {
  return place_ + orientation() * glm::vec3(0.25F * outwardSign(side), 0.8F, 0.1F);
}

bool Walker::isAt(glm::vec3 place, float within) const {
  return std::hypot(place.x - place_.x, place.z - place_.z) <= within;
}

}  // namespace lead::tool
