// The names of a model's own expressions, for a rig that plays motions with them.
#pragma once

#include <string>
#include <vector>

#include "rig/expression.h"
#include "vrm/model.h"

namespace lead {

/// Those after the presets, in the order of ExpressionWeights.
inline std::vector<std::string> customExpressions(const Model& model) {
  std::vector<std::string> names;
  for (std::size_t i = kExpressionPresets; i < model.expressions.size(); ++i)
    names.push_back(model.expressions[i].name);
  return names;
}

}  // namespace lead
