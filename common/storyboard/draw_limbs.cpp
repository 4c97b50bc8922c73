// Arms and legs, sleeves and shoes.
#include "storyboard/body.h"

namespace lead::storyboard {
namespace {

using glm::dvec2;

std::string sided(const char* name, ViewSide side) {
  return fmt::format("{}-{}", name, side == ViewSide::L ? "L" : "R");
}
std::string titled(const char* name, ViewSide side) {
  return fmt::format("{} on the {}", name, side == ViewSide::L ? "left" : "right");
}

// Where a limb is folded, the line of what lies on top goes on over the rest of it.
void inkFold(Part& part, const Body& body, const Shape& limb, const Shape& front, dvec2 hinge, double reach) {
  const auto folded = [&](dvec2 p) {
    return limb.distance(p) < -2.5 * body.scale && glm::length(p - hinge) > reach;
  };
  Ink strokes{{}, "none", kBlack, body.line()};
  for (const Polyline& line : outlines(front, body.cell())) {
    if (std::none_of(line.begin(), line.end(), folded)) continue;
    for (Curve& curve : fitVisible(line, folded, body.tolerance()))
      if (glm::length(curve.points.back() - curve.points.front()) > 0.6 * reach)  // specks are no line
        strokes.curves.push_back(std::move(curve));
  }
  if (!strokes.curves.empty()) part.inks.push_back(std::move(strokes));
}

// One curve through both bones: no joint shows in it.
Shape wholeLimb(std::vector<Ball> upper, const std::vector<Ball>& lower) {
  upper.insert(upper.end(), lower.begin() + 1, lower.end());
  Shape limb;
  limb.addLimb(upper);
  return limb;
}

// The lower end of a sleeve or a trouser leg: round, as a tube is seen from a little above.
Ball cuff(dvec2 end, dvec2 direction, double width) {
  const double radius = 2.6 * width;
  return {end - direction * (radius - 0.35 * width), radius};
}

}  // namespace

Part drawArm(const Body& body, ViewSide side, const Shape& torso) {
  const Joint shoulder = onSide(Joint::shoulderL, side);
  const Joint elbow = onSide(Joint::elbowL, side);
  const Joint wrist = onSide(Joint::wristL, side);
  const std::vector<Ball> upper{body.ball(shoulder, 22), body.between(shoulder, elbow, 0.35, 20.5),
                                body.between(shoulder, elbow, 0.75, 16.5), body.ball(elbow, 14.5)};
  const std::vector<Ball> fore{body.ball(elbow, 14.5), body.between(elbow, wrist, 0.28, 16),
                               body.between(elbow, wrist, 0.72, 12), body.ball(wrist, 10)};
  const Shape arm = wholeLimb(upper, fore);

  Part part{sided("arm", side), titled("Arm", side), {}, {}};
  const dvec2 hinge = body.at(shoulder);
  const double socket = 40.0 * body.size(shoulder);
  const auto outside = [&](dvec2 p) {
    return glm::length(p - hinge) > socket || torso.distance(p) > -0.5 * body.scale;
  };
  inkShape(part, body, arm, "#ffffff", outside);
  Shape front;
  front.addLimb(body.depth(wrist) >= body.depth(shoulder) ? fore : upper);
  inkFold(part, body, arm, front, body.at(elbow), 20.0 * body.size(elbow));

  Shape sleeve;
  sleeve.addLimb({body.ball(shoulder, 24), body.between(shoulder, elbow, 0.35, 24),
                  body.between(shoulder, elbow, 0.7, 22.5)});
  const dvec2 end = body.between(shoulder, elbow, 0.56, 0).centre;
  sleeve.within(cuff(end, body.direction(elbow), 24.0 * body.size(shoulder)));
  inkShape(part, body, sleeve, grey(body.figure.character.shirtTone), outside);
  return part;
}

Part drawLeg(const Body& body, ViewSide side, const Shape& hips) {
  const Joint hip = onSide(Joint::hipL, side);
  const Joint knee = onSide(Joint::kneeL, side);
  const Joint ankle = onSide(Joint::ankleL, side);
  const std::vector<Ball> thigh{body.ball(hip, 36), body.between(hip, knee, 0.35, 33.5),
                                body.between(hip, knee, 0.75, 27), body.ball(knee, 24)};
  const std::vector<Ball> shank{body.ball(knee, 24), body.between(knee, ankle, 0.3, 25.5),
                                body.between(knee, ankle, 0.75, 20), body.ball(ankle, 18)};
  Shape leg = wholeLimb(thigh, shank);
  const dvec2 end = body.between(knee, ankle, 0.97, 0).centre;
  const double reach = glm::length(body.at(ankle) - body.at(knee));
  if (reach > 60.0 * body.size(knee)) {
    // Only the cuff is cut: the ball is wide enough to hold the rest of the leg.
    const double radius = 8.0 * reach;
    leg.within({end - body.direction(ankle) * (radius - 4.0 * body.scale), radius});
  }

  Part part{sided("leg", side), titled("Leg", side), {}, {}};
  const dvec2 hinge = body.at(hip);
  const double socket = 62.0 * body.size(hip);
  inkShape(part, body, leg, grey(body.figure.character.trouserTone),
           [&](dvec2 p) { return glm::length(p - hinge) > socket || hips.distance(p) > -0.5 * body.scale; });
  Shape front;
  front.addLimb(body.depth(ankle) > body.depth(hip) ? shank : thigh);
  inkFold(part, body, leg, front, body.at(knee), 32.0 * body.size(knee));
  return part;
}

namespace {

// A foot is stiff: where its tip is and how long it looks say how its sole lies.
struct Sole {
  dvec2 forward{1.0, 0.0};  // along it, as long as it looks
  dvec2 down{0.0, 1.0};
};
constexpr double kAnkleHeight = 38.0;
constexpr double kFootLength = 88.0;  // from under the ankle to the tips

Sole soleOf(const Body& body, ViewSide side) {
  const Joint hip = onSide(Joint::hipL, side);
  const Joint knee = onSide(Joint::kneeL, side);
  const Joint ankle = onSide(Joint::ankleL, side);
  const Joint toes = onSide(Joint::toesL, side);
  const double u = body.size(ankle);
  const dvec2 towards = body.direction(toes);
  const double length = glm::length(body.at(toes) - body.at(ankle)) / u;
  const double seen = std::sqrt(std::max(0.0, length * length - kAnkleHeight * kAnkleHeight));
  const double slope = std::atan2(kAnkleHeight, seen) * 180.0 / 3.14159265358979323846;
  const dvec2 shank = unitOr(body.at(ankle) - body.at(knee), {0.0, 1.0});
  // Knees bend forwards; a straight leg tells nothing.
  const dvec2 front = (body.at(knee) - (body.at(hip) + body.at(ankle)) * 0.5) / (60.0 * u);
  Sole best;
  double most = -1e9;
  for (const double sign : {-1.0, 1.0}) {
    const dvec2 forward = turned(towards, sign * slope);
    const dvec2 down = turned(towards, sign * (slope - 90.0));
    const double score =
        glm::dot(down, shank) + 0.8 * glm::dot(forward, front) * std::min(1.0, seen / kFootLength);
    if (score <= most) continue;
    most = score;
    best = {forward * std::min(seen, kFootLength * 1.3), down};
  }
  return best;
}

}  // namespace

Part drawFoot(const Body& body, ViewSide side) {
  const Joint ankle = onSide(Joint::ankleL, side);
  const Sole sole = soleOf(body, side);
  const double u = body.size(ankle);
  const double sideways = std::clamp(glm::length(sole.forward) / kFootLength, 0.0, 1.0);
  const auto at = [&](double along, double below, double radius) {
    return Ball{body.at(ankle) + (sole.forward * along + sole.down * below) * u, radius * u};
  };
  const double wide = 1.0 - sideways;  // seen from the front it is as wide as a foot is
  Shape shoe(8.0 * u);
  shoe.addLimb({at(0, 2, 15), at(0.3, 12 + 4 * wide, 15 + 2 * wide), at(0.66, 25 - 2 * wide, 12 + 6 * wide),
                at(0.94, 29 - 2 * wide, 9 + 10 * wide)});
  shoe.beginGroup();
  shoe.add(at(-0.14, 25, 13 + 3 * wide), at(0.94, 29 - 2 * wide, 9 + 10 * wide));
  shoe.add(at(0, 0, 15), at(-0.14, 25, 13 + 3 * wide));
  const char* suffix = side == ViewSide::L ? "L" : "R";
  Part part{fmt::format("foot-{}", suffix), titled("Foot", side), {}, {}};
  inkShape(part, body, shoe, "#ffffff");
  return part;
}

}  // namespace lead::storyboard
