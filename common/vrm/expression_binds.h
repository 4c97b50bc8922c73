// Private to vrm/: what an expression changes, out of files of either version.
#pragma once

#include <unordered_map>

#include "vrm/runtime_source.h"

namespace lead {

/// Adds binds to expressions. What points nowhere is left out with a warning, and so are binds over the
/// limit.
class ExpressionBinds {
 public:
  ExpressionBinds(const RuntimeSource& source, const Model& model);

  // VRM 1.0
  void addMorph(const Json& bind, ModelExpression& out);
  void addColor(const Json& bind, ModelExpression& out);
  void addTextureTransform(const Json& bind, ModelExpression& out);

  // VRM 0.x: morphs of a mesh, whichever nodes show it; values of a material by the material's name.
  void addMorphVersion0(const Json& bind, ModelExpression& out);
  void addMaterialValue(const Json& value, ModelExpression& out);

 private:
  std::size_t morphsOf(int mesh) const;
  bool charge(const ModelExpression& expression);
  void warn(const ModelExpression& expression, const char* id, const char* what);

  const RuntimeSource& source_;
  const Model& model_;
  std::vector<std::vector<int>> nodesOfMesh_;
  std::unordered_map<std::string, int> materialOfName_;
  std::size_t binds_ = 0;
};

}  // namespace lead
