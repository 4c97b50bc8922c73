// Private to vrm/: which node is which humanoid bone.
#pragma once

#include "rig/humanoid.h"
#include "vrm/document.h"

namespace lead {

/// The file's node index of each bone, -1 where absent. Missing required bones are one fault together; a bone
/// that points nowhere or is given twice is one of its own.
BoneArray<int> readHumanoid(const VrmExtension& vrm, std::size_t nodeCount, Faults& faults,
                            Warnings& warnings);

}  // namespace lead
