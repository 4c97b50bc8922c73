#include "storyboard/projection.h"

#include <algorithm>
#include <glm/common.hpp>
#include <glm/geometric.hpp>

namespace lead::storyboard {
namespace {

using glm::dvec2;
using glm::dvec3;

constexpr double kNearest = 0.05;  // metres
constexpr double kDegree = 3.14159265358979323846 / 180.0;

struct View3 {
  dvec3 right, up, back;
};

View3 axes(const Camera& camera) {
  const dvec3 towards = camera.target - camera.eye;
  const double length = glm::length(towards);
  const dvec3 forward = length > 1e-9 ? towards / length : dvec3(0, 0, -1);
  const dvec3 sideways = glm::cross(forward, dvec3(0, 1, 0));
  const double flat = glm::length(sideways);
  const dvec3 right = flat > 1e-9 ? sideways / flat : dvec3(1, 0, 0);
  return {right, glm::cross(right, forward), -forward};
}

double angleOf(dvec2 v) {
  return std::atan2(v.y, v.x) / kDegree;
}

dvec3 point(const Subject& subject, Bone bone) {
  return dvec3(subject.pose->world.positionOf(bone));
}

dvec3 along(const Subject& subject, Bone bone, glm::vec3 offset) {
  return point(subject, bone) + dvec3(subject.pose->world.rotationOf(bone) * offset);
}

// What is not in the model is put where it would be.
void placeSpine(const Subject& subject, JointArray<dvec3>& place) {
  const Skeleton& s = *subject.skeleton;
  const dvec3 hips = point(subject, Bone::hips);
  const dvec3 head = point(subject, Bone::head);
  const dvec3 neck = s.has(Bone::neck)
                         ? point(subject, Bone::neck)
                         : head - dvec3(subject.pose->world.rotationOf(Bone::head) * glm::vec3(0, 0.08F, 0));
  const dvec3 spine = s.has(Bone::spine) ? point(subject, Bone::spine) : hips + (neck - hips) * 0.2;
  const dvec3 chest = s.has(Bone::chest) ? point(subject, Bone::chest) : spine + (neck - spine) * 0.4;
  const dvec3 upper =
      s.has(Bone::upperChest) ? point(subject, Bone::upperChest) : chest + (neck - chest) * 0.55;
  place[index(Joint::hipCentre)] = hips;
  place[index(Joint::spine1)] = spine;
  place[index(Joint::spine2)] = chest;
  place[index(Joint::spine3)] = upper;
  place[index(Joint::neck)] = neck;
  place[index(Joint::head)] = head;
}

// A head is a seventh of a person high, and its joint a little above the chin.
float headHeight(const Skeleton& s) {
  return s.hipsHeight() + s.restOf(Bone::head).y - s.restOf(Bone::hips).y;
}
float crownHeight(const Skeleton& s) {
  return headHeight(s) * static_cast<float>(106.0 / (kFigureHeight - 106.0));
}

glm::vec3 fingerOffset(const Skeleton& s, Side side) {
  const Bone hand = onSide(Bone::leftHand, side);
  const Bone middle = onSide(Bone::leftMiddleProximal, side);
  const glm::vec3 forearm = s.restOf(hand) - s.restOf(onSide(Bone::leftLowerArm, side));
  const float length = glm::length(forearm);
  const glm::vec3 direction = length > 1e-4F ? forearm / length : glm::vec3(outwardSign(side), 0, 0);
  const float reach = s.has(middle) ? glm::length(s.restOf(middle) - s.restOf(hand)) * 2.0F : length * 0.7F;
  return direction * std::clamp(reach, 0.3F * length, 0.8F * length);
}

glm::vec3 toeOffset(const Skeleton& s, Side side) {
  const Sole& sole = s.soles[index(side)];
  return sole.ball * glm::vec3(1.25F, 1.0F, 1.25F);  // the tips are beyond the ball
}

const glm::dvec2& rest(std::size_t joint) {
  return referenceSkeleton()[joint].place;
}

dvec2 restBone(std::size_t joint) {
  return rest(joint) - rest(static_cast<std::size_t>(referenceSkeleton()[joint].parent));
}

/// Metres of the avatar at rest from a joint's parent to the joint.
JointArray<double> restLengths(const Subject& subject) {
  const Skeleton& skeleton = *subject.skeleton;
  EvaluatedPose standing;
  forwardKinematics(skeleton, standing.local, standing.world);
  Subject still = subject;
  still.pose = &standing;
  const JointArray<dvec3> place = jointPlaces(still, {0, 1, 100}).place;
  JointArray<double> lengths{};
  for (std::size_t i = 1; i < kJointCount; ++i)
    lengths[i] = glm::length(place[i] - place[static_cast<std::size_t>(referenceSkeleton()[i].parent)]);
  return lengths;
}

double clampedTo(const PoseField& field, double value) {
  return std::clamp(value, field.least, field.most);
}

const PoseField& field(std::string_view name) {
  const auto all = poseFields();
  return *std::find_if(all.begin(), all.end(), [&](const PoseField& f) { return f.name == name; });
}

// The bone whose direction says what a joint turns by itself, and the name of that angle.
struct Meaning {
  Joint end;
  std::string_view name;
};
constexpr std::array<Meaning, 9> kMeanings{{{Joint::spine2, "body"},
                                            {Joint::head, "headTurn"},
                                            {Joint::crown, "face"},
                                            {Joint::elbowL, "armLift"},
                                            {Joint::wristL, "bend"},
                                            {Joint::fingersL, "hand"},
                                            {Joint::kneeL, "legLift"},
                                            {Joint::ankleL, "kneeBend"},
                                            {Joint::toesL, "foot"}}};

const Meaning* meaningOf(Joint end) {
  const Joint left = isRight(end) ? mirrored(end) : end;
  const auto found =
      std::find_if(kMeanings.begin(), kMeanings.end(), [&](const Meaning& m) { return m.end == left; });
  return found == kMeanings.end() ? nullptr : &*found;
}

Facing facingOf(const View3& view, const glm::quat& rotation, const dvec3& ahead) {
  const dvec3 forward(rotation * glm::vec3(ahead));
  return {std::atan2(glm::dot(forward, view.right), glm::dot(forward, view.back)) / kDegree,
          std::asin(std::clamp(glm::dot(forward, view.up), -1.0, 1.0)) / kDegree};
}

// By how far the fingers are bent, or because somebody has the hand.
HandShape handShape(const Subject& subject, Side side) {
  if (subject.handTaken[index(side)]) return HandShape::closed;
  const auto bent = [&](Bone left) {
    const Bone bone = onSide(left, side);
    return subject.skeleton->has(bone)
               ? 2.0 * std::acos(std::min(1.0F, std::abs(subject.pose->local.of(bone).w)))
               : 0.0;
  };
  const double indexBend = bent(Bone::leftIndexProximal) + bent(Bone::leftIndexIntermediate);
  const double middle = bent(Bone::leftMiddleProximal) + bent(Bone::leftMiddleIntermediate);
  if (middle < 1.7) return HandShape::open;
  return indexBend < 0.6 ? HandShape::pointing : HandShape::closed;
}

// Of the pupils, as the viewer sees them in a face that looks at him.
dvec2 gazeOf(const Subject& subject) {
  const Pose& pose = subject.pose->local;
  dvec2 angles(pose.hasGaze ? dvec2(pose.gaze) : dvec2(0.0));
  if (subject.lookAt) {
    const glm::quat head = subject.pose->world.rotationOf(Bone::head);
    const dvec3 to(glm::inverse(head) * (*subject.lookAt - subject.pose->world.positionOf(Bone::head)));
    if (glm::length(to) > 1e-3) angles = {std::atan2(to.x, to.z), -std::atan2(to.y, std::hypot(to.x, to.z))};
  }
  return glm::clamp(angles / (28.0 * kDegree), dvec2(-1.0), dvec2(1.0));
}

// How the palm lies to the view: 0 with its back to us, 180 with the palm.
double twistOf(const Subject& subject, const View3& view, Side side) {
  const dvec3 back(subject.pose->world.rotationOf(onSide(Bone::leftHand, side)) * glm::vec3(0, 1, 0));
  return std::acos(std::clamp(glm::dot(back, view.back), -1.0, 1.0)) / kDegree;
}

}  // namespace

std::optional<Seen> see(const Camera& camera, const glm::dvec3& point) {
  const View3 view = axes(camera);
  const dvec3 from = point - camera.eye;
  const double distance = -glm::dot(from, view.back);
  if (!(distance >= kNearest)) return std::nullopt;
  const double scale = 0.5 * camera.canvas.y / std::tan(0.5 * camera.fovY) / distance;
  const dvec2 place =
      camera.canvas * 0.5 + scale * dvec2(glm::dot(from, view.right), -glm::dot(from, view.up));
  return Seen{place, distance, scale};
}

JointPlaces jointPlaces(const Subject& subject, const glm::dvec3& eye) {
  const Skeleton& s = *subject.skeleton;
  JointPlaces out;
  placeSpine(subject, out.place);
  out.place[index(Joint::crown)] = along(subject, Bone::head, {0, crownHeight(s), 0});
  const dvec3 ahead(subject.pose->world.rotationOf(Bone::hips) * glm::vec3(0, 0, 1));
  const dvec3 towards = eye - out.place[index(Joint::hipCentre)];
  out.facesAway = ahead.x * towards.x + ahead.z * towards.z < 0.0;
  for (const Side side : kSides) {
    const ViewSide seen = (side == Side::left) == out.facesAway ? ViewSide::L : ViewSide::R;
    const auto put = [&](Joint left, const dvec3& place) { out.place[index(onSide(left, seen))] = place; };
    put(Joint::shoulderL, point(subject, onSide(Bone::leftUpperArm, side)));
    put(Joint::elbowL, point(subject, onSide(Bone::leftLowerArm, side)));
    put(Joint::wristL, point(subject, onSide(Bone::leftHand, side)));
    put(Joint::fingersL, along(subject, onSide(Bone::leftHand, side), fingerOffset(s, side)));
    put(Joint::hipL, point(subject, onSide(Bone::leftUpperLeg, side)));
    put(Joint::kneeL, point(subject, onSide(Bone::leftLowerLeg, side)));
    put(Joint::ankleL, point(subject, onSide(Bone::leftFoot, side)));
    put(Joint::toesL, along(subject, onSide(Bone::leftFoot, side), toeOffset(s, side)));
  }
  return out;
}

void recoverAngles(const JointArray<dvec2>& places, const JointArray<double>& lchar, PoseVector& pose) {
  const FigureSkeleton& skeleton = referenceSkeleton();
  JointArray<double> turn{};  // of what leaves a joint, degrees, known so far
  for (std::size_t i = 1; i < kJointCount; ++i) {
    const auto parent = static_cast<std::size_t>(skeleton[i].parent);
    const dvec2 v = places[i] - places[parent];
    const dvec2 v0 = restBone(i) * (lchar[i] * pose.scale);
    const double rest = glm::length(v0);
    pose.lpose[i] = rest > 1e-9 ? std::min(glm::length(v) / rest, kLengthRange.most) : 0.0;
    if (pose.lpose[i] < 1e-9) pose.lpose[i] = 0.0;
    const double sign = isRight(jointAt(i)) ? -1.0 : 1.0;
    const double above = turn[parent];
    // At length 0 any angle will do: what is above stays as it is.
    const double wanted = pose.lpose[i] > 0.0 ? sign * wrapDegrees(angleOf(v) - angleOf(v0) - above) : 0.0;
    double meant = 0.0;
    if (const Meaning* meaning = meaningOf(jointAt(i))) {
      const PoseField& angle = field(meaning->name);
      meant = clampedTo(angle, wanted);
      if (angle.one != nullptr)
        pose.*angle.one = meant;
      else
        (pose.*angle.sided).of(isRight(jointAt(i)) ? ViewSide::R : ViewSide::L) = meant;
      // A joint with several bones (none has, whose angle has a meaning) would turn them all.
      turn[parent] += sign * meant;
    }
    pose.residual[i] = wrapDegrees(wanted - meant);
    turn[i] = turn[parent] + sign * pose.residual[i];
  }
}

std::optional<Figure> figureFrom(const Subject& subject, const Camera& camera, const Character& who) {
  const JointPlaces joints = jointPlaces(subject, camera.eye);
  JointArray<dvec2> places{};
  JointArray<Seen> seen{};
  for (std::size_t i = 0; i < kJointCount; ++i) {
    const auto one = see(camera, joints.place[i]);
    if (!one) return std::nullopt;
    seen[i] = *one;
    places[i] = one->place;
  }
  Figure figure;
  figure.name = subject.name;
  figure.character = who;
  const Seen& hips = seen[index(Joint::hipCentre)];
  const double height = headHeight(*subject.skeleton) + crownHeight(*subject.skeleton);
  const double metre = kFigureHeight / std::max(0.1, height);  // canvas pixels at scale 1
  PoseVector& pose = figure.pose;
  pose.origin = hips.place;
  pose.scale = std::clamp(hips.scale / metre, kScaleRange.least, kScaleRange.most);
  const JointArray<double> lengths = restLengths(subject);
  for (std::size_t i = 1; i < kJointCount; ++i) {
    const double ratio = lengths[i] * metre / glm::length(restBone(i));
    // Feet and hands are drawn as long as they are; only how much of that is seen changes.
    figure.character.lchar[i] = ratio > 1e-3 ? std::min(ratio, kLengthRange.most) : 1.0;
    figure.nearness[i] = seen[i].scale / hips.scale;
    figure.depth[i] = (hips.distance - seen[i].distance) * metre;
  }
  figure.character.lchar[index(Joint::crown)] = lengths[index(Joint::crown)] * metre / 106.0;
  recoverAngles(places, figure.character.lchar, pose);
  const View3 view = axes({camera.eye, joints.place[index(Joint::hipCentre)], camera.fovY, camera.canvas});
  figure.body = facingOf(view, subject.pose->world.rotationOf(Bone::spine), {0, 0, 1});
  const View3 headView = axes({camera.eye, joints.place[index(Joint::head)], camera.fovY, camera.canvas});
  figure.head = facingOf(headView, subject.pose->world.rotationOf(Bone::head), {0, 0, 1});
  pose.gaze = gazeOf(subject);
  for (std::size_t i = 0; i < kExpressionPresets; ++i)
    pose.expression[i] = std::clamp(static_cast<double>(subject.pose->local.expressions[i]), 0.0, 1.0);
  if (!joints.facesAway)
    std::swap(pose.expression[lead::index(Expression::blinkLeft)],
              pose.expression[lead::index(Expression::blinkRight)]);
  for (const Side side : kSides) {
    const ViewSide at = (side == Side::left) == joints.facesAway ? ViewSide::L : ViewSide::R;
    figure.hands[index(at)] = handShape(subject, side);
    figure.twist.of(at) = twistOf(subject, view, side);
  }
  return figure;
}

}  // namespace lead::storyboard
