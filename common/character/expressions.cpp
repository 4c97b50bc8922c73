#include "character/expressions.h"

#include <algorithm>

#include "rig/expression.h"

namespace lead {
namespace {

/// The presets that one of the overrides is about.
struct Procedural {
  Expression first;
  Expression last;
  ExpressionOverride ModelExpression::*setting;
};

constexpr std::array<Procedural, 3> kProcedurals{{
    {Expression::aa, Expression::oh, &ModelExpression::overrideMouth},
    {Expression::blink, Expression::blinkRight, &ModelExpression::overrideBlink},
    {Expression::lookUp, Expression::lookRight, &ModelExpression::overrideLookAt},
}};

/// Also false for NaN, which is made 0.
float clampWeight(float weight) {
  return weight > 0.0F ? std::min(weight, 1.0F) : 0.0F;
}

}  // namespace

TextureUse MaterialShift::over(TextureUse use) const {
  use.scale = textureScale.over(use.scale);
  use.offset = textureOffset.over(use.offset);
  return use;
}

Expressions::Expressions(const Model& model) : model_(model) {
  for (const Node& node : model.nodes) {
    firstMorph_.push_back(static_cast<int>(restMorphs_.size()));
    if (node.mesh < 0) continue;
    const Mesh& mesh = model.meshes[static_cast<std::size_t>(node.mesh)];
    std::size_t most = 0;
    for (const Primitive& primitive : mesh.primitives) most = std::max(most, primitive.morphs.size());
    for (std::size_t i = 0; i < most; ++i)
      restMorphs_.push_back(i < mesh.morphWeights.size() ? mesh.morphWeights[i] : 0.0F);
  }
  firstMorph_.push_back(static_cast<int>(restMorphs_.size()));
  for (const ModelExpression& expression : model.expressions)
    for (const MorphBind& bind : expression.morphs)
      restMorphs_[static_cast<std::size_t>(firstMorph_[static_cast<std::size_t>(bind.node)] + bind.morph)] =
          0.0F;
}

Face Expressions::makeFace() const {
  Face face;
  face.morphs = restMorphs_;
  face.materials.resize(model_.materials.size());
  face.morphsChanged.assign(model_.nodes.size(), 1);
  face.materialsChanged = true;
  return face;
}

void Expressions::effective(const ExpressionWeights& given, ExpressionWeights& out) const {
  const std::size_t count = std::min(model_.expressions.size(), kMaxExpressions);
  for (std::size_t i = 0; i < count; ++i) {
    const float weight = clampWeight(given[i]);
    out[i] = model_.expressions[i].isBinary ? (weight > 0.5F ? 1.0F : 0.0F) : weight;
  }
  for (std::size_t i = count; i < kMaxExpressions; ++i) out[i] = 0.0F;

  // all sums before any weight is changed by them
  std::array<float, kProcedurals.size()> factor{};
  for (std::size_t p = 0; p < kProcedurals.size(); ++p) {
    float taken = 0.0F;
    for (std::size_t i = 0; i < count; ++i) {
      const ExpressionOverride setting = model_.expressions[i].*kProcedurals[p].setting;
      if (out[i] <= 0.0F || setting == ExpressionOverride::none) continue;
      taken += setting == ExpressionOverride::block ? 1.0F : out[i];
    }
    factor[p] = 1.0F - std::min(taken, 1.0F);
  }
  for (std::size_t p = 0; p < kProcedurals.size(); ++p)
    for (std::size_t i = index(kProcedurals[p].first); i <= index(kProcedurals[p].last) && i < count; ++i)
      out[i] = model_.expressions[i].isBinary && factor[p] < 1.0F ? 0.0F : out[i] * factor[p];
}

void Expressions::apply(const ExpressionWeights& given, Face& face) const {
  ExpressionWeights next;
  effective(given, next);
  std::fill(face.morphsChanged.begin(), face.morphsChanged.end(), std::uint8_t{0});
  face.materialsChanged = false;
  bool morphs = false;
  for (std::size_t i = 0; i < model_.expressions.size(); ++i) {
    if (next[i] == face.weights[i]) continue;
    const ModelExpression& expression = model_.expressions[i];
    for (const MorphBind& bind : expression.morphs)
      face.morphsChanged[static_cast<std::size_t>(bind.node)] = 1;
    morphs = morphs || !expression.morphs.empty();
    if (!expression.colors.empty() || !expression.textureTransforms.empty()) face.materialsChanged = true;
  }
  face.weights = next;
  if (morphs) applyMorphs(face);
  if (face.materialsChanged) applyMaterials(face);
}

void Expressions::applyMorphs(Face& face) const {
  std::copy(restMorphs_.begin(), restMorphs_.end(), face.morphs.begin());
  for (std::size_t i = 0; i < model_.expressions.size(); ++i)
    if (face.weights[i] > 0.0F)
      for (const MorphBind& bind : model_.expressions[i].morphs)
        face.morphs[static_cast<std::size_t>(firstMorph_[static_cast<std::size_t>(bind.node)] +
                                             bind.morph)] += bind.weight * face.weights[i];
}

void Expressions::applyMaterials(Face& face) const {
  std::fill(face.materials.begin(), face.materials.end(), MaterialShift{});
  for (std::size_t i = 0; i < model_.expressions.size(); ++i) {
    const float weight = face.weights[i];
    if (weight <= 0.0F) continue;
    for (const MaterialColorBind& bind : model_.expressions[i].colors)
      face.materials[static_cast<std::size_t>(bind.material)].color[static_cast<std::size_t>(bind.color)].add(
          bind.target, weight);
    for (const TextureTransformBind& bind : model_.expressions[i].textureTransforms) {
      MaterialShift& material = face.materials[static_cast<std::size_t>(bind.material)];
      material.textureScale.add(bind.scale, weight);
      material.textureOffset.add(bind.offset, weight);
    }
  }
}

std::span<const float> Expressions::morphs(const Face& face, int node) const {
  const auto first = static_cast<std::size_t>(firstMorph_[static_cast<std::size_t>(node)]);
  const auto end = static_cast<std::size_t>(firstMorph_[static_cast<std::size_t>(node) + 1]);
  return std::span(face.morphs).subspan(first, end - first);
}

}  // namespace lead
