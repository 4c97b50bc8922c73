#include "storyboard/projection.h"

#include <gtest/gtest.h>

#include <glm/geometric.hpp>
#include <glm/gtc/matrix_transform.hpp>

#include "lead/world.h"
#include "storyboard/storyboard_file.h"
#include "support/rigs.h"

namespace lead::storyboard {
namespace {

using glm::dvec2;
using glm::dvec3;

// The camera by GLM's matrices, not by ours.
dvec2 seenByMatrix(const Camera& camera, const dvec3& point) {
  const glm::dmat4 view = glm::lookAt(camera.eye, camera.target, dvec3(0, 1, 0));
  const glm::dmat4 projection = glm::perspective(camera.fovY, camera.canvas.x / camera.canvas.y, 0.01, 100.0);
  const glm::dvec4 clip = projection * view * glm::dvec4(point, 1.0);
  return {(clip.x / clip.w * 0.5 + 0.5) * camera.canvas.x, (0.5 - clip.y / clip.w * 0.5) * camera.canvas.y};
}

// A hand leads it in a curve.
class LedWalk {
 public:
  explicit LedWalk(const test::RigOptions& options) {
    world.addAvatar(1, test::makeTestRig(Motion::full, options), {0, 0, 0}, 0.0F);
  }
  const Avatar& step() {
    const float t = static_cast<float>(world.tick()) / 60.0F;
    const HandTarget target{{0.4F + std::sin(t * 0.7F), 1.0F + 0.3F * std::sin(t), 0.4F + t * 0.9F}};
    world.hold(1, Side::left, 5, target);
    world.setTarget(1, Side::left, 5, target);
    world.step(1.0F / 60.0F);
    return world.avatars()[0];
  }
  World world;
};

struct Bone2d {
  Bone bone;
  Joint facing;  // where it is in a figure that faces us
};
constexpr std::array<Bone2d, 14> kBones{{{Bone::hips, Joint::hipCentre},
                                         {Bone::head, Joint::head},
                                         {Bone::leftUpperArm, Joint::shoulderR},
                                         {Bone::leftLowerArm, Joint::elbowR},
                                         {Bone::leftHand, Joint::wristR},
                                         {Bone::rightUpperArm, Joint::shoulderL},
                                         {Bone::rightLowerArm, Joint::elbowL},
                                         {Bone::rightHand, Joint::wristL},
                                         {Bone::leftUpperLeg, Joint::hipR},
                                         {Bone::leftLowerLeg, Joint::kneeR},
                                         {Bone::leftFoot, Joint::ankleR},
                                         {Bone::rightUpperLeg, Joint::hipL},
                                         {Bone::rightLowerLeg, Joint::kneeL},
                                         {Bone::rightFoot, Joint::ankleL}}};

void expectWithinAPixel(const test::RigOptions& options) {
  LedWalk walk(options);
  double worst = 0.0;
  int away = 0;
  for (int pose = 0; pose < 200; ++pose) {
    for (int i = 0; i < 3; ++i) walk.step();
    const Avatar& avatar = walk.world.avatars()[0];
    const Subject subject = subjectOf(*avatar.rig, avatar.state, avatar.pose, "a");
    const std::vector<Camera> cameras{cameraOn({subject}, View::front, 0.0),
                                      cameraOn({subject}, View::side, 0.0),
                                      cameraOn({subject}, View::threeQuarter, 2.6)};
    for (const Camera& camera : cameras) {
      const auto figure = figureFrom(subject, camera, {});
      ASSERT_TRUE(figure);
      ASSERT_NO_THROW(check(figure->pose));
      const auto joints =
          placeJoints(referenceSkeleton(), parsePose(poseJson(figure->pose)), figure->character.lchar);
      const JointPlaces places = jointPlaces(subject, camera.eye);
      away += places.facesAway ? 1 : 0;
      for (std::size_t i = 0; i < kJointCount; ++i)
        worst = std::max(worst, glm::length(joints[i] - seenByMatrix(camera, places.place[i])));
      for (const Bone2d& bone : kBones) {
        const Joint joint = places.facesAway ? mirrored(bone.facing) : bone.facing;
        const dvec2 wanted = seenByMatrix(camera, dvec3(avatar.pose.world.positionOf(bone.bone)));
        worst = std::max(worst, glm::length(joints[index(joint)] - wanted));
      }
    }
  }
  EXPECT_LT(worst, 1.0);
  EXPECT_LT(worst, 1e-3) << "it should be exact";
  EXPECT_GT(away, 0) << "no camera saw a back";
}

TEST(Projection, JointsOfALedWalkAreWhereThreeCamerasSeeThem) {
  expectWithinAPixel({});
}
TEST(Projection, AlsoOfARigWithEveryBone) {
  test::RigOptions options;
  options.optionalBones = true;
  expectWithinAPixel(options);
}

TEST(Projection, LeftIsTheViewersLeftHoweverTheFigureIsTurned) {
  for (const float heading : {0.0F, 1.0F, 2.0F, 3.0F, -2.0F}) {
    World world;
    world.addAvatar(1, test::makeTestRig(Motion::none), {0, 0, 0}, heading);
    const Avatar& avatar = world.avatars()[0];
    const Subject subject = subjectOf(*avatar.rig, avatar.state, avatar.pose, "a");
    const auto figure = figureFrom(subject, cameraOn({subject}, View::front, 0.0), {});
    ASSERT_TRUE(figure);
    const auto joints = placeJoints(referenceSkeleton(), figure->pose, figure->character.lchar);
    EXPECT_LT(joints[index(Joint::shoulderL)].x, joints[index(Joint::shoulderR)].x) << heading;
  }
}

TEST(Projection, ABoneSeenEndOnHasNoLengthAndTheReferencesAngle) {
  JointArray<dvec2> places{};
  for (std::size_t i = 0; i < kJointCount; ++i) places[i] = referenceSkeleton()[i].place;
  places[index(Joint::wristL)] = places[index(Joint::elbowL)];
  PoseVector pose;
  recoverAngles(places, PoseVector::ones(), pose);
  EXPECT_EQ(pose.lpose[index(Joint::wristL)], 0.0);
  EXPECT_EQ(pose.bend.L, 0.0);
  EXPECT_EQ(pose.residual[index(Joint::wristL)], 0.0);
}

TEST(Projection, AnglesOfAFlatPoseComeBackAsTheyWere) {
  PoseVector pose;
  pose.body = 12;
  pose.armLift = {40, -20};
  pose.bend = {70, 10};
  pose.legLift = {15, 5};
  pose.kneeBend = {20, -30};
  pose.headTurn = 8;
  pose.face = -5;
  PoseVector found;
  recoverAngles(placeJoints(referenceSkeleton(), pose), PoseVector::ones(), found);
  for (const PoseField& field : poseFields()) {
    if (field.one != nullptr) {
      EXPECT_NEAR(found.*field.one, pose.*field.one, 1e-9) << field.name;
    } else {
      EXPECT_NEAR((found.*field.sided).L, (pose.*field.sided).L, 1e-9) << field.name;
      EXPECT_NEAR((found.*field.sided).R, (pose.*field.sided).R, 1e-9) << field.name;
    }
  }
}

TEST(Projection, WhoIsBehindTheCameraIsLeftOut) {
  World world;
  world.addAvatar(1, test::makeTestRig(Motion::none), {0, 0, 0}, 0.0F);
  const Avatar& avatar = world.avatars()[0];
  const Subject subject = subjectOf(*avatar.rig, avatar.state, avatar.pose, "a");
  Camera camera;
  camera.eye = {0, 1, -3};
  camera.target = {0, 1, -6};
  EXPECT_FALSE(figureFrom(subject, camera, {}));
  EXPECT_TRUE(panelFrom({subject}, camera, {}).figures.empty());
  EXPECT_NO_THROW(
      panelSvg(panelFrom({subject}, cameraOn({subject}, dvec3(0, 5, 0)), {})));  // from straight above
}

TEST(Projection, AnArmInFrontOfTheBodyIsDrawnAfterIt) {
  const AvatarRigPtr rig = test::makeTestRig(Motion::none);
  AvatarState state;
  EvaluatedPose pose;
  evaluate(*rig, state, pose);
  // The left arm straight ahead, the forearm across the chest.
  pose.local.of(Bone::leftUpperArm) = glm::angleAxis(-1.4F, glm::vec3(0, 1, 0));
  pose.local.of(Bone::leftLowerArm) = glm::angleAxis(-1.5F, glm::vec3(0, 1, 0));
  forwardKinematics(rig->skeleton, pose.local, pose.world);
  const Subject subject = subjectOf(*rig, state, pose, "a");
  const auto order = [&](double heading, const char* arm) {
    const auto parts =
        drawFigure(*figureFrom(subject, cameraOn({subject}, View::front, heading), {}), Style::ink);
    const auto place = [&](std::string_view id) {
      return std::find_if(parts.begin(), parts.end(), [&](const Part& part) { return part.id == id; }) -
             parts.begin();
    };
    return place(arm) - place("torso");
  };
  EXPECT_GT(order(0.0, "arm-R"), 0);
  EXPECT_LT(order(3.14159, "arm-L"), 0);
}

}  // namespace
}  // namespace lead::storyboard
