// Which textures a surface is drawn with, and what each is to the shaders. Pure.
#pragma once

#include <array>
#include <cstdint>

#include "vrm/model.h"

namespace lead {

/// The places for textures that the shaders of a model's surfaces have. Two are shared by what never meets.
enum class TextureSlot : std::uint8_t {
  base,
  shade,  ///< of pbr: metallic and roughness
  shift,  ///< of pbr: occlusion
  normal,
  emissive,
  rim,
  outlineWidth,
  uvMask,
  matcap,
};
inline constexpr std::size_t kTextureSlots = 9;
/// Those that are looked up by texture coordinates: all but the matcap, which is last.
inline constexpr std::size_t kUvSlots = 8;

struct SurfaceTexture {
  TextureUse use;     ///< none: white
  bool data = false;  ///< numbers, not colours: not to be decoded from sRGB
};

/// By TextureSlot. Textures that the material's shading has no use for are none.
using SurfaceTextures = std::array<SurfaceTexture, kTextureSlots>;

SurfaceTextures surfaceTextures(const Material& material);

}  // namespace lead
