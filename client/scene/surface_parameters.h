// The numbers of a model's surface, as its shaders take them. Private to client/scene.
#pragma once

#include "scene/gpu.h"
#include "vrm/model.h"

namespace lead {

/// Colours, factors and texture transforms: all but the textures themselves.
void setSurfaceParameters(filament::MaterialInstance& instance, const Material& material);

/// Whether the material's textures move by themselves.
bool movesTextures(const Material& material);
/// Where they are after so many seconds.
void setUvAnimation(filament::MaterialInstance& instance, const MToon& mtoon, double seconds);

/// Whether the material is drawn with an outline.
bool hasOutline(const Material& material);

}  // namespace lead
