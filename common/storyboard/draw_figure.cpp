// A figure's parts, back to front.
#include <optional>

#include "storyboard/head_frame.h"

namespace lead::storyboard {
namespace {

using glm::dvec2;

// What a limb is, for what is in front of what.
struct Layer {
  std::vector<Part> parts;
  struct Point {
    dvec2 place;
    double depth;
    double radius;
  };
  std::vector<Point> line;
  double order;  // where nothing says otherwise, the higher is in front
};

constexpr double kClearDepth = 10.0;  // canvas pixels at scale 1; less is a matter of taste

Layer::Point pointOn(const Body& body, Joint a, Joint b, double t, double radius) {
  return {body.at(a) + (body.at(b) - body.at(a)) * t, body.depth(a) + (body.depth(b) - body.depth(a)) * t,
          radius * body.scale};
}

void addBone(std::vector<Layer::Point>& line, const Body& body, Joint a, Joint b, double from,
             double radius) {
  constexpr int kSteps = 8;
  for (int i = 0; i <= kSteps; ++i)
    line.push_back(pointOn(body, a, b, from + (1.0 - from) * i / kSteps, radius));
}

/// How much nearer `a` is than `b` where they overlap most; none: they don't.
std::optional<double> nearer(const Layer& a, const Layer& b) {
  double nearest = 0.0;
  std::optional<double> difference;
  for (const Layer::Point& p : a.line)
    for (const Layer::Point& q : b.line) {
      const double gap = glm::length(p.place - q.place) - p.radius - q.radius;
      if (gap >= nearest) continue;
      nearest = gap;
      difference = p.depth - q.depth;
    }
  return difference;
}

// Farthest first; what doesn't overlap, or hardly differs, is in the usual order, which also decides where
// the overlaps contradict each other.
std::vector<std::size_t> sorted(const std::vector<Layer>& layers) {
  const std::size_t n = layers.size();
  std::vector<std::vector<bool>> over(n, std::vector<bool>(n, false));
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = i + 1; j < n; ++j) {
      const std::optional<double> difference = nearer(layers[i], layers[j]);
      if (!difference) continue;
      const bool first =
          std::abs(*difference) > kClearDepth ? *difference > 0.0 : layers[i].order > layers[j].order;
      over[i][j] = first;
      over[j][i] = !first;
    }
  std::vector<std::size_t> order;
  std::vector<bool> placed(n, false);
  while (order.size() < n) {
    std::size_t best = n;
    int fewest = static_cast<int>(n) + 1;
    for (std::size_t i = 0; i < n; ++i) {
      if (placed[i]) continue;
      int below = 0;
      for (std::size_t j = 0; j < n; ++j) below += !placed[j] && j != i && over[i][j] ? 1 : 0;
      if (below < fewest || (below == fewest && layers[i].order < layers[best].order)) {
        fewest = below;
        best = i;
      }
    }
    placed[best] = true;
    order.push_back(best);
  }
  return order;
}

Layer armLayer(const Body& body, ViewSide side, const Shape& torso, double order) {
  const Joint shoulder = onSide(Joint::shoulderL, side);
  const Joint elbow = onSide(Joint::elbowL, side);
  const Joint wrist = onSide(Joint::wristL, side);
  Layer layer{{drawArm(body, side, torso), drawHand(body, side)}, {}, order};
  // Hair falls over shoulders; only an arm that is raised to the head covers it.
  const dvec2 face = body.at(Joint::head) + (body.at(Joint::crown) - body.at(Joint::head)) * 0.45;
  for (const Joint joint : {elbow, wrist, onSide(Joint::fingersL, side)})
    if (glm::length(body.at(joint) - face) < 75.0 * body.scale) layer.order += 4.0;
  addBone(layer.line, body, shoulder, elbow, 0.5, 16);
  addBone(layer.line, body, elbow, wrist, 0.0, 14);
  addBone(layer.line, body, wrist, onSide(Joint::fingersL, side), 0.0, 14);
  return layer;
}

Layer legLayer(const Body& body, ViewSide side, const Shape& hips, double order) {
  const Joint hip = onSide(Joint::hipL, side);
  const Joint knee = onSide(Joint::kneeL, side);
  const Joint ankle = onSide(Joint::ankleL, side);
  Layer layer{{drawFoot(body, side), drawLeg(body, side, hips)}, {}, order};
  addBone(layer.line, body, hip, knee, 0.5, 26);
  addBone(layer.line, body, knee, ankle, 0.0, 20);
  return layer;
}

Layer trunkLayer(const Body& body, const Shape& torso) {
  Layer layer{{drawNeck(body), drawTorso(body, torso)}, {}, 2.0};
  addBone(layer.line, body, Joint::hipCentre, Joint::spine1, 0.0, 40);
  addBone(layer.line, body, Joint::spine1, Joint::spine2, 0.0, 40);
  addBone(layer.line, body, Joint::spine2, Joint::spine3, 0.0, 45);
  addBone(layer.line, body, Joint::shoulderL, Joint::shoulderR, 0.0, 20);
  return layer;
}

Layer headLayer(const Body& body, bool directionLines) {
  Layer layer{drawHead(body, directionLines), {}, 3.0};
  addBone(layer.line, body, Joint::head, Joint::crown, 0.2, 42);
  return layer;
}

}  // namespace

