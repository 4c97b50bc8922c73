// Private to vrm/: humanoid bones by the names that common rigs give their nodes.
#pragma once

#include <vector>

#include "rig/humanoid.h"
#include "vrm/model.h"

namespace lead {

/// Node of each bone, -1 where none is known. Of several skeletons in a file the one with the most bones is
/// taken. `nodes` are parents first.
BoneArray<int> bonesByName(const std::vector<Node>& nodes);

}  // namespace lead
