// Private to vrm/: what springs collide with, out of files of either version.
#pragma once

#include <vector>

#include "vrm/runtime_source.h"

namespace lead {

/// Fills in model.colliders. Gives each collider group as indices into them; what is broken isn't there.
std::vector<std::vector<int>> readColliders(const RuntimeSource& source, Model& model);

}  // namespace lead
