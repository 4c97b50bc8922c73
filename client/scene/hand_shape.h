// A simple hand: palm, four slightly curled fingers, thumb. Pure. Metres; of an adult's size.
#pragma once

#include "rig/humanoid.h"
#include "scene/mesh_data.h"

namespace lead {

/// Points along -Z from a wrist behind the origin, which is in its palm; the palm faces down, the thumb is
/// towards the body's middle. Not sealed yet.
MeshData makeHandShape(Side side);

}  // namespace lead
