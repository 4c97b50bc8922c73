// VRM 0.x keeps what Unity's shaders were given; the way to VRM 1.0's values is UniVRM's migration. Colours
// there are in sRGB, as Unity's colour picker shows them, and texture offsets count from the picture's lower
// edge; glTF has both the other way. The emission colour is linear in Unity (it is an HDR colour).
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <glm/gtc/constants.hpp>
#include <set>

#include "vrm/material_values.h"
#include "vrm/materials.h"
#include "vrm/srgb.h"

namespace lead {
namespace {

constexpr float kMostColor = 1e4F;
constexpr float kMostShift = 1e4F;
constexpr float kMostPower = 100.0F;
constexpr float kMostNormalScale = 100.0F;
constexpr float kMostOutline = 1000.0F;  // centimetres
constexpr int kTransparentQueue = 3000;  // Unity's default of each kind
constexpr int kTransparentWithZWriteQueue = 2501;
constexpr int kMostQueue = 5000;
constexpr int kMostQueueOffset = 9;

float mix(float a, float b, float t) {
  return a + (b - a) * t;
}

class Version0Reader {
 public:
  Version0Reader(const Json& properties, MaterialValues& values, Material& out)
      : properties_(properties),
        floats_(member(properties, "floatProperties")),
        vectors_(member(properties, "vectorProperties")),
        textures_(member(properties, "textureProperties")),
        values_(values),
        out_(out) {
    float st[4] = {0.0F, 0.0F, 1.0F, 1.0F};  // offset, scale: that of _MainTex holds for the others too
    numbersMember(vectors_, "_MainTex", 4, st);
    for (float& value : st) value = std::clamp(value, -kMostShift, kMostShift);
    scale_ = {st[2], st[3]};
    offset_ = {st[0], 1.0F - st[3] - st[1]};
  }

  void readMToon() {
    out_.shading = Shading::mtoon;
    out_.mtoon = MToon();
    readSurface();
    readShading();
    readRim();
    readOutline();
    readUvAnimation();
    readBlending();
  }

  /// These shaders show the texture and know no colour.
  void readUnlit(AlphaMode alphaMode) {
    out_.shading = Shading::unlit;
    out_.baseColor = glm::vec4(1.0F);
    out_.baseColorTexture = texture("_MainTex");
    out_.alphaMode = alphaMode;
    out_.alphaCutoff = number("_Cutoff", 0.5F, 0.0F, 1.0F);
    out_.emissive = glm::vec3(0.0F);
  }

  void readUnlitColor() {
    readUnlit(AlphaMode::opaque);
    out_.baseColorTexture = {};
    values_.color(vectors_, "_Color", 4, 1.0F, &out_.baseColor.x);
    linearize(out_.baseColor);
  }

  /// VRM 1.0's unlit material can't write depth where it is transparent; a black MToon that glows can.
  void readUnlitTransparentWithZWrite() {
    glm::vec4 color(1.0F);
    values_.color(vectors_, "_Color", 4, 1.0F, &color.x);
    linearize(color);
    out_.shading = Shading::mtoon;
    out_.mtoon = MToon();
    out_.mtoon.shadeColor = glm::vec3(0.0F);
    out_.baseColor = {0.0F, 0.0F, 0.0F, color.w};
    out_.baseColorTexture = texture("_MainTex");
    out_.emissive = glm::vec3(color);
    out_.emissiveTexture = out_.baseColorTexture;
    out_.normalTexture = {};
    out_.alphaMode = AlphaMode::blend;
    out_.doubleSided = false;
    out_.mtoon.transparentWithZWrite = true;
    readRenderQueue(kTransparentWithZWriteQueue);
  }

 private:
  float number(const char* name, float fallback, float least, float most) {
    return values_.number(floats_, name, fallback, least, most);
  }
  /// One of Unity's enumerations.
  int choice(const char* name, int fallback, int most) {
    return static_cast<int>(number(name, static_cast<float>(fallback), 0.0F, static_cast<float>(most)));
  }
  bool has(const char* name) const { return member(floats_, name).is_number(); }
  bool keyword(const char* name) const { return flagMember(member(properties_, "keywordMap"), name, false); }

  static void linearize(glm::vec4& color) {  // alpha is no colour
    for (int i = 0; i < 3; ++i) color[i] = linearOfSrgb(color[i]);
  }
  glm::vec3 color(const char* name, const glm::vec3& fallback) {
    glm::vec3 value = values_.color(vectors_, name, fallback, kMostColor);
    for (int i = 0; i < 3; ++i) value[i] = linearOfSrgb(value[i]);
    return value;
  }
  TextureUse texture(const char* name) {
    TextureUse use;
    use.texture = values_.textureIndex(textures_, name);
    if (use.texture < 0) return use;
    use.scale = scale_;
    use.offset = offset_;
    return use;
  }

