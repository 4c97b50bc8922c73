#include "scene/material_library.h"

#include <filament/Material.h>
#include <filament/MaterialInstance.h>
#include <filament/Texture.h>
#include <filament/TextureSampler.h>

#include <cmath>

#include "scene/surface_parameters.h"
#include "scene_materials.h"

namespace lead {
namespace {

using filament::math::float4;

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

constexpr std::array<const char*, kTextureSlots> kMaps{"baseMap",         "shadeMap",    "shiftMap",
                                                       "normalMap",       "emissiveMap", "rimMap",
                                                       "outlineWidthMap", "uvMaskMap",   "matcapMap"};
}  // namespace

glm::vec3 linearFromSrgb(glm::vec3 srgb) {
  for (int i = 0; i < 3; ++i)
    srgb[i] = srgb[i] <= 0.04045F ? srgb[i] / 12.92F : std::pow((srgb[i] + 0.055F) / 1.055F, 2.4F);
  return srgb;
}

#define LEAD_SHADER(NAME) build(engine, SCENE_MATERIALS_##NAME##_DATA, SCENE_MATERIALS_##NAME##_SIZE)

MaterialLibrary::MaterialLibrary(filament::Engine& engine)
    : engine_(engine),
      standard_{LEAD_SHADER(STANDARD_OPAQUE), LEAD_SHADER(STANDARD_MASKED), LEAD_SHADER(STANDARD_BLEND)},
      mtoon_{LEAD_SHADER(MTOON_OPAQUE), LEAD_SHADER(MTOON_MASKED), LEAD_SHADER(MTOON_BLEND)},
      outline_{LEAD_SHADER(OUTLINE_OPAQUE), LEAD_SHADER(OUTLINE_MASKED), LEAD_SHADER(OUTLINE_BLEND)},
      ground_(LEAD_SHADER(GROUND)),
      sky_(LEAD_SHADER(SKY)),
      overlay_(LEAD_SHADER(OVERLAY)),
      white_(makeWhite(engine)) {}

#undef LEAD_SHADER

MaterialLibrary::~MaterialLibrary() = default;

Owned<filament::MaterialInstance> MaterialLibrary::instance(const ByAlpha& shaders, const Material& material,
                                                            const Pictures& pictures) {
  const filament::Material& shader = *shaders[static_cast<std::size_t>(material.alphaMode)];
  auto made = own(engine_, shader.createInstance());
  const bool toon = material.shading == Shading::mtoon;
  for (std::size_t i = 0; i < kTextureSlots; ++i) {
    if (!shader.hasParameter(kMaps[i])) continue;
    const Sampled& sampled = pictures[i];
    const bool has = sampled.picture != nullptr;
    made->setParameter(kMaps[i], has ? sampled.picture : white_.get(),
                       has ? samplerOf(sampled.sampling) : filament::TextureSampler());
  }
  setSurfaceParameters(*made, material);
  if (toon) setUvAnimation(*made, material.mtoon, 0.0);
  if (material.alphaMode == AlphaMode::mask) made->setMaskThreshold(material.alphaCutoff);
  if (material.alphaMode == AlphaMode::blend)
    made->setDepthWrite(toon && material.mtoon.transparentWithZWrite);
  return made;
}

Surface MaterialLibrary::surface(const Material& material, const Pictures& pictures, bool mirrored) {
  using Culling = filament::MaterialInstance::CullingMode;
  Surface made;
  made.surface = instance(material.shading == Shading::mtoon ? mtoon_ : standard_, material, pictures);
  made.surface->setCullingMode(material.doubleSided ? Culling::NONE
                               : mirrored           ? Culling::FRONT
                                                    : Culling::BACK);
  if (hasOutline(material)) {
    made.outline = instance(outline_, material, pictures);
    made.outline->setCullingMode(mirrored ? Culling::BACK : Culling::FRONT);
  }
  made.forEach([&](filament::MaterialInstance& one) { one.setParameter("facing", mirrored ? -1.0F : 1.0F); });
  return made;
}

Owned<filament::MaterialInstance> MaterialLibrary::plain(glm::vec3 color, float roughness) {
  Material material;
  material.baseColor = glm::vec4(color, 1.0F);
  material.metallic = 0.0F;
  material.roughness = roughness;
  return surface(material, {}, false).surface;
}

Owned<filament::MaterialInstance> MaterialLibrary::translucent(glm::vec4 color, float roughness) {
  Material material;
  material.alphaMode = AlphaMode::blend;
  material.baseColor = glm::vec4(linearFromSrgb(glm::vec3(color)), color.a);
  material.metallic = 0.0F;
  material.roughness = roughness;
  return surface(material, {}, false).surface;
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
