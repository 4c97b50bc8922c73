// The 18 preset expressions of VRM 1.0. Source: VRMC_vrm-1.0/expressions.md.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace lead {

enum class Expression : std::uint8_t {
  happy,
  angry,
  sad,
  relaxed,
  surprised,
  aa,
  ih,
  ou,
  ee,
  oh,
  blink,
  blinkLeft,
  blinkRight,
  lookUp,
  lookDown,
  lookLeft,
  lookRight,
  neutral,
};

inline constexpr std::size_t kExpressionPresets = 18;
static_assert(static_cast<std::size_t>(Expression::neutral) + 1 == kExpressionPresets);

constexpr std::size_t index(Expression expression) {
  return static_cast<std::size_t>(expression);
}

/// The name in a VRM 1.0 file, as "blinkLeft".
std::string_view name(Expression expression);
std::optional<Expression> expressionFromName(std::string_view name);

/// Weights 0 … 1: the presets first, in the order of Expression, then a model's custom ones.
inline constexpr std::size_t kMaxExpressions = 64;
using ExpressionWeights = std::array<float, kMaxExpressions>;

}  // namespace lead