JointArray<double> guessedDepth(double bodyYaw) {
  JointArray<double> depth{};
  const double sine = std::sin(bodyYaw * 3.14159265358979323846 / 180.0);
  for (const ViewSide side : kViewSides) {
    const double sign = side == ViewSide::L ? 1.0 : -1.0;
    for (const Joint joint : {Joint::shoulderL, Joint::elbowL, Joint::wristL, Joint::fingersL})
      depth[index(onSide(joint, side))] = sign * sine * 60.0;
    for (const Joint joint : {Joint::hipL, Joint::kneeL, Joint::ankleL, Joint::toesL})
      depth[index(onSide(joint, side))] = sign * sine * 40.0;
  }
  return depth;
}

std::vector<Part> drawFigure(const Figure& figure, Style style) {
  const Body body(figure);
  if (style == Style::skeleton) return drawSticks(body);
  const Shape torso = torsoShape(body);
  const Shape hips = hipsShape(body);
  const bool leftNearer = body.depth(Joint::shoulderL) >= body.depth(Joint::shoulderR);
  std::vector<Layer> layers;
  layers.push_back(legLayer(body, ViewSide::L, hips, leftNearer ? 1.0 : 0.5));
  layers.push_back(legLayer(body, ViewSide::R, hips, leftNearer ? 0.5 : 1.0));
  layers.push_back(trunkLayer(body, torso));
  layers.push_back(headLayer(body, style == Style::figure));
  layers.push_back(armLayer(body, ViewSide::L, torso, leftNearer ? 2.8 : 2.5));
  layers.push_back(armLayer(body, ViewSide::R, torso, leftNearer ? 2.5 : 2.8));
  std::vector<Part> parts{drawHips(body)};
  for (const std::size_t i : sorted(layers))
    for (Part& part : layers[i].parts) parts.push_back(std::move(part));
  return parts;
}

Shape::Box figureBox(const Figure& figure) {
  const Body body(figure);
  Shape all;
  for (std::size_t i = 0; i < kJointCount; ++i) all.add(body.ball(jointAt(i), 30));
  const HeadFrame frame(body);
  all.add(frame.ball({0, 52, 0}, 66));
  for (const ViewSide side : kViewSides) all.add(body.ball(onSide(Joint::hipL, side), 45));
  return all.box();
}

glm::dvec2 mouthOf(const Figure& figure) {
  return mouthPlace(Body(figure));
}

std::vector<Ball> standsOn(const Figure& figure) {
  const Body body(figure);
  std::vector<Ball> soles;
  for (const ViewSide side : kViewSides) {
    const Joint ankle = onSide(Joint::ankleL, side);
    const dvec2 toes = body.at(onSide(Joint::toesL, side));
    const dvec2 middle = (body.at(ankle) + toes) * 0.5;
    soles.push_back({{middle.x, std::max(toes.y, body.at(ankle).y + 34.0 * body.size(ankle))},
                     (30.0 * body.size(ankle)) + 0.4 * std::abs(toes.x - body.at(ankle).x)});
  }
  return soles;
}

}  // namespace lead::storyboard
