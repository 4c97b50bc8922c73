#include "rig/expression.h"

#include <algorithm>

namespace lead {
namespace {

constexpr std::array<std::string_view, kExpressionPresets> kNames{
    "happy", "angry", "sad",       "relaxed",    "surprised", "aa",       "ih",       "ou",        "ee",
    "oh",    "blink", "blinkLeft", "blinkRight", "lookUp",    "lookDown", "lookLeft", "lookRight", "neutral"};

}  // namespace

std::string_view name(Expression expression) {
  return kNames[index(expression)];
}

std::optional<Expression> expressionFromName(std::string_view name) {
  const auto found = std::find(kNames.begin(), kNames.end(), name);
  if (found == kNames.end()) return std::nullopt;
  return static_cast<Expression>(found - kNames.begin());
}

}  // namespace lead
