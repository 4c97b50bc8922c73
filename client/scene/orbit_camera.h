// A camera that circles a point. Pure: no window, no engine; one thread at a time.
// Frame: world, right-handed, metres, +Y up. Pixels: origin top-left, y down, pixel centres at .5.
#pragma once

#include <glm/mat4x4.hpp>
#include <glm/vec2.hpp>
#include <glm/vec3.hpp>
#include <optional>

namespace lead {

struct Ray {
  glm::vec3 origin{0.0F};
  glm::vec3 direction{0.0F, 0.0F, -1.0F};  ///< unit
};

/// Where a picture is taken from: enough to draw with.
struct CameraPose {
  glm::vec3 eye{0.0F, 1.5F, 3.0F};
  glm::vec3 target{0.0F, 1.0F, 0.0F};
  float fovY = 0.785F;  ///< vertical field of view, radians
  float nearPlane = 0.05F;
  float farPlane = 500.0F;

  glm::mat4 view() const;
  /// OpenGL clip space.
  glm::mat4 projection(glm::vec2 viewport) const;
  glm::vec3 forward() const;
  /// The ray through a pixel of a picture of `viewport` pixels.
  Ray rayThrough(glm::vec2 pixel, glm::vec2 viewport) const;
  /// The pixel in which a world point is drawn; none if it is behind the eye. May lie outside the picture.
  std::optional<glm::vec2> toPixel(glm::vec3 point, glm::vec2 viewport) const;
};

class OrbitCamera {
 public:
  static constexpr float kMinDistance = 0.4F;
  static constexpr float kMaxDistance = 30.0F;
  static constexpr float kMaxPitch = 1.50F;
  static constexpr float kMinPitch = -0.40F;

  glm::vec3 target{0.0F, 1.0F, 0.0F};
  float yaw = 0.0F;  ///< 0 looks from +Z towards -Z, at an avatar's face; positive moves the eye towards +X
  float pitch = 0.15F;    ///< positive: from above
  float distance = 3.5F;  ///< metres
  float fovY = 0.785F;

  /// Turns by a mouse drag in pixels: the scene follows the pointer. A drag over the viewport's height is
  /// 180°.
  void orbit(glm::vec2 pixels, glm::vec2 viewport);
  /// Moves the target so that the point under the pointer stays under it.
  void pan(glm::vec2 pixels, glm::vec2 viewport);
  /// Wheel steps; positive comes closer.
  void zoom(float steps);

  /// The eye never sinks under the floor.
  CameraPose pose() const;
};

}  // namespace lead
