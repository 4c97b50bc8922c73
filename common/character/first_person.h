// What an avatar's own eyes see of it: not the head they are in. VRMC_vrm-1.0/firstPerson.md. Pure; for
// loading, not for every frame.
#pragma once

#include <cstdint>
#include <vector>

#include "vrm/model.h"

namespace lead {

/// True for nodes that are the head or below it; one a node.
std::vector<bool> headNodes(const Model& model);

/// Whether others see a mesh.
inline bool seenByOthers(FirstPersonView view) {
  return view != FirstPersonView::firstPersonOnly;
}

/// The triangles of a primitive, shown by `node`, that its own avatar sees: three indices each. Of an
/// automatic mesh those without a vertex that hangs on the head; a rigid one follows its node. `head`:
/// headNodes(model).
std::vector<std::uint32_t> firstPersonIndices(const Model& model, const std::vector<bool>& head, int node,
                                              const Primitive& primitive);

}  // namespace lead
