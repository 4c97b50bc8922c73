// Private to vrm/: the file's nodes as a forest, parents first.
#pragma once

#include <vector>

#include "vrm/document.h"

namespace lead {

struct NodeTree {
  std::vector<Node> nodes;    ///< parents first
  std::vector<int> newIndex;  ///< of the file's node index
};

/// Reads hierarchy, transforms and what hangs on the nodes. Faults: cycles, second parents, indices that
/// point nowhere, transforms that aren't finite. Nodes outside of the file's scene stay (joints may be there)
/// but lose their mesh. After a fault the result is only good for finding more faults.
NodeTree readNodes(const Json& json, Faults& faults, Warnings& warnings);

}  // namespace lead
