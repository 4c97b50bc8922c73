// Private to vrm/: what moves besides the bones, out of files of either version. Nodes, meshes and materials
// of the model are given. What is broken is left out with a warning: an avatar without it is still of use.
#pragma once

#include "vrm/runtime_source.h"

namespace lead {

/// VRMC_vrm.expressions, or blendShapeMaster of 0.x.
void readExpressions(const RuntimeSource& source, Model& model);

/// VRMC_vrm.lookAt, or its part of firstPerson of 0.x.
void readLookAt(const RuntimeSource& source, Model& model);

/// VRMC_node_constraint of the nodes, sorted for evaluation; those in a ring are left out.
void readConstraints(const RuntimeSource& source, Model& model);

/// VRMC_springBone with VRMC_springBone_extended_collider and VRMC_springBone_limit, or secondaryAnimation of
/// 0.x.
void readSprings(const RuntimeSource& source, Model& model);

/// The meshes' firstPerson annotations.
void readFirstPerson(const RuntimeSource& source, Model& model);

}  // namespace lead
