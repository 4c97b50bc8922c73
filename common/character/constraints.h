// Node constraints: nodes that turn after others. VRMC_node_constraint-1.0, "Constraints". Pure; allocates
// nothing.
#pragma once

#include "character/node_pose.h"

namespace lead {

/// Applies the model's constraints, in their order, to the rotations of `nodes`.
void applyConstraints(const Model& model, const glm::mat4& root, NodePose& nodes);

/// The local rotation that one of them asks for, of its full weight and before blending with the rest
/// rotation.
glm::quat constrainedRotation(const Model& model, const NodeConstraint& constraint, const glm::mat4& root,
                              const NodePose& nodes);

}  // namespace lead
