#include "vrm/materials.h"

#include <fmt/format.h>

#include <algorithm>

#include "vrm/material_values.h"

namespace lead {
namespace {

constexpr float kMostStrength = 1e4F;  // of light that a surface gives off
constexpr float kMostNormalScale = 100.0F;

Wrap wrapOf(int mode) {
  if (mode == TINYGLTF_TEXTURE_WRAP_CLAMP_TO_EDGE) return Wrap::clampToEdge;
  if (mode == TINYGLTF_TEXTURE_WRAP_MIRRORED_REPEAT) return Wrap::mirroredRepeat;
  return Wrap::repeat;
}

AlphaMode readAlphaMode(const Json& json, MaterialValues& values) {
  const Json& mode = member(json, "alphaMode");
  if (mode.is_null() || mode == "OPAQUE") return AlphaMode::opaque;
  if (mode == "MASK") return AlphaMode::mask;
  if (mode == "BLEND") return AlphaMode::blend;
  values.warn("material.value", "has an unknown alphaMode; it is drawn opaque");
  return AlphaMode::opaque;
}

/// Strength over 1; the one that Khronos made counts where a file has both.
float emissiveStrength(const Json& extensions, MaterialValues& values) {
  const Json& strength = member(extensions, "KHR_materials_emissive_strength");
  if (strength.is_object()) return values.number(strength, "emissiveStrength", 1.0F, 0.0F, kMostStrength);
  const Json& legacy = member(extensions, "VRMC_materials_hdr_emissiveMultiplier");
  return values.number(legacy, "emissiveMultiplier", 1.0F, 0.0F, kMostStrength);
}

/// glTF's own part. Read from the JSON rather than from tinygltf's struct: there, absent and wrong values
/// look alike.
void readGltfMaterial(const Json& json, MaterialValues& values, Material& out) {
  const Json& pbr = member(json, "pbrMetallicRoughness");
  const Json& extensions = member(json, "extensions");
  values.color(pbr, "baseColorFactor", 4, 1.0F, &out.baseColor.x);
  out.baseColorTexture = values.texture(pbr, "baseColorTexture");
  out.metallic = values.number(pbr, "metallicFactor", 1.0F, 0.0F, 1.0F);
  out.roughness = values.number(pbr, "roughnessFactor", 1.0F, 0.0F, 1.0F);
  out.metallicRoughnessTexture = values.texture(pbr, "metallicRoughnessTexture");
  out.normalTexture = values.texture(json, "normalTexture");
  out.normalScale =
      values.number(member(json, "normalTexture"), "scale", 1.0F, -kMostNormalScale, kMostNormalScale);
  out.occlusionTexture = values.texture(json, "occlusionTexture");
  out.occlusionStrength = values.number(member(json, "occlusionTexture"), "strength", 1.0F, 0.0F, 1.0F);
  out.emissive = values.color(json, "emissiveFactor", glm::vec3(0.0F), kMostStrength) *
                 emissiveStrength(extensions, values);
  out.emissiveTexture = values.texture(json, "emissiveTexture");
  out.alphaMode = readAlphaMode(json, values);
  out.alphaCutoff = values.number(json, "alphaCutoff", 0.5F, 0.0F, 1.0F);
  out.doubleSided = values.flag(json, "doubleSided", false);
  if (member(extensions, "KHR_materials_unlit").is_object()) out.shading = Shading::unlit;
}

}  // namespace

std::vector<Texture> readTextures(const Json& json, const tinygltf::Model& gltf, Warnings& warnings) {
  const std::size_t images = arrayMember(json, "images").size();
  std::vector<Texture> textures;
  for (const tinygltf::Texture& in : gltf.textures) {
    Texture texture;
    texture.image = std::max(in.source, -1);
    if (texture.image >= 0 && static_cast<std::size_t>(texture.image) >= images) {
      warnings.add("texture.no-picture",
                   fmt::format("texture {} uses picture {}, which doesn't exist; the file has {}",
                               textures.size(), in.source, images));
      texture.image = -1;
    }
    if (in.sampler >= 0 && static_cast<std::size_t>(in.sampler) < gltf.samplers.size()) {
      const tinygltf::Sampler& sampler = gltf.samplers[static_cast<std::size_t>(in.sampler)];
      texture.wrapS = wrapOf(sampler.wrapS);
      texture.wrapT = wrapOf(sampler.wrapT);
      texture.nearest = sampler.magFilter == TINYGLTF_TEXTURE_FILTER_NEAREST;
    } else if (in.sampler >= 0) {
      warnings.add("texture.no-sampler", fmt::format("texture {} uses sampler {}, which doesn't exist",
                                                     textures.size(), in.sampler));
    }
    textures.push_back(texture);
  }
  return textures;
}

std::vector<Material> readMaterials(const Json& json, const VrmExtension& vrm, Warnings& warnings) {
  const std::size_t textures = arrayMember(json, "textures").size();
  const Json& properties = arrayMember(*vrm.json, "materialProperties");
  std::vector<Material> materials;
  for (const Json& in : arrayMember(json, "materials")) {
    Material material;
    material.name = textMember(in, "name");
    MaterialValues values(material.name, textures, warnings);
    readGltfMaterial(in, values, material);
    readMToon(member(member(in, "extensions"), "VRMC_materials_mtoon"), values, material);
    const std::size_t at = materials.size();
    if (vrm.version == VrmVersion::v0 && at < properties.size())
      applyVersion0Properties(properties[at], values, material);
    materials.push_back(std::move(material));
  }
  if (vrm.version == VrmVersion::v0) orderVersion0RenderQueues(materials);
  return materials;
}

}  // namespace lead
