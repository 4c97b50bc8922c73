// How far a spring's joint may turn. VRMC_springBone_limit-1.0, "Limits". Pure.
#pragma once

#include <glm/vec3.hpp>

#include "vrm/model.h"

namespace lead {

/// The allowed direction for a unit `direction`, both in the limit's own frame, where joints rest at +Y.
/// Directions with no nearest allowed one are answered as the specification's "Singular Directions" has it.
glm::vec3 limitedDirection(const SpringLimit& limit, const glm::vec3& direction);

}  // namespace lead
