#include "character/look_at.h"

#include <algorithm>
#include <cmath>
#include <glm/mat3x3.hpp>
#include <glm/matrix.hpp>

#include "math/rotation.h"

namespace lead {
namespace {

GazeAngles gazeAlong(const glm::vec3& direction) {
  if (!isFinite(direction)) return {};
  const float ahead = std::sqrt(direction.x * direction.x + direction.z * direction.z);
  return {std::atan2(direction.x, direction.z), std::atan2(-direction.y, ahead)};
}

/// Of an angle's size; the sign stays with the caller.
float mapped(const RangeMap& map, float angle) {
  return std::min(std::abs(angle), map.inputMax) / map.inputMax * map.output;
}

/// `left` and `right` are the maps for a gaze to that side.
glm::quat eyeRotation(const LookAt& lookAt, const GazeAngles& gaze, const RangeMap& left,
                      const RangeMap& right) {
  const float yaw = gaze.yaw > 0.0F ? mapped(left, gaze.yaw) : -mapped(right, gaze.yaw);
  const float pitch =
      gaze.pitch > 0.0F ? mapped(lookAt.verticalDown, gaze.pitch) : -mapped(lookAt.verticalUp, gaze.pitch);
  return rotationY(yaw) * rotationX(pitch);
}

}  // namespace

GazeAngles gazeTo(const Model& model, const LookAt& lookAt, const glm::mat4& head, const glm::vec3& target) {
  const auto node = static_cast<std::size_t>(model.boneNode[index(Bone::head)]);
  // how the head has turned since its rest, whatever rotation and scale it rests with
  const glm::mat3 turned = glm::mat3(head) * glm::inverse(glm::mat3(model.restWorld[node]));
  const glm::vec3 from(head * glm::vec4(lookAt.offsetFromHeadBone, 1.0F));
  return gazeAlong(glm::transpose(turned) * (target - from));
}

GazeAngles gazeOf(const glm::quat& rotation) {
  return gazeAlong(rotation * kForward);
}

EyeRotations eyeRotations(const LookAt& lookAt, const GazeAngles& gaze) {
  return {eyeRotation(lookAt, gaze, lookAt.horizontalOuter, lookAt.horizontalInner),
          eyeRotation(lookAt, gaze, lookAt.horizontalInner, lookAt.horizontalOuter)};
}

void setLookWeights(const LookAt& lookAt, const GazeAngles& gaze, ExpressionWeights& weights) {
  const float across = std::min(mapped(lookAt.horizontalOuter, gaze.yaw), 1.0F);
  const float down = std::min(mapped(lookAt.verticalDown, gaze.pitch), 1.0F);
  const float up = std::min(mapped(lookAt.verticalUp, gaze.pitch), 1.0F);
  weights[index(Expression::lookLeft)] = gaze.yaw > 0.0F ? across : 0.0F;
  weights[index(Expression::lookRight)] = gaze.yaw > 0.0F ? 0.0F : across;
  weights[index(Expression::lookDown)] = gaze.pitch > 0.0F ? down : 0.0F;
  weights[index(Expression::lookUp)] = gaze.pitch > 0.0F ? 0.0F : up;
}

}  // namespace lead
