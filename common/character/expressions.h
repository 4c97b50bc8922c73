// From expression weights to what is drawn: morph weights of each mesh, colours and texture transforms of
// each material. VRMC_vrm-1.0/expressions.md, "Expression update algorithm".
#pragma once

#include <array>
#include <cstdint>
#include <glm/vec2.hpp>
#include <glm/vec4.hpp>
#include <span>
#include <vector>

#include "vrm/model.h"

namespace lead {

/// What expressions do to a value of a material: of each that changes it, its weight times (target − base) is
/// added to the base. The base stays with whoever draws.
template <typename T>
struct Shift {
  float weight = 0.0F;  ///< of all expressions together; may be over 1
  T sum{0.0F};          ///< of weighted targets

  void add(const T& target, float w) {
    weight += w;
    sum += target * w;
  }
  T over(const T& base) const { return base * (1.0F - weight) + sum; }
};

struct MaterialShift {
  std::array<Shift<glm::vec4>, kMaterialColors> color;  ///< by MaterialColor; linear
  Shift<glm::vec2> textureScale;                        ///< of all textures but matcaps
  Shift<glm::vec2> textureOffset;

  glm::vec4 over(MaterialColor kind, const glm::vec4& base) const {
    return color[static_cast<std::size_t>(kind)].over(base);
  }
  TextureUse over(TextureUse use) const;
};

/// The result, one an avatar.
struct Face {
  ExpressionWeights weights{};              ///< effective ones, by which the rest was made
  std::vector<float> morphs;                ///< of all nodes that show a mesh, one after the other
  std::vector<MaterialShift> materials;     ///< one a material
  std::vector<std::uint8_t> morphsChanged;  ///< one a node: its morph weights are others than before apply()
  bool materialsChanged = false;
};

/// How a model's expressions are applied. Immutable; the model must outlive it.
class Expressions {
 public:
  explicit Expressions(const Model& model);

  /// With all weights 0. Everything counts as changed.
  Face makeFace() const;

  /// What is left of given weights after clamping, isBinary and the procedural overrides. May be in place.
  void effective(const ExpressionWeights& given, ExpressionWeights& out) const;

  /// Brings the face to `given` weights; where none of them changed, that costs nothing. Allocates nothing.
  void apply(const ExpressionWeights& given, Face& face) const;

  /// The weights of a node's mesh, one a morph; empty where it has none.
  std::span<const float> morphs(const Face& face, int node) const;

 private:
  void applyMorphs(Face& face) const;
  void applyMaterials(Face& face) const;

  const Model& model_;
  std::vector<int> firstMorph_;    // by node; one more at the end
  std::vector<float> restMorphs_;  // the file's default weights, 0 where an expression binds one
};

}  // namespace lead
