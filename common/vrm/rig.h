// Private to vrm/: from nodes and a humanoid map to the normalised rig in the canonical frame.
#pragma once

#include "vrm/document.h"

namespace lead {

/// Turns the model to face +Z where needed, which puts a node of our own at the front of `model.nodes`, and
/// fills in everything that follows from the nodes at rest. `model.nodes` and `model.boneNode` are given,
/// with all required bones. Faults: a model that can't be led, as arms or legs without length or bones that
/// don't hang together.
void buildRig(VrmVersion version, Model& model, Faults& faults, Warnings& warnings);

}  // namespace lead
