// Spring bones of both versions into the model. Sections of VRMC_springBone-1.0 and
// VRMC_springBone_extended_collider-1.0.
#include <gmock/gmock.h>

#include <filesystem>
#include <glm/geometric.hpp>

#include "humanoid_glb.h"

namespace lead::test {
namespace {

/// A chain of nodes a, b, c, d under the head, each 10 cm below the one before.
struct Haired : Humanoid {
  explicit Haired(VrmVersion version = VrmVersion::v1) : Humanoid(makeHumanoid({.version = version})) {
    int parent = node[index(Bone::head)];
    for (int& at : chain) {
      at = addUnder(parent, std::string(1, static_cast<char>('a' + (&at - chain.data()))), {0, -0.1, 0});
      parent = at;
    }
  }
  int addUnder(int parent, const std::string& name, Json place) {
    const int at = add("nodes", {{"name", name}, {"translation", std::move(place)}});
    json["nodes"][static_cast<std::size_t>(parent)]["children"].push_back(at);
    return at;
  }
  Json& springBone() { return json["extensions"]["VRMC_springBone"]; }
  Json& secondary() { return extension()["secondaryAnimation"]; }
  Json joints(std::vector<int> nodes) const {
    Json out = Json::array();
    for (const int n : nodes) out.push_back({{"node", n}});
    return out;
  }
  std::array<int, 4> chain{};
};

std::string nodeName(const Model& model, int node) {
  return model.nodes.at(static_cast<std::size_t>(node)).name;
}
std::string names(const Model& model, const Spring& spring) {
  std::string out;
  for (const SpringJoint& joint : spring.joints) out += nodeName(model, joint.node);
  return out;
}
void expectNear(const glm::vec3& a, const glm::vec3& b) {
  EXPECT_LT(glm::length(a - b), 1e-5F) << a.x << ' ' << a.y << ' ' << a.z;
}

TEST(SpringReading, SpringChainIsPairsOfHeadAndTail) {
  Haired file;
  file.springBone()["springs"] = {{{"name", "hair"},
                                   {"joints",
                                    {{{"node", file.chain[0]},
                                      {"hitRadius", 0.02},
                                      {"stiffness", 2.5},
                                      {"gravityPower", 0.3},
                                      {"gravityDir", {1, 0, 0}},
                                      {"dragForce", 0.7}},
                                     {{"node", file.chain[1]}},
                                     {{"node", file.chain[2]}, {"stiffness", 9}}}}}};
  const ModelPtr model = load(file);
  ASSERT_EQ(model->springs.size(), 1U);
  const Spring& spring = model->springs[0];
  EXPECT_EQ(spring.name, "hair");
  EXPECT_EQ(names(*model, spring), "ab");  // the last is a tail only
  EXPECT_EQ(spring.center, -1);
  const SpringJoint& a = spring.joints[0];
  EXPECT_FLOAT_EQ(a.hitRadius, 0.02F);
  EXPECT_FLOAT_EQ(a.stiffness, 2.5F);
  EXPECT_FLOAT_EQ(a.gravityPower, 0.3F);
  EXPECT_EQ(a.gravityDir, glm::vec3(1, 0, 0));
  EXPECT_FLOAT_EQ(a.drag, 0.7F);
  expectNear(a.tail, {0, -0.1F, 0});
  const SpringJoint& b = spring.joints[1];  // the schema's defaults
  EXPECT_FLOAT_EQ(b.stiffness, 1.0F);
  EXPECT_FLOAT_EQ(b.drag, 0.5F);
  EXPECT_FLOAT_EQ(b.hitRadius, 0.0F);
  EXPECT_FLOAT_EQ(b.gravityPower, 0.0F);
  EXPECT_EQ(b.gravityDir, glm::vec3(0, -1, 0));
}

TEST(SpringReading, NodesBetweenJointsAreSkipped) {
  Haired file;
  file.json["nodes"][static_cast<std::size_t>(file.chain[1])]["rotation"] = {0, 0, 0.70710678, 0.70710678};
  file.springBone()["springs"] = {{{"joints", file.joints({file.chain[0], file.chain[3]})}}};
  const ModelPtr model = load(file);
  ASSERT_EQ(names(*model, model->springs.at(0)), "a");
  expectNear(model->springs[0].joints[0].tail, {0.2F, -0.1F, 0});  // below b it goes to the side
}

TEST(SpringReading, OutOfRangeSettingsAreBounded) {
  Haired file;
  Json joints = file.joints({file.chain[0], file.chain[1]});
  joints[0]["dragForce"] = 3;
  joints[0]["stiffness"] = -2;
  joints[0]["hitRadius"] = -1;
  joints[0]["gravityPower"] = 1e30;
  joints[0]["gravityDir"] = {1e30, 0, 0};
  file.springBone()["springs"] = {{{"joints", joints}}};
  const SpringJoint joint = load(file)->springs.at(0).joints.at(0);
  EXPECT_FLOAT_EQ(joint.drag, 1.0F);
  EXPECT_FLOAT_EQ(joint.stiffness, 0.0F);
  EXPECT_FLOAT_EQ(joint.hitRadius, 0.0F);
  EXPECT_LE(joint.gravityPower, 1e4F);
  EXPECT_LE(joint.gravityDir.x, 1e6F);
}

TEST(SpringReading, MultipleSpringChainsMustNotShareJoints) {
  Haired file;
  file.springBone()["springs"] = {
      {{"joints", file.joints({file.chain[0], file.chain[2]})}},  // b is skipped, but its own
      {{"name", "second"}, {"joints", file.joints({file.chain[1], file.chain[3]})}},
      {{"joints", file.joints({file.chain[2], file.chain[3]})}}};
  const ModelPtr model = load(file);
  ASSERT_EQ(model->springs.size(), 2U);
  EXPECT_EQ(names(*model, model->springs[0]), "a");
  EXPECT_EQ(names(*model, model->springs[1]), "c");
  EXPECT_TRUE(warns(*model, "node 'b' is in two springs"));
}

TEST(SpringReading, ABrokenChainEndsWhereItBreaks) {
  Haired file;
  file.springBone()["springs"] = {
      {{"name", "up"}, {"joints", file.joints({file.chain[0], file.chain[1], file.chain[0]})}},
      {{"name", "gone"}, {"joints", file.joints({file.chain[2], 700})}},
      {{"name", "one"}, {"joints", file.joints({file.chain[3]})}},
      {{"joints", "text"}},
      "text"};
  const ModelPtr model = load(file);
  ASSERT_EQ(model->springs.size(), 1U);
  EXPECT_EQ(names(*model, model->springs[0]), "a");
  EXPECT_TRUE(warns(*model, "'up' has a joint that is not below"));
  EXPECT_TRUE(warns(*model, "'gone' has a node that doesn't exist"));
}

TEST(SpringReading, CollidersAndColliderGroups) {
  Haired file;
  const int head = file.node[index(Bone::head)];
  file.springBone()["colliders"] = {
      {{"node", head}, {"shape", {{"sphere", {{"offset", {0, 0.1, 0}}, {"radius", 0.2}}}}}},
      {{"node", head},
       {"shape", {{"capsule", {{"offset", {1, 0, 0}}, {"radius", 0.3}, {"tail", {0, 0, 1}}}}}}},
      {{"node", 900}, {"shape", {{"sphere", {{"radius", 1}}}}}},
      {{"node", head}, {"shape", {{"box", Json::object()}}}},
      {{"node", head}, {"shape", {{"sphere", {{"radius", -4}, {"inside", true}}}}}}};
  file.springBone()["colliderGroups"] = {{{"colliders", {0, 1}}}, {{"colliders", {1, 2, 3, 4, 99}}}};
  file.springBone()["springs"] = {
      {{"joints", file.joints({file.chain[0], file.chain[1]})}, {"colliderGroups", {0, 1, 0, 5}}}};
  const ModelPtr model = load(file);
  ASSERT_EQ(model->colliders.size(), 3U);
  EXPECT_EQ(model->colliders[0].shape, SpringCollider::Shape::sphere);
  EXPECT_EQ(nodeName(*model, model->colliders[0].node), "Bone head");
  expectNear(model->colliders[0].offset, {0, 0.1F, 0});
  EXPECT_FLOAT_EQ(model->colliders[0].radius, 0.2F);
  EXPECT_EQ(model->colliders[1].shape, SpringCollider::Shape::capsule);
  expectNear(model->colliders[1].tail, {0, 0, 1});
  EXPECT_FALSE(model->colliders[2].inside);  // which only the extension has
  EXPECT_FLOAT_EQ(model->colliders[2].radius, 0.0F);
  EXPECT_THAT(model->springs.at(0).colliders, testing::ElementsAre(0, 1, 2));  // each once
  EXPECT_TRUE(warns(*model, "a spring collider is on a node that doesn't exist"));
  EXPECT_TRUE(warns(*model, "a spring collider has no known shape"));
  EXPECT_TRUE(warns(*model, "a collider that doesn't exist"));
  EXPECT_TRUE(warns(*model, "a collider group that doesn't exist"));
}

TEST(SpringReading, ExtendedCollidersReplaceTheirFallback) {
  Haired file;
  const auto extended = [&](Json shape) {
    return Json{
        {"node", 0},
        {"shape", {{"sphere", {{"offset", {0, -10000, 0}}, {"radius", 0}}}}},
        {"extensions",
         {{"VRMC_springBone_extended_collider", {{"specVersion", "1.0"}, {"shape", std::move(shape)}}}}}};
  };
  file.springBone()["colliders"] = {
      extended({{"sphere", {{"radius", 0.5}, {"inside", true}}}}),
      extended({{"capsule", {{"radius", 0.4}, {"tail", {0, 1, 0}}, {"inside", true}}}}),
      extended({{"plane", {{"offset", {0, 0.5, 0}}, {"normal", {0, 2, 0}}}}}),
      extended({{"plane", {{"normal", {0, 0, 0}}}}}), extended(Json::object())};
  const ModelPtr model = load(file);
  ASSERT_EQ(model->colliders.size(), 5U);
  EXPECT_TRUE(model->colliders[0].inside);
  EXPECT_EQ(model->colliders[0].shape, SpringCollider::Shape::sphere);
  expectNear(model->colliders[0].offset, {0, 0, 0});
  EXPECT_TRUE(model->colliders[1].inside);
  EXPECT_EQ(model->colliders[1].shape, SpringCollider::Shape::capsule);
  EXPECT_EQ(model->colliders[2].shape, SpringCollider::Shape::plane);
  expectNear(model->colliders[2].normal, {0, 1, 0});
  expectNear(model->colliders[2].offset, {0, 0.5F, 0});
  expectNear(model->colliders[3].normal, {0, 0, 1});  // the default, where there is no direction
  expectNear(model->colliders[4].offset, {0, -10000, 0});
}

TEST(SpringReading, CenterSpace) {
  Haired file;
  const auto spring = [&](int from, Json center) {
    return Json{{"name", std::string(1, static_cast<char>('a' + from))},
                {"joints", file.joints({file.chain[static_cast<std::size_t>(from)],
                                        file.chain[static_cast<std::size_t>(from) + 1]})},
                {"center", std::move(center)}};
  };
  file.springBone()["springs"] = {spring(0, file.chain[0]), spring(1, file.chain[0]), spring(2, 900)};
  ModelPtr model = load(file);
  EXPECT_EQ(nodeName(*model, model->springs.at(0).center), "a");  // its own root
  EXPECT_EQ(model->springs.at(1).center, -1);                     // a joint of another chain
  EXPECT_EQ(model->springs.at(2).center, -1);
  EXPECT_TRUE(warns(*model, "'b' has a centre that swings itself"));
  EXPECT_TRUE(warns(*model, "'c' has a centre that doesn't exist"));
  file.springBone()["springs"] = {spring(0, file.node[index(Bone::head)])};
  model = load(file);
  EXPECT_EQ(nodeName(*model, model->springs.at(0).center), "Bone head");
}

TEST(SpringReading, CollisionsAreLimited) {
  Haired file;
  for (int i = 0; i < 30; ++i) {
    file.springBone()["colliders"].push_back({{"node", 0}, {"shape", {{"sphere", {{"radius", 1}}}}}});
    file.springBone()["colliderGroups"][0]["colliders"].push_back(i);
  }
  file.springBone()["springs"] = {
      {{"joints", file.joints({file.chain[0], file.chain[1]})}, {"colliderGroups", {0}}},
      {{"joints", file.joints({file.chain[2], file.chain[3]})}, {"colliderGroups", {0}}}};
  LoadLimits limits;
  limits.springColliders = 20;
  limits.springCollisions = 30;
  const ModelPtr model = loadModel(file.build(), limits);
  EXPECT_EQ(model->colliders.size(), 20U);
  EXPECT_EQ(model->springs.at(0).colliders.size(), 20U);
  EXPECT_EQ(model->springs.at(1).colliders.size(), 0U);
  EXPECT_TRUE(warns(*model, "over 20 spring colliders"));
  EXPECT_TRUE(warns(*model, "more collisions than can be computed"));
}

TEST(SpringReading, ForVrm0AllBelowARootSwingsAndEndsIn7Centimetres) {
  Haired file(VrmVersion::v0);
  const int x = file.addUnder(file.chain[1], "x", {0.2, 0, 0});  // a branch beside c
  file.addUnder(x, "y", {0.2, 0, 0});
  file.secondary()["boneGroups"] = {{{"comment", "hair"},
                                     {"stiffiness", 2},
                                     {"gravityPower", 0.5},
                                     {"gravityDir", {{"x", 1}, {"y", 0}, {"z", 0.25}}},
                                     {"dragForce", 0.7},
                                     {"hitRadius", 0.02},
                                     {"center", -1},
                                     {"bones", {file.chain[0], -1}}}};
  const ModelPtr model = load(file);
  ASSERT_EQ(model->springs.size(), 2U);
  EXPECT_EQ(names(*model, model->springs[0]), "abcd");
  EXPECT_EQ(names(*model, model->springs[1]), "xy");
  EXPECT_EQ(model->springs[0].center, -1);
  const SpringJoint& d = model->springs[0].joints[3];
  expectNear(d.tail, {0, -0.07F, 0});
  expectNear(model->springs[0].joints[1].tail, {0, -0.1F, 0});
  expectNear(model->springs[1].joints[1].tail, {0.07F, 0, 0});
  EXPECT_FLOAT_EQ(d.stiffness, 2.0F);
  EXPECT_FLOAT_EQ(d.drag, 0.7F);
  EXPECT_FLOAT_EQ(d.hitRadius, 0.02F);
  expectNear(d.gravityDir, {-1, 0, 0.25F});  // Unity's x is the model's right
  EXPECT_TRUE(model->warnings.empty() || !warns(*model, "spring"));
}

TEST(SpringReading, ForVrm0OneRootBelowAnotherIsInTheFirstChain) {
  Haired file(VrmVersion::v0);
  file.secondary()["boneGroups"] = {{{"bones", {file.chain[0], file.chain[2], 800}}}};
  const ModelPtr model = load(file);
  ASSERT_EQ(model->springs.size(), 1U);
  EXPECT_TRUE(warns(*model, "node 'c' is in two springs"));
  EXPECT_TRUE(warns(*model, "a spring hangs on a node that doesn't exist"));
}

TEST(SpringReading, ForVrm0CollidersAreInUnitysFrame) {
  Haired file(VrmVersion::v0);
  file.secondary()["colliderGroups"] = {
      {{"node", 0}, {"colliders", {{{"offset", {{"x", 0.1}, {"y", 0.2}, {"z", 0.3}}}, {"radius", 0.5}}}}},
      {{"node", 4711}, {"colliders", {{{"radius", 0.5}}}}}};
  file.secondary()["boneGroups"] = {{{"bones", {file.chain[0]}}, {"colliderGroups", {0, 1}}}};
  const ModelPtr model = load(file);
  ASSERT_EQ(model->colliders.size(), 1U);
  expectNear(model->colliders[0].offset, {0.1F, 0.2F, -0.3F});
  EXPECT_THAT(model->springs.at(0).colliders, testing::ElementsAre(0));
}

TEST(SpringReading, WhateverStandsInTheirPlaceIsIgnored) {
  for (const Json& nonsense : {Json("text"), Json(3), Json::array({1, "a", nullptr}), Json(nullptr)}) {
    Haired file;
    file.springBone() = nonsense;
    EXPECT_TRUE(load(file)->springs.empty());
    file.springBone() = {{"springs", nonsense}, {"colliders", nonsense}, {"colliderGroups", nonsense}};
    EXPECT_TRUE(load(file)->springs.empty());
    Haired old(VrmVersion::v0);
    old.secondary() = {{"boneGroups", nonsense}, {"colliderGroups", nonsense}};
    EXPECT_TRUE(load(old)->springs.empty());
    old.secondary() = {
        {"boneGroups", {{{"bones", nonsense}, {"center", nonsense}, {"colliderGroups", nonsense}}}}};
    EXPECT_NO_THROW(load(old));
  }
}

TEST(SpringReading, OfRealFiles) {
  const std::filesystem::path models = std::filesystem::path(LEAD_SHARED_DIR) / "models";
  if (!std::filesystem::exists(models)) GTEST_SKIP() << "no shared models at " << models;
  const ModelPtr smoke = loadModel(readModelFile(models / "vrm1/metalkit_smoke_spring.vrm"));
  ASSERT_EQ(smoke->springs.size(), 1U);
  EXPECT_EQ(smoke->springs[0].joints.size(), 3U);
  const ModelPtr capsule =
      loadModel(readModelFile(models / "vrm1/metalkit_springbone_collider_capsule_x0p02_r0p05.vrm"));
  EXPECT_EQ(capsule->colliders.at(0).shape, SpringCollider::Shape::capsule);
  const ModelPtr inside =
      loadModel(readModelFile(models / "vrm1/metalkit_springbone_extended_icaps_anglelimit_60.vrm"));
  EXPECT_TRUE(inside->colliders.at(0).inside);
  const ModelPtr godette = loadModel(readModelFile(models / "vrm0/godette_v4.vrm"));
  std::size_t joints = 0;
  for (const Spring& spring : godette->springs) joints += spring.joints.size();
  EXPECT_EQ(godette->springs.size(), 8U);
  EXPECT_GE(joints, 8U);
  EXPECT_EQ(godette->colliders.size(), 4U);
}

}  // namespace
}  // namespace lead::test
