#include "vrm/expression_binds.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>

#include "vrm/srgb.h"

namespace lead {
namespace {

constexpr float kMostColor = 1e4F;
constexpr float kMostTextureShift = 1e4F;

std::optional<MaterialColor> colorOfVersion1(const std::string& type) {
  if (type == "color") return MaterialColor::base;
  if (type == "emissionColor") return MaterialColor::emission;
  if (type == "shadeColor") return MaterialColor::shade;
  if (type == "matcapColor") return MaterialColor::matcap;
  if (type == "rimColor") return MaterialColor::rim;
  if (type == "outlineColor") return MaterialColor::outline;
  return std::nullopt;
}

std::optional<MaterialColor> colorOfVersion0(const std::string& property) {
  if (property == "_Color") return MaterialColor::base;
  if (property == "_EmissionColor") return MaterialColor::emission;
  if (property == "_ShadeColor") return MaterialColor::shade;
  if (property == "_RimColor") return MaterialColor::rim;
  if (property == "_OutlineColor") return MaterialColor::outline;
  return std::nullopt;
}

bool endsWith(const std::string& text, const std::string& end) {
  return text.size() >= end.size() && text.compare(text.size() - end.size(), end.size(), end) == 0;
}

glm::vec2 boundedShift(const glm::vec2& v) {
  return glm::clamp(v, glm::vec2(-kMostTextureShift), glm::vec2(kMostTextureShift));
}

}  // namespace

ExpressionBinds::ExpressionBinds(const RuntimeSource& source, const Model& model)
    : source_(source), model_(model), nodesOfMesh_(model.meshes.size()) {
  for (std::size_t i = 0; i < model.nodes.size(); ++i)
    if (const int mesh = model.nodes[i].mesh; mesh >= 0)
      nodesOfMesh_[static_cast<std::size_t>(mesh)].push_back(static_cast<int>(i));
  for (std::size_t i = 0; i < model.materials.size(); ++i)  // of two with one name the first counts
    materialOfName_.emplace(model.materials[i].name, static_cast<int>(i));
}

std::size_t ExpressionBinds::morphsOf(int mesh) const {
  std::size_t most = 0;
  for (const Primitive& primitive : model_.meshes[static_cast<std::size_t>(mesh)].primitives)
    most = std::max(most, primitive.morphs.size());
  return most;
}

bool ExpressionBinds::charge(const ModelExpression& expression) {
  if (binds_ >= source_.limits.expressionBinds) {
    warn(expression, "limit.binds", "has more binds than are read; the others are ignored");
    return false;
  }
  ++binds_;
  return true;
}

void ExpressionBinds::warn(const ModelExpression& expression, const char* id, const char* what) {
  source_.warnings.add(id, fmt::format("the expression {} {}", inQuotes(expression.name), what));
}

void ExpressionBinds::addMorph(const Json& bind, ModelExpression& out) {
  const int node = source_.node(member(bind, "node"), model_);
  const int mesh = node < 0 ? -1 : model_.nodes[static_cast<std::size_t>(node)].mesh;
  if (mesh < 0)
    return warn(out, "expression.morph", "binds a morph of a node without a mesh, which is ignored");
  const int morph = indexBelow(member(bind, "index"), morphsOf(mesh));
  if (morph < 0) return warn(out, "expression.morph", "binds a morph that its mesh lacks, which is ignored");
  if (charge(out)) out.morphs.push_back({node, morph, boundedMember(bind, "weight", 0.0F, 0.0F, 1.0F)});
}

void ExpressionBinds::addMorphVersion0(const Json& bind, ModelExpression& out) {
  const int mesh = indexBelow(member(bind, "mesh"), nodesOfMesh_.size());
  if (mesh < 0)
    return warn(out, "expression.morph", "binds a morph of a mesh that doesn't exist, which is ignored");
  const int morph = indexBelow(member(bind, "index"), morphsOf(mesh));
  if (morph < 0) return warn(out, "expression.morph", "binds a morph that its mesh lacks, which is ignored");
  const float weight = boundedMember(bind, "weight", 0.0F, 0.0F, 100.0F) / 100.0F;
  for (const int node : nodesOfMesh_[static_cast<std::size_t>(mesh)]) {
    if (!charge(out)) return;
    out.morphs.push_back({node, morph, weight});
  }
}

void ExpressionBinds::addColor(const Json& bind, ModelExpression& out) {
  const int material = indexBelow(member(bind, "material"), model_.materials.size());
  if (material < 0)
    return warn(out, "expression.material", "changes a material that doesn't exist, which is ignored");
  const auto color = colorOfVersion1(textMember(bind, "type"));
  if (!color)
    return warn(out, "expression.material", "changes a colour of an unknown kind, which is ignored");
  glm::vec4 target(0.0F, 0.0F, 0.0F, 1.0F);
  numbersMember(bind, "targetValue", 4, &target.x);
  target = glm::clamp(target, glm::vec4(0.0F), glm::vec4(kMostColor));
  if (charge(out)) out.colors.push_back({material, *color, target});
}

void ExpressionBinds::addTextureTransform(const Json& bind, ModelExpression& out) {
  const int material = indexBelow(member(bind, "material"), model_.materials.size());
  if (material < 0)
    return warn(out, "expression.material", "changes a material that doesn't exist, which is ignored");
  TextureTransformBind transform;
  transform.material = material;
  numbersMember(bind, "scale", 2, &transform.scale.x);
  numbersMember(bind, "offset", 2, &transform.offset.x);
  transform.scale = boundedShift(transform.scale);
  transform.offset = boundedShift(transform.offset);
  if (charge(out)) out.textureTransforms.push_back(transform);
}

void ExpressionBinds::addMaterialValue(const Json& value, ModelExpression& out) {
  const auto named = materialOfName_.find(textMember(value, "materialName"));
  if (named == materialOfName_.end())
    return warn(out, "expression.material", "changes a material that doesn't exist, which is ignored");
  const int material = named->second;
  const std::string property = textMember(value, "propertyName");
  const bool onlyS = endsWith(property, "_ST_S");
  const bool onlyT = endsWith(property, "_ST_T");
  if (onlyS || onlyT || endsWith(property, "_ST")) {
    // scale and offset, counted from the picture's lower edge as in materials_version0
    std::array<float, 4> st{1.0F, 1.0F, 0.0F, 0.0F};
    numbersMember(value, "targetValue", 4, st.data());
    TextureTransformBind transform{material, {st[0], st[1]}, {st[2], 1.0F - st[3] - st[1]}};
    const TextureUse& base = model_.materials[static_cast<std::size_t>(material)].baseColorTexture;
    if (onlyS) {
      transform.scale.y = base.scale.y;
      transform.offset.y = base.offset.y;
    }
    if (onlyT) {
      transform.scale.x = base.scale.x;
      transform.offset.x = base.offset.x;
    }
    transform.scale = boundedShift(transform.scale);
    transform.offset = boundedShift(transform.offset);
    if (charge(out)) out.textureTransforms.push_back(transform);
    return;
  }
  const auto color = colorOfVersion0(property);
  if (!color)
    return warn(out, "expression.material",
                "changes a property of a material that isn't known, which is ignored");
  glm::vec4 target(0.0F, 0.0F, 0.0F, 1.0F);
  numbersMember(value, "targetValue", 4, &target.x);
  target = glm::clamp(target, glm::vec4(0.0F), glm::vec4(kMostColor));
  if (*color != MaterialColor::emission)  // which is linear in Unity, unlike the others
    for (int i = 0; i < 3; ++i) target[i] = linearOfSrgb(target[i]);
  if (charge(out)) out.colors.push_back({material, *color, target});
}

}  // namespace lead
