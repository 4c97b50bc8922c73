#include "vrm/materials.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "vrm/load.h"

namespace lead {
namespace {

float unit(float value) {
  return std::clamp(value, 0.0F, 1.0F);
}

Wrap wrapOf(int mode) {
  if (mode == TINYGLTF_TEXTURE_WRAP_CLAMP_TO_EDGE) return Wrap::clampToEdge;
  if (mode == TINYGLTF_TEXTURE_WRAP_MIRRORED_REPEAT) return Wrap::mirroredRepeat;
  return Wrap::repeat;
}

/// A glTF textureInfo with KHR_texture_transform.
TextureUse readTextureUse(const Json& info) {
  TextureUse use;
  if (!info.is_object()) return use;
  use.texture = asIndex(member(info, "index")).value_or(-1);
  use.texCoord = asIndex(member(info, "texCoord")).value_or(0);
  const Json& transform = member(member(info, "extensions"), "KHR_texture_transform");
  numbersMember(transform, "offset", 2, &use.offset.x);
  numbersMember(transform, "scale", 2, &use.scale.x);
  use.rotation = numberMember(transform, "rotation", 0.0F);
  use.texCoord = asIndex(member(transform, "texCoord")).value_or(use.texCoord);
  if (use.texCoord > 1) use.texCoord = 0;  // more than two sets aren't kept
  return use;
}

void applyExtensions(const Json& extensions, Material& material) {
  if (member(extensions, "KHR_materials_unlit").is_object()) material.shading = Shading::unlit;
  const Json& strength = member(extensions, "KHR_materials_emissive_strength");
  material.emissive *= std::max(0.0F, numberMember(strength, "emissiveStrength", 1.0F));
  const Json& hdr = member(extensions, "VRMC_materials_hdr_emissiveMultiplier");
  material.emissive *= std::max(0.0F, numberMember(hdr, "emissiveMultiplier", 1.0F));
  const Json& mtoon = member(extensions, "VRMC_materials_mtoon");
  if (!mtoon.is_object()) return;
  material.shading = Shading::mtoon;
  material.mtoon.shadeColor = glm::vec3(1.0F);
  numbersMember(mtoon, "shadeColorFactor", 3, &material.mtoon.shadeColor.x);
}

/// Read from the JSON rather than from tinygltf's struct: there, absent and wrong values look alike.
Material readMaterial(const Json& json) {
  Material material;
  material.name = textMember(json, "name");
  const Json& pbr = member(json, "pbrMetallicRoughness");
  numbersMember(pbr, "baseColorFactor", 4, &material.baseColor.x);
  material.baseColorTexture = readTextureUse(member(pbr, "baseColorTexture"));
  material.metallic = unit(numberMember(pbr, "metallicFactor", 1.0F));
  material.roughness = unit(numberMember(pbr, "roughnessFactor", 1.0F));
  numbersMember(json, "emissiveFactor", 3, &material.emissive.x);
  material.emissiveTexture = readTextureUse(member(json, "emissiveTexture"));
  const std::string alphaMode = textMember(json, "alphaMode");
  if (alphaMode == "MASK") material.alphaMode = AlphaMode::mask;
  if (alphaMode == "BLEND") material.alphaMode = AlphaMode::blend;
  material.alphaCutoff = numberMember(json, "alphaCutoff", 0.5F);
  material.doubleSided = flagMember(json, "doubleSided", false);
  applyExtensions(member(json, "extensions"), material);
  return material;
}

void checkTexture(const Material& material, const TextureUse& use, std::size_t textures) {
  if (use.texture < 0 || static_cast<std::size_t>(use.texture) < textures) return;
  throw ModelError(fmt::format("material {} uses texture {}, which doesn't exist; the file has {}",
                               inQuotes(material.name), use.texture, textures));
}

}  // namespace

std::vector<Texture> readTextures(const Json& json, const tinygltf::Model& gltf) {
  const std::size_t images = arrayMember(json, "images").size();
  std::vector<Texture> textures;
  for (const tinygltf::Texture& in : gltf.textures) {
    Texture texture;
    texture.image = std::max(in.source, -1);
    if (texture.image >= 0 && static_cast<std::size_t>(texture.image) >= images)
      throw ModelError(
          fmt::format("texture {} uses picture {}, which doesn't exist", textures.size(), in.source));
    if (in.sampler >= 0 && static_cast<std::size_t>(in.sampler) < gltf.samplers.size()) {
      const tinygltf::Sampler& sampler = gltf.samplers[static_cast<std::size_t>(in.sampler)];
      texture.wrapS = wrapOf(sampler.wrapS);
      texture.wrapT = wrapOf(sampler.wrapT);
      texture.nearest = sampler.magFilter == TINYGLTF_TEXTURE_FILTER_NEAREST;
    }
    textures.push_back(texture);
  }
  return textures;
}

std::vector<Material> readMaterials(const Json& json, const tinygltf::Model& gltf, const VrmExtension& vrm) {
  const Json& properties = arrayMember(*vrm.json, "materialProperties");
  std::vector<Material> materials;
  for (const Json& in : arrayMember(json, "materials")) {
    Material material = readMaterial(in);
    const std::size_t at = materials.size();
    if (vrm.version == VrmVersion::v0 && at < properties.size())
      applyVersion0Properties(properties[at], material);
    checkTexture(material, material.baseColorTexture, gltf.textures.size());
    checkTexture(material, material.emissiveTexture, gltf.textures.size());
    materials.push_back(std::move(material));
  }
  return materials;
}

}  // namespace lead
