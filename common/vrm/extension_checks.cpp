// Extensions that a file can't be read without: refused, with advice how to export the model.
#include <fmt/format.h>

#include <array>
#include <string>
#include <string_view>

#include "vrm/document.h"

namespace lead {
namespace {

struct Unreadable {
  std::string_view extension;
  const char* id;
  std::string_view advice;
};

constexpr Unreadable kDraco{"KHR_draco_mesh_compression", "extension.draco",
                            "export the model without Draco compression"};
constexpr std::array<Unreadable, 2> kMeshopt{
    {{"EXT_meshopt_compression", "extension.meshopt", "export the model without meshopt compression"},
     {"KHR_meshopt_compression", "extension.meshopt", "export the model without meshopt compression"}}};
constexpr std::array<Unreadable, 3> kPictures{
    {{"KHR_texture_basisu", "texture.ktx2", "export the model with PNG or JPEG textures instead of KTX2"},
     {"EXT_texture_webp", "texture.webp", "export the model with PNG or JPEG textures instead of WebP"},
     {"EXT_texture_avif", "texture.webp", "export the model with PNG or JPEG textures instead of AVIF"}}};

/// Required extensions that a loader needs not know to show the model rightly, or that this one knows.
bool isSupported(std::string_view extension) {
  static constexpr std::array<std::string_view, 13> kSupported{"VRM",
                                                               "VRMC_vrm",
                                                               "VRMC_vrm_animation",
                                                               "VRMC_springBone",
                                                               "VRMC_springBone_extended_collider",
                                                               "VRMC_springBone_limit",
                                                               "VRMC_node_constraint",
                                                               "VRMC_materials_mtoon",
                                                               "VRMC_materials_hdr_emissiveMultiplier",
                                                               "KHR_texture_transform",
                                                               "KHR_mesh_quantization",
                                                               "KHR_lights_punctual",
                                                               "KHR_xmp_json_ld"};
  for (const std::string_view known : kSupported)
    if (extension == known) return true;
  return extension.substr(0, 14) == "KHR_materials_";  // looks only: worst case, it is drawn plainer
}

Unreadable unreadable(std::string_view extension) {
  if (extension == kDraco.extension) return kDraco;
  for (const Unreadable& known : kMeshopt)
    if (extension == known.extension) return known;
  for (const Unreadable& known : kPictures)
    if (extension == known.extension) return known;
  return {extension, "extension.unknown", "export the model without it"};
}

/// The entry of an array member that an index member points to; null JSON for anything else.
const Json& entryAt(const Json& json, const char* section, const Json& index) {
  static const Json kNull;
  const Json& entries = arrayMember(json, section);
  const auto at = asIndex(index);
  return at && static_cast<std::size_t>(*at) < entries.size() ? entries[static_cast<std::size_t>(*at)]
                                                              : kNull;
}

bool has(const Json& object, std::string_view extension) {
  return member(member(object, "extensions"), std::string(extension).c_str()).is_object();
}

void checkDraco(const Json& json, Faults& faults) {
  for (const Json& mesh : arrayMember(json, "meshes"))
    for (const Json& primitive : arrayMember(mesh, "primitives")) {
      if (!has(primitive, kDraco.extension)) continue;
      const Json& positions = entryAt(json, "accessors", member(member(primitive, "attributes"), "POSITION"));
      if (member(positions, "bufferView").is_null())
        faults.add(kDraco.id, fmt::format("the mesh {} is there as Draco data only, which can't be read: {}",
                                          inQuotes(textMember(mesh, "name")), kDraco.advice));
    }
}

void checkMeshopt(const Json& json, Faults& faults) {
  for (const Json& view : arrayMember(json, "bufferViews"))
    for (const Unreadable& meshopt : kMeshopt) {
      if (!has(view, meshopt.extension)) continue;
      const Json& buffer = entryAt(json, "buffers", member(view, "buffer"));
      const Json& placeholder =
          member(member(member(buffer, "extensions"), std::string(meshopt.extension).c_str()), "fallback");
      if (placeholder == true)
        faults.add(meshopt.id,
                   fmt::format("the file's data is there as meshopt data only, which can't be read: {}",
                               meshopt.advice));
    }
}

void checkPictures(const Json& json, Faults& faults) {
  const auto refuse = [&](const Unreadable& kind) {
    faults.add(kind.id, fmt::format("the file has pictures of a kind that can't be read: {}", kind.advice));
  };
  for (const Json& texture : arrayMember(json, "textures")) {
    if (member(texture, "source").is_null()) {
      for (const Unreadable& kind : kPictures)
        if (has(texture, kind.extension)) refuse(kind);
      continue;
    }
    const std::string type = textMember(entryAt(json, "images", member(texture, "source")), "mimeType");
    if (type == "image/ktx2") refuse(kPictures[0]);
    if (type == "image/webp") refuse(kPictures[1]);
    if (type == "image/avif") refuse(kPictures[2]);
  }
}

}  // namespace

void checkRequiredExtensions(const Json& json, Faults& faults) {
  for (const Json& required : arrayMember(json, "extensionsRequired")) {
    const std::string extension = required.is_string() ? required.get<std::string>() : std::string();
    if (isSupported(extension)) continue;
    const Unreadable kind = unreadable(extension);
    faults.add(kind.id, fmt::format("the file requires the glTF extension {}, which can't be read: {}",
                                    inQuotes(extension), kind.advice));
  }
}

void checkCompression(const Json& json, Faults& faults) {
  checkDraco(json, faults);
  checkMeshopt(json, faults);
  checkPictures(json, faults);
}

}  // namespace lead
