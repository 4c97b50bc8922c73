#include "scene/surface_textures.h"

namespace lead {

SurfaceTextures surfaceTextures(const Material& material) {
  SurfaceTextures textures;
  const auto set = [&](TextureSlot slot, const TextureUse& use, bool data = false) {
    textures[static_cast<std::size_t>(slot)] = {use, data};
  };
  set(TextureSlot::base, material.baseColorTexture);
  if (material.shading == Shading::unlit) return textures;
  set(TextureSlot::normal, material.normalTexture, true);
  set(TextureSlot::emissive, material.emissiveTexture);
  if (material.shading == Shading::pbr) {
    set(TextureSlot::shade, material.metallicRoughnessTexture, true);
    set(TextureSlot::shift, material.occlusionTexture, true);
    return textures;
  }
  const MToon& mtoon = material.mtoon;
  set(TextureSlot::shade, mtoon.shadeTexture);
  set(TextureSlot::shift, mtoon.shadingShiftTexture, true);
  set(TextureSlot::rim, mtoon.rimTexture);
  set(TextureSlot::outlineWidth, mtoon.outlineWidthTexture, true);
  set(TextureSlot::uvMask, mtoon.uvMaskTexture, true);
  set(TextureSlot::matcap, mtoon.matcapTexture);
  return textures;
}

}  // namespace lead
