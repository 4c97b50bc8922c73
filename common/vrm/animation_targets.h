// Private to vrm/: what an animation file's nodes stand for.
#pragma once

#include <string>
#include <vector>

#include "rig/humanoid.h"
#include "vrm/document.h"
#include "vrm/nodes.h"

namespace lead {

struct ExpressionTarget {
  std::string name;
  bool custom = false;
  int node = -1;
};

/// Indices are those of the node tree; -1: none.
struct AnimationTargets {
  BoneArray<int> bones{};
  std::vector<ExpressionTarget> expressions;  ///< their weight is their node's translation.x
  int lookAt = -1;                            ///< the gaze is this node's rotation
  bool tPose = true;                          ///< the rest pose is a T-pose by specification
};

/// By the VRM extension where the file has one, else by the nodes' names. Faults: no humanoid bones, nodes
/// that don't exist.
AnimationTargets findTargets(const Json& json, const NodeTree& tree, const LoadLimits& limits,
                             Faults& faults);

}  // namespace lead
