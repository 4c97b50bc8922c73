// Head, face and the lines that say where it faces.
#include <glm/geometric.hpp>

#include "storyboard/head_frame.h"

namespace lead::storyboard {
namespace {

using glm::dvec2;
using glm::dvec3;

constexpr double kDegree = 3.14159265358979323846 / 180.0;
constexpr const char* kPaleBlue = "#8db9e8";  // the pencil that doesn't show in print
constexpr double kMouthHeight = 5.0;
constexpr double kEyeHeight = 39.0;

Shape skull(const HeadFrame& f) {
  Shape head(12.0 * f.unit());
  head.add(f.ball({0, 56, 4}, 50));
  head.beginGroup();
  head.add(f.ball({-7, -6, 36}, 15.5), f.ball({7, -6, 36}, 15.5));
  for (const double side : {-1.0, 1.0}) {
    head.add(f.ball({side * 20, 32, 21}, 28), f.ball({side * 7, -6, 36}, 15.5));
    head.add(f.ball({side * 25, 34, 6}, 23), f.ball({side * 7, -6, 36}, 15.5));
  }
  return head;
}

void inkNose(Shape& head, const HeadFrame& f) {
  head.beginGroup();
  head.add(f.ball(HeadFrame::surface(0, 32, -3), 2.5), f.ball(HeadFrame::surface(0, 19, 9), 2.2));
  head.add(f.ball(HeadFrame::surface(0, 19, 9), 2.2), f.ball(HeadFrame::surface(0, 13, -2), 2.5));
}

Part drawEars(const Body& body, const HeadFrame& f) {
  Part ears{"ears", "Ears", {}, {}};
  for (const double side : {-1.0, 1.0}) {
    if (f.nearness({side * 50, 36, 0}) < -22.0 * f.unit()) continue;
    Shape ear;
    ear.addLimb(
        {f.ball({side * 49, 44, -4}, 8), f.ball({side * 50, 36, -3}, 7.5), f.ball({side * 47, 25, 0}, 5)});
    inkShape(ears, body, ear, "#ffffff");
  }
  return ears;
}

Polyline alongFace(const HeadFrame& f, dvec2 from, dvec2 to) {
  Polyline line;
  constexpr int kSteps = 16;
  for (int i = 0; i <= kSteps; ++i) {
    const dvec2 p = from + (to - from) * (static_cast<double>(i) / kSteps);
    if (f.seen(p.x, p.y) > 0.02) line.push_back(f.onFace(p.x, p.y));
  }
  return line;
}

Part drawDirection(const Body& body, const HeadFrame& f) {
  Part part{"face-direction", "Direction of the face", {}, {}};
  for (const Polyline& line :
       {alongFace(f, {0, 92}, {0, -20}), alongFace(f, {-46, kEyeHeight}, {46, kEyeHeight})})
    if (line.size() > 2) inkLine(part, line, body.fineLine(), body.tolerance(), kPaleBlue);
  return part;
}

}  // namespace

HeadFrame::HeadFrame(const Body& body)
    : joint_(body.at(Joint::head)),
      up_(body.direction(Joint::crown)),
      right_(-up_.y, up_.x),
      unit_(body.size(Joint::head) * body.figure.character.lchar[index(Joint::crown)]),
      yaw_(body.figure.head.yaw * kDegree),
      pitch_(body.figure.head.pitch * kDegree) {}

dvec3 HeadFrame::turn(dvec3 p) const {
  const dvec3 q{p.x * std::cos(yaw_) + p.z * std::sin(yaw_), p.y,
                p.z * std::cos(yaw_) - p.x * std::sin(yaw_)};
  return dvec3{q.x, q.y * std::cos(pitch_) + q.z * std::sin(pitch_),
               q.z * std::cos(pitch_) - q.y * std::sin(pitch_)} *
         unit_;
}

dvec2 HeadFrame::at(dvec3 p) const {
  const dvec3 q = turn(p);
  return joint_ + right_ * q.x + up_ * q.y;
}

dvec3 HeadFrame::surface(double x, double y, double out) {
  const double middle = y > 34.0 ? 4.0 + std::sqrt(std::max(0.0, 2500.0 - (y - 56.0) * (y - 56.0)))
                                 : 49.0 + (y - 34.0) * (y - 34.0) * 0.0006;
  return {x, y, middle - x * x / 85.0 + out};
}

double HeadFrame::seen(double x, double y) const {
  const dvec3 out{x / 40.0, (y - 34.0) / 90.0, 1.0};
  return turn(out / glm::length(out)).z / unit_;
}

dvec2 HeadFrame::onFace(double x, double y) const {
  return at(surface(x, y));
}

glm::dvec2 mouthPlace(const Body& body) {
  const HeadFrame frame(body);
  return frame.onFace(0, kMouthHeight);
}

std::vector<Part> drawHead(const Body& body, bool directionLines) {
  const HeadFrame frame(body);
  auto [hairBehind, hairInFront] = drawHair(body, frame);
  Part head{"head", "Head", {}, {}};
  Shape shape = skull(frame);
  if (std::abs(std::sin(frame.yaw())) > 0.55) inkNose(shape, frame);
  inkShape(head, body, shape, "#ffffff");
  Part face{"face", "Face", {}, {}};
  drawFace(face, body, frame);
  std::vector<Part> parts;
  const auto put = [&parts](Part part) {
    if (!part.inks.empty()) parts.push_back(std::move(part));
  };
  put(std::move(hairBehind));
  put(drawEars(body, frame));
  put(std::move(head));
  if (directionLines) put(drawDirection(body, frame));
  put(std::move(face));
  put(std::move(hairInFront));
  return parts;
}

}  // namespace lead::storyboard
