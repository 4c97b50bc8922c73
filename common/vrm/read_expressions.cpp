#include <fmt/format.h>

#include "rig/expression.h"
#include "vrm/expression_binds.h"
#include "vrm/runtime_parts.h"

namespace lead {
namespace {

/// 0.x presets in words of 1.0.
std::optional<Expression> presetOfVersion0(const std::string& presetName) {
  struct Pair {
    const char* old;
    Expression preset;
  };
  static constexpr Pair kPairs[] = {{"neutral", Expression::neutral},
                                    {"a", Expression::aa},
                                    {"i", Expression::ih},
                                    {"u", Expression::ou},
                                    {"e", Expression::ee},
                                    {"o", Expression::oh},
                                    {"blink", Expression::blink},
                                    {"blink_l", Expression::blinkLeft},
                                    {"blink_r", Expression::blinkRight},
                                    {"joy", Expression::happy},
                                    {"angry", Expression::angry},
                                    {"sorrow", Expression::sad},
                                    {"fun", Expression::relaxed},
                                    {"lookup", Expression::lookUp},
                                    {"lookdown", Expression::lookDown},
                                    {"lookleft", Expression::lookLeft},
                                    {"lookright", Expression::lookRight},
                                    {"surprised", Expression::surprised}};
  for (const Pair& pair : kPairs)
    if (presetName == pair.old) return pair.preset;
  return std::nullopt;
}

ExpressionOverride overrideMember(const Json& json, const char* key) {
  const std::string text = textMember(json, key);
  if (text == "block") return ExpressionOverride::block;
  if (text == "blend") return ExpressionOverride::blend;
  return ExpressionOverride::none;
}

bool isOneOf(Expression expression, Expression first, Expression last) {
  return index(expression) >= index(first) && index(expression) <= index(last);
}

/// Blinking doesn't override blinking, and so on: the specification has such settings be invalid.
void dropOwnOverride(Expression preset, ModelExpression& expression) {
  if (isOneOf(preset, Expression::blink, Expression::blinkRight))
    expression.overrideBlink = ExpressionOverride::none;
  if (isOneOf(preset, Expression::lookUp, Expression::lookRight))
    expression.overrideLookAt = ExpressionOverride::none;
  if (isOneOf(preset, Expression::aa, Expression::oh)) expression.overrideMouth = ExpressionOverride::none;
}

class ExpressionReader {
 public:
  ExpressionReader(const RuntimeSource& source, Model& model)
      : source_(source), model_(model), binds_(source, model) {
    model.expressions.resize(kExpressionPresets);
    for (std::size_t i = 0; i < kExpressionPresets; ++i)
      model.expressions[i].name = name(static_cast<Expression>(i));
  }

  void readVersion1() {
    const Json& expressions = member(*source_.vrm.json, "expressions");
    const Json& presets = member(expressions, "preset");
    if (presets.is_object())
      for (const auto& [key, json] : presets.items()) {
        const auto preset = expressionFromName(key);
        if (!preset)
          warn("expression.unknown",
               fmt::format("an unknown preset expression, {}, is ignored", inQuotes(key)));
        else
          fill(json, model_.expressions[index(*preset)]);
      }
    const Json& customs = member(expressions, "custom");
    if (customs.is_object())
      for (const auto& [key, json] : customs.items()) {
        if (expressionFromName(key))
          warn("expression.unknown",
               fmt::format("a custom expression has the name of a preset, {}; it is ignored", inQuotes(key)));
        else if (ModelExpression* expression = addCustom(key))
          fill(json, *expression);
      }
    for (std::size_t i = 0; i < kExpressionPresets; ++i)
      dropOwnOverride(static_cast<Expression>(i), model_.expressions[i]);
  }

  void readVersion0() {
    for (const Json& group : arrayMember(member(*source_.vrm.json, "blendShapeMaster"), "blendShapeGroups")) {
      const std::string own = textMember(group, "name");
      auto preset = presetOfVersion0(lowercase(textMember(group, "presetName")));
      // 0.x has no such preset; its files name a group of theirs so
      if (!preset && lowercase(own) == "surprised") preset = Expression::surprised;
      ModelExpression* expression = preset ? &model_.expressions[index(*preset)] : addCustom(own);
      if (expression == nullptr) continue;
      if (expression->present)
        warn("expression.twice",
             fmt::format("the expression {} is given twice; the first is taken", inQuotes(own)));
      else
        fillVersion0(group, *expression);
    }
  }

 private:
  static std::string lowercase(std::string text) {
    for (char& c : text)
      if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    return text;
  }

  void warn(const char* id, std::string text) { source_.warnings.add(id, std::move(text)); }

  /// Null where there are too many, or one of that name.
  ModelExpression* addCustom(const std::string& name) {
    for (const ModelExpression& other : model_.expressions)
      if (other.name == name) {
        warn("expression.twice",
             fmt::format("the expression {} is given twice; the first is taken", inQuotes(name)));
        return nullptr;
      }
    if (model_.expressions.size() >= kMaxExpressions) {
      warn("limit.expressions",
           fmt::format("the model has over {} expressions; the others are ignored", kMaxExpressions));
      return nullptr;
    }
    model_.expressions.emplace_back().name = name;
    return &model_.expressions.back();
  }

  void fill(const Json& json, ModelExpression& out) {
    if (!json.is_object()) return;
    out.present = true;
    out.isBinary = flagMember(json, "isBinary", false);
    out.overrideBlink = overrideMember(json, "overrideBlink");
    out.overrideLookAt = overrideMember(json, "overrideLookAt");
    out.overrideMouth = overrideMember(json, "overrideMouth");
    for (const Json& bind : arrayMember(json, "morphTargetBinds")) binds_.addMorph(bind, out);
    for (const Json& bind : arrayMember(json, "materialColorBinds")) binds_.addColor(bind, out);
    for (const Json& bind : arrayMember(json, "textureTransformBinds")) binds_.addTextureTransform(bind, out);
  }

  void fillVersion0(const Json& group, ModelExpression& out) {
    out.present = true;
    out.isBinary = flagMember(group, "isBinary", false);
    for (const Json& bind : arrayMember(group, "binds")) binds_.addMorphVersion0(bind, out);
    for (const Json& value : arrayMember(group, "materialValues")) binds_.addMaterialValue(value, out);
  }

  const RuntimeSource& source_;
  Model& model_;
  ExpressionBinds binds_;
};

}  // namespace

void readExpressions(const RuntimeSource& source, Model& model) {
  ExpressionReader reader(source, model);
  if (source.vrm.version == VrmVersion::v0)
    reader.readVersion0();
  else
    reader.readVersion1();
}

}  // namespace lead
