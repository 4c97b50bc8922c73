#include <fmt/format.h>

#include <array>
#include <string>
#include <utility>

#include "vrm/document.h"

namespace lead {
namespace {

void checkVersion(const Json& json, Faults& faults) {
  const std::string version = textMember(member(json, "asset"), "version");
  if (version.empty())
    faults.add("gltf.version", "the file doesn't say its glTF version");
  else if (version.substr(0, 2) != "2.")
    faults.add("gltf.version",
               fmt::format("the file is glTF version {}; only 2.0 can be read", inQuotes(version)));
}

void checkSection(const Json& json, const char* name, std::size_t limit, Faults& faults) {
  const Json& section = member(json, name);
  if (section.is_null()) return;
  if (!section.is_array()) {
    faults.add("json.shape", fmt::format("'{}' is not an array", name));
    return;
  }
  if (section.size() > limit)
    faults.add(fmt::format("limit.{}", name),
               fmt::format("the file has {} {}, the limit is {}", section.size(), name, limit));
  for (std::size_t i = 0; i < section.size(); ++i)
    if (!section[i].is_object()) {
      faults.add("json.shape", fmt::format("entry {} of '{}' is not an object", i, name));
      return;
    }
}

void checkPrimitives(const Json& json, const LoadLimits& limits, Faults& faults) {
  std::size_t primitives = 0;
  for (const Json& mesh : arrayMember(json, "meshes"))
    for (const Json& primitive : arrayMember(mesh, "primitives")) {
      ++primitives;
      const std::size_t morphs = arrayMember(primitive, "targets").size();
      if (morphs > limits.morphsPerPrimitive)
        faults.add("limit.morphs",
                   fmt::format("mesh {} has {} morph targets, the limit is {}",
                               inQuotes(textMember(mesh, "name")), morphs, limits.morphsPerPrimitive));
    }
  if (primitives > limits.primitives)
    faults.add("limit.primitives", fmt::format("the file has {} mesh primitives, the limit is {}", primitives,
                                               limits.primitives));
}

void checkAddresses(const Json& json, const char* section, Faults& faults) {
  const Json& entries = arrayMember(json, section);
  for (std::size_t i = 0; i < entries.size(); ++i) {
    const std::string uri = textMember(entries[i], "uri");
    if (uri.empty() || uri.substr(0, 5) == "data:") continue;
    faults.add("file.external",
               fmt::format("entry {} of '{}' is in another file, {}: a VRM has to be a single file", i,
                           section, inQuotes(uri)));
  }
}

}  // namespace

void checkDocument(const Json& json, const LoadLimits& limits, Faults& faults) {
  checkVersion(json, faults);
  const std::array<std::pair<const char*, std::size_t>, 12> sections{{
      {"nodes", limits.nodes},
      {"meshes", limits.meshes},
      {"skins", limits.skins},
      {"materials", limits.materials},
      {"textures", limits.textures},
      {"samplers", limits.textures},
      {"images", limits.images},
      {"buffers", limits.buffers},
      {"bufferViews", limits.accessors},
      {"accessors", limits.accessors},
      {"scenes", limits.nodes},
      {"animations", limits.nodes},
  }};
  for (const auto& [name, limit] : sections) checkSection(json, name, limit, faults);
  checkPrimitives(json, limits, faults);
  checkRequiredExtensions(json, faults);
  checkAddresses(json, "buffers", faults);
  checkAddresses(json, "images", faults);
}

VrmExtension findVrm(const Json& json, Faults& faults) {
  const Json& extensions = member(json, "extensions");
  const std::array<std::pair<const char*, VrmVersion>, 2> names{
      {{"VRMC_vrm", VrmVersion::v1}, {"VRM", VrmVersion::v0}}};
  for (const auto& [name, version] : names) {
    const Json& extension = member(extensions, name);
    if (extension.is_object()) return {version, &extension};
    if (extension.is_null()) continue;
    faults.add("vrm.shape",
               fmt::format("the extension {} is not a JSON object, so the file has no humanoid bones", name));
    return {};
  }
  faults.add("file.not-vrm",
             "this is a glTF file but not a VRM: it has neither the extension VRM nor VRMC_vrm");
  return {};
}

}  // namespace lead
