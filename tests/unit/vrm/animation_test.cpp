// VRM animations -> KeyedMotion: normalised rotations, hips in metres, interpolation, expressions and gaze.
#include "vrm/animation.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "math/rotation.h"
#include "motion_glb.h"

namespace lead::test {
namespace {

const std::vector<float> kZeroToOne{0.0F, 1.0F};

void expectNear(const glm::vec3& a, const glm::vec3& b, float tolerance = 1e-4F) {
  EXPECT_LT(glm::length(a - b), tolerance)
      << a.x << ' ' << a.y << ' ' << a.z << " is not " << b.x << ' ' << b.y << ' ' << b.z;
}

HumanoidOptions awkward() {
  return {.rotatedRest = true,
          .everyBone = true,
          .rootScale = 0.01F,
          .rootRotation = glm::angleAxis(0.7F, glm::normalize(glm::vec3(1, 2, 3)))};
}

TEST(VrmAnimation, RotationsAreNormalisedWhateverTheRestRotations) {
  for (const HumanoidOptions& options : {HumanoidOptions{.everyBone = true}, awkward()}) {
    MotionFile file = makeVrma(options);
    const glm::quat armDown = rotationZ(-1.2F);
    const glm::quat nod = rotationX(0.4F);
    file.turn(Bone::leftUpperArm, kZeroToOne, {kIdentity, armDown});
    file.turn(Bone::head, kZeroToOne, {kIdentity, nod});
    const KeyedMotion motion = loadMotion(file);
    EXPECT_LT(degreesBetween(motion.rotations.front()[index(Bone::leftUpperArm)], kIdentity), 0.01F);
    EXPECT_LT(degreesBetween(motion.rotations.back()[index(Bone::leftUpperArm)], armDown), 0.01F);
    EXPECT_LT(degreesBetween(motion.rotations.back()[index(Bone::head)], nod), 0.01F);
    EXPECT_EQ(motion.bones, bit(Bone::leftUpperArm) | bit(Bone::head));
  }
}

TEST(VrmAnimation, TheSkeletonIsTheFilesRestPoseInMetres) {
  MotionFile file = makeVrma(awkward());
  file.turn(Bone::spine, kZeroToOne, {kIdentity, rotationX(0.1F)});
  const KeyedMotion motion = loadMotion(file);
  for (std::size_t i = 0; i < kBoneCount; ++i) {
    ASSERT_TRUE(motion.skeleton.has(boneAt(i)));
    expectNear(motion.skeleton.rest[i], restPosition(boneAt(i)));
  }
}

TEST(VrmAnimation, HipsKeysInCentimetresUnderAScaledRootComeOutInMetres) {
  MotionFile file = makeVrma({.everyBone = true, .rootScale = 0.01F});
  const Json& rest = file.nodeOf(Bone::hips)["translation"];
  const glm::vec3 at(rest[0].get<float>(), rest[1].get<float>(), rest[2].get<float>());
  file.animate(Bone::hips, "translation", kZeroToOne, flatPlaces({at, at + glm::vec3(0.0F, -5.0F, 140.0F)}));
  const KeyedMotion motion = loadMotion(file);
  ASSERT_EQ(motion.hips.size(), motion.times.size());
  expectNear(motion.hips.front(), glm::vec3(0.0F));
  expectNear(motion.hips.back(), {0.0F, -0.05F, 1.4F});
}

TEST(VrmAnimation, NodesAboveTheHipsAreComposedIn) {
  MotionFile file = makeVrma();
  const float quarter = 0.5F * kPi;
  file.animate(0, "rotation", kZeroToOne, flat({kIdentity, rotationY(quarter)}));
  const KeyedMotion motion = loadMotion(file);
  EXPECT_LT(degreesBetween(motion.rotations.back()[index(Bone::hips)], rotationY(quarter)), 0.01F);
  EXPECT_EQ(motion.bones, bit(Bone::hips));
  // The hips swing about the root, which stands at (0.02, 0.3, -0.05).
  expectNear(motion.hips.back(), glm::vec3(0.02F + 0.05F, 0.0F, -0.05F + 0.02F));
}

TEST(VrmAnimation, NodesBetweenBonesAreComposedIn) {
  MotionFile file = makeVrma(awkward());
  file.vrma()["humanoid"]["humanBones"].erase("chest");
  const glm::quat lean = rotationX(0.5F);
  file.turn(Bone::chest, kZeroToOne, {kIdentity, lean});
  const KeyedMotion motion = loadMotion(file);
  EXPECT_EQ(motion.bones, bit(Bone::upperChest));
  EXPECT_LT(degreesBetween(motion.rotations.back()[index(Bone::upperChest)], lean), 0.01F);
}

TEST(VrmAnimation, ABoneThatNeverLeavesItsRestIsNotDriven) {
  MotionFile file = makeVrma(awkward());
  file.turn(Bone::leftHand, kZeroToOne, {kIdentity, rotationX(1e-4F)});
  file.turn(Bone::head, kZeroToOne, {kIdentity, kIdentity});
  file.animate(Bone::hips, "translation", {0.0F},
               file.nodeOf(Bone::hips)["translation"].get<std::vector<float>>());
  const KeyedMotion motion = loadMotion(file);
  EXPECT_EQ(motion.bones, 0U);
  EXPECT_TRUE(motion.hips.empty());
}

TEST(VrmAnimation, KeyTimesOfAllChannelsAreMergedAndStartAtZero) {
  MotionFile file = makeVrma();
  const glm::quat a = rotationX(0.01F);
  file.turn(Bone::spine, {0.5F, 0.6F, 0.7F}, {kIdentity, a, kIdentity});
  file.turn(Bone::head, {0.50005F, 0.65F, 0.9F}, {kIdentity, a, kIdentity});
  file.animate(file.add("nodes", {{"name", "camera"}}), "rotation", {0.0F, 0.51F}, flat({a, a}));
  const KeyedMotion motion = loadMotion(file);
  EXPECT_THAT(motion.times, testing::Pointwise(testing::FloatNear(1e-5F), {0.0F, 0.1F, 0.15F, 0.2F, 0.4F}));
}

TEST(VrmAnimation, LinearRotationsTakeTheShortWay) {
  MotionFile file = makeVrma();
  file.turn(Bone::spine, kZeroToOne, {kIdentity, -rotationX(0.4F)});
  file.turn(Bone::head, {0.0F, 0.25F, 1.0F}, {kIdentity, rotationX(0.01F), kIdentity});
  const KeyedMotion motion = loadMotion(file);
  ASSERT_EQ(motion.times.size(), 3U);
  EXPECT_LT(degreesBetween(motion.rotations[1][index(Bone::spine)], rotationX(0.1F)), 0.01F);
  for (std::size_t k = 1; k < 3; ++k)
    EXPECT_GT(glm::dot(motion.rotations[k][index(Bone::spine)], motion.rotations[k - 1][index(Bone::spine)]),
              0.0F);
}

TEST(VrmAnimation, LargeTurnsGetSamplesBetweenTheirKeys) {
  MotionFile file = makeVrma();
  file.turn(Bone::spine, kZeroToOne, {kIdentity, rotationX(2.0F)});
  const KeyedMotion motion = loadMotion(file);
  ASSERT_EQ(motion.times.size(), 31U);
  EXPECT_LT(degreesBetween(motion.rotations[15][index(Bone::spine)], rotationX(1.0F)), 0.01F);
}

TEST(VrmAnimation, StepsStayStepsAtThirtyHertz) {
  MotionFile file = makeVrma();
  const int node = file.node[index(Bone::spine)];
  file.animate(node, "rotation", {0.0F, 1.0F, 2.0F},
               flat({file.restLocal(node), rotationX(0.3F), rotationX(0.3F)}), "STEP");
  const KeyedMotion motion = loadMotion(file);
  for (std::size_t k = 0; k < motion.times.size(); ++k)
    EXPECT_NEAR(degreesBetween(motion.rotations[k][index(Bone::spine)], kIdentity),
                motion.times[k] < 1.0F ? 0.0F : 0.3F * 180.0F / kPi, 0.01F);
  EXPECT_EQ(motion.times.size(), 32U);  // nothing between the equal keys
}

TEST(VrmAnimation, CubicSplinesAreSampledAtThirtyHertz) {
  MotionFile file = makeVrma();
  const Json& rest = file.nodeOf(Bone::hips)["translation"];
  const glm::vec3 at(rest[0].get<float>(), rest[1].get<float>(), rest[2].get<float>());
  const glm::vec3 still(0.0F);
  const glm::vec3 up(0.0F, 0.2F, 0.0F);
  const glm::vec3 speed(0.0F, 0.0F, 0.6F);
  // in-tangent, value, out-tangent, over 2 s
  file.animate(Bone::hips, "translation", {0.0F, 2.0F}, flatPlaces({still, at, speed, still, at + up, still}),
               "CUBICSPLINE");
  const KeyedMotion motion = loadMotion(file);
  ASSERT_EQ(motion.times.size(), 61U);
  const float t = 0.25F;  // at 0.5 s: Hermite's basis by hand
  ASSERT_FLOAT_EQ(motion.times[15], 0.5F);
  expectNear(motion.hips[15], up * (3 * t * t - 2 * t * t * t) + speed * 2.0F * (t * t * t - 2 * t * t + t));
  expectNear(motion.hips.back(), up);
}

TEST(VrmAnimation, CubicRotationsComeOutAsUnitQuaternions) {
  MotionFile file = makeVrma();
  const glm::quat none(0.0F, 0.0F, 0.0F, 0.0F);
  const glm::quat pull(0.0F, 3.0F, 0.0F, 0.0F);
  file.animate(Bone::spine, "rotation", kZeroToOne,
               flat({none, kIdentity, pull, none, rotationX(0.5F), none}), "CUBICSPLINE");
  const KeyedMotion motion = loadMotion(file);
  for (const auto& pose : motion.rotations) EXPECT_NEAR(glm::length(pose[index(Bone::spine)]), 1.0F, 1e-5F);
  EXPECT_LT(degreesBetween(motion.rotations.back()[index(Bone::spine)], rotationX(0.5F)), 0.01F);
  EXPECT_GT(degreesBetween(motion.rotations[10][index(Bone::spine)], kIdentity), 20.0F);
}

TEST(VrmAnimation, RotationsMayBeNormalisedIntegers) {
  MotionFile file = makeVrma();
  file.animate(Bone::spine, "rotation", kZeroToOne, flat({kIdentity, kIdentity}));
  const auto c = static_cast<std::int16_t>(23170);  // 32767 · cos 45°
  const int output = file.accessor<std::int16_t>({0, 0, 0, 32767, c, 0, 0, c}, kShort, "VEC4", true);
  file.json["animations"][0]["samplers"][0]["output"] = output;
  const KeyedMotion motion = loadMotion(file);
  EXPECT_LT(degreesBetween(motion.rotations.back()[index(Bone::spine)], rotationX(0.5F * kPi)), 0.02F);
}

TEST(VrmAnimation, ExpressionsAreWeightsFromZeroToOne) {
  MotionFile file = makeVrma();
  const int happy = file.add("nodes", {{"name", "happy"}});
  const int tail = file.add("nodes", {{"name", "tail"}});
  file.vrma()["expressions"] = {
      {"preset",
       {{"happy", {{"node", happy}}}, {"lookUp", {{"node", happy}}}, {"unheardOf", {{"node", happy}}}}},
      {"custom", {{"wagTail", {{"node", tail}}}, {"angry", {{"node", tail}}}}}};
  file.animate(happy, "translation", kZeroToOne, {0.0F, 5.0F, 6.0F, 0.75F, 0.0F, 0.0F});
  file.animate(tail, "translation", kZeroToOne, {-1.0F, 0.0F, 0.0F, 3.0F, 0.0F, 0.0F});
  const KeyedMotion motion = loadMotion(file);
  ASSERT_EQ(motion.expressions.size(), 2U);
  EXPECT_EQ(motion.expressions[0].name, "happy");
  EXPECT_FALSE(motion.expressions[0].custom);
  EXPECT_THAT(motion.expressions[0].weights, testing::ElementsAre(0.0F, 0.75F));
  EXPECT_EQ(motion.expressions[1].name, "wagTail");
  EXPECT_TRUE(motion.expressions[1].custom);
  EXPECT_THAT(motion.expressions[1].weights, testing::ElementsAre(0.0F, 1.0F));
}

TEST(VrmAnimation, TheGazeIsYawToTheLeftAndPitchDown) {
  MotionFile file = makeVrma();
  const int gaze = file.add("nodes", {{"name", "gaze"}, {"translation", {0, 1.5, 5}}});
  file.vrma()["lookAt"] = {{"node", gaze}};
  file.animate(gaze, "rotation", kZeroToOne, flat({kIdentity, rotationY(0.3F) * rotationX(0.2F)}));
  const KeyedMotion motion = loadMotion(file);
  ASSERT_EQ(motion.lookAt.size(), motion.times.size());
  EXPECT_NEAR(motion.lookAt.back().x, 0.3F, 1e-5F);
  EXPECT_NEAR(motion.lookAt.back().y, 0.2F, 1e-5F);
}

TEST(VrmAnimation, AFileOfExpressionsAloneIsFine) {
  MotionFile file = makeVrma();
  const int blink = file.add("nodes", {{"name", "blink"}});
  file.vrma().erase("humanoid");
  file.vrma()["expressions"]["preset"]["blink"] = {{"node", blink}};
  file.animate(blink, "translation", kZeroToOne, {0, 0, 0, 1, 0, 0});
  const KeyedMotion motion = loadMotion(file);
  EXPECT_EQ(motion.bones, 0U);
  EXPECT_EQ(motion.skeleton.bones, 0U);
  ASSERT_EQ(motion.expressions.size(), 1U);
}

TEST(VrmAnimation, HipsThatRestAtTheOriginWithKeysAboveTheGroundStandAndStay) {
  MotionFile file = makeVrma();
  file.json["nodes"][0]["translation"] = {0, 0, 0};
  file.nodeOf(Bone::hips)["translation"] = {0, 0, 0};
  file.animate(Bone::hips, "translation", kZeroToOne, {0, 0.9F, 0, 0, 0.86F, 0.1F});
  const KeyedMotion motion = loadMotion(file);
  EXPECT_NEAR(motion.skeleton.restOf(Bone::hips).y, 0.9F, 1e-4F);
  EXPECT_NEAR(motion.skeleton.restOf(Bone::leftToes).y, 0.0F, 1e-4F);
  expectNear(motion.hips.front(), {0.0F, 0.0F, 0.0F});
  expectNear(motion.hips.back(), {0.0F, -0.04F, 0.1F});
}

TEST(VrmAnimation, HipsThatRestAtTheOriginWithOffsetsForKeysStandAndStay) {
  MotionFile file = makeVrma();
  file.json["nodes"][0]["translation"] = {0, 0, 0};
  file.nodeOf(Bone::hips)["translation"] = {0, 0, 0};
  file.animate(Bone::hips, "translation", kZeroToOne, {0, 0.01F, 0, 0, -0.04F, 0.1F});
  const KeyedMotion motion = loadMotion(file);
  EXPECT_NEAR(motion.skeleton.restOf(Bone::hips).y, 0.9F, 1e-4F);
  expectNear(motion.hips.back(), {0.0F, -0.04F, 0.1F});
}

TEST(VrmAnimation, AMotionThatFacesBackThroughoutIsTurned) {
  MotionFile file = makeVrma({.everyBone = true});
  const Json& rest = file.nodeOf(Bone::hips)["translation"];
  const glm::vec3 at(rest[0].get<float>(), rest[1].get<float>(), rest[2].get<float>());
  const glm::quat back = rotationY(kPi);
  file.turn(Bone::hips, kZeroToOne, {back * rotationY(0.2F), back * rotationY(-0.2F)});
  file.animate(Bone::hips, "translation", kZeroToOne, flatPlaces({at, at + glm::vec3(0.1F, 0.0F, -1.4F)}));
  const KeyedMotion motion = loadMotion(file);
  EXPECT_LT(degreesBetween(motion.rotations.front()[index(Bone::hips)], rotationY(0.2F)), 0.01F);
  expectNear(motion.hips.back(), {-0.1F, 0.0F, 1.4F});
}

TEST(VrmAnimation, EveryAnimationOfAFileIsRead) {
  MotionFile file = makeVrma();
  file.turn(Bone::spine, kZeroToOne, {kIdentity, rotationX(0.1F)});
  file.animation = 1;
  file.animate(file.add("nodes", {{"name", "camera"}}), "translation", kZeroToOne, {0, 0, 0, 1, 1, 1});
  file.animation = 2;
  file.turn(Bone::head, {0.0F, 0.5F}, {kIdentity, rotationX(0.2F)});
  const std::vector<KeyedMotion> motions = loadMotions(file.build());
  ASSERT_EQ(motions.size(), 2U);  // the one that moves only the camera is none
  EXPECT_EQ(motions[0].name, "motion 0");
  EXPECT_EQ(motions[0].bones, bit(Bone::spine));
  EXPECT_EQ(motions[1].name, "motion 2");
  EXPECT_EQ(motions[1].bones, bit(Bone::head));
  EXPECT_FLOAT_EQ(motions[1].times.back(), 0.5F);
}

TEST(VrmAnimation, ModelsWithAnimationsAreReadByTheirOwnBoneMap) {
  MotionFile file{makeHumanoid({.rotatedRest = true})};
  file.turn(Bone::leftHand, kZeroToOne, {kIdentity, rotationX(0.4F)});
  for (Json& node : file.json["nodes"]) node.erase("name");
  EXPECT_EQ(loadMotion(file).bones, bit(Bone::leftHand));
}

TEST(VrmAnimation, MeshesThatCantBeReadDontMatter) {
  MotionFile file = makeVrma();
  file.turn(Bone::spine, kZeroToOne, {kIdentity, rotationX(0.1F)});
  file.json["extensionsRequired"] = {"KHR_draco_mesh_compression", "VRMC_vrm_animation"};
  file.json["meshes"] = "none";
  file.nodeOf(Bone::spine)["mesh"] = 77;
  file.json["images"] = {{{"uri", "face.png"}}};
  EXPECT_EQ(loadMotion(file).bones, bit(Bone::spine));
}

TEST(VrmAnimation, JsonWithItsDataEmbeddedIsReadAsWell) {
  MotionFile file = makeVrma();
  file.turn(Bone::spine, kZeroToOne, {kIdentity, rotationX(0.5F)});
  static constexpr char kDigits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  Bytes bytes = file.binary;
  ASSERT_EQ(bytes.size() % 3, 1U);  // so that padding is tried as well
  const std::size_t length = bytes.size();
  bytes.resize(length + 2);
  for (std::size_t i = 0; i < length; i += 3) {
    const unsigned three = bytes[i] << 16U | bytes[i + 1] << 8U | bytes[i + 2];
    for (unsigned shift = 24; shift > 0; shift -= 6) text += kDigits[three >> (shift - 6) & 63U];
  }
  text.replace(text.size() - 2, 2, "==");
  file.json["buffers"] = {{{"byteLength", length}, {"uri", "data:application/octet-stream;base64," + text}}};
  const std::string json = "\n " + file.json.dump();
  const auto motions = loadMotions(Bytes(json.begin(), json.end()));
  ASSERT_EQ(motions.size(), 1U);
  EXPECT_LT(degreesBetween(motions[0].rotations.back()[index(Bone::spine)], rotationX(0.5F)), 0.01F);
}

}  // namespace
}  // namespace lead::test
