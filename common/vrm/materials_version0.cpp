// VRM 0.x keeps what Unity's shaders were given. Colours there are in sRGB, as Unity's colour picker shows
// them, and texture offsets count from the picture's lower edge; glTF has both the other way. The emission
// colour is linear in Unity (it is an HDR colour).
#include <algorithm>

#include "vrm/materials.h"
#include "vrm/srgb.h"

namespace lead {
namespace {

bool keyword(const Json& properties, const char* name) {
  return flagMember(member(properties, "keywordMap"), name, false);
}

float number(const Json& properties, const char* name, float fallback) {
  return numberMember(member(properties, "floatProperties"), name, fallback);
}

TextureUse textureUse(const Json& properties, const char* name) {
  TextureUse use;
  use.texture = asIndex(member(member(properties, "textureProperties"), name)).value_or(-1);
  float transform[4] = {0.0F, 0.0F, 1.0F,
                        1.0F};  // offset, scale; of _MainTex for all of a material's textures
  numbersMember(member(properties, "vectorProperties"), "_MainTex", 4, transform);
  use.scale = {transform[2], transform[3]};
  use.offset = {transform[0], 1.0F - transform[3] - transform[1]};
  return use;
}

void applyColors(const Json& properties, Material& material) {
  const Json& vectors = member(properties, "vectorProperties");
  glm::vec4 color(1.0F);
  numbersMember(vectors, "_Color", 4, &color.x);
  material.baseColor = {linearOfSrgb(color.x), linearOfSrgb(color.y), linearOfSrgb(color.z), color.w};
  material.baseColorTexture = textureUse(properties, "_MainTex");
}

void applyMToon(const Json& properties, Material& material) {
  material.shading = Shading::mtoon;
  applyColors(properties, material);
  const Json& vectors = member(properties, "vectorProperties");
  glm::vec3 shade(0.97F, 0.81F, 0.86F);  // the shader's default
  numbersMember(vectors, "_ShadeColor", 3, &shade.x);
  material.mtoon.shadeColor = {linearOfSrgb(shade.x), linearOfSrgb(shade.y), linearOfSrgb(shade.z)};
  material.emissive = glm::vec3(0.0F);
  numbersMember(vectors, "_EmissionColor", 3, &material.emissive.x);
  material.emissive = glm::max(material.emissive, glm::vec3(0.0F));
  material.emissiveTexture = textureUse(properties, "_EmissionMap");

  // 0 opaque, 1 cutout, 2 transparent, 3 transparent that writes depth; files of other exporters set keywords
  // only
  const float mode = number(properties, "_BlendMode", 0.0F);
  material.alphaMode = AlphaMode::opaque;
  if (mode == 1.0F || keyword(properties, "_ALPHATEST_ON")) material.alphaMode = AlphaMode::mask;
  if (mode >= 2.0F || keyword(properties, "_ALPHABLEND_ON")) material.alphaMode = AlphaMode::blend;
  material.alphaCutoff = number(properties, "_Cutoff", 0.5F);
  material.doubleSided = number(properties, "_CullMode", 2.0F) == 0.0F;  // 0 off, 1 front, 2 back
}

void applyUnlit(const std::string& shader, const Json& properties, Material& material) {
  material.shading = Shading::unlit;
  applyColors(properties, material);
  material.alphaMode = AlphaMode::opaque;
  if (shader.find("Cutout") != std::string::npos) material.alphaMode = AlphaMode::mask;
  if (shader.find("Transparent") != std::string::npos) material.alphaMode = AlphaMode::blend;
  material.alphaCutoff = number(properties, "_Cutoff", 0.5F);
}

}  // namespace

void applyVersion0Properties(const Json& properties, Material& material) {
  const std::string shader = textMember(properties, "shader");
  if (shader == "VRM/MToon")
    applyMToon(properties, material);
  else if (shader.substr(0, 9) == "VRM/Unlit")
    applyUnlit(shader, properties, material);
  // VRM_USE_GLTFSHADER and shaders that aren't VRM's: glTF's own material holds
}

}  // namespace lead
