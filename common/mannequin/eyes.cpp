#include <array>
#include <cmath>
#include <glm/geometric.hpp>

#include "mannequin/parts.h"
#include "mannequin/proportions.h"

namespace lead::mannequin {
namespace {

using glm::vec3;

constexpr float kPi = 3.14159265F;
constexpr int kSegments = 24;

SkinWeights onlyBone(Bone bone) {
  SkinWeights weights;
  weights.bone = {bone, Bone::hips, Bone::hips, Bone::hips};
  weights.weight = {255, 0, 0, 0};
  return weights;
}

vec3 fromAxis(float polar, float around) {
  return {std::sin(polar) * std::cos(around), std::sin(polar) * std::sin(around), std::cos(polar)};
}

/// The zone of a sphere between two angles off the axis (0: +Z), in `rings` steps.
void addZone(Part& part, vec3 centre, float radius, float from, float to, int rings, Bone bone, vec3 axis) {
  const vec3 right = glm::normalize(glm::cross(vec3(0.0F, 1.0F, 0.0F), axis));
  const vec3 up = glm::cross(axis, right);
  const auto first = static_cast<std::uint32_t>(part.positions.size());
  for (int ring = 0; ring <= rings; ++ring) {
    const float polar = from + (to - from) * static_cast<float>(ring) / static_cast<float>(rings);
    for (int s = 0; s < kSegments; ++s) {
      const vec3 local = fromAxis(polar, 2.0F * kPi * static_cast<float>(s) / kSegments);
      const vec3 normal = right * local.x + up * local.y + axis * local.z;
      part.positions.push_back(centre + normal * radius);
      part.normals.push_back(normal);
      part.weights.push_back(onlyBone(bone));
    }
  }
  for (int ring = 0; ring < rings; ++ring) {
    for (int s = 0; s < kSegments; ++s) {
      const std::uint32_t a = first + ring * kSegments + s;
      const std::uint32_t b = first + ring * kSegments + (s + 1) % kSegments;
      // At the pole the inner ring is one point: one triangle instead of two.
      if (from + static_cast<float>(ring) > 0.0F)
        part.indices.insert(part.indices.end(), {a, b + kSegments, b});
      part.indices.insert(part.indices.end(), {a, a + kSegments, b + kSegments});
    }
  }
}

}  // namespace

PartMesh buildEyes() {
  constexpr float pupil = 0.20F;
  constexpr float rim = 0.43F;
  constexpr float iris = 0.47F;
  PartMesh eyes;
  eyes.name = "Eyes";
  Part white, colour, dark, glint;
  white.paint = Paint::white;
  colour.paint = Paint::iris;
  dark.paint = Paint::pupil;
  glint.paint = Paint::glint;
  const vec3 ahead{0.0F, 0.0F, 1.0F};
  for (Bone bone : {Bone::leftEye, Bone::rightEye}) {
    const vec3 centre = restOf(bone);
    addZone(white, centre, kEyeRadius, iris, 1.40F, 5, bone, ahead);
    addZone(dark, centre, kEyeRadius, rim, iris, 1, bone, ahead);
    addZone(colour, centre, kEyeRadius, pupil, rim, 2, bone, ahead);
    addZone(dark, centre, kEyeRadius, 0.0F, pupil, 2, bone, ahead);
    // The light that both eyes mirror comes from the same side.
    addZone(glint, centre, kEyeRadius + 0.0004F, 0.0F, 0.085F, 1, bone,
            glm::normalize(vec3(0.19F, 0.23F, 1.0F)));
  }
  eyes.parts = {white, colour, dark, glint};
  return eyes;
}

}  // namespace lead::mannequin
