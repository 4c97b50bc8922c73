#include "lead/gaze.h"

#include <algorithm>
#include <cmath>

#include "math/approach.h"
#include "math/rotation.h"

namespace lead {
namespace {

constexpr float kMostWeight = 0.7F;
constexpr float kRampSeconds = 0.30F;
constexpr float kMostYaw = 1.0F;
constexpr float kMostDown = 0.5F;
constexpr float kMostUp = 0.3F;
constexpr float kBehind = 2.4F;

struct YawPitch {
  float yaw;
  float pitch;  // down is positive
};

YawPitch towards(const glm::vec3& head, const glm::vec3& target, const glm::quat& body) {
  const glm::vec3 seen = glm::conjugate(body) * (target - head);
  return {std::atan2(seen.x, seen.z), std::atan2(-seen.y, std::sqrt(seen.x * seen.x + seen.z * seen.z))};
}

// |yaw| over kBehind, without its arc tangent.
bool isBehind(const glm::vec3& seen) {
  static const float kCosine = std::cos(kBehind);
  return seen.z < kCosine * std::sqrt(seen.x * seen.x + seen.z * seen.z);
}

std::optional<glm::vec3> heldHand(const AvatarState& state) {
  const ArmState* later = nullptr;
  for (const ArmState& arm : state.arms)
    if (arm.held() && (later == nullptr || arm.heldSince > later->heldSince)) later = &arm;
  return later != nullptr ? std::optional(later->target) : std::nullopt;
}

std::optional<glm::vec3> nearestViewer(const glm::vec3& head, const std::vector<glm::vec3>& viewers) {
  std::optional<glm::vec3> nearest;
  float least = 0.0F;  // squared
  for (const glm::vec3& viewer : viewers) {
    const glm::vec3 gap = viewer - head;
    const float distance = glm::dot(gap, gap);
    if (nearest && distance >= least) continue;
    nearest = viewer;
    least = distance;
  }
  return nearest;
}

}  // namespace

void stepGaze(const glm::vec3& head, const std::vector<glm::vec3>& viewers, const glm::quat& body, float dt,
              AvatarState& state) {
  std::optional<glm::vec3> target;
  if (state.gaze.mode == GazeMode::hand) target = heldHand(state);
  if (state.gaze.mode == GazeMode::viewer) target = nearestViewer(head, viewers);
  // A target behind is let go with its last place in front, so that the head never swings across.
  if (target && isBehind(glm::conjugate(body) * (*target - head))) target.reset();
  if (target) state.gaze.target = *target;
  state.gaze.weight = ramp(state.gaze.weight, target ? kMostWeight : 0.0F, kRampSeconds, dt);
}

void turnHead(const AvatarState& state, const glm::quat& body, Pose& pose, const WorldPose& world) {
  if (state.gaze.weight <= 0.0F) return;
  const YawPitch wanted = towards(world.positionOf(Bone::head), state.gaze.target, body);
  const glm::quat inBody = rotationY(std::clamp(wanted.yaw, -kMostYaw, kMostYaw)) *
                           rotationX(std::clamp(wanted.pitch, -kMostUp, kMostDown));
  const glm::quat difference = glm::slerp(kIdentity, body * inBody * glm::conjugate(body), state.gaze.weight);
  const glm::quat head = world.rotationOf(Bone::head);
  const glm::quat parent = head * glm::conjugate(pose.of(Bone::head));
  pose.of(Bone::head) = glm::normalize(glm::conjugate(parent) * difference * head);
}

}  // namespace lead
