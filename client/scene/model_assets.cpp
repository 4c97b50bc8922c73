#include "scene/model_assets.h"

#include <filament/IndexBuffer.h>
#include <filament/MaterialInstance.h>
#include <filament/Texture.h>
#include <filament/VertexBuffer.h>

#include <algorithm>
#include <bit>

#include "scene/material_library.h"
#include "scene/model_assets_parts.h"

namespace lead {
namespace {

using PixelBuffer = filament::Texture::PixelBufferDescriptor;
using SharedPixels = std::shared_ptr<const std::vector<std::uint8_t>>;

Owned<filament::Texture> uploadTexture(filament::Engine& engine, const PreparedImage& image) {
  const auto levels = static_cast<std::uint8_t>(std::bit_width(std::max(image.width, image.height)));
  auto texture = own(engine, filament::Texture::Builder()
                                 .width(image.width)
                                 .height(image.height)
                                 .levels(levels)
                                 .format(filament::Texture::InternalFormat::SRGB8_A8)
                                 .sampler(filament::Texture::Sampler::SAMPLER_2D)
                                 .build(engine));
  auto* keep = new SharedPixels(image.rgba);
  texture->setImage(
      engine, 0,
      PixelBuffer(
          image.rgba->data(), image.rgba->size(), filament::Texture::Format::RGBA,
          filament::Texture::Type::UBYTE,
          [](void*, std::size_t, void* user) { delete static_cast<SharedPixels*>(user); }, keep));
  if (levels > 1) texture->generateMipmaps(engine);
  return texture;
}

/// What a primitive without a material, or a bone, looks like.
Material defaultMaterial(bool bones) {
  Material material;
  material.baseColor =
      glm::vec4(linearFromSrgb(bones ? glm::vec3(0.91F, 0.84F, 0.70F) : glm::vec3(0.8F)), 1.0F);
  material.metallic = 0.0F;
  material.roughness = 0.7F;
  return material;
}

void addMaterial(Stage& stage, ModelAssets::Parts& parts, const PreparedPart& part) {
  const auto key = std::pair(part.material, part.mirrored);
  if (parts.materials.contains(key)) return;
  const Model& model = *parts.prepared->model;
  const Material material = part.material >= 0 ? model.materials[static_cast<std::size_t>(part.material)]
                                               : defaultMaterial(parts.prepared->bonesOnly);
  const auto sampled = [&](const TextureUse& use) {
    MaterialLibrary::Sampled result;
    if (use.texture >= 0) result.sampling = model.textures[static_cast<std::size_t>(use.texture)];
    const auto picture = parts.textures.find(result.sampling.image);
    if (picture != parts.textures.end()) result.picture = picture->second.get();
    return result;
  };
  parts.materials.emplace(key, stage.materials().surface(material, sampled(material.baseColorTexture),
                                                         sampled(material.emissiveTexture), part.mirrored));
}

}  // namespace

ModelAssets::ModelAssets(Stage& stage, PreparedModelPtr prepared) : parts_(std::make_unique<Parts>()) {
  filament::Engine& engine = stage.engine();
  parts_->prepared = std::move(prepared);
  for (const auto& [index, image] : parts_->prepared->images)
    parts_->textures.emplace(index, uploadTexture(engine, image));
  for (const PreparedPart& part : parts_->prepared->parts) {
    addMaterial(stage, *parts_, part);
    if (!parts_->meshes.contains(part.mesh.get()))
      parts_->meshes.emplace(part.mesh.get(), upload(engine, part.mesh));
  }
}

ModelAssets::~ModelAssets() = default;

const Model& ModelAssets::model() const {
  return *parts_->prepared->model;
}
const PreparedModel& ModelAssets::prepared() const {
  return *parts_->prepared;
}

}  // namespace lead
