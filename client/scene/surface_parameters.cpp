#include "scene/surface_parameters.h"

#include <filament/MaterialInstance.h>

#include <array>
#include <cmath>

#include "scene/surface_textures.h"

namespace lead {
namespace {

using filament::math::float2;
using filament::math::float3;
using filament::math::float4;

float3 toFloat3(glm::vec3 v) {
  return {v.x, v.y, v.z};
}

/// KHR_texture_transform, translation · rotation · scale: two rows a texture, and which set of coordinates.
void setTransforms(filament::MaterialInstance& instance, const Material& material) {
  const SurfaceTextures textures = surfaceTextures(material);
  std::array<float4, kUvSlots * 2> rows;
  for (std::size_t i = 0; i < kUvSlots; ++i) {
    const TextureUse& use = textures[i].use;
    const float c = std::cos(use.rotation);
    const float s = std::sin(use.rotation);
    rows[i * 2] = {c * use.scale.x, s * use.scale.y, use.offset.x, use.texCoord == 1 ? 1.0F : 0.0F};
    rows[i * 2 + 1] = {-s * use.scale.x, c * use.scale.y, use.offset.y, 0.0F};
  }
  instance.setParameter("uvRows", rows.data(), rows.size());
}

void setToon(filament::MaterialInstance& instance, const MToon& mtoon) {
  instance.setParameter("shadeColor", toFloat3(mtoon.shadeColor));
  const float shiftScale = mtoon.shadingShiftTexture.texture >= 0 ? mtoon.shadingShiftScale : 0.0F;
  instance.setParameter("shading",
                        float4{mtoon.shadingShift, shiftScale, mtoon.shadingToony, mtoon.giEqualization});
  const bool matcap = mtoon.matcapTexture.texture >= 0;
  instance.setParameter("matcapColor", toFloat3(matcap ? mtoon.matcapColor : glm::vec3(0.0F)));
  instance.setParameter("rimColor", toFloat3(mtoon.rimColor));
  instance.setParameter("rim", float3{mtoon.rimFresnelPower, mtoon.rimLift, mtoon.rimLightingMix});
  instance.setParameter("outlineColor", float4{mtoon.outlineColor.x, mtoon.outlineColor.y,
                                               mtoon.outlineColor.z, mtoon.outlineLightingMix});
  const bool world = mtoon.outlineWidth == OutlineWidth::world;
  const float width = mtoon.outlineWidth == OutlineWidth::none ? 0.0F : mtoon.outlineFactor;
  instance.setParameter("outlineWidth", float2{world ? width : 0.0F, world ? 0.0F : width});
}

}  // namespace

void setSurfaceParameters(filament::MaterialInstance& instance, const Material& material) {
  glm::vec4 color = material.baseColor;
  if (material.alphaMode == AlphaMode::opaque) color.a = 1.0F;
  instance.setParameter("baseColor", float4{color.x, color.y, color.z, color.w});
  instance.setParameter("emissive", toFloat3(material.emissive));
  instance.setParameter("normalScale", material.normalTexture.texture >= 0 ? material.normalScale : 0.0F);
  setTransforms(instance, material);
  if (material.shading == Shading::mtoon) {
    setToon(instance, material.mtoon);
    return;
  }
  const float occlusion = material.occlusionTexture.texture >= 0 ? material.occlusionStrength : 0.0F;
  instance.setParameter("metallicRoughness", float3{material.metallic, material.roughness, occlusion});
  instance.setParameter("unlit", material.shading == Shading::unlit ? 1.0F : 0.0F);
}

bool movesTextures(const Material& material) {
  return material.shading == Shading::mtoon &&
         (material.mtoon.uvScroll != glm::vec2(0.0F) || material.mtoon.uvRotation != 0.0F);
}

void setUvAnimation(filament::MaterialInstance& instance, const MToon& mtoon, double seconds) {
  // A float's digits last for weeks this way; whole turns go unseen.
  constexpr double kTurns = 1024.0;
  constexpr double kTurn = 6.283185307179586;
  const auto scroll = [&](float speed) {
    return static_cast<float>(std::fmod(seconds * static_cast<double>(speed), kTurns));
  };
  const double angle = std::fmod(seconds * static_cast<double>(mtoon.uvRotation), kTurns * kTurn);
  instance.setParameter(
      "uvAnimation", float3{scroll(mtoon.uvScroll.x), scroll(mtoon.uvScroll.y), static_cast<float>(angle)});
}

bool hasOutline(const Material& material) {
  return material.shading == Shading::mtoon && material.mtoon.outlineWidth != OutlineWidth::none &&
         material.mtoon.outlineFactor > 0.0F;
}

}  // namespace lead
