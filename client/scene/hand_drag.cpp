#include "scene/hand_drag.h"

#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>

#include "scene/picking.h"

namespace lead {
namespace {

glm::vec3 horizontal(glm::vec3 v) {
  return {v.x, 0.0F, v.z};
}

glm::vec3 unitOr(glm::vec3 v, glm::vec3 fallback) {
  const float length = glm::length(v);
  return length > 1e-6F ? v / length : fallback;
}

}  // namespace

HandDrag::HandDrag(const CameraPose& camera, const Ray& pointer, glm::vec3 hand)
    : camera_(camera), pointer_(pointer), target_(hand), planePoint_(hand) {
  anchor(pointer);
}

void HandDrag::anchor(const Ray& pointer) {
  planePoint_ = target_;
  offset_ = target_ - meet(pointer);
}

glm::vec3 HandDrag::meet(const Ray& pointer) const {
  const glm::vec3 facing = unitOr(horizontal(camera_.forward()), {0.0F, 0.0F, -1.0F});
  if (plane_ == DragPlane::facingCamera) {
    const float depth = std::max(glm::dot(planePoint_ - pointer.origin, facing), 0.1F);
    const float ahead = std::max(glm::dot(pointer.direction, facing), 0.05F);
    return pointer.origin + pointer.direction * std::min(depth / ahead, kReach);
  }
  const auto hit = hitPlane(pointer, planePoint_, {0.0F, 1.0F, 0.0F}, 1e6F);
  const glm::vec3 from(pointer.origin.x, planePoint_.y, pointer.origin.z);
  const glm::vec3 far = from + unitOr(horizontal(pointer.direction), facing) * kReach;
  return hit && glm::length(*hit - from) <= kReach ? *hit : far;
}

glm::vec3 HandDrag::move(const Ray& pointer, DragPlane plane) {
  if (plane != plane_) {
    plane_ = plane;
    anchor(pointer_);
  }
  pointer_ = pointer;
  const glm::vec3 met = meet(pointer) + offset_;
  target_ = plane_ == DragPlane::horizontal ? glm::vec3(met.x, planePoint_.y, met.z) : met;
  target_.y = std::clamp(target_.y, std::min(kLowest, planePoint_.y), std::max(kHighest, planePoint_.y));
  return target_;
}

glm::vec3 HandDrag::wheel(float steps) {
  target_.y = std::clamp(target_.y + steps * kWheelStep, kLowest, kHighest);
  anchor(pointer_);
  return target_;
}

}  // namespace lead
