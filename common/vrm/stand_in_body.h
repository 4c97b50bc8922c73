// Private to vrm/: a plain body around any humanoid skeleton, by code.
#pragma once

#include <cstdint>
#include <glm/vec3.hpp>
#include <vector>

#include "rig/skeleton.h"

namespace lead {

/// Rounded limbs, each moved by one bone. Arrays of positions, normals and bones are equally long.
struct StandInBody {
  std::vector<glm::vec3> positions;  ///< at rest, in the model's frame
  std::vector<glm::vec3> normals;    ///< unit
  std::vector<Bone> bones;
  std::vector<std::uint16_t> indices;  ///< three a triangle, counter-clockwise seen from outside
};

/// Trunk, head, limbs and fingers, as thick as the bones' lengths suggest.
StandInBody makeStandInBody(const Skeleton& skeleton);

}  // namespace lead
