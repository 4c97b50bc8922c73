// Private to vrm/: whose the model is and what it may be used for.
#pragma once

#include "vrm/document.h"

namespace lead {

/// A meta that isn't an object is a fault; one that is missing isn't.
void checkMeta(const VrmExtension& vrm, Faults& faults);

/// Reads the meta of either version, in VRM 1.0's words. What isn't said is taken as the strictest, as 1.0
/// does. `images` and `textures` are the file's, for the thumbnail.
Meta readMeta(const VrmExtension& vrm, std::size_t images, const std::vector<Texture>& textures,
              Warnings& warnings);

}  // namespace lead
