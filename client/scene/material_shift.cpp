#include "scene/material_shift.h"

#include <algorithm>

namespace lead {
namespace {

template <typename T>
bool isShift(const Shift<T>& shift) {
  return shift.weight != 0.0F || shift.sum != T(0.0F);
}

}  // namespace

bool changesAnything(const MaterialShift& shift) {
  return isShift(shift.textureScale) || isShift(shift.textureOffset) ||
         std::any_of(shift.color.begin(), shift.color.end(), isShift<glm::vec4>);
}

Material shiftedMaterial(Material material, const MaterialShift& shift) {
  const auto color = [&](MaterialColor kind, glm::vec3& base) {
    base = glm::vec3(shift.over(kind, glm::vec4(base, 1.0F)));
  };
  MToon& mtoon = material.mtoon;
  material.baseColor = shift.over(MaterialColor::base, material.baseColor);
  color(MaterialColor::emission, material.emissive);
  color(MaterialColor::shade, mtoon.shadeColor);
  color(MaterialColor::matcap, mtoon.matcapColor);
  color(MaterialColor::rim, mtoon.rimColor);
  color(MaterialColor::outline, mtoon.outlineColor);
  for (TextureUse* use :
       {&material.baseColorTexture, &material.emissiveTexture, &material.normalTexture,
        &material.metallicRoughnessTexture, &material.occlusionTexture, &mtoon.shadeTexture,
        &mtoon.shadingShiftTexture, &mtoon.rimTexture, &mtoon.outlineWidthTexture, &mtoon.uvMaskTexture})
    *use = shift.over(*use);
  return material;
}

}  // namespace lead
