// Where the mannequin's bones are: the one list that shape, weights and the file's nodes are made from.
//
// Frame: metres, +Y up, faces +Z, left is +X. T-pose, palms down. The right side mirrors the left.
#pragma once

#include <array>
#include <glm/vec3.hpp>
#include <vector>

#include "rig/humanoid.h"

namespace lead::mannequin {

/// Every humanoid bone but the jaw, parents first.
const std::vector<Bone>& bones();

/// The bone's parent in the mannequin; the hips have none.
std::optional<Bone> parentOf(Bone bone);

/// Head of a bone at rest. The jaw has none and gives the head's.
glm::vec3 restOf(Bone bone);

inline constexpr std::size_t kFingerCount = 5;

/// One finger of the left hand from its first bone's head to its tip, with the radius at each of the four.
struct Finger {
  Bone first;  ///< of three bones that follow each other
  std::array<glm::vec3, 4> point;
  std::array<float, 4> radius;
};

/// Thumb, index, middle, ring, little.
const std::array<Finger, kFingerCount>& leftFingers();

/// The eyeball's radius; its centre is the eye bone.
inline constexpr float kEyeRadius = 0.0225F;

}  // namespace lead::mannequin
