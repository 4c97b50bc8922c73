// VRMC_materials_mtoon 1.0.
#include "vrm/material_values.h"
#include "vrm/materials.h"

namespace lead {
namespace {

constexpr float kMostShift = 1e4F;
constexpr float kMostPower = 100.0F;
constexpr float kMostOutline = 10.0F;

OutlineWidth readOutlineWidth(const Json& mtoon, MaterialValues& values) {
  const Json& mode = member(mtoon, "outlineWidthMode");
  if (mode.is_null() || mode == "none") return OutlineWidth::none;
  if (mode == "worldCoordinates") return OutlineWidth::world;
  if (mode == "screenCoordinates") return OutlineWidth::screen;
  values.warn("material.value", "has an unknown outlineWidthMode; it is drawn without an outline");
  return OutlineWidth::none;
}

void readShading(const Json& mtoon, MaterialValues& values, MToon& out) {
  out.shadeColor = values.color(mtoon, "shadeColorFactor", glm::vec3(0.0F));
  out.shadeTexture = values.texture(mtoon, "shadeMultiplyTexture");
  out.shadingShift = values.number(mtoon, "shadingShiftFactor", out.shadingShift, -1.0F, 1.0F);
  out.shadingShiftTexture = values.texture(mtoon, "shadingShiftTexture");
  out.shadingShiftScale = values.number(member(mtoon, "shadingShiftTexture"), "scale", out.shadingShiftScale,
                                        -kMostPower, kMostPower);
  out.shadingToony = values.number(mtoon, "shadingToonyFactor", out.shadingToony, 0.0F, 1.0F);
  out.giEqualization = values.number(mtoon, "giEqualizationFactor", out.giEqualization, 0.0F, 1.0F);
}

void readRim(const Json& mtoon, MaterialValues& values, MToon& out) {
  out.matcapColor = values.color(mtoon, "matcapFactor", out.matcapColor);
  out.matcapTexture = values.texture(mtoon, "matcapTexture");
  out.rimColor = values.color(mtoon, "parametricRimColorFactor", out.rimColor);
  out.rimFresnelPower =
      values.number(mtoon, "parametricRimFresnelPowerFactor", out.rimFresnelPower, 0.0F, kMostPower);
  out.rimLift = values.number(mtoon, "parametricRimLiftFactor", out.rimLift, -kMostPower, kMostPower);
  out.rimTexture = values.texture(mtoon, "rimMultiplyTexture");
  out.rimLightingMix = values.number(mtoon, "rimLightingMixFactor", out.rimLightingMix, 0.0F, 1.0F);
}

void readOutline(const Json& mtoon, MaterialValues& values, MToon& out) {
  out.outlineWidth = readOutlineWidth(mtoon, values);
  out.outlineFactor = values.number(mtoon, "outlineWidthFactor", out.outlineFactor, 0.0F, kMostOutline);
  out.outlineWidthTexture = values.texture(mtoon, "outlineWidthMultiplyTexture");
  out.outlineColor = values.color(mtoon, "outlineColorFactor", out.outlineColor);
  out.outlineLightingMix =
      values.number(mtoon, "outlineLightingMixFactor", out.outlineLightingMix, 0.0F, 1.0F);
}

void readUvAnimation(const Json& mtoon, MaterialValues& values, MToon& out) {
  out.uvMaskTexture = values.texture(mtoon, "uvAnimationMaskTexture");
  out.uvScroll.x = values.number(mtoon, "uvAnimationScrollXSpeedFactor", 0.0F, -kMostShift, kMostShift);
  out.uvScroll.y = values.number(mtoon, "uvAnimationScrollYSpeedFactor", 0.0F, -kMostShift, kMostShift);
  out.uvRotation = values.number(mtoon, "uvAnimationRotationSpeedFactor", 0.0F, -kMostShift, kMostShift);
}

/// By the specification what is opaque has no offset, and what writes depth comes before what doesn't.
void readRenderQueue(const Json& mtoon, MaterialValues& values, Material& out) {
  if (out.alphaMode != AlphaMode::blend) return;
  out.mtoon.transparentWithZWrite = values.flag(mtoon, "transparentWithZWrite", false);
  const float least = out.mtoon.transparentWithZWrite ? 0.0F : -9.0F;
  const float most = out.mtoon.transparentWithZWrite ? 9.0F : 0.0F;
  out.mtoon.renderQueueOffset =
      static_cast<int>(values.number(mtoon, "renderQueueOffsetNumber", 0.0F, least, most));
}

}  // namespace

void readMToon(const Json& mtoon, MaterialValues& values, Material& out) {
  if (!mtoon.is_object()) return;
  out.shading = Shading::mtoon;
  readShading(mtoon, values, out.mtoon);
  readRim(mtoon, values, out.mtoon);
  readOutline(mtoon, values, out.mtoon);
  readUvAnimation(mtoon, values, out.mtoon);
  readRenderQueue(mtoon, values, out);
}

}  // namespace lead