  void readSurface() {
    out_.baseColor = glm::vec4(1.0F);
    values_.color(vectors_, "_Color", 4, kMostColor, &out_.baseColor.x);
    linearize(out_.baseColor);
    out_.baseColor.w = std::min(out_.baseColor.w, 1.0F);
    out_.baseColorTexture = texture("_MainTex");
    out_.emissive = values_.color(vectors_, "_EmissionColor", glm::vec3(0.0F), kMostColor);
    out_.emissiveTexture = texture("_EmissionMap");
    out_.normalTexture = texture("_BumpMap");
    out_.normalScale = number("_BumpScale", 1.0F, -kMostNormalScale, kMostNormalScale);
  }

  /// 0.x shades from `shift` to mix(1, shift, toony) of the light's cosine; 1.0 names the middle and the
  /// margin of that range. _ReceiveShadowTexture and _ShadingGradeTexture have no counterpart there.
  void readShading() {
    MToon& mtoon = out_.mtoon;
    mtoon.shadeColor = color("_ShadeColor", {0.97F, 0.81F, 0.86F});
    mtoon.shadeTexture = texture("_ShadeTexture");
    // 0.x models rely on its global illumination, which showed the lit texture in the shade
    if (mtoon.shadeTexture.texture < 0) mtoon.shadeTexture = out_.baseColorTexture;
    const float shift = number("_ShadeShift", 0.0F, -1.0F, 1.0F);
    const float end = mix(1.0F, shift, number("_ShadeToony", 0.9F, 0.0F, 1.0F));
    mtoon.shadingToony = std::clamp((2.0F - (end - shift)) * 0.5F, 0.0F, 1.0F);
    mtoon.shadingShift = std::clamp(-(end + shift) * 0.5F, -1.0F, 1.0F);
    mtoon.giEqualization = 1.0F - number("_IndirectLightIntensity", 0.1F, 0.0F, 1.0F);
    for (const char* unknown : {"_ReceiveShadowTexture", "_ShadingGradeTexture"})
      if (values_.textureIndex(textures_, unknown) >= 0)
        values_.warn("material.mtoon0-texture",
                     fmt::format("has a {}, which VRM 1.0 has no place for; it is ignored", unknown));
  }

  void readRim() {
    MToon& mtoon = out_.mtoon;
    mtoon.matcapTexture.texture = values_.textureIndex(textures_, "_SphereAdd");  // without offset and scale
    mtoon.matcapColor = glm::vec3(mtoon.matcapTexture.texture < 0 ? 0.0F : 1.0F);
    mtoon.rimColor = color("_RimColor", glm::vec3(0.0F));
    mtoon.rimFresnelPower = number("_RimFresnelPower", 1.0F, 0.0F, kMostPower);
    mtoon.rimLift = number("_RimLift", 0.0F, -kMostPower, kMostPower);
    mtoon.rimTexture = texture("_RimTexture");
    mtoon.rimLightingMix = 1.0F;  // 0.x leaves the matcap unlit and mixes the rim alone: 1 suits both
  }

  void readOutline() {
    MToon& mtoon = out_.mtoon;
    constexpr float kMetresPerCentimetre = 0.01F;
    constexpr float kHeightPerPercentOfHalfHeight = 0.005F;
    int mode = keyword("MTOON_OUTLINE_WIDTH_WORLD") ? 1 : keyword("MTOON_OUTLINE_WIDTH_SCREEN") ? 2 : 0;
    if (has("_OutlineWidthMode")) mode = choice("_OutlineWidthMode", 0, 9);
    const float width = number("_OutlineWidth", 0.5F, 0.0F, kMostOutline);
    if (mode == 1) {
      mtoon.outlineWidth = OutlineWidth::world;
      mtoon.outlineFactor = width * kMetresPerCentimetre;
    } else if (mode == 2) {
      mtoon.outlineWidth = OutlineWidth::screen;
      mtoon.outlineFactor = width * kHeightPerPercentOfHalfHeight;
    }
    mtoon.outlineWidthTexture = texture("_OutlineWidthTexture");
    mtoon.outlineColor = color("_OutlineColor", glm::vec3(0.0F));
    const bool mixed = has("_OutlineColorMode") ? choice("_OutlineColorMode", 0, 1) == 1
                                                : keyword("MTOON_OUTLINE_COLOR_MIXED");
    mtoon.outlineLightingMix = mixed ? number("_OutlineLightingMix", 1.0F, 0.0F, 1.0F) : 0.0F;
  }

