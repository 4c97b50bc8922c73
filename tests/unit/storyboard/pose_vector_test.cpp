#include "storyboard/pose_vector.h"

#include <gtest/gtest.h>

#include <glm/geometric.hpp>
#include <random>

#include "storyboard/storyboard_file.h"
#include "support/golden.h"

namespace lead::storyboard {
namespace {

using glm::dvec2;

double apart(dvec2 a, dvec2 b) {
  return glm::length(a - b);
}

dvec2 dvec2Of(const nlohmann::json& json) {
  return {json.at(0).get<double>(), json.at(1).get<double>()};
}

PoseVector anyPose(std::mt19937& random) {
  PoseVector pose;
  const auto within = [&](double least, double most) {
    return std::uniform_real_distribution<double>(least, most)(random);
  };
  for (const PoseField& field : poseFields()) {
    if (field.one != nullptr)
      pose.*field.one = within(field.least, field.most);
    else
      pose.*field.sided = {within(field.least, field.most), within(field.least, field.most)};
  }
  pose.gaze = {within(-1, 1), within(-1, 1)};
  pose.origin = {std::round(within(0, 860)), std::round(within(0, 1100))};
  pose.scale = within(0.2, 3);
  for (double& weight : pose.expression) weight = within(0, 1);
  for (double& residual : pose.residual) residual = within(-180, 180);
  for (double& lpose : pose.lpose) lpose = within(0, 1.5);
  return pose;
}

TEST(PoseVector, DrawsTheGoldenArms) {
  const nlohmann::json golden = test::readGolden("storyboard.json");
  ASSERT_EQ(golden.size(), 40U);
  for (const auto& one : golden) {
    const auto& degrees = one.at("degrees");
    PoseVector pose;
    pose.body = degrees.at("body");
    pose.armLift.L = degrees.at("armLift");
    pose.intent.L = degrees.at("intent");
    pose.bend.L = degrees.at("elbowBend");
    JointArray<double> lchar = PoseVector::ones();
    for (const Joint joint : {Joint::elbowL, Joint::wristL}) {
      lchar[index(joint)] = one.at("lengthCharacter");
      pose.lpose[index(joint)] = one.at("lengthPose");
    }
    const Arm arm = placeArm(pose, ViewSide::L, lchar);
    EXPECT_LT(apart(arm.shoulder, dvec2Of(one.at("shoulder"))), 1e-6);
    EXPECT_LT(apart(arm.elbow, dvec2Of(one.at("elbow"))), 1e-6);
    EXPECT_LT(apart(arm.wrist, dvec2Of(one.at("wrist"))), 1e-6);
  }
}

TEST(PoseVector, WorkedExampleTurnsTheUpperArmBy65Degrees) {
  PoseVector pose;
  pose.body = 10;
  pose.armLift.L = 40;
  pose.intent.L = 15;
  pose.bend.L = 30;
  const Arm arm = placeArm(pose, ViewSide::L);
  EXPECT_LT(apart(arm.elbow - arm.shoulder, turned({-80, 120}, 65)), 1e-9);
  EXPECT_LT(apart(arm.wrist - arm.elbow, turned({-40, 140}, 95)), 1e-9);
}

TEST(PoseVector, ReferenceHasTheGivenJointsAndIsSymmetricalAndSevenHeadsHigh) {
  const FigureSkeleton& s = referenceSkeleton();
  EXPECT_EQ(s[index(Joint::shoulderL)].place, dvec2(380, 200));
  EXPECT_EQ(s[index(Joint::elbowL)].place, dvec2(300, 320));
  EXPECT_EQ(s[index(Joint::wristL)].place, dvec2(260, 460));
  for (std::size_t i = 0; i < kJointCount; ++i) {
    const dvec2 here = s[i].place;
    const dvec2 there = s[index(mirrored(jointAt(i)))].place;
    EXPECT_EQ(there, dvec2(2 * kMiddle - here.x, here.y)) << s[i].name;
    EXPECT_LT(s[i].parent, static_cast<int>(i));
    EXPECT_EQ(jointFromName(s[i].name), jointAt(i));
  }
  EXPECT_EQ(kGround - s[index(Joint::crown)].place.y, 7 * kHeadHeight);
  const auto rest = placeJoints(s, PoseVector{});
  for (std::size_t i = 0; i < kJointCount; ++i) EXPECT_LT(apart(rest[i], s[i].place), 1e-9);
}

std::vector<Joint> moved(const PoseVector& pose) {
  const auto rest = placeJoints(referenceSkeleton(), PoseVector{});
  const auto now = placeJoints(referenceSkeleton(), pose);
  std::vector<Joint> out;
  for (std::size_t i = 0; i < kJointCount; ++i)
    if (apart(rest[i], now[i]) > 1.0) out.push_back(jointAt(i));
  return out;
}

TEST(PoseVector, TurningAShoulderMovesElbowWristAndFingersOnly) {
  PoseVector pose;
  pose.armLift.L = 30;
  EXPECT_EQ(moved(pose), (std::vector{Joint::elbowL, Joint::wristL, Joint::fingersL}));
}

TEST(PoseVector, TurningTheBodyMovesAllThatHangsOnTheSpine) {
  PoseVector pose;
  pose.body = 20;
  EXPECT_EQ(moved(pose).size(), 13U);  // all but hip centre, spine1 and the legs
  PoseVector whole;
  whole.residual[index(Joint::hipCentre)] = 20;
  EXPECT_EQ(moved(whole).size(), kJointCount - 1);
}

TEST(PoseVector, PositiveLiftRaisesTheArmOutwardsOnEitherSide) {
  PoseVector pose;
  pose.armLift = {40, 40};
  const auto now = placeJoints(referenceSkeleton(), pose);
  EXPECT_LT(now[index(Joint::wristL)].x, 260);
  EXPECT_GT(now[index(Joint::wristR)].x, 600);
  EXPECT_LT(now[index(Joint::wristL)].y, 460);
  EXPECT_LT(now[index(Joint::wristR)].y, 460);
}

TEST(PoseVector, MirroredPoseIsAMirroredFigure) {
  std::mt19937 random(5);
  for (int i = 0; i < 100; ++i) {
    const PoseVector pose = anyPose(random);
    const auto here = placeJoints(referenceSkeleton(), pose);
    const auto there = placeJoints(referenceSkeleton(), mirrored(pose));
    for (std::size_t j = 0; j < kJointCount; ++j) {
      const dvec2 wanted{kCanvasWidth - here[j].x, here[j].y};
      EXPECT_LT(apart(there[index(mirrored(jointAt(j)))], wanted), 1e-9);
    }
    EXPECT_EQ(mirrored(mirrored(pose)), pose);
  }
}

TEST(PoseVector, RandomTreesKeepBoneLengthsTimesRatios) {
  std::mt19937 random(6);
  std::uniform_real_distribution<double> coordinate(-500, 500);
  std::uniform_real_distribution<double> ratio(0, 2);
  for (int tree = 0; tree < 200; ++tree) {
    FigureSkeleton skeleton = referenceSkeleton();
    JointArray<double> lchar{};
    for (std::size_t i = 0; i < kJointCount; ++i) {
      if (i > 0) skeleton[i].parent = static_cast<int>(random() % i);
      skeleton[i].place = {coordinate(random), coordinate(random)};
      lchar[i] = ratio(random);
    }
    const PoseVector pose = anyPose(random);
    const auto places = placeJoints(skeleton, pose, lchar);
    for (std::size_t i = 1; i < kJointCount; ++i) {
      const auto parent = static_cast<std::size_t>(skeleton[i].parent);
      const double rest = apart(skeleton[i].place, skeleton[parent].place);
      EXPECT_NEAR(apart(places[i], places[parent]), rest * lchar[i] * pose.lpose[i] * pose.scale, 1e-9);
    }
  }
}

TEST(PoseVector, JsonAndBackIsTheSamePose) {
  std::mt19937 random(7);
  for (int i = 0; i < 50; ++i) {
    const PoseVector pose = anyPose(random);
    EXPECT_EQ(parsePose(poseJson(pose)), pose);
  }
  EXPECT_EQ(parsePose("{}"), PoseVector{});
}

TEST(PoseVector, CheckNamesWhatIsNotANumberOrOutOfRange) {
  PoseVector pose;
  pose.kneeBend.R = std::nan("");
  try {
    check(pose);
    FAIL() << "NaN was taken";
  } catch (const StoryboardError& error) {
    EXPECT_NE(std::string(error.what()).find("kneeBend/R"), std::string::npos) << error.what();
  }
  pose = {};
  pose.lpose[index(Joint::kneeL)] = -1;
  EXPECT_THROW(check(pose), StoryboardError);
}

}  // namespace
}  // namespace lead::storyboard
