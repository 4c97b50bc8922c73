#include "storyboard/pose_vector.h"

#include <fmt/format.h>

namespace lead::storyboard {
namespace {

constexpr double kDegree = 3.14159265358979323846 / 180.0;

constexpr std::array<PoseField, 11> kFields{{
    {"body", -90, 90, &PoseVector::body},
    {"headTurn", -90, 90, &PoseVector::headTurn},
    {"face", -90, 90, &PoseVector::face},
    {"armLift", -180, 180, nullptr, &PoseVector::armLift},
    {"intent", -30, 30, nullptr, &PoseVector::intent},
    {"bend", 0, 150, nullptr, &PoseVector::bend},
    {"hand", -90, 90, nullptr, &PoseVector::hand},
    {"legLift", -180, 180, nullptr, &PoseVector::legLift},
    {"intentLeg", -30, 30, nullptr, &PoseVector::intentLeg},
    {"kneeBend", -150, 150, nullptr, &PoseVector::kneeBend},
    {"foot", -180, 180, nullptr, &PoseVector::foot},
}};

void checkValue(double value, Range range, std::string_view field) {
  if (!range.holds(value))
    throw StoryboardError(fmt::format("/{}: must be from {} to {}", field, range.least, range.most));
}

}  // namespace

std::span<const PoseField> poseFields() {
  return kFields;
}

void check(const PoseVector& pose) {
  for (const PoseField& field : kFields) {
    const Range range{field.least, field.most};
    if (field.one != nullptr) {
      checkValue(pose.*field.one, range, field.name);
    } else {
      checkValue((pose.*field.sided).L, range, fmt::format("{}/L", field.name));
      checkValue((pose.*field.sided).R, range, fmt::format("{}/R", field.name));
    }
  }
  checkValue(pose.gaze.x, kGazeRange, "gaze/0");
  checkValue(pose.gaze.y, kGazeRange, "gaze/1");
  for (std::size_t i = 0; i < kExpressionPresets; ++i)
    checkValue(pose.expression[i], kWeightRange,
               fmt::format("expression/{}", lead::name(static_cast<Expression>(i))));
  checkValue(pose.origin.x, kOriginRange, "origin/0");
  checkValue(pose.origin.y, kOriginRange, "origin/1");
  checkValue(pose.scale, kScaleRange, "scale");
  for (std::size_t i = 0; i < kJointCount; ++i) {
    checkValue(pose.residual[i], kResidualRange, fmt::format("residual/{}", name(jointAt(i))));
    checkValue(pose.lpose[i], kLengthRange, fmt::format("lpose/{}", name(jointAt(i))));
  }
}

JointArray<double> localAngles(const PoseVector& pose) {
  JointArray<double> angles{};
  angles[index(Joint::spine1)] = pose.body;
  angles[index(Joint::neck)] = pose.headTurn;
  angles[index(Joint::head)] = pose.face;
  for (ViewSide side : kViewSides) {
    const double sign = side == ViewSide::L ? 1.0 : -1.0;
    const auto set = [&](Joint left, double value) { angles[index(onSide(left, side))] = sign * value; };
    set(Joint::shoulderL, pose.armLift.of(side) + pose.intent.of(side));
    set(Joint::elbowL, pose.bend.of(side));
    set(Joint::wristL, pose.hand.of(side));
    set(Joint::hipL, pose.legLift.of(side) + pose.intentLeg.of(side));
    set(Joint::kneeL, pose.kneeBend.of(side));
    set(Joint::ankleL, pose.foot.of(side));
  }
  return angles;
}

GlobalAngles globalAngles(const FigureSkeleton& skeleton, const JointArray<double>& local,
                          const JointArray<double>& residual) {
  GlobalAngles out;
  for (std::size_t i = 0; i < kJointCount; ++i) {
    const int parent = skeleton[i].parent;
    const double sign = isRight(jointAt(i)) ? -1.0 : 1.0;
    const double above = parent < 0 ? 0.0 : out.joint[static_cast<std::size_t>(parent)];
    out.bone[i] = above + sign * residual[i];
    out.joint[i] = out.bone[i] + local[i];
  }
  return out;
}

JointArray<glm::dvec2> placeJoints(const FigureSkeleton& skeleton, const PoseVector& pose,
                                   const JointArray<double>& lchar) {
  const GlobalAngles angles = globalAngles(skeleton, localAngles(pose), pose.residual);
  JointArray<glm::dvec2> places{};
  for (std::size_t i = 0; i < kJointCount; ++i) {
    const int parent = skeleton[i].parent;
    if (parent < 0) {
      places[i] = pose.origin;
      continue;
    }
    const auto p = static_cast<std::size_t>(parent);
    const glm::dvec2 bone = skeleton[i].place - skeleton[p].place;
    places[i] = places[p] + turned(bone, angles.bone[i]) * (lchar[i] * pose.lpose[i] * pose.scale);
  }
  return places;
}

PoseVector mirrored(const PoseVector& pose) {
  PoseVector out = pose;
  for (const PoseField& field : kFields) {
    if (field.one != nullptr)
      out.*field.one = -(pose.*field.one);
    else
      out.*field.sided = {(pose.*field.sided).R, (pose.*field.sided).L};
  }
  out.gaze.x = -pose.gaze.x;
  out.origin.x = kCanvasWidth - pose.origin.x;
  const auto swap = [&](Expression left, Expression right) {
    out.expression[lead::index(left)] = pose.expression[lead::index(right)];
    out.expression[lead::index(right)] = pose.expression[lead::index(left)];
  };
  swap(Expression::blinkLeft, Expression::blinkRight);
  swap(Expression::lookLeft, Expression::lookRight);
  for (std::size_t i = 0; i < kJointCount; ++i) {
    const Joint from = storyboard::mirrored(jointAt(i));
    const bool middle = from == jointAt(i);
    out.residual[i] = middle ? -pose.residual[i] : pose.residual[index(from)];
    out.lpose[i] = pose.lpose[index(from)];
  }
  return out;
}

glm::dvec2 turned(glm::dvec2 v, double degrees) {
  const double c = std::cos(degrees * kDegree);
  const double s = std::sin(degrees * kDegree);
  return {c * v.x - s * v.y, s * v.x + c * v.y};
}

double wrapDegrees(double degrees) {
  const double wrapped = std::remainder(degrees, 360.0);
  return wrapped <= -180.0 ? wrapped + 360.0 : wrapped;
}

Arm placeArm(const PoseVector& pose, ViewSide side, const JointArray<double>& lchar) {
  const FigureSkeleton& skeleton = referenceSkeleton();
  const Joint shoulder = onSide(Joint::shoulderL, side);
  const auto places = placeJoints(skeleton, pose, lchar);
  const glm::dvec2 stays = skeleton[index(shoulder)].place - places[index(shoulder)];
  return {skeleton[index(shoulder)].place, places[index(onSide(Joint::elbowL, side))] + stays,
          places[index(onSide(Joint::wristL, side))] + stays};
}

}  // namespace lead::storyboard
