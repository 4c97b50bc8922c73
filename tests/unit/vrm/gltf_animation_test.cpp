// Animations of glTF files that know nothing of VRM: bones by name, any facing, any rest pose.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "math/rotation.h"
#include "motion_glb.h"

namespace lead::test {
namespace {

constexpr float kDegree = kPi / 180.0F;
const std::vector<float> kZeroToOne{0.0F, 1.0F};

void expectNear(const glm::vec3& a, const glm::vec3& b, float tolerance, const std::string& what = "") {
  EXPECT_LT(glm::length(a - b), tolerance)
      << what << ": " << a.x << ' ' << a.y << ' ' << a.z << " is not " << b.x << ' ' << b.y << ' ' << b.z;
}

void setRotation(Json& node, const glm::quat& q) {
  node["rotation"] = {q.x, q.y, q.z, q.w};
}

glm::vec3 translationOf(const Json& node) {
  const Json& t = node["translation"];
  return {t[0].get<float>(), t[1].get<float>(), t[2].get<float>()};
}

/// Local node rotations of a pose of the normalised rig, of a file that rests in its T-pose.
BoneArray<glm::quat> nodeRotations(const MotionFile& file, const BoneArray<glm::quat>& pose) {
  BoneArray<glm::quat> rotations = Pose::identities();
  for (std::size_t i = 0; i < kBoneCount; ++i) {
    const int node = file.node[i];
    if (node < 0) continue;
    const glm::quat above = file.restWorld(file.parentOf(node));
    rotations[i] = glm::conjugate(above) * pose[i] * above * file.restLocal(node);
  }
  return rotations;
}

/// Some frame of a walk.
BoneArray<glm::quat> walkingPose() {
  Pose pose;
  pose.of(Bone::hips) = rotationY(6 * kDegree) * rotationX(3 * kDegree);
  pose.of(Bone::spine) = rotationY(-5 * kDegree) * rotationX(4 * kDegree);
  pose.of(Bone::upperChest) = rotationY(-7 * kDegree);
  pose.of(Bone::leftUpperLeg) = rotationX(-28 * kDegree);
  pose.of(Bone::leftLowerLeg) = rotationX(20 * kDegree);
  pose.of(Bone::leftFoot) = rotationX(10 * kDegree);
  pose.of(Bone::rightUpperLeg) = rotationX(15 * kDegree);
  pose.of(Bone::rightLowerLeg) = rotationX(45 * kDegree);
  pose.of(Bone::rightFoot) = rotationX(15 * kDegree);
  pose.of(Bone::leftUpperArm) = rotationX(20 * kDegree) * rotationZ(-72 * kDegree);
  pose.of(Bone::leftLowerArm) = rotationY(-35 * kDegree);
  pose.of(Bone::rightUpperArm) = rotationX(-25 * kDegree) * rotationZ(70 * kDegree);
  pose.of(Bone::rightLowerArm) = rotationY(25 * kDegree);
  pose.of(Bone::rightHand) = rotationX(10 * kDegree);
  return pose.rotation;
}

TEST(GltfAnimation, BonesAreKnownByTheirNames) {
  MotionFile file = makePlain({.rotatedRest = true, .everyBone = true});
  file.turn(Bone::leftLowerArm, kZeroToOne, {kIdentity, rotationY(-0.5F)});
  const KeyedMotion motion = loadMotion(file);
  EXPECT_EQ(motion.bones, bit(Bone::leftLowerArm));
  EXPECT_EQ(motion.skeleton.bones, (BoneMask{1} << kBoneCount) - 1);
  EXPECT_LT(degreesBetween(motion.rotations.back()[index(Bone::leftLowerArm)], rotationY(-0.5F)), 0.01F);
}

TEST(GltfAnimation, AFileThatFacesElsewhereOrLiesIsTurnedToFaceForward) {
  for (const glm::quat& turn : {kIdentity, rotationY(kPi), rotationY(0.5F * kPi), rotationY(-0.5F * kPi),
                                rotationY(1.0F), rotationX(0.5F * kPi), rotationX(-0.5F * kPi),
                                rotationX(0.5F * kPi) * rotationY(kPi), rotationZ(0.5F * kPi)}) {
    MotionFile file = makePlain();
    setRotation(file.json["nodes"][0], turn);
    file.json["nodes"][0]["translation"] = {0, 0, 0};
    const glm::vec3 at = translationOf(file.nodeOf(Bone::hips));
    file.animate(Bone::hips, "translation", kZeroToOne, flatPlaces({at, at + glm::vec3(0.1F, -0.02F, 1.4F)}));
    file.turn(Bone::leftUpperLeg, kZeroToOne, {kIdentity, kIdentity});
    // turn() saw the root as it is now, so the key above is in its frame: a kick forward is about the own
    // left.
    const int leg = file.node[index(Bone::leftUpperLeg)];
    file.json["animations"][0]["channels"].erase(1);
    file.animate(leg, "rotation", kZeroToOne, flat({kIdentity, rotationX(-0.6F)}));
    const KeyedMotion motion = loadMotion(file);
    const glm::vec3 hips = motion.skeleton.restOf(Bone::hips);
    for (const Bone bone : {Bone::head, Bone::leftHand, Bone::rightHand, Bone::leftFoot, Bone::leftToes})
      expectNear(motion.skeleton.restOf(bone) - hips, restPosition(bone) - restPosition(Bone::hips), 1e-4F,
                 std::string(name(bone)));
    expectNear(motion.hips.back(), {0.1F, -0.02F, 1.4F}, 1e-4F, "hips");
    EXPECT_LT(degreesBetween(motion.rotations.back()[index(Bone::leftUpperLeg)], rotationX(-0.6F)), 0.01F);
  }
}

TEST(GltfAnimation, ASmallTwistOfTheRestPoseIsNoFacing) {
  MotionFile file = makePlain();
  setRotation(file.json["nodes"][0], rotationY(12 * kDegree));
  file.turn(Bone::head, kZeroToOne, {kIdentity, rotationX(0.3F)});
  const KeyedMotion motion = loadMotion(file);
  EXPECT_GT(motion.skeleton.restOf(Bone::leftHand).z, motion.skeleton.restOf(Bone::leftUpperArm).z - 0.3F);
  EXPECT_LT(motion.skeleton.restOf(Bone::leftHand).z, motion.skeleton.restOf(Bone::leftUpperArm).z - 0.05F);
}

TEST(GltfAnimation, AnAPoseIsExpressedAsIfItWereATPose) {
  MotionFile file = makePlain({.rotatedRest = true, .everyBone = true});
  Pose apose;
  apose.of(Bone::leftUpperArm) = rotationZ(-45 * kDegree);
  apose.of(Bone::rightUpperArm) = rotationZ(45 * kDegree);
  const auto down = nodeRotations(file, apose.rotation);
  const auto out = nodeRotations(file, Pose::identities());
  for (const Bone bone : {Bone::leftUpperArm, Bone::rightUpperArm}) {
    setRotation(file.nodeOf(bone), down[index(bone)]);
    file.animate(bone, "rotation", kZeroToOne, flat({down[index(bone)], out[index(bone)]}));
  }
  const KeyedMotion motion = loadMotion(file);
  for (const Bone bone : {Bone::leftUpperArm, Bone::leftLowerArm, Bone::leftHand, Bone::rightHand,
                          Bone::leftIndexDistal, Bone::rightThumbDistal})
    expectNear(motion.skeleton.restOf(bone), restPosition(bone), 0.02F, std::string(name(bone)));
  EXPECT_EQ(motion.bones & bit(Bone::leftHand), 0U) << "the hand goes with its forearm";
  EXPECT_LT(degreesBetween(motion.rotations.front()[index(Bone::leftUpperArm)], rotationZ(-45 * kDegree)),
            3.0F);
  EXPECT_LT(degreesBetween(motion.rotations.back()[index(Bone::leftUpperArm)], kIdentity), 3.0F);
  // Where the hand is does not depend on how it is expressed.
  const WorldPose world = worldAt(motion, 0);
  const glm::vec3 arm = restPosition(Bone::leftHand) - restPosition(Bone::leftUpperArm);
  expectNear(world.positionOf(Bone::leftHand) - world.positionOf(Bone::leftUpperArm),
             rotationZ(-45 * kDegree) * arm, 1e-3F, "left hand");
}

TEST(GltfAnimation, ArmsALittleOffArentCorrectedNorAreThoseOfVrmAnimations) {
  for (const bool vrma : {false, true}) {
    MotionFile file = vrma ? makeVrma() : makePlain();
    Pose apose;
    apose.of(Bone::leftUpperArm) = rotationZ((vrma ? -45 : -10) * kDegree);
    const auto down = nodeRotations(file, apose.rotation);
    setRotation(file.nodeOf(Bone::leftUpperArm), down[index(Bone::leftUpperArm)]);
    file.animate(Bone::leftUpperArm, "rotation", {0.0F}, flat({down[index(Bone::leftUpperArm)]}));
    EXPECT_EQ(loadMotion(file).bones, 0U);
  }
}

TEST(GltfAnimation, ARestPoseThatIsAFrameOfTheMotionIsExpressedAsIfItWereATPose) {
  MotionFile file = makePlain({.rotatedRest = true, .everyBone = true});
  file.json["nodes"][0]["translation"] = {0, 0, 0};
  const BoneArray<glm::quat> pose = walkingPose();
  const auto walking = nodeRotations(file, pose);
  const auto standing = nodeRotations(file, Pose::identities());
  for (std::size_t i = 0; i < kBoneCount; ++i) {
    setRotation(file.nodeOf(boneAt(i)), walking[i]);
    file.animate(boneAt(i), "rotation", kZeroToOne, flat({walking[i], standing[i]}));
  }
  const glm::vec3 hips = translationOf(file.nodeOf(Bone::hips));
  file.animate(Bone::hips, "translation", kZeroToOne, flatPlaces({hips, hips}));
  std::vector<KeyedMotion> motions = loadMotions(file.build());
  ASSERT_EQ(motions.size(), 1U);
  const KeyedMotion& motion = motions.front();

  // Places are the file's own ones.
  BoneArray<glm::vec3> rest{};
  for (std::size_t i = 0; i < kBoneCount; ++i) rest[i] = restPosition(boneAt(i));
  WorldPose wanted;
  Pose posed;
  posed.rotation = pose;
  posed.hipsOffset = hips - restPosition(Bone::hips);
  forwardKinematics(makeSkeleton((BoneMask{1} << kBoneCount) - 1, rest), posed, wanted);
  const WorldPose world = worldAt(motion, 0);
  for (std::size_t i = 0; i < kBoneCount; ++i)
    expectNear(world.position[i], wanted.position[i], 2e-3F, std::string(name(boneAt(i))));

  // And the T-pose that it is measured from is one.
  for (const Bone bone : {Bone::head, Bone::leftUpperArm, Bone::leftLowerArm, Bone::leftHand, Bone::rightHand,
                          Bone::leftLowerLeg, Bone::leftFoot, Bone::rightFoot, Bone::rightToes})
    expectNear(motion.skeleton.restOf(bone) - motion.skeleton.restOf(Bone::hips),
               restPosition(bone) - restPosition(Bone::hips), 0.06F, std::string(name(bone)));
  for (const Bone bone : {Bone::leftUpperLeg, Bone::leftLowerLeg, Bone::rightUpperLeg, Bone::rightLowerLeg,
                          Bone::leftUpperArm, Bone::leftLowerArm, Bone::rightUpperArm, Bone::rightLowerArm})
    EXPECT_LT(degreesBetween(motion.rotations.back()[index(bone)], kIdentity), 8.0F) << name(bone);
}

}  // namespace
}  // namespace lead::test
