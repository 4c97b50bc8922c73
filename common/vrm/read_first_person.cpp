#include <fmt/format.h>

#include <optional>

#include "vrm/runtime_parts.h"

namespace lead {
namespace {

std::string lowercase(std::string text) {
  for (char& c : text)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return text;
}

/// 0.x writes the same names with a capital letter.
std::optional<FirstPersonView> viewOf(const std::string& text) {
  const std::string name = lowercase(text);
  if (name == "auto") return FirstPersonView::automatic;
  if (name == "both") return FirstPersonView::both;
  if (name == "thirdpersononly") return FirstPersonView::thirdPersonOnly;
  if (name == "firstpersononly") return FirstPersonView::firstPersonOnly;
  return std::nullopt;
}

}  // namespace

void readFirstPerson(const RuntimeSource& source, Model& model) {
  const bool version0 = source.vrm.version == VrmVersion::v0;
  const Json& annotations = arrayMember(member(*source.vrm.json, "firstPerson"), "meshAnnotations");
  // 0.x annotates meshes, which any number of nodes may show
  std::vector<FirstPersonView> ofMesh(model.meshes.size(), FirstPersonView::automatic);
  for (const Json& annotation : annotations) {
    std::string text = textMember(annotation, "type");
    if (text.empty()) text = textMember(annotation, "firstPersonFlag");  // 0.x, and 1.0's beta
    const auto view = viewOf(text);
    const int node = version0 ? -1 : source.node(member(annotation, "node"), model);
    const int mesh = version0 ? indexBelow(member(annotation, "mesh"), model.meshes.size()) : -1;
    if (!view)
      source.warnings.add("first-person.unknown",
                          fmt::format("an unknown first-person view, {}, is ignored", inQuotes(text)));
    else if (node < 0 && mesh < 0)
      source.warnings.add("first-person.mesh",
                          "a first-person annotation of a mesh that doesn't exist is ignored");
    else if (version0)
      ofMesh[static_cast<std::size_t>(mesh)] = *view;
    else
      model.nodes[static_cast<std::size_t>(node)].view = *view;
  }
  if (!version0) return;
  for (Node& node : model.nodes)
    if (node.mesh >= 0) node.view = ofMesh[static_cast<std::size_t>(node.mesh)];
}

}  // namespace lead
