// A hand led with the mouse: spec/lead.md, "Grabbing", Mouse. Pure. World frame, metres.
//
// The camera stands still while a hand is dragged, so the target depends on nothing but the pointer, the
// wheel and the plane in use. Whenever the plane changes, the offset between pointer and hand is remembered
// anew: the hand never jumps.
#pragma once

#include <glm/vec3.hpp>

#include "scene/orbit_camera.h"

namespace lead {

enum class DragPlane { horizontal, facingCamera };

class HandDrag {
 public:
  /// A pointer near the horizon would send the hand to infinity: the plane is met no further than this from
  /// the camera, horizontally. Further out the hand stays at that distance in the pointer's direction.
  static constexpr float kReach = 12.0F;
  static constexpr float kWheelStep = 0.05F;
  static constexpr float kLowest = 0.0F;
  static constexpr float kHighest = 4.0F;

  /// `hand`: where the hand is at the grab; `pointer`: the ray that took it.
  HandDrag(const CameraPose& camera, const Ray& pointer, glm::vec3 hand);

  /// The wanted position of the hand for a pointer, in the plane asked for.
  glm::vec3 move(const Ray& pointer, DragPlane plane);
  /// Raises (positive) or lowers the hand by wheel steps.
  glm::vec3 wheel(float steps);

  glm::vec3 target() const { return target_; }

 private:
  glm::vec3 meet(const Ray& pointer) const;
  void anchor(const Ray& pointer);

  CameraPose camera_;
  DragPlane plane_ = DragPlane::horizontal;
  Ray pointer_;
  glm::vec3 target_;
  glm::vec3 planePoint_;  ///< the hand when the plane was put through it
  glm::vec3 offset_{0.0F};
};

}  // namespace lead
