// In what order the parts of an avatar that are seen through are drawn. VRMC_materials_mtoon-1.0, "Render
// Queue". Pure.
#pragma once

#include <vector>

#include "scene/prepared_model.h"

namespace lead {

bool isBlended(const Model& model, int material);

/// Gives each blended part its rank: those that write depth first, then by render queue, then as in the file.
/// And one reach for all of them: Filament 1.9 sorts by the distance of a part's box before it looks at
/// ranks, so these must not differ.
void orderBlended(const Model& model, std::vector<PreparedPart>& parts);

}  // namespace lead
