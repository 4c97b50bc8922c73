#include "scene/orbit_camera.h"

#include <algorithm>
#include <cmath>
#include <glm/ext/matrix_clip_space.hpp>
#include <glm/ext/matrix_transform.hpp>
#include <glm/geometric.hpp>
#include <glm/gtc/constants.hpp>

#include "math/rotation.h"

namespace lead {
namespace {

constexpr float kLowestEye = 0.05F;

float aspect(glm::vec2 viewport) {
  return std::max(viewport.x, 1.0F) / std::max(viewport.y, 1.0F);
}

}  // namespace

glm::mat4 CameraPose::view() const {
  return glm::lookAt(eye, target, kUp);
}

glm::mat4 CameraPose::projection(glm::vec2 viewport) const {
  return glm::perspective(fovY, aspect(viewport), nearPlane, farPlane);
}

glm::vec3 CameraPose::forward() const {
  const glm::vec3 to = target - eye;
  const float length = glm::length(to);
  return length > 1e-6F ? to / length : glm::vec3(0.0F, 0.0F, -1.0F);
}

Ray CameraPose::rayThrough(glm::vec2 pixel, glm::vec2 viewport) const {
  const glm::vec3 ahead = forward();
  glm::vec3 right = glm::cross(ahead, kUp);
  right = glm::length(right) > 1e-6F ? glm::normalize(right) : glm::vec3(1.0F, 0.0F, 0.0F);
  const glm::vec3 up = glm::cross(right, ahead);
  const float halfHeight = std::tan(fovY * 0.5F);
  const float x = (2.0F * pixel.x / std::max(viewport.x, 1.0F) - 1.0F) * halfHeight * aspect(viewport);
  const float y = (1.0F - 2.0F * pixel.y / std::max(viewport.y, 1.0F)) * halfHeight;
  return {eye, glm::normalize(ahead + right * x + up * y)};
}

std::optional<glm::vec2> CameraPose::toPixel(glm::vec3 point, glm::vec2 viewport) const {
  const glm::vec4 clip = projection(viewport) * view() * glm::vec4(point, 1.0F);
  if (!(clip.w > nearPlane)) return std::nullopt;
  const glm::vec2 ndc = glm::vec2(clip) / clip.w;
  return glm::vec2((ndc.x * 0.5F + 0.5F) * viewport.x, (0.5F - ndc.y * 0.5F) * viewport.y);
}

void OrbitCamera::orbit(glm::vec2 pixels, glm::vec2 viewport) {
  const float perPixel = glm::pi<float>() / std::max(viewport.y, 1.0F);
  yaw = std::remainder(yaw - pixels.x * perPixel, glm::two_pi<float>());
  pitch = std::clamp(pitch + pixels.y * perPixel, kMinPitch, kMaxPitch);
}

void OrbitCamera::pan(glm::vec2 pixels, glm::vec2 viewport) {
  const CameraPose now = pose();
  const glm::vec3 ahead = now.forward();
  const glm::vec3 right = glm::normalize(glm::cross(ahead, kUp));
  const glm::vec3 up = glm::cross(right, ahead);
  const float perPixel = 2.0F * distance * std::tan(fovY * 0.5F) / std::max(viewport.y, 1.0F);
  target += (up * pixels.y - right * pixels.x) * perPixel;
  target.y = std::clamp(target.y, 0.0F, 10.0F);
}

void OrbitCamera::zoom(float steps) {
  distance = std::clamp(distance * std::pow(0.9F, steps), kMinDistance, kMaxDistance);
}

CameraPose OrbitCamera::pose() const {
  const glm::vec3 outward(std::sin(yaw) * std::cos(pitch), std::sin(pitch), std::cos(yaw) * std::cos(pitch));
  CameraPose pose;
  pose.target = target;
  pose.eye = target + outward * distance;
  pose.eye.y = std::max(pose.eye.y, kLowestEye);
  pose.fovY = fovY;
  return pose;
}

}  // namespace lead
