#include "scene/material_library.h"

#include <filament/Material.h>
#include <filament/MaterialInstance.h>
#include <filament/Texture.h>
#include <filament/TextureSampler.h>

#include <cmath>

#include "scene_materials.h"

namespace lead {
namespace {

using filament::math::float2;
using filament::math::float3;
using filament::math::float4;

float3 toFloat3(glm::vec3 v) {
  return {v.x, v.y, v.z};
}
float4 toFloat4(glm::vec4 v) {
  return {v.x, v.y, v.z, v.w};
}

Owned<filament::Material> build(filament::Engine& engine, const void* data, std::size_t size) {
  return own(engine, filament::Material::Builder().package(data, size).build(engine));
}

filament::TextureSampler::WrapMode wrapMode(Wrap wrap) {
  switch (wrap) {
    case Wrap::clampToEdge:
      return filament::TextureSampler::WrapMode::CLAMP_TO_EDGE;
    case Wrap::mirroredRepeat:
      return filament::TextureSampler::WrapMode::MIRRORED_REPEAT;
    case Wrap::repeat:
      break;
  }
  return filament::TextureSampler::WrapMode::REPEAT;
}

filament::TextureSampler samplerOf(const Texture& texture) {
  using Sampler = filament::TextureSampler;
  Sampler sampler(
      texture.nearest ? Sampler::MinFilter::NEAREST_MIPMAP_LINEAR : Sampler::MinFilter::LINEAR_MIPMAP_LINEAR,
      texture.nearest ? Sampler::MagFilter::NEAREST : Sampler::MagFilter::LINEAR);
  sampler.setWrapModeS(wrapMode(texture.wrapS));
  sampler.setWrapModeT(wrapMode(texture.wrapT));
  return sampler;
}

Owned<filament::Texture> makeWhite(filament::Engine& engine) {
  static const std::uint32_t kPixel = 0xffffffffU;
  auto texture = own(engine, filament::Texture::Builder()
                                 .width(1)
                                 .height(1)
                                 .levels(1)
                                 .format(filament::Texture::InternalFormat::RGBA8)
                                 .sampler(filament::Texture::Sampler::SAMPLER_2D)
                                 .build(engine));
  texture->setImage(
      engine, 0,
      filament::Texture::PixelBufferDescriptor(&kPixel, sizeof(kPixel), filament::Texture::Format::RGBA,
                                               filament::Texture::Type::UBYTE));
  return texture;
}

/// KHR_texture_transform: translation · rotation · scale.
void setUvTransform(filament::MaterialInstance& instance, const TextureUse& use) {
  const float c = std::cos(use.rotation);
  const float s = std::sin(use.rotation);
  instance.setParameter("uvRowU", float3{c * use.scale.x, s * use.scale.y, use.offset.x});
  instance.setParameter("uvRowV", float3{-s * use.scale.x, c * use.scale.y, use.offset.y});
}

}  // namespace

glm::vec3 linearFromSrgb(glm::vec3 srgb) {
  for (int i = 0; i < 3; ++i)
    srgb[i] = srgb[i] <= 0.04045F ? srgb[i] / 12.92F : std::pow((srgb[i] + 0.055F) / 1.055F, 2.4F);
  return srgb;
}

MaterialLibrary::MaterialLibrary(filament::Engine& engine)
    : engine_(engine),
      opaque_(build(engine, SCENE_MATERIALS_AVATAR_OPAQUE_DATA, SCENE_MATERIALS_AVATAR_OPAQUE_SIZE)),
      masked_(build(engine, SCENE_MATERIALS_AVATAR_MASKED_DATA, SCENE_MATERIALS_AVATAR_MASKED_SIZE)),
      blend_(build(engine, SCENE_MATERIALS_AVATAR_BLEND_DATA, SCENE_MATERIALS_AVATAR_BLEND_SIZE)),
      ground_(build(engine, SCENE_MATERIALS_GROUND_DATA, SCENE_MATERIALS_GROUND_SIZE)),
      sky_(build(engine, SCENE_MATERIALS_SKY_DATA, SCENE_MATERIALS_SKY_SIZE)),
      overlay_(build(engine, SCENE_MATERIALS_OVERLAY_DATA, SCENE_MATERIALS_OVERLAY_SIZE)),
      white_(makeWhite(engine)) {}

MaterialLibrary::~MaterialLibrary() = default;

const filament::Material& MaterialLibrary::forAlpha(AlphaMode mode) const {
  switch (mode) {
    case AlphaMode::mask:
      return *masked_;
    case AlphaMode::blend:
      return *blend_;
    case AlphaMode::opaque:
      break;
  }
  return *opaque_;
}

Owned<filament::MaterialInstance> MaterialLibrary::surface(const Material& material, const Sampled& baseColor,
                                                           const Sampled& emissive, bool mirrored) {
  using Culling = filament::MaterialInstance::CullingMode;
  auto instance = own(engine_, forAlpha(material.alphaMode).createInstance());
  const auto sample = [&](const char* name, const Sampled& sampled) {
    const bool has = sampled.picture != nullptr;
    instance->setParameter(name, has ? sampled.picture : white_.get(),
                           has ? samplerOf(sampled.sampling) : filament::TextureSampler());
  };
  sample("baseColorMap", baseColor);
  sample("emissiveMap", emissive);
  glm::vec4 color = material.baseColor;
  if (material.alphaMode == AlphaMode::opaque) color.a = 1.0F;
  instance->setParameter("baseColor", toFloat4(color));
  instance->setParameter("emissive", toFloat3(material.emissive));
  instance->setParameter("shadeColor", toFloat3(material.mtoon.shadeColor));
  instance->setParameter("metallicRoughness", float2{material.metallic, material.roughness});
  setUvTransform(*instance, material.baseColorTexture);
  instance->setParameter("facing", mirrored ? -1.0F : 1.0F);
  instance->setParameter("shading", static_cast<std::int32_t>(material.shading));
  if (material.alphaMode == AlphaMode::mask) instance->setMaskThreshold(material.alphaCutoff);
  instance->setCullingMode(material.doubleSided ? Culling::NONE : mirrored ? Culling::FRONT : Culling::BACK);
  return instance;
}

Owned<filament::MaterialInstance> MaterialLibrary::plain(glm::vec3 color, float roughness) {
  Material material;
  material.baseColor = glm::vec4(color, 1.0F);
  material.metallic = 0.0F;
  material.roughness = roughness;
  return surface(material, {}, {}, false);
}

Owned<filament::MaterialInstance> MaterialLibrary::translucent(glm::vec4 color, float roughness) {
  Material material;
  material.alphaMode = AlphaMode::blend;
  material.baseColor = glm::vec4(linearFromSrgb(glm::vec3(color)), color.a);
  material.metallic = 0.0F;
  material.roughness = roughness;
  return surface(material, {}, {}, false);
}

Owned<filament::MaterialInstance> MaterialLibrary::ground(float haze) {
  auto instance = own(engine_, ground_->createInstance());
  instance->setParameter("haze", haze);
  return instance;
}

Owned<filament::MaterialInstance> MaterialLibrary::sky() {
  return own(engine_, sky_->createInstance());
}

Owned<filament::MaterialInstance> MaterialLibrary::overlay(glm::vec4 color) {
  auto instance = own(engine_, overlay_->createInstance());
  instance->setParameter("color", toFloat4(color));
  return instance;
}

}  // namespace lead
