// The look-at of both versions into the model. Sections of VRMC_vrm-1.0/lookAt.md.
#include <gmock/gmock.h>

#include <filesystem>
#include <glm/geometric.hpp>
#include <glm/trigonometric.hpp>

#include "humanoid_glb.h"

namespace lead::test {
namespace {

Json map1(double input, double output) {
  return {{"inputMaxValue", input}, {"outputScale", output}};
}
Json map0(double input, double output) {
  return {{"xRange", input}, {"yRange", output}, {"curve", {0, 0, 0, 1, 1, 1, 1, 0}}};
}

void expectMap(const RangeMap& map, float inputDegrees, float output) {
  EXPECT_NEAR(glm::degrees(map.inputMax), inputDegrees, 1e-3F);
  EXPECT_NEAR(map.output, output, 1e-6F);
}

TEST(LookAtReading, AbsentInAFileWithoutIt) {
  EXPECT_FALSE(load(makeHumanoid())->lookAt.has_value());
  EXPECT_FALSE(load(makeHumanoid({.version = VrmVersion::v0}))->lookAt.has_value());
}

TEST(LookAtReading, BoneTypeHasAnglesOnBothSidesOfItsMaps) {
  Humanoid file = makeHumanoid();
  file.extension()["lookAt"] = {{"type", "bone"},
                                {"offsetFromHeadBone", {0.01, 0.06, 0.02}},
                                {"rangeMapHorizontalInner", map1(90, 10)},
                                {"rangeMapHorizontalOuter", map1(80, 12)},
                                {"rangeMapVerticalDown", map1(70, 14)},
                                {"rangeMapVerticalUp", map1(60, 16)}};
  const LookAt lookAt = load(file)->lookAt.value();
  EXPECT_EQ(lookAt.type, LookAt::Type::bone);
  EXPECT_EQ(lookAt.offsetFromHeadBone, glm::vec3(0.01F, 0.06F, 0.02F));
  expectMap(lookAt.horizontalInner, 90, glm::radians(10.0F));
  expectMap(lookAt.horizontalOuter, 80, glm::radians(12.0F));
  expectMap(lookAt.verticalDown, 70, glm::radians(14.0F));
  expectMap(lookAt.verticalUp, 60, glm::radians(16.0F));
}

TEST(LookAtReading, ExpressionTypeHasWeights) {
  Humanoid file = makeHumanoid();
  file.extension()["lookAt"] = {{"type", "expression"}, {"rangeMapHorizontalOuter", map1(45, 0.5)}};
  const LookAt lookAt = load(file)->lookAt.value();
  EXPECT_EQ(lookAt.type, LookAt::Type::expression);
  expectMap(lookAt.horizontalOuter, 45, 0.5F);
  expectMap(lookAt.verticalUp, 90, 1.0F);  // where the file has none
}

TEST(LookAtReading, ARangeWithoutInputFallsBackToARightAngle) {
  Humanoid file = makeHumanoid();
  file.extension()["lookAt"] = {{"rangeMapVerticalUp", map1(0, 5)}, {"rangeMapVerticalDown", map1(-3, 5)}};
  const ModelPtr model = load(file);
  expectMap(model->lookAt->verticalUp, 90, glm::radians(5.0F));
  expectMap(model->lookAt->verticalDown, 90, glm::radians(5.0F));
  EXPECT_TRUE(warns(*model, "not over 0"));
}

TEST(LookAtReading, WithoutAnOffsetTheGazeStartsBetweenTheEyes) {
  Humanoid file = makeHumanoid({.rotatedRest = true, .everyBone = true});
  file.extension()["lookAt"] = Json::object();
  const ModelPtr model = load(file);
  const auto head = static_cast<std::size_t>(model->boneNode[index(Bone::head)]);
  const glm::vec3 start(model->restWorld[head] * glm::vec4(model->lookAt->offsetFromHeadBone, 1.0F));
  EXPECT_LT(glm::length(start - restPosition(Bone::leftEye) * glm::vec3(0, 1, 1)), 1e-4F);
}

TEST(LookAtReading, Version0DegreeMapsAndTheOffsetInUnitysFrame) {
  Humanoid file = makeHumanoid({.version = VrmVersion::v0});
  file.extension()["firstPerson"] = {{"firstPersonBoneOffset", {{"x", 0.01}, {"y", 0.1}, {"z", 0.12}}},
                                     {"lookAtTypeName", "Bone"},
                                     {"lookAtHorizontalInner", map0(90, 8)},
                                     {"lookAtHorizontalOuter", map0(80, 12)},
                                     {"lookAtVerticalDown", map0(70, 14)},
                                     {"lookAtVerticalUp", map0(60, 16)}};
  const ModelPtr model = load(file);
  const LookAt& lookAt = *model->lookAt;
  EXPECT_EQ(lookAt.type, LookAt::Type::bone);
  expectMap(lookAt.horizontalInner, 90, glm::radians(8.0F));
  expectMap(lookAt.horizontalOuter, 80, glm::radians(12.0F));
  expectMap(lookAt.verticalDown, 70, glm::radians(14.0F));
  expectMap(lookAt.verticalUp, 60, glm::radians(16.0F));
  // forward in Unity is forward of the model
  const auto head = static_cast<std::size_t>(model->boneNode[index(Bone::head)]);
  const glm::vec3 start(model->restWorld[head] * glm::vec4(lookAt.offsetFromHeadBone, 1.0F));
  EXPECT_LT(glm::length(start - restPosition(Bone::head) - glm::vec3(-0.01F, 0.1F, 0.12F)), 1e-4F);
}

TEST(LookAtReading, Version0BlendShapesAreExpressions) {
  Humanoid file = makeHumanoid({.version = VrmVersion::v0});
  file.extension()["firstPerson"] = {{"lookAtTypeName", "BlendShape"}, {"lookAtVerticalUp", map0(30, 0.5)}};
  const LookAt lookAt = load(file)->lookAt.value();
  EXPECT_EQ(lookAt.type, LookAt::Type::expression);
  expectMap(lookAt.verticalUp, 30, 0.5F);
}

TEST(LookAtReading, OfGodette) {
  const std::filesystem::path models = std::filesystem::path(LEAD_SHARED_DIR) / "models";
  if (!std::filesystem::exists(models)) GTEST_SKIP() << "no shared models at " << models;
  const ModelPtr model = loadModel(readModelFile(models / "vrm0/godette_v4.vrm"));
  EXPECT_EQ(model->lookAt->type, LookAt::Type::expression);
  EXPECT_NEAR(model->lookAt->verticalUp.output, 2.9F, 1e-5F);
}

}  // namespace
}  // namespace lead::test
