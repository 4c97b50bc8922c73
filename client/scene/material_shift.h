// What expressions do to a material. Pure.
#pragma once

#include "character/expressions.h"
#include "vrm/model.h"

namespace lead {

bool changesAnything(const MaterialShift& shift);

/// The material with colours and texture transforms as the shift has them.
Material shiftedMaterial(Material material, const MaterialShift& shift);

}  // namespace lead
