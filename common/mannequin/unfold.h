// Takes out the few folds that dual contouring leaves where cells of two sizes meet.
#pragma once

#include "mannequin/polygonize.h"

namespace lead::mannequin {

/// Collapses edges of triangles that lie upside down, where that leaves fewer such triangles. Pairs of
/// triangles that come to lie back to back are taken away. A closed mesh stays closed.
void unfold(TriangleMesh& mesh, const Distance& surface);

}  // namespace lead::mannequin
