// Whatever a file says about its moving parts: it is refused, or its avatar moves without a number that is
// none.
#include <gtest/gtest.h>

#include <random>

#include "spring_rig.h"

namespace lead::test {
namespace {

/// A file that uses every part of the runtime.
Haired seedFile(VrmVersion version) {
  Haired file({.version = version, .rotatedRest = true, .everyBone = true});
  file.json["materials"] = {{{"name", "Skin"}}};
  Json& triangle = file.addTriangle();
  const int morph = file.floats({0, 0, 1, 0, 0, 1, 0, 0, 1}, "VEC3");
  triangle["targets"] = {{{"POSITION", morph}}, {{"POSITION", morph}}};
  const int shown = static_cast<int>(file.json["nodes"].size()) - 1;
  const int head = file.node[index(Bone::head)];
  const int aim = file.addUnder(head, "aim", {0, 0.1, 0});
  const auto constrain = [&](int node, const char* kind, Json settings) {
    file.json["nodes"][static_cast<std::size_t>(node)]["extensions"]["VRMC_node_constraint"] = {
        {"constraint", {{kind, std::move(settings)}}}};
  };
  constrain(aim, "aim", {{"source", shown}, {"aimAxis", "PositiveX"}, {"weight", 0.5}});
  constrain(shown, "rotation", {{"source", head}, {"weight", 0.5}});
  constrain(file.addUnder(aim, "roll", {0, 0.1, 0}), "roll", {{"source", aim}, {"rollAxis", "Y"}});
  if (version == VrmVersion::v1) {
    file.extension()["expressions"] = {
        {"preset",
         {{"happy",
           {{"isBinary", true},
            {"overrideBlink", "blend"},
            {"morphTargetBinds", {{{"node", shown}, {"index", 1}, {"weight", 0.5}}}},
            {"materialColorBinds", {{{"material", 0}, {"type", "color"}, {"targetValue", {1, 0, 0, 1}}}}},
            {"textureTransformBinds", {{{"material", 0}, {"scale", {1, 2}}, {"offset", {3, 4}}}}}}}}},
        {"custom", {{"own", {{"morphTargetBinds", {{{"node", shown}, {"index", 0}, {"weight", 1}}}}}}}}};
    file.extension()["lookAt"] = {{"type", "bone"},
                                  {"offsetFromHeadBone", {0, 0.1, 0}},
                                  {"rangeMapHorizontalInner", {{"inputMaxValue", 90}, {"outputScale", 10}}}};
    file.extension()["firstPerson"]["meshAnnotations"] = {{{"node", shown}, {"type", "both"}}};
    file.addChain({{"stiffness", 1},
                   {"gravityPower", 0.5},
                   {"gravityDir", {0, -1, 0}},
                   {"hitRadius", 0.02}})["center"] = 0;
    Json& joints = file.springBone()["springs"][0]["joints"];
    joints[0]["extensions"]["VRMC_springBone_limit"]["limit"]["cone"] = {{"angle", 0.5},
                                                                         {"rotation", {0, 0, 0, 1}}};
    joints[1]["extensions"]["VRMC_springBone_limit"]["limit"]["hinge"] = {{"angle", 0.5}};
    joints[2]["extensions"]["VRMC_springBone_limit"]["limit"]["spherical"] = {{"pitch", 0.5}, {"yaw", 0.2}};
    file.addCollider(head, {{"sphere", {{"radius", 0.1}, {"offset", {0, 0.1, 0}}}}});
    file.addCollider(head, {{"capsule", {{"radius", 0.1}, {"tail", {0, 0.1, 0}}, {"inside", true}}}}, true);
    file.addCollider(file.chain[0], {{"plane", {{"normal", {0, 1, 0}}}}}, true);
    return file;
  }
  file.extension()["blendShapeMaster"]["blendShapeGroups"] = {
      {{"name", "Joy"},
       {"presetName", "joy"},
       {"binds", {{{"mesh", 0}, {"index", 1}, {"weight", 50}}}},
       {"materialValues",
        {{{"materialName", "Skin"}, {"propertyName", "_Color"}, {"targetValue", {1, 0, 0, 1}}},
         {{"materialName", "Skin"}, {"propertyName", "_MainTex_ST"}, {"targetValue", {1, 1, 0.5, 0}}}}}}};
  file.extension()["firstPerson"] = {{"firstPersonBoneOffset", {{"x", 0}, {"y", 0.1}, {"z", 0}}},
                                     {"lookAtTypeName", "BlendShape"},
                                     {"lookAtVerticalUp", {{"xRange", 90}, {"yRange", 1}}},
                                     {"meshAnnotations", {{{"mesh", 0}, {"firstPersonFlag", "Both"}}}}};
  file.extension()["secondaryAnimation"] = {
      {"boneGroups",
       {{{"bones", {file.chain[0]}},
         {"center", 0},
         {"stiffiness", 1},
         {"dragForce", 0.4},
         {"gravityDir", {{"x", 0}, {"y", -1}, {"z", 0}}},
         {"colliderGroups", {0}}}}},
      {"colliderGroups", {{{"node", head}, {"colliders", {{{"radius", 0.1}, {"offset", {{"x", 0}}}}}}}}}};
  return file;
}

/// All values of a JSON that have no parts.
void collect(Json& json, std::vector<Json*>& leaves) {
  if (json.is_structured())
    for (Json& part : json) collect(part, leaves);
  else
    leaves.push_back(&json);
}

class RuntimeMutation : public testing::TestWithParam<VrmVersion> {};

TEST_P(RuntimeMutation, MovesOrIsRefused) {
  const Json values[] = {-1,
                         0,
                         1,
                         2,
                         3,
                         57,
                         1e30,
                         -1e30,
                         1e-30,
                         0.5,
                         -0.5,
                         4294967296.0,
                         "X",
                         "aim",
                         "",
                         true,
                         nullptr,
                         Json::array(),
                         Json::object(),
                         {1e30, 1e30, -1e30, 0}};
  const ModelPtr seed = load(seedFile(GetParam()));
  ASSERT_EQ(seed->constraints.size(), 3U);
  ASSERT_EQ(seed->springs.size(), 1U);
  ASSERT_FALSE(seed->springs[0].colliders.empty());
  ASSERT_TRUE(seed->lookAt);
  ASSERT_EQ(seed->expressions[index(Expression::happy)].morphs.size(), 1U);
  std::mt19937 random(7);
  int moved = 0;
  for (int i = 0; i < 200; ++i) {
    Haired file = seedFile(GetParam());
    std::vector<Json*> leaves;
    for (const char* part : {"extensions", "nodes"}) collect(file.json[part], leaves);
    for (unsigned k = 0; k < 1 + random() % 3; ++k)
      *leaves[random() % leaves.size()] = values[random() % std::size(values)];
    ModelPtr model;
    try {
      model = load(file);
    } catch (const ModelError&) {
      continue;
    }
    ++moved;
    Character character(model);
    for (int frame = 0; frame < 5; ++frame) {
      Pose pose = lively(0.1F * static_cast<float>(frame));
      pose.expressions.fill(0.6F);
      character.update(pose, glm::vec3(1, 2, 3), 0.03F);
    }
    for (const glm::mat4& m : character.world())
      for (int c = 0; c < 4; ++c) ASSERT_TRUE(std::isfinite(m[c].x + m[c].y + m[c].z + m[c].w)) << i;
    for (std::size_t n = 0; n < model->nodes.size(); ++n)
      for (const float weight : character.morphWeights(static_cast<int>(n)))
        ASSERT_TRUE(std::isfinite(weight));
    for (const MaterialShift& material : character.materials()) {
      const glm::vec4 color = material.over(MaterialColor::base, glm::vec4(1.0F));
      ASSERT_TRUE(std::isfinite(color.r + color.g + color.b + color.a));
      const TextureUse use = material.over(TextureUse{});
      ASSERT_TRUE(std::isfinite(use.scale.x + use.scale.y + use.offset.x + use.offset.y));
    }
  }
  EXPECT_GT(moved, 60);
}

INSTANTIATE_TEST_SUITE_P(BothVersions, RuntimeMutation, testing::Values(VrmVersion::v0, VrmVersion::v1));

}  // namespace
}  // namespace lead::test
