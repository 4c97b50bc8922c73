// Hands: open, closed, pointing; narrower the more they are twisted edge on.
#include "storyboard/body.h"

namespace lead::storyboard {
namespace {

using glm::dvec2;

constexpr double kLength = 86.0;

// Along: wrist to fingertips, 1 is an open hand's length. Across: towards the thumb, canvas pixels.
class HandFrame {
 public:
  HandFrame(const Body& body, ViewSide side) : origin_(body.at(onSide(Joint::wristL, side))) {
    const Joint fingers = onSide(Joint::fingersL, side);
    unit_ = body.size(onSide(Joint::wristL, side));
    forward_ = body.direction(fingers);
    const double twist = body.figure.twist.of(side) * 3.14159265358979 / 180.0;
    const double inwards = side == ViewSide::L ? 1.0 : -1.0;
    // Edge on it is still as thick as a hand is.
    const double width = std::copysign(std::max(0.5, std::abs(std::cos(twist))), std::cos(twist));
    across_ = dvec2(forward_.y, -forward_.x) * (inwards * width);
    const double seen = glm::length(body.at(fingers) - origin_) / (kLength * unit_);
    shortening_ = std::clamp(seen, 0.55, 1.15);
  }
  dvec2 at(double along, double across) const {
    return origin_ + forward_ * (along * kLength * unit_ * shortening_) + across_ * (across * unit_);
  }
  Ball ball(double along, double across, double radius) const { return {at(along, across), radius * unit_}; }

 private:
  dvec2 origin_;
  dvec2 forward_{0.0};
  dvec2 across_{0.0};
  double unit_ = 1.0;
  double shortening_ = 1.0;
};

struct Finger {
  double knuckle;  // along
  double across;
  double tip;  // along
  double tipAcross;
  double radius;
};
constexpr std::array<Finger, 4> kOpen{{{0.50, 13, 0.91, 20, 5.3},
                                       {0.52, 4, 0.99, 6.5, 5.5},
                                       {0.50, -5, 0.93, -7.5, 5.2},
                                       {0.46, -13.5, 0.78, -20, 4.6}}};

void addPalm(Shape& hand, const HandFrame& f, double knuckles) {
  hand.add(f.ball(0.0, 0, 10), f.ball(0.2, 0, 13.5));
  hand.add(f.ball(0.2, 5, 12), f.ball(knuckles - 0.08, 9, 10));
  hand.add(f.ball(0.2, -5, 12), f.ball(knuckles - 0.08, -9, 10));
  hand.add(f.ball(0.2, 0, 14), f.ball(knuckles - 0.06, 0, 13));
}

void openHand(Shape& hand, const HandFrame& f, Part& lines, const Body& body) {
  addPalm(hand, f, 0.46);
  for (const Finger& finger : kOpen) {
    hand.beginGroup();
    const double middle = 0.55 * finger.knuckle + 0.45 * finger.tip;
    hand.addLimb({f.ball(finger.knuckle - 0.1, finger.across, finger.radius),
                  f.ball(middle, 0.5 * (finger.across + finger.tipAcross) + 0.6, finger.radius),
                  f.ball(finger.tip - 0.05, finger.tipAcross, finger.radius * 0.82)});
  }
  hand.beginGroup();
  hand.addLimb({f.ball(0.16, 10, 9), f.ball(0.34, 22, 6.5), f.ball(0.5, 29, 5.4), f.ball(0.58, 30, 4.4)});
  for (std::size_t i = 0; i < 3; ++i) {
    const double across = 0.5 * (kOpen[i].across + kOpen[i + 1].across);
    inkLine(lines, {f.at(0.5, across), f.at(0.56, across), f.at(0.62, across * 1.12)}, body.fineLine(),
            body.tolerance());
  }
}

void fist(Shape& hand, const HandFrame& f, Part& lines, const Body& body, bool pointing) {
  addPalm(hand, f, 0.4);
  for (std::size_t i = pointing ? 1 : 0; i < 4; ++i) {
    const double across = 13.0 - 9.0 * static_cast<double>(i);
    hand.add(f.ball(0.34, across, 6.6), f.ball(i == 3 ? 0.45 : 0.48, across, 6.2));
    if (i < 3)
      inkLine(lines, {f.at(0.36, across - 4.5), f.at(0.43, across - 4.5), f.at(0.53, across - 4.2)},
              body.fineLine(), body.tolerance());
  }
  if (pointing) {
    hand.beginGroup();
    hand.addLimb({f.ball(0.34, 12, 7), f.ball(0.66, 14, 5.6), f.ball(0.95, 15, 4.4)});
  }
  hand.beginGroup();
  hand.addLimb({f.ball(0.16, 11, 8.5), f.ball(0.3, 18, 6.8), f.ball(0.4, 14, 6), f.ball(0.44, 4, 5)});
  inkLine(lines, {f.at(0.27, 11), f.at(0.34, 8), f.at(0.36, 1), f.at(0.42, -1.5)}, body.fineLine(),
          body.tolerance());
}

}  // namespace

Part drawHand(const Body& body, ViewSide side) {
  const HandFrame frame(body, side);
  const char* suffix = side == ViewSide::L ? "L" : "R";
  Part part{fmt::format("hand-{}", suffix),
            fmt::format("Hand on the {}", side == ViewSide::L ? "left" : "right"),
            {},
            {}};
  Part lines;
  Shape hand(3.0 * body.scale);
  const HandShape shape = body.figure.hands[index(side)];
  if (shape == HandShape::open)
    openHand(hand, frame, lines, body);
  else
    fist(hand, frame, lines, body, shape == HandShape::pointing);
  // No line across the wrist: arm and hand are one.
  const dvec2 wrist = frame.at(0, 0);
  const dvec2 forward = frame.at(1, 0) - wrist;
  inkShape(part, body, hand, "#ffffff",
           [&](dvec2 p) { return glm::dot(p - wrist, forward) > 0.03 * glm::dot(forward, forward); });
  part.inks.insert(part.inks.end(), lines.inks.begin(), lines.inks.end());
  return part;
}

}  // namespace lead::storyboard
