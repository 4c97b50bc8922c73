// The gaze. Sections of VRMC_vrm-1.0/lookAt.md.
#include "character/look_at.h"

#include <gtest/gtest.h>

#include <glm/geometric.hpp>
#include <glm/trigonometric.hpp>
#include <limits>

#include "character/character.h"
#include "humanoid_glb.h"
#include "math/rotation.h"

namespace lead::test {
namespace {

Json range(float input, float output) {
  return {{"inputMaxValue", input}, {"outputScale", output}};
}

/// Four different maps.
Json maps(const char* type, float scale) {
  return {{"type", type},
          {"offsetFromHeadBone", {0, 0, 0}},
          {"rangeMapHorizontalInner", range(90, 8 * scale)},
          {"rangeMapHorizontalOuter", range(60, 12 * scale)},
          {"rangeMapVerticalDown", range(50, 10 * scale)},
          {"rangeMapVerticalUp", range(40, 16 * scale)}};
}

LookAt lookAtOf(const char* type, float scale) {
  Humanoid file = makeHumanoid();
  file.extension()["lookAt"] = maps(type, scale);
  return load(file)->lookAt.value();
}

GazeAngles degrees(float yaw, float pitch) {
  return {glm::radians(yaw), glm::radians(pitch)};
}

/// Angle in degrees that a rotation about X, then Y, has about each.
float yawOf(const glm::quat& q) {
  const glm::vec3 v = q * kForward;
  return glm::degrees(std::atan2(v.x, v.z));
}
float pitchOf(const glm::quat& q) {
  const glm::vec3 v = q * kForward;
  return glm::degrees(std::atan2(-v.y, std::sqrt(v.x * v.x + v.z * v.z)));
}

TEST(YawAndPitchInLookAtSpace, YawIsPositiveToTheLeftAndPitchDown) {
  for (const VrmVersion version : {VrmVersion::v0, VrmVersion::v1})
    for (const bool rotated : {false, true}) {
      Humanoid file = makeHumanoid({.version = version, .rotatedRest = rotated, .everyBone = true});
      if (version == VrmVersion::v0)
        file.extension()["firstPerson"] = {{"firstPersonBoneOffset", {{"x", 0}, {"y", 0}, {"z", 0}}}};
      else
        file.extension()["lookAt"] = maps("bone", 1);
      const ModelPtr model = load(file);
      const glm::mat4& head = model->restWorld[static_cast<std::size_t>(model->boneNode[index(Bone::head)])];
      const glm::vec3 from = restPosition(Bone::head);
      const auto gaze = [&](const glm::vec3& direction) {
        return gazeTo(*model, *model->lookAt, head, from + direction);
      };
      EXPECT_NEAR(glm::degrees(gaze({0, 0, 2}).yaw), 0.0F, 1e-3F);
      EXPECT_NEAR(glm::degrees(gaze({1, 0, 1}).yaw), 45.0F, 1e-3F);  // +X is left
      EXPECT_NEAR(glm::degrees(gaze({-1, 0, 0}).yaw), -90.0F, 1e-3F);
      EXPECT_NEAR(glm::degrees(gaze({0, -1, 1}).pitch), 45.0F, 1e-3F);
      EXPECT_NEAR(glm::degrees(gaze({0, 2, 2}).pitch), -45.0F, 1e-3F);
      EXPECT_NEAR(glm::degrees(gaze({3, -5, 4}).pitch), 45.0F, 1e-3F);
    }
}

TEST(LookAtSpace, FollowsTheHeadAndStartsAtTheOffset) {
  Humanoid file = makeHumanoid({.rotatedRest = true, .everyBone = true});
  file.extension()["lookAt"] = maps("bone", 1);
  file.extension()["lookAt"]["offsetFromHeadBone"] = {0.1, 0.2, 0.3};
  const ModelPtr model = load(file);
  Pose pose;
  pose.rootPosition = {3, 0, -2};
  pose.rootRotation = rotationY(2.0F);
  pose.of(Bone::neck) = rotationX(0.4F);
  pose.of(Bone::head) = rotationZ(0.3F);
  std::vector<glm::mat4> world(model->nodes.size());
  poseNodes(*model, pose, world);
  WorldPose rig;
  forwardKinematics(model->skeleton, pose, rig);
  const glm::mat4& head = world[static_cast<std::size_t>(model->boneNode[index(Bone::head)])];
  const glm::vec3 start(head * glm::vec4(0.1F, 0.2F, 0.3F, 1.0F));
  const glm::quat looking = rotationY(0.5F) * rotationX(0.25F);
  const GazeAngles gaze = gazeTo(*model, *model->lookAt, head,
                                 start + rig.rotationOf(Bone::head) * (looking * glm::vec3(0, 0, 4)));
  EXPECT_NEAR(gaze.yaw, 0.5F, 1e-4F);
  EXPECT_NEAR(gaze.pitch, 0.25F, 1e-4F);
}

TEST(LookAtSpace, NoPointGivesNonsense) {
  Humanoid file = makeHumanoid();
  file.extension()["lookAt"] = maps("bone", 1);
  const ModelPtr model = load(file);
  const glm::mat4& head = model->restWorld[static_cast<std::size_t>(model->boneNode[index(Bone::head)])];
  const float nan = std::numeric_limits<float>::quiet_NaN();
  for (const glm::vec3& point : {glm::vec3(head[3]), glm::vec3(nan, 0, 0), glm::vec3(0, INFINITY, 0)}) {
    const GazeAngles gaze = gazeTo(*model, *model->lookAt, head, point);
    EXPECT_TRUE(std::isfinite(gaze.yaw) && std::isfinite(gaze.pitch));
  }
}

TEST(InterpretationWhenTypeIsBone, RangeMapsOfBothEyesAndSides) {
  const LookAt lookAt = lookAtOf("bone", 1.0F);
  EyeRotations eyes = eyeRotations(lookAt, degrees(30, 0));  // to the left
  EXPECT_NEAR(yawOf(eyes.left), 6.0F, 1e-3F);                // outer: 30/60 · 12
  EXPECT_NEAR(yawOf(eyes.right), 30.0F / 90.0F * 8.0F, 1e-3F);
  eyes = eyeRotations(lookAt, degrees(-30, 0));
  EXPECT_NEAR(yawOf(eyes.left), -30.0F / 90.0F * 8.0F, 1e-3F);
  EXPECT_NEAR(yawOf(eyes.right), -6.0F, 1e-3F);
  eyes = eyeRotations(lookAt, degrees(0, 25));
  EXPECT_NEAR(pitchOf(eyes.left), 5.0F, 1e-3F);
  EXPECT_NEAR(pitchOf(eyes.right), 5.0F, 1e-3F);
  eyes = eyeRotations(lookAt, degrees(0, -10));
  EXPECT_NEAR(pitchOf(eyes.left), -4.0F, 1e-3F);
  eyes = eyeRotations(lookAt, degrees(170, -80));  // over the input maximum
  EXPECT_NEAR(yawOf(eyes.left), 12.0F, 1e-3F);
  EXPECT_NEAR(yawOf(eyes.right), 8.0F, 1e-3F);
  EXPECT_NEAR(pitchOf(eyes.left), -16.0F, 1e-3F);
}

TEST(InterpretationWhenTypeIsBone, EyeBonesTurnFromTheirRestWhateverItIs) {
  for (const VrmVersion version : {VrmVersion::v0, VrmVersion::v1}) {
    Humanoid file =
        makeHumanoid({.version = version, .rotatedRest = true, .everyBone = true, .rootScale = 0.1F});
    if (version == VrmVersion::v0)
      file.extension()["firstPerson"] = {{"lookAtTypeName", "Bone"},
                                         {"lookAtHorizontalOuter", {{"xRange", 90}, {"yRange", 90}}},
                                         {"lookAtHorizontalInner", {{"xRange", 90}, {"yRange", 90}}},
                                         {"lookAtVerticalUp", {{"xRange", 90}, {"yRange", 90}}},
                                         {"lookAtVerticalDown", {{"xRange", 90}, {"yRange", 90}}}};
    else
      file.extension()["lookAt"] = {{"type", "bone"},
                                    {"rangeMapHorizontalInner", range(90, 90)},
                                    {"rangeMapHorizontalOuter", range(90, 90)},
                                    {"rangeMapVerticalDown", range(90, 90)},
                                    {"rangeMapVerticalUp", range(90, 90)}};
    const ModelPtr model = load(file);
    Character character(model);
    Pose pose;
    pose.rootRotation = rotationY(0.7F);
    pose.of(Bone::head) = rotationX(-0.3F) * rotationZ(0.2F);
    character.update(pose, degrees(20, -30), 0.01F);
    WorldPose rig;
    forwardKinematics(model->skeleton, pose, rig);
    for (const Bone eye : {Bone::leftEye, Bone::rightEye}) {
      const auto node = static_cast<std::size_t>(model->boneNode[index(eye)]);
      const glm::mat3 turned =
          glm::mat3(character.world()[node]) * glm::inverse(glm::mat3(model->restWorld[node]));
      const glm::vec3 expected = rig.rotationOf(Bone::head) * (rotationY(glm::radians(20.0F)) *
                                                               (rotationX(glm::radians(-30.0F)) * kForward));
      EXPECT_LT(glm::length(turned * kForward - expected), 1e-4F) << name(eye);
    }
  }
}

TEST(InterpretationWhenTypeIsExpression, WeightsOfTheFourDirections) {
  const LookAt lookAt = lookAtOf("expression", 0.05F);  // outer 0.6, down 0.5, up 0.8
  const auto weights = [&](float yaw, float pitch) {
    ExpressionWeights out{};
    out.fill(0.123F);
    setLookWeights(lookAt, degrees(yaw, pitch), out);
    EXPECT_EQ(out[index(Expression::happy)], 0.123F);
    return std::array<float, 4>{out[index(Expression::lookLeft)], out[index(Expression::lookRight)],
                                out[index(Expression::lookDown)], out[index(Expression::lookUp)]};
  };
  const auto expectNear = [](const std::array<float, 4>& a, const std::array<float, 4>& b) {
    for (std::size_t i = 0; i < 4; ++i) EXPECT_NEAR(a[i], b[i], 1e-5F) << i;
  };
  expectNear(weights(30, 25), {0.3F, 0, 0.25F, 0});
  expectNear(weights(-30, -20), {0, 0.3F, 0, 0.4F});  // the outer map to both sides
  expectNear(weights(180, -90), {0.6F, 0, 0, 0.8F});
  expectNear(weights(0, 0), {0, 0, 0, 0});
}

TEST(InterpretationWhenTypeIsExpression, IsOverriddenByExpressions) {
  Humanoid file = makeHumanoid();
  file.extension()["lookAt"] = maps("expression", 0.05F);
  file.extension()["expressions"]["preset"] = {{"happy", {{"overrideLookAt", "block"}}}};
  Character character(load(file));
  Pose pose;
  character.update(pose, degrees(30, 0), 0.01F);
  EXPECT_NEAR(character.expressionWeights()[index(Expression::lookLeft)], 0.3F, 1e-5F);
  pose.expressions[index(Expression::happy)] = 0.2F;
  character.update(pose, degrees(30, 0), 0.01F);
  EXPECT_EQ(character.expressionWeights()[index(Expression::lookLeft)], 0.0F);
}

TEST(LookAtOfAnAnimation, ARotationIsTheGazeAlongItsForward) {
  const GazeAngles gaze = gazeOf(rotationY(0.4F) * rotationX(-0.2F));
  EXPECT_NEAR(gaze.yaw, 0.4F, 1e-5F);
  EXPECT_NEAR(gaze.pitch, -0.2F, 1e-5F);
}

}  // namespace
}  // namespace lead::test
