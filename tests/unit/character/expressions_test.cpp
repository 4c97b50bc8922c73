// Expressions applied. Sections of VRMC_vrm-1.0/expressions.md.
#include "character/expressions.h"

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <limits>

#include "allocations.h"
#include "humanoid_glb.h"

namespace lead::test {
namespace {

/// A model with nothing but expressions, for what only depends on them.
Model withPresets() {
  Model model;
  model.expressions.resize(kExpressionPresets);
  return model;
}

ModelExpression& of(Model& model, Expression preset) {
  return model.expressions[index(preset)];
}

ExpressionWeights effective(const Model& model, std::initializer_list<std::pair<Expression, float>> given) {
  ExpressionWeights weights{};
  for (const auto& [preset, weight] : given) weights[index(preset)] = weight;
  ExpressionWeights out{};
  Expressions(model).effective(weights, out);
  return out;
}

float weightOf(const ExpressionWeights& weights, Expression preset) {
  return weights[index(preset)];
}

TEST(ExpressionControl, ValuesAreClamped) {
  const Model model = withPresets();
  const ExpressionWeights out = effective(model, {{Expression::happy, 1.5F},
                                                  {Expression::sad, -1.0F},
                                                  {Expression::aa, 0.25F},
                                                  {Expression::ih, std::numeric_limits<float>::quiet_NaN()}});
  EXPECT_EQ(weightOf(out, Expression::happy), 1.0F);
  EXPECT_EQ(weightOf(out, Expression::sad), 0.0F);
  EXPECT_EQ(weightOf(out, Expression::aa), 0.25F);
  EXPECT_EQ(weightOf(out, Expression::ih), 0.0F);
}

TEST(ExpressionObject, IsBinaryIsOneOverAHalfElseZero) {
  Model model = withPresets();
  of(model, Expression::happy).isBinary = true;
  EXPECT_EQ(weightOf(effective(model, {{Expression::happy, 0.5F}}), Expression::happy), 0.0F);
  EXPECT_EQ(weightOf(effective(model, {{Expression::happy, 0.51F}}), Expression::happy), 1.0F);
}

TEST(ProceduralOverride, BlockSetsItsTargetsToZero) {
  struct Row {
    ExpressionOverride ModelExpression::*setting;
    std::vector<Expression> targets;
  };
  const Row rows[] = {
      {&ModelExpression::overrideMouth,
       {Expression::aa, Expression::ih, Expression::ou, Expression::ee, Expression::oh}},
      {&ModelExpression::overrideBlink, {Expression::blink, Expression::blinkLeft, Expression::blinkRight}},
      {&ModelExpression::overrideLookAt,
       {Expression::lookUp, Expression::lookDown, Expression::lookLeft, Expression::lookRight}}};
  for (const Row& row : rows) {
    Model model = withPresets();
    of(model, Expression::happy).*row.setting = ExpressionOverride::block;
    ExpressionWeights given{};
    given.fill(0.8F);
    given[index(Expression::happy)] = 0.1F;
    ExpressionWeights out{};
    Expressions(model).effective(given, out);
    for (std::size_t i = 0; i < kExpressionPresets; ++i) {
      const auto preset = static_cast<Expression>(i);
      const bool target = std::count(row.targets.begin(), row.targets.end(), preset) > 0;
      EXPECT_EQ(out[i], target ? 0.0F : given[i]) << name(preset);
    }
    given[index(Expression::happy)] = 0.0F;  // off, it blocks nothing
    Expressions(model).effective(given, out);
    for (const Expression target : row.targets) EXPECT_EQ(weightOf(out, target), 0.8F);
  }
}

TEST(ProceduralOverride, BlendAttenuatesByTheSumOfWeights) {
  Model model = withPresets();
  of(model, Expression::happy).overrideBlink = ExpressionOverride::blend;
  of(model, Expression::angry).overrideBlink = ExpressionOverride::blend;
  const auto blink = [&](float happy, float angry) {
    return weightOf(
        effective(model, {{Expression::happy, happy}, {Expression::angry, angry}, {Expression::blink, 0.8F}}),
        Expression::blink);
  };
  EXPECT_FLOAT_EQ(blink(0, 0), 0.8F);
  EXPECT_FLOAT_EQ(blink(0.25F, 0), 0.6F);
  EXPECT_FLOAT_EQ(blink(0.25F, 0.5F), 0.2F);
  EXPECT_FLOAT_EQ(blink(0.75F, 0.5F), 0.0F);
}

TEST(ProceduralOverride, ACustomExpressionOverridesToo) {
  Model model = withPresets();
  model.expressions.emplace_back().overrideMouth = ExpressionOverride::block;
  ExpressionWeights given{};
  given[kExpressionPresets] = 0.5F;
  given[index(Expression::oh)] = 1.0F;
  ExpressionWeights out{};
  Expressions(model).effective(given, out);
  EXPECT_EQ(weightOf(out, Expression::oh), 0.0F);
  EXPECT_EQ(out[kExpressionPresets], 0.5F);
}

TEST(InteractionBetweenOverrideAndIsBinary, TheBinaryOutputOverrides) {
  Model model = withPresets();
  of(model, Expression::happy).isBinary = true;
  of(model, Expression::happy).overrideBlink = ExpressionOverride::blend;
  const auto blink = [&](float happy) {
    return weightOf(effective(model, {{Expression::happy, happy}, {Expression::blink, 0.7F}}),
                    Expression::blink);
  };
  EXPECT_FLOAT_EQ(blink(0.4F), 0.7F);
  EXPECT_FLOAT_EQ(blink(0.6F), 0.0F);
}

TEST(InteractionBetweenOverrideAndIsBinary, ABinaryTargetIsSuppressedByAnyEffect) {
  Model model = withPresets();
  of(model, Expression::happy).overrideBlink = ExpressionOverride::blend;
  of(model, Expression::blink).isBinary = true;
  const auto blink = [&](float happy) {
    return weightOf(effective(model, {{Expression::happy, happy}, {Expression::blink, 1.0F}}),
                    Expression::blink);
  };
  EXPECT_EQ(blink(0.0F), 1.0F);
  EXPECT_EQ(blink(0.01F), 0.0F);
}

/// A face with three morphs, shown by two nodes, and a material.
struct Faced : Humanoid {
  Faced() : Humanoid(makeHumanoid()) {
    json["materials"] = {{{"name", "Skin"}}};
    Json& triangle = addTriangle();
    const int morph = floats({0, 0, 1, 0, 0, 1, 0, 0, 1}, "VEC3");
    triangle["targets"] = {{{"POSITION", morph}}, {{"POSITION", morph}}, {{"POSITION", morph}}};
    json["meshes"][0]["weights"] = {0.5, 0.5, 0.5};
    shown = static_cast<int>(json["nodes"].size()) - 1;
    again = add("nodes", {{"mesh", 0}});
  }
  Json& preset(const char* name) { return extension()["expressions"]["preset"][name]; }
  int shown = 0;
  int again = 0;
};

/// The first and the second node that show the mesh.
std::array<int, 2> shownNodes(const Model& model) {
  std::array<int, 2> nodes{-1, -1};
  for (std::size_t i = 0; i < model.nodes.size(); ++i)
    if (model.nodes[i].mesh >= 0) nodes[nodes[0] < 0 ? 0 : 1] = static_cast<int>(i);
  return nodes;
}

TEST(ExpressionUpdateAlgorithm, MorphTargetsStartAtZeroAndAddUp) {
  Faced file;
  file.preset("happy")["morphTargetBinds"] = {{{"node", file.shown}, {"index", 0}, {"weight", 1}},
                                              {{"node", file.shown}, {"index", 1}, {"weight", 0.5}}};
  file.preset("sad")["morphTargetBinds"] = {{{"node", file.shown}, {"index", 1}, {"weight", 1}}};
  const ModelPtr model = load(file);
  const Expressions expressions(*model);
  Face face = expressions.makeFace();
  const auto [shown, again] = shownNodes(*model);
  ExpressionWeights weights{};
  weights[index(Expression::happy)] = 0.5F;
  weights[index(Expression::sad)] = 0.25F;
  expressions.apply(weights, face);
  const auto morphs = expressions.morphs(face, shown);
  ASSERT_EQ(morphs.size(), 3U);
  EXPECT_FLOAT_EQ(morphs[0], 0.5F);
  EXPECT_FLOAT_EQ(morphs[1], 0.25F + 0.25F);
  EXPECT_FLOAT_EQ(morphs[2], 0.5F);  // bound by none: as the file has it
  for (const float w : expressions.morphs(face, again)) EXPECT_FLOAT_EQ(w, 0.5F);  // binds are by node
  EXPECT_TRUE(expressions.morphs(face, 0).empty());
  EXPECT_TRUE(face.morphsChanged[static_cast<std::size_t>(shown)]);
  EXPECT_FALSE(face.morphsChanged[static_cast<std::size_t>(again)]);

  expressions.apply(weights, face);
  EXPECT_FALSE(face.morphsChanged[static_cast<std::size_t>(shown)]);
  expressions.apply(ExpressionWeights{}, face);
  EXPECT_TRUE(face.morphsChanged[static_cast<std::size_t>(shown)]);
  EXPECT_FLOAT_EQ(expressions.morphs(face, shown)[0], 0.0F);
  EXPECT_FLOAT_EQ(expressions.morphs(face, shown)[1], 0.0F);
}

TEST(ExpressionUpdateAlgorithm, MaterialColorsAddTheirDifferencesToTheBase) {
  Faced file;
  const auto color = [](Json target) {
    return Json::array({{{"material", 0}, {"type", "shadeColor"}, {"targetValue", std::move(target)}}});
  };
  file.preset("happy")["materialColorBinds"] = color({1, 0, 0, 1});
  file.preset("sad")["materialColorBinds"] = color({0, 0, 1, 1});
  const ModelPtr model = load(file);
  const Expressions expressions(*model);
  Face face = expressions.makeFace();
  ExpressionWeights weights{};
  weights[index(Expression::happy)] = 0.5F;
  weights[index(Expression::sad)] = 0.25F;
  expressions.apply(weights, face);
  EXPECT_TRUE(face.materialsChanged);
  const glm::vec4 base(0.2F, 0.4F, 0.6F, 1.0F);
  const glm::vec4 expected =
      base + (glm::vec4(1, 0, 0, 1) - base) * 0.5F + (glm::vec4(0, 0, 1, 1) - base) * 0.25F;
  const glm::vec4 got = face.materials[0].over(MaterialColor::shade, base);
  for (int i = 0; i < 4; ++i) EXPECT_NEAR(got[i], expected[i], 1e-6F);
  EXPECT_EQ(face.materials[0].over(MaterialColor::base, base), base);
  expressions.apply(ExpressionWeights{}, face);
  EXPECT_EQ(face.materials[0].over(MaterialColor::shade, base), base);
}

TEST(ExpressionUpdateAlgorithm, TextureTransforms) {
  Faced file;
  file.preset("relaxed")["textureTransformBinds"] = {
      {{"material", 0}, {"scale", {0.5, 0.25}}, {"offset", {0.5, 0.75}}}};
  const ModelPtr model = load(file);
  const Expressions expressions(*model);
  Face face = expressions.makeFace();
  ExpressionWeights weights{};
  weights[index(Expression::relaxed)] = 0.5F;
  expressions.apply(weights, face);
  TextureUse use;
  use.texture = 3;
  use.offset = {0.1F, 0.0F};
  use = face.materials[0].over(use);
  EXPECT_EQ(use.texture, 3);
  EXPECT_FLOAT_EQ(use.scale.x, 0.75F);
  EXPECT_FLOAT_EQ(use.scale.y, 0.625F);
  EXPECT_FLOAT_EQ(use.offset.x, 0.3F);
  EXPECT_FLOAT_EQ(use.offset.y, 0.375F);
}

TEST(ExpressionUpdateAlgorithm, AllocatesNothing) {
  Faced file;
  file.preset("happy")["morphTargetBinds"] = {{{"node", file.shown}, {"index", 0}, {"weight", 1}}};
  file.preset("sad")["materialColorBinds"] = {
      {{"material", 0}, {"type", "color"}, {"targetValue", {1, 0, 0, 1}}}};
  const ModelPtr model = load(file);
  const Expressions expressions(*model);
  Face face = expressions.makeFace();
  const long before = allocations();
  for (int i = 0; i < 10; ++i) {
    ExpressionWeights weights{};
    weights.fill(0.1F * static_cast<float>(i));
    expressions.apply(weights, face);
  }
  EXPECT_EQ(allocations(), before);
}

TEST(SpecIsBinaryOverrides, BlinkIsSuppressedOnceHappyIsOn) {
  const auto path = std::filesystem::path(LEAD_SHARED_DIR) / "models/vrm1/spec_isBinary_Overrides.vrm";
  if (!std::filesystem::exists(path)) GTEST_SKIP() << "no shared models at " << path;
  const ModelPtr model = loadModel(readModelFile(path));
  const Expressions expressions(*model);
  Face face = expressions.makeFace();
  ExpressionWeights weights{};
  weights[index(Expression::blink)] = 1.0F;
  weights[index(Expression::happy)] = 0.4F;
  expressions.apply(weights, face);
  EXPECT_EQ(weightOf(face.weights, Expression::blink), 1.0F);
  TextureUse plane = face.materials.at(0).over(TextureUse{});
  EXPECT_FLOAT_EQ(plane.offset.y, 0.875F);  // blink's field of the picture
  EXPECT_FLOAT_EQ(plane.scale.x, 0.125F);
  weights[index(Expression::happy)] = 0.6F;
  expressions.apply(weights, face);
  EXPECT_EQ(weightOf(face.weights, Expression::blink), 0.0F);
  plane = face.materials.at(0).over(TextureUse{});
  EXPECT_FLOAT_EQ(plane.offset.x, 0.875F);  // happy's, whole, as it is binary
  EXPECT_FLOAT_EQ(plane.offset.y, 0.0F);
}

}  // namespace
}  // namespace lead::test
