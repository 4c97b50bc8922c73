#include "rig/elbow_pole.h"

#include <algorithm>
#include <cmath>

#include "math/rotation.h"

namespace lead {
namespace {

constexpr float kDefined = 1e-6F;
constexpr float kTurnRate = 4.0F;       // rad/s
constexpr float kFullRemainder = 0.3F;  // from here on the full rate
constexpr float kOpposite = 1e-3F;      // rad from straight opposite: there rounding must not choose the way

glm::vec3 across(const glm::vec3& v, const glm::vec3& dir) {
  return v - dir * glm::dot(v, dir);
}

}  // namespace

WantedPole wantedPole(Side side, const glm::quat& body, const glm::vec3& dir) {
  constexpr float kLength = 1.224744871F;  // of 1.0 down + 0.5 back + 0.5 outward
  constexpr glm::vec3 kWanted = glm::vec3(0.5F, -1.0F, -0.5F) / kLength;
  const glm::vec3 inBody(kWanted.x * outwardSign(side), kWanted.y, kWanted.z);
  const glm::vec3 rest = across(body * inBody, dir);
  const float length = glm::length(rest);
  if (length < kDefined) return {glm::vec3(0.0F), 0.0F};
  return {rest / length, length};
}

glm::vec3 firstPole(Side side, const glm::quat& body, const glm::vec3& dir) {
  const WantedPole wanted = wantedPole(side, body, dir);
  if (wanted.remainder > 0.0F) return wanted.pole;
  const glm::vec3 back = across(body * glm::vec3(0, 0, -1), dir);
  if (glm::length(back) > kDefined) return glm::normalize(back);
  return glm::normalize(across(glm::vec3(0, -1, 0), dir));
}

glm::vec3 carryPole(Side side, const glm::quat& body, const glm::vec3& lastPole, const glm::vec3& lastDir,
                    const glm::vec3& dir, float dt) {
  const glm::vec3 carried = across(rotationBetween(lastDir, dir, lastPole) * lastPole, dir);
  const glm::vec3 pole = normalizedOr(carried, firstPole(side, body, dir));
  const WantedPole wanted = wantedPole(side, body, dir);
  if (wanted.remainder == 0.0F) return pole;
  const float most = kTurnRate * std::min(1.0F, wanted.remainder / kFullRemainder) * dt;
  // Within reach of this turn, mostly: then it is the wanted side itself.
  const float missing = 1.0F - glm::dot(pole, wanted.pole);
  if (missing < 0.45F * most * most && most < 1.0F) return wanted.pole;
  float angle = std::atan2(glm::dot(dir, glm::cross(pole, wanted.pole)), glm::dot(pole, wanted.pole));
  if (angle < -kPi + kOpposite) angle = -angle;
  return rotationAbout(dir, std::clamp(angle, -most, most)) * pole;
}

}  // namespace lead
