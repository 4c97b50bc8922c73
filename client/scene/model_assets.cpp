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

Owned<filament::Texture> uploadTexture(filament::Engine& engine, const PreparedImage& image, bool data) {
  using Format = filament::Texture::InternalFormat;
  const auto levels = static_cast<std::uint8_t>(std::bit_width(std::max(image.width, image.height)));
  auto texture = own(engine, filament::Texture::Builder()
                                 .width(image.width)
                                 .height(image.height)
                                 .levels(levels)
                                 .format(data ? Format::RGBA8 : Format::SRGB8_A8)
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

}  // namespace

Surface ModelAssets::Parts::makeSurface(Stage& stage, const SurfaceKey& key) const {
  const Model& model = *prepared->model;
  const Material material = key.first >= 0 ? model.materials[static_cast<std::size_t>(key.first)]
                                           : defaultMaterial(prepared->bonesOnly);
  MaterialLibrary::Pictures sampled;
  const SurfaceTextures textures = surfaceTextures(material);
  for (std::size_t i = 0; i < kTextureSlots; ++i) {
    if (textures[i].use.texture < 0) continue;
    sampled[i].sampling = model.textures[static_cast<std::size_t>(textures[i].use.texture)];
    const auto picture = pictures.find(sampled[i].sampling.image);
    if (picture == pictures.end()) continue;
    sampled[i].picture = textures[i].data ? picture->second.data.get() : picture->second.color.get();
  }
  return stage.materials().surface(material, sampled, key.second);
}

ModelAssets::ModelAssets(Stage& stage, PreparedModelPtr prepared) : parts_(std::make_unique<Parts>()) {
  filament::Engine& engine = stage.engine();
  parts_->prepared = std::move(prepared);
  for (const auto& [index, image] : parts_->prepared->images) {
    Parts::Pictures& pictures = parts_->pictures[index];
    if (image.color) pictures.color = uploadTexture(engine, image, false);
    if (image.data) pictures.data = uploadTexture(engine, image, true);
  }
  for (const PreparedPart& part : parts_->prepared->parts) {
    const SurfaceKey key = surfaceKey(part);
    if (!parts_->surfaces.contains(key)) parts_->surfaces.emplace(key, parts_->makeSurface(stage, key));
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
