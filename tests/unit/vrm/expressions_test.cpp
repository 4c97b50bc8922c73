// Expressions of both versions into the model. Sections of VRMC_vrm-1.0/expressions.md.
#include <gmock/gmock.h>

#include <filesystem>

#include "humanoid_glb.h"
#include "rig/expression.h"

namespace lead::test {
namespace {

const ModelExpression& of(const Model& model, Expression preset) {
  return model.expressions.at(index(preset));
}

/// A humanoid with one mesh of two morphs shown by a node, and a material named "Skin".
Humanoid withFace(VrmVersion version) {
  Humanoid file = makeHumanoid({.version = version});
  file.json["materials"] = {{{"name", "Hair"}}, {{"name", "Skin"}}};
  Json& triangle = file.addTriangle();
  const int morph = file.floats({0, 0, 1, 0, 0, 1, 0, 0, 1}, "VEC3");
  triangle["targets"] = {{{"POSITION", morph}}, {{"POSITION", morph}}};
  return file;
}

int lastNode(const Humanoid& file) {
  return static_cast<int>(file.json["nodes"].size()) - 1;
}

int shownAt(const Model& model) {
  for (std::size_t i = 0; i < model.nodes.size(); ++i)
    if (model.nodes[i].mesh >= 0) return static_cast<int>(i);
  return -1;
}

TEST(Expressions, EveryPresetHasItsPlaceAndOnlyThoseOfTheFileArePresent) {
  Humanoid file = makeHumanoid();
  file.extension()["expressions"] = {
      {"preset", {{"happy", Json::object()}, {"lookLeft", Json::object()}, {"smirk", Json::object()}}}};
  const ModelPtr model = load(file);
  ASSERT_EQ(model->expressions.size(), kExpressionPresets);
  for (std::size_t i = 0; i < kExpressionPresets; ++i) {
    const auto preset = static_cast<Expression>(i);
    EXPECT_EQ(model->expressions[i].name, name(preset));
    EXPECT_EQ(model->expressions[i].present, preset == Expression::happy || preset == Expression::lookLeft);
  }
  EXPECT_TRUE(warns(*model, "unknown preset expression, 'smirk'"));
}

TEST(Expressions, CustomExpressionsFollowThePresets) {
  Humanoid file = makeHumanoid();
  file.extension()["expressions"] = {
      {"custom", {{"wave", {{"isBinary", true}}}, {"cat", Json::object()}, {"happy", Json::object()}}}};
  const ModelPtr model = load(file);
  ASSERT_EQ(model->expressions.size(), kExpressionPresets + 2);
  EXPECT_EQ(model->expressions[18].name, "cat");
  EXPECT_EQ(model->expressions[19].name, "wave");
  EXPECT_TRUE(model->expressions[19].isBinary);
  EXPECT_TRUE(warns(*model, "has the name of a preset, 'happy'"));
}

TEST(Expressions, NoMoreThanAnAvatarCanHaveWeightsFor) {
  Humanoid file = makeHumanoid();
  for (int i = 0; i < 100; ++i)
    file.extension()["expressions"]["custom"]["e" + std::to_string(i)] = Json::object();
  const ModelPtr model = load(file);
  EXPECT_EQ(model->expressions.size(), kMaxExpressions);
  EXPECT_TRUE(warns(*model, "over 64 expressions"));
}

TEST(Expressions, IsBinaryAndProceduralOverrides) {
  Humanoid file = makeHumanoid();
  file.extension()["expressions"]["preset"] = {
      {"happy",
       {{"isBinary", true},
        {"overrideBlink", "block"},
        {"overrideLookAt", "blend"},
        {"overrideMouth", "none"}}},
      {"sad", {{"overrideMouth", "blend"}, {"overrideBlink", "whatever"}}}};
  const ModelPtr model = load(file);
  const ModelExpression& happy = of(*model, Expression::happy);
  EXPECT_TRUE(happy.isBinary);
  EXPECT_EQ(happy.overrideBlink, ExpressionOverride::block);
  EXPECT_EQ(happy.overrideLookAt, ExpressionOverride::blend);
  EXPECT_EQ(happy.overrideMouth, ExpressionOverride::none);
  EXPECT_EQ(of(*model, Expression::sad).overrideMouth, ExpressionOverride::blend);
  EXPECT_EQ(of(*model, Expression::sad).overrideBlink, ExpressionOverride::none);
}

TEST(Expressions, AnOverrideOfItsOwnKindIsInvalid) {
  Humanoid file = makeHumanoid();
  const Json all = {{"overrideBlink", "block"}, {"overrideLookAt", "block"}, {"overrideMouth", "block"}};
  file.extension()["expressions"]["preset"] = {
      {"blinkLeft", all}, {"lookUp", all}, {"oh", all}, {"sad", all}};
  const ModelPtr model = load(file);
  EXPECT_EQ(of(*model, Expression::blinkLeft).overrideBlink, ExpressionOverride::none);
  EXPECT_EQ(of(*model, Expression::blinkLeft).overrideMouth, ExpressionOverride::block);
  EXPECT_EQ(of(*model, Expression::lookUp).overrideLookAt, ExpressionOverride::none);
  EXPECT_EQ(of(*model, Expression::lookUp).overrideBlink, ExpressionOverride::block);
  EXPECT_EQ(of(*model, Expression::oh).overrideMouth, ExpressionOverride::none);
  EXPECT_EQ(of(*model, Expression::sad).overrideMouth, ExpressionOverride::block);
}

TEST(Expressions, MorphTargetBind) {
  Humanoid file = withFace(VrmVersion::v1);
  const int shown = lastNode(file);
  file.extension()["expressions"]["preset"]["aa"]["morphTargetBinds"] = {
      {{"node", shown}, {"index", 1}, {"weight", 0.25}},
      {{"node", shown}, {"index", 2}, {"weight", 1}},  // there are two
      {{"node", 0}, {"index", 0}, {"weight", 1}},      // shows no mesh
      {{"node", 999}, {"index", 0}, {"weight", 1}},
      {{"index", 0}, {"weight", 1}},
      {{"node", shown}, {"index", -1}, {"weight", 1}},
      "nonsense",
      {{"node", shown}, {"index", 0}, {"weight", 7}}};
  const ModelPtr model = load(file);
  const auto& morphs = of(*model, Expression::aa).morphs;
  ASSERT_EQ(morphs.size(), 2U);
  EXPECT_EQ(morphs[0].node, shownAt(*model));
  EXPECT_EQ(morphs[0].morph, 1);
  EXPECT_FLOAT_EQ(morphs[0].weight, 0.25F);
  EXPECT_FLOAT_EQ(morphs[1].weight, 1.0F);
  EXPECT_TRUE(warns(*model, "a morph that its mesh lacks"));
  EXPECT_TRUE(warns(*model, "a node without a mesh"));
}

TEST(Expressions, MaterialColorBind) {
  Humanoid file = withFace(VrmVersion::v1);
  const char* kinds[] = {"color", "emissionColor", "shadeColor", "matcapColor", "rimColor", "outlineColor"};
  Json binds = Json::array();
  for (const char* kind : kinds)
    binds.push_back({{"material", 1}, {"type", kind}, {"targetValue", {0.5, 0.25, 0.125, 0.75}}});
  binds.push_back({{"material", 2}, {"type", "color"}, {"targetValue", {1, 1, 1, 1}}});
  binds.push_back({{"material", 1}, {"type", "smell"}, {"targetValue", {1, 1, 1, 1}}});
  file.extension()["expressions"]["preset"]["sad"]["materialColorBinds"] = binds;
  const ModelPtr model = load(file);
  const auto& colors = of(*model, Expression::sad).colors;
  ASSERT_EQ(colors.size(), 6U);
  for (std::size_t i = 0; i < 6; ++i) {
    EXPECT_EQ(colors[i].material, 1);
    EXPECT_EQ(colors[i].color, static_cast<MaterialColor>(i));
    EXPECT_EQ(colors[i].target, glm::vec4(0.5F, 0.25F, 0.125F, 0.75F));
  }
  EXPECT_TRUE(warns(*model, "a material that doesn't exist"));
  EXPECT_TRUE(warns(*model, "a colour of an unknown kind"));
}

TEST(Expressions, TextureTransformBind) {
  Humanoid file = withFace(VrmVersion::v1);
  file.extension()["expressions"]["preset"]["relaxed"]["textureTransformBinds"] = {
      {{"material", 0}, {"scale", {0.5, 2}}, {"offset", {0.25, 0.75}}},
      {{"material", 1}},
      {{"material", -1}, {"offset", {1, 1}}}};
  const ModelPtr model = load(file);
  const auto& transforms = of(*model, Expression::relaxed).textureTransforms;
  ASSERT_EQ(transforms.size(), 2U);
  EXPECT_EQ(transforms[0].scale, glm::vec2(0.5F, 2.0F));
  EXPECT_EQ(transforms[0].offset, glm::vec2(0.25F, 0.75F));
  EXPECT_EQ(transforms[1].scale, glm::vec2(1.0F));
  EXPECT_EQ(transforms[1].offset, glm::vec2(0.0F));
}

TEST(Expressions, Version0PresetsBecomeThoseOfVersion1) {
  const std::pair<const char*, Expression> pairs[] = {{"neutral", Expression::neutral},
                                                      {"a", Expression::aa},
                                                      {"i", Expression::ih},
                                                      {"u", Expression::ou},
                                                      {"e", Expression::ee},
                                                      {"o", Expression::oh},
                                                      {"blink", Expression::blink},
                                                      {"Blink_L", Expression::blinkLeft},
                                                      {"blink_r", Expression::blinkRight},
                                                      {"Joy", Expression::happy},
                                                      {"angry", Expression::angry},
                                                      {"sorrow", Expression::sad},
                                                      {"fun", Expression::relaxed},
                                                      {"lookup", Expression::lookUp},
                                                      {"lookdown", Expression::lookDown},
                                                      {"LookLeft", Expression::lookLeft},
                                                      {"lookright", Expression::lookRight}};
  Humanoid file = makeHumanoid({.version = VrmVersion::v0});
  Json& groups = file.extension()["blendShapeMaster"]["blendShapeGroups"];
  for (const auto& [old, preset] : pairs)
    groups.push_back({{"name", "group"}, {"presetName", old}, {"isBinary", true}});
  groups.push_back({{"name", "Surprised"}, {"presetName", "unknown"}});
  groups.push_back({{"name", "Wink"}, {"presetName", "unknown"}});
  const ModelPtr model = load(file);
  for (const auto& [old, preset] : pairs) {
    EXPECT_TRUE(of(*model, preset).present) << old;
    EXPECT_TRUE(of(*model, preset).isBinary) << old;
  }
  EXPECT_TRUE(of(*model, Expression::surprised).present);
  ASSERT_EQ(model->expressions.size(), kExpressionPresets + 1);
  EXPECT_EQ(model->expressions.back().name, "Wink");
}

TEST(Expressions, Version0WeightsAreOf100AndBindEveryNodeThatShowsTheMesh) {
  Humanoid file = withFace(VrmVersion::v0);
  file.add("nodes", {{"name", "again"}, {"mesh", 0}});
  file.extension()["blendShapeMaster"]["blendShapeGroups"] = {
      {{"name", "Joy"},
       {"presetName", "joy"},
       {"binds",
        {{{"mesh", 0}, {"index", 1}, {"weight", 30}},
         {{"mesh", 5}, {"index", 0}, {"weight", 100}},
         {{"mesh", 0}, {"index", 9}, {"weight", 100}}}}},
      {{"name", "Joy again"}, {"presetName", "joy"}}};
  const ModelPtr model = load(file);
  const auto& morphs = of(*model, Expression::happy).morphs;
  ASSERT_EQ(morphs.size(), 2U);
  for (const MorphBind& bind : morphs) {
    EXPECT_EQ(model->nodes[static_cast<std::size_t>(bind.node)].mesh, 0);
    EXPECT_EQ(bind.morph, 1);
    EXPECT_FLOAT_EQ(bind.weight, 0.3F);
  }
  EXPECT_NE(morphs[0].node, morphs[1].node);
  EXPECT_TRUE(warns(*model, "'Joy again' is given twice"));
}

TEST(Expressions, Version0MaterialValuesAreSrgbColoursAndFlippedTransforms) {
  Humanoid file = withFace(VrmVersion::v0);
  const auto value = [](const char* property, Json target) {
    return Json{{"materialName", "Skin"}, {"propertyName", property}, {"targetValue", std::move(target)}};
  };
  file.extension()["blendShapeMaster"]["blendShapeGroups"] = {
      {{"name", "Joy"},
       {"presetName", "joy"},
       {"materialValues",
        {value("_Color", {0.5, 1, 0, 0.5}), value("_EmissionColor", {0.5, 0.5, 0.5, 1}),
         value("_ShadeColor", {0.5, 0, 0, 1}), value("_RimColor", {1, 0, 0, 1}),
         value("_OutlineColor", {0, 0, 0, 1}), value("_MainTex_ST", {0.5, 0.25, 0.1, 0.2}),
         value("_MainTex_ST_S", {0.5, 9, 0.1, 9}), value("_MainTex_ST_T", {9, 0.25, 9, 0.2}),
         value("_Cutoff", {1, 0, 0, 0}),
         Json{{"materialName", "None"}, {"propertyName", "_Color"}, {"targetValue", {1, 1, 1, 1}}}}}}};
  const ModelPtr model = load(file);
  const ModelExpression& happy = of(*model, Expression::happy);
  ASSERT_EQ(happy.colors.size(), 5U);
  EXPECT_EQ(happy.colors[0].material, 1);
  EXPECT_NEAR(happy.colors[0].target.r, 0.2140F, 1e-4F);  // sRGB 0.5
  EXPECT_NEAR(happy.colors[0].target.a, 0.5F, 1e-6F);
  EXPECT_EQ(happy.colors[1].color, MaterialColor::emission);
  EXPECT_FLOAT_EQ(happy.colors[1].target.r, 0.5F);  // linear in Unity
  EXPECT_EQ(happy.colors[2].color, MaterialColor::shade);
  EXPECT_EQ(happy.colors[3].color, MaterialColor::rim);
  EXPECT_EQ(happy.colors[4].color, MaterialColor::outline);
  ASSERT_EQ(happy.textureTransforms.size(), 3U);
  EXPECT_EQ(happy.textureTransforms[0].scale, glm::vec2(0.5F, 0.25F));
  EXPECT_NEAR(happy.textureTransforms[0].offset.x, 0.1F, 1e-6F);
  EXPECT_NEAR(happy.textureTransforms[0].offset.y, 1.0F - 0.2F - 0.25F, 1e-6F);
  EXPECT_EQ(happy.textureTransforms[1].scale, glm::vec2(0.5F, 1.0F));  // the other half is the material's
  EXPECT_NEAR(happy.textureTransforms[1].offset.y, 0.0F, 1e-6F);
  EXPECT_EQ(happy.textureTransforms[2].scale, glm::vec2(1.0F, 0.25F));
  EXPECT_TRUE(warns(*model, "a property of a material that isn't known"));
  EXPECT_TRUE(warns(*model, "a material that doesn't exist"));
}

TEST(Expressions, BindsOverTheLimitAreLeftOut) {
  Humanoid file = withFace(VrmVersion::v0);
  for (int i = 0; i < 9; ++i) file.add("nodes", {{"mesh", 0}});
  Json binds = Json::array();
  for (int i = 0; i < 20; ++i) binds.push_back({{"mesh", 0}, {"index", 0}, {"weight", 1}});
  file.extension()["blendShapeMaster"]["blendShapeGroups"] = {{{"presetName", "joy"}, {"binds", binds}}};
  LoadLimits limits;
  limits.expressionBinds = 35;
  const ModelPtr model = loadModel(file.build(), limits);
  EXPECT_EQ(of(*model, Expression::happy).morphs.size(), 35U);
  EXPECT_TRUE(warns(*model, "more binds than are read"));
}

TEST(Expressions, WhateverStandsInTheirPlaceIsIgnored) {
  for (const Json& nonsense : {Json("text"), Json(3), Json::array({1, 2}), Json(nullptr)}) {
    Humanoid file = makeHumanoid();
    file.extension()["expressions"] = {{"preset", {{"happy", nonsense}}}, {"custom", nonsense}};
    EXPECT_FALSE(of(*load(file), Expression::happy).present);
    file.extension()["expressions"] = nonsense;
    EXPECT_EQ(load(file)->expressions.size(), kExpressionPresets);
    Humanoid old = makeHumanoid({.version = VrmVersion::v0});
    old.extension()["blendShapeMaster"] = {{"blendShapeGroups", nonsense}};
    EXPECT_GE(load(old)->expressions.size(), kExpressionPresets);
  }
}

TEST(Expressions, OfRealFiles) {
  const std::filesystem::path models = std::filesystem::path(LEAD_SHARED_DIR) / "models";
  if (!std::filesystem::exists(models)) GTEST_SKIP() << "no shared models at " << models;
  const ModelPtr spec = loadModel(readModelFile(models / "vrm1/spec_isBinary_Overrides.vrm"));
  EXPECT_TRUE(of(*spec, Expression::happy).isBinary);
  EXPECT_EQ(of(*spec, Expression::happy).overrideBlink, ExpressionOverride::blend);
  EXPECT_EQ(of(*spec, Expression::happy).textureTransforms.size(), 2U);
  EXPECT_EQ(of(*spec, Expression::blink).textureTransforms.size(), 2U);

  const ModelPtr godette = loadModel(readModelFile(models / "vrm0/godette_v4.vrm"));
  int present = 0;
  for (const ModelExpression& expression : godette->expressions) present += expression.present ? 1 : 0;
  EXPECT_EQ(present, 17);
  EXPECT_EQ(of(*godette, Expression::blink).morphs.size(), 2U);
  EXPECT_FLOAT_EQ(of(*godette, Expression::happy).morphs.at(1).weight, 0.25F);

  const ModelPtr migrated = loadModel(readModelFile(models / "vrm1/addon_expression_migration_4.2.vrm"));
  EXPECT_EQ(of(*migrated, Expression::sad).overrideMouth, ExpressionOverride::block);
  EXPECT_EQ(of(*migrated, Expression::sad).colors.at(0).color, MaterialColor::emission);
  EXPECT_TRUE(of(*migrated, Expression::relaxed).isBinary);
}

}  // namespace
}  // namespace lead::test
