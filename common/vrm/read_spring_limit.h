// Private to vrm/: VRMC_springBone_limit-1.0.
#pragma once

#include <optional>

#include "vrm/document.h"

namespace lead {

/// Of a joint that has the extension and whose tail is at `tail` in its node; kind none where it says nothing
/// that can be read (no or several shapes, no angle), std::nullopt without the extension.
std::optional<SpringLimit> readSpringLimit(const Json& joint, const glm::vec3& tail);

}  // namespace lead
