#include "vrm/read_spring_limit.h"

#include <algorithm>
#include <array>

#include "math/rotation.h"

namespace lead {
namespace {

struct Shape {
  const char* key;
  SpringLimit::Kind kind;
  const char* angle;
};

constexpr std::array<Shape, 3> kShapes{{{"cone", SpringLimit::Kind::cone, "angle"},
                                        {"hinge", SpringLimit::Kind::hinge, "angle"},
                                        {"spherical", SpringLimit::Kind::spherical, "pitch"}}};

/// The shortest turn from +Y to where the joint points at rest; half a turn about X where that is -Y.
glm::quat defaultOrientation(const glm::vec3& tail) {
  return rotationBetween(kUp, normalizedOr(tail, kUp), glm::vec3(1.0F, 0.0F, 0.0F));
}

glm::quat rotationMember(const Json& shape) {
  std::array<float, 4> q{0.0F, 0.0F, 0.0F, 1.0F};
  numbersMember(shape, "rotation", 4, q.data());
  const glm::quat rotation(q[3], q[0], q[1], q[2]);
  const float length = glm::length(rotation);
  return isFinite(length) && length > 1e-6F ? rotation / length : kIdentity;
}

}  // namespace

std::optional<SpringLimit> readSpringLimit(const Json& joint, const glm::vec3& tail) {
  const Json& extension = member(member(joint, "extensions"), "VRMC_springBone_limit");
  if (!extension.is_object()) return std::nullopt;
  SpringLimit limit;
  for (const Shape& known : kShapes) {
    const Json& shape = member(member(extension, "limit"), known.key);
    if (!shape.is_object()) continue;
    const bool spherical = known.kind == SpringLimit::Kind::spherical;
    const bool whole =
        member(shape, known.angle).is_number() && (!spherical || member(shape, "yaw").is_number());
    if (!whole || limit.kind != SpringLimit::Kind::none) return SpringLimit{};
    limit.kind = known.kind;
    limit.angle = std::clamp(numberMember(shape, known.angle, 0.0F), 0.0F, kPi);
    limit.yaw = std::clamp(numberMember(shape, "yaw", 0.0F), 0.0F, kPi / 2.0F);
    limit.rotation = glm::normalize(defaultOrientation(tail) * rotationMember(shape));
  }
  return limit;
}

}  // namespace lead
