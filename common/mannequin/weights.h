// Which bones move a point of the mannequin's skin, and how much.
#pragma once

#include <array>
#include <cstdint>
#include <glm/vec3.hpp>
#include <vector>

#include "mannequin/polygonize.h"
#include "rig/humanoid.h"

namespace lead::mannequin {

/// Up to four bones; weights in 1/255 that add up to 255, the unused ones 0.
struct SkinWeights {
  std::array<Bone, 4> bone{};
  std::array<std::uint8_t, 4> weight{};
};

/// One a vertex of the mesh. Blended along limbs only: an arm never moves with the trunk beside it, nor a
/// finger with the next.
std::vector<SkinWeights> skinWeights(const TriangleMesh& mesh);

}  // namespace lead::mannequin
