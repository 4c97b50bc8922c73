#include "scene/model_assets.h"

#include <filament/IndexBuffer.h>
#include <filament/MaterialInstance.h>
#include <filament/Texture.h>
#include <filament/VertexBuffer.h>

#include <algorithm>
#include <deque>
#include <limits>

#include "scene/material_library.h"
#include "scene/model_assets_parts.h"
#include "scene/texture_upload.h"

namespace lead {
namespace {

constexpr std::size_t kVertexBytes = 48;  // about

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

ModelAssets::ModelAssets(Stage& stage, PreparedModelPtr prepared) {
  ModelUpload upload(stage, std::move(prepared));
  while (!upload.step(std::numeric_limits<std::size_t>::max())) {
  }
  parts_ = std::move(upload.parts_);
}

ModelAssets::ModelAssets(std::unique_ptr<Parts> parts) : parts_(std::move(parts)) {}

ModelAssets::~ModelAssets() = default;

const Model& ModelAssets::model() const {
  return *parts_->prepared->model;
}
const PreparedModel& ModelAssets::prepared() const {
  return *parts_->prepared;
}

struct ModelUpload::Pictures {
  struct Pending {
    TextureUpload upload;
    Owned<filament::Texture>& to;
  };
  std::deque<Pending> pending;
};

ModelUpload::ModelUpload(Stage& stage, PreparedModelPtr prepared)
    : stage_(stage), parts_(std::make_unique<ModelAssets::Parts>()), pictures_(std::make_unique<Pictures>()) {
  parts_->prepared = std::move(prepared);
  for (const auto& [index, image] : parts_->prepared->images) {
    ModelAssets::Parts::Pictures& pictures = parts_->pictures[index];
    if (image.color) pictures_->pending.push_back({{stage.engine(), image, false}, pictures.color});
    if (image.data) pictures_->pending.push_back({{stage.engine(), image, true}, pictures.data});
  }
}

ModelUpload::~ModelUpload() = default;

bool ModelUpload::step(std::size_t bytes) {
  if (stepPictures(bytes)) stepParts(bytes);
  return pictures_->pending.empty() && nextPart_ == parts_->prepared->parts.size();
}

/// False: `bytes` are used up.
bool ModelUpload::stepPictures(std::size_t& bytes) {
  while (!pictures_->pending.empty()) {
    if (bytes == 0) return false;
    Pictures::Pending& next = pictures_->pending.front();
    bytes -= std::min(bytes, next.upload.step(bytes));
    if (!next.upload.done()) continue;
    next.to = next.upload.take();
    pictures_->pending.pop_front();
  }
  return true;
}

void ModelUpload::stepParts(std::size_t bytes) {
  const std::vector<PreparedPart>& all = parts_->prepared->parts;
  for (std::size_t handed = 0; nextPart_ < all.size() && handed <= bytes; ++nextPart_) {
    const PreparedPart& part = all[nextPart_];
    const SurfaceKey key = surfaceKey(part);
    if (!parts_->surfaces.contains(key)) parts_->surfaces.emplace(key, parts_->makeSurface(stage_, key));
    if (parts_->meshes.contains(part.mesh.get())) continue;
    parts_->meshes.emplace(part.mesh.get(), upload(stage_.engine(), part.mesh));
    handed += part.mesh->positions.size() * kVertexBytes;
  }
}

ModelAssetsPtr ModelUpload::take() {
  return std::make_shared<const ModelAssets>(std::move(parts_));
}

}  // namespace lead
