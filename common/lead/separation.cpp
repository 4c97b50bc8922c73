#include "lead/separation.h"

#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>
#include <utility>

namespace lead {
namespace {

constexpr float kGain = 4.0F;           // 1/s
constexpr float kMostSpeed = 0.5F;      // m/s
constexpr float kAllowed = 0.01F;       // overlap in metres that asks nothing, so that all come to rest
constexpr float kPulledYields = 0.25F;  // of what a free one does
constexpr float kGoldenAngle = 2.39996323F;

// Of two in one place: any direction, but always the same, and another for each pair.
glm::vec2 anyDirection(AvatarId a, AvatarId b) {
  const float angle = kGoldenAngle * static_cast<float>((a * 31U + b) % 1024U);
  return {std::sin(angle), std::cos(angle)};
}

// From b to a, unit.
glm::vec2 awayFrom(const CrowdBody& a, const CrowdBody& b, float distance) {
  if (distance > 1e-4F) return (a.place - b.place) / distance;
  return a.id < b.id ? anyDirection(a.id, b.id) : -anyDirection(b.id, a.id);
}

void pushPair(const CrowdBody& a, const CrowdBody& b, glm::vec3& pushA, glm::vec3& pushB) {
  const float reach = a.radius + b.radius;
  const glm::vec2 gap = a.place - b.place;
  if (glm::dot(gap, gap) >= reach * reach) return;
  const float distance = glm::length(gap);
  const float overlap = reach - distance;
  if (overlap < kAllowed) return;
  const float yieldA = a.pulled ? kPulledYields : 1.0F;
  const float yieldB = b.pulled ? kPulledYields : 1.0F;
  const float speed = std::min(overlap * kGain, kMostSpeed);
  const glm::vec2 away = awayFrom(a, b, distance) * (2.0F * speed / (yieldA + yieldB));
  pushA += glm::vec3(away.x, 0.0F, away.y) * yieldA;
  pushB -= glm::vec3(away.x, 0.0F, away.y) * yieldB;
}

}  // namespace

void Separation::push(std::span<const CrowdBody> bodies, std::vector<glm::vec3>& out) {
  out.assign(bodies.size(), glm::vec3(0.0F));
  sweep_.resize(bodies.size());
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    const CrowdBody& body = bodies[i];
    sweep_[i] = {body.place.x - body.radius, body.place.x + body.radius, static_cast<std::uint32_t>(i)};
  }
  // The order of the sums decides their last bits: by place, then id, never by the order of the bodies.
  std::sort(sweep_.begin(), sweep_.end(), [bodies](const Interval& a, const Interval& b) {
    return a.from != b.from ? a.from < b.from : bodies[a.body].id < bodies[b.body].id;
  });
  for (std::size_t i = 0; i < sweep_.size(); ++i)
    for (std::size_t j = i + 1; j < sweep_.size() && sweep_[j].from < sweep_[i].to; ++j) {
      const std::uint32_t a = sweep_[i].body;
      const std::uint32_t b = sweep_[j].body;
      pushPair(bodies[a], bodies[b], out[a], out[b]);
    }
  for (glm::vec3& velocity : out) {
    const float speed = glm::length(velocity);
    if (speed > kMostSpeed) velocity *= kMostSpeed / speed;
  }
}

}  // namespace lead