  void readUvAnimation() {
    MToon& mtoon = out_.mtoon;
    mtoon.uvMaskTexture = texture("_UvAnimMaskTexture");
    mtoon.uvScroll.x = number("_UvAnimScrollX", 0.0F, -kMostShift, kMostShift);
    mtoon.uvScroll.y = -number("_UvAnimScrollY", 0.0F, -kMostShift, kMostShift);
    mtoon.uvRotation = number("_UvAnimRotation", 0.0F, -kMostShift, kMostShift) * glm::two_pi<float>();
  }

  /// 0 opaque, 1 cutout, 2 transparent, 3 transparent that writes depth; files of other exporters set
  /// keywords only.
  void readBlending() {
    int mode = choice("_BlendMode", 0, 3);
    if (mode == 0 && keyword("_ALPHATEST_ON")) mode = 1;
    if (mode < 2 && keyword("_ALPHABLEND_ON")) mode = number("_ZWrite", 0.0F, 0.0F, 1.0F) == 1.0F ? 3 : 2;
    out_.alphaMode = mode == 0 ? AlphaMode::opaque : mode == 1 ? AlphaMode::mask : AlphaMode::blend;
    out_.alphaCutoff = number("_Cutoff", 0.5F, 0.0F, 1.0F);
    out_.mtoon.transparentWithZWrite = mode == 3;
    if (mode >= 2) readRenderQueue(mode == 3 ? kTransparentWithZWriteQueue : kTransparentQueue);
    out_.doubleSided = choice("_CullMode", 2, 2) != 2;  // 0 off, 1 front, 2 back; glTF can't cull the front
  }

  /// As in the file, from Unity's default on; see orderVersion0RenderQueues.
  void readRenderQueue(int usual) {
    const Json& queue = member(properties_, "renderQueue");
    if (const auto at = asIndex(queue); at) out_.mtoon.renderQueueOffset = std::min(*at, kMostQueue) - usual;
  }

  const Json& properties_;
  const Json& floats_;
  const Json& vectors_;
  const Json& textures_;
  MaterialValues& values_;
  Material& out_;
  glm::vec2 scale_{1.0F};
  glm::vec2 offset_{0.0F};
};

}  // namespace

void applyVersion0Properties(const Json& properties, MaterialValues& values, Material& material) {
  const std::string shader = textMember(properties, "shader");
  Version0Reader reader(properties, values, material);
  if (shader == "VRM/MToon")
    reader.readMToon();
  else if (shader == "VRM/UnlitTransparentZWrite")
    reader.readUnlitTransparentWithZWrite();
  else if (shader == "VRM/UnlitTexture" || shader == "Unlit/Texture")
    reader.readUnlit(AlphaMode::opaque);
  else if (shader == "VRM/UnlitCutout" || shader == "Unlit/Transparent Cutout")
    reader.readUnlit(AlphaMode::mask);
  else if (shader == "VRM/UnlitTransparent" || shader == "Unlit/Transparent")
    reader.readUnlit(AlphaMode::blend);
  else if (shader == "Unlit/Color")
    reader.readUnlitColor();
  else if (!shader.empty() && shader != "VRM_USE_GLTFSHADER" && shader != "Standard")
    values.warn(
        "material.shader",
        fmt::format("has the shader {}, which isn't VRM's; its glTF values are used", inQuotes(shader)));
}

void orderVersion0RenderQueues(std::vector<Material>& materials) {
  for (const bool zWrite : {false, true}) {
    const auto concerns = [&](const Material& material) {
      return material.shading == Shading::mtoon && material.alphaMode == AlphaMode::blend &&
             material.mtoon.transparentWithZWrite == zWrite;
    };
    std::set<int> queues;
    for (const Material& material : materials)
      if (concerns(material)) queues.insert(material.mtoon.renderQueueOffset);
    // those that write depth count from 0 up, the others end at 0
    const int first = zWrite ? 0 : 1 - static_cast<int>(queues.size());
    for (Material& material : materials) {
      if (!concerns(material)) continue;
      const auto rank = std::distance(queues.begin(), queues.find(material.mtoon.renderQueueOffset));
      material.mtoon.renderQueueOffset =
          std::clamp(first + static_cast<int>(rank), -kMostQueueOffset, kMostQueueOffset);
    }
  }
}

}  // namespace lead
