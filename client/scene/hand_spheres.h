// What one takes an avatar's hand by: a half-transparent sphere on each hand, drawn over everything, and a
// line to where a hand is pulled while it can't follow.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "scene/stage.h"

namespace lead {

/// Of the sphere that is drawn and hit; metres (spec/lead.md).
inline constexpr float kGrabRadius = 0.10F;

enum class HandSphereState : std::uint8_t {
  idle,
  hover,
  held,
  heldByOther,
  joined,  ///< in another avatar's hand
  chosen,  ///< to be joined to the next that is clicked
};

struct HandSphere {
  glm::vec3 position{0.0F};
  HandSphereState state = HandSphereState::idle;
  std::optional<glm::vec3> target;  ///< where it is pulled to
};

class HandSpheres {
 public:
  explicit HandSpheres(Stage& stage);
  ~HandSpheres();

  /// All spheres of the coming frame.
  void set(std::span<const HandSphere> spheres);

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace lead
