// Another person in the room: a friendly head and two hands in a colour of their own. Nothing is drawn of
// what has no place yet. The name is the overlay's: see CameraPose::toPixel.
#pragma once

#include <cstdint>
#include <glm/gtc/quaternion.hpp>
#include <glm/vec3.hpp>
#include <memory>
#include <optional>

#include "rig/skeleton.h"
#include "scene/stage.h"

namespace lead {

/// A place and turn in the world. As a headset or camera gives it: a head looks along its own -Z, +Y is up; a
/// hand points along its own -Z.
struct Placement {
  glm::vec3 position{0.0F};
  glm::quat rotation = kIdentity;
};

/// Well-told-apart colours, the same on every client; sRGB.
glm::vec3 participantColor(std::uint32_t id);

class ParticipantView {
 public:
  /// `color`: sRGB.
  ParticipantView(Stage& stage, glm::vec3 color);
  ~ParticipantView();

  /// None hides it.
  void setHead(const std::optional<Placement>& head);
  void setHand(Side side, const std::optional<Placement>& hand);

  /// Where a name belongs, above the head; none without a head.
  std::optional<glm::vec3> labelPoint() const;

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace lead
