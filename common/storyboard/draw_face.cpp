// Eyes with pupils by gaze, brows and mouth by expression, a nose.
#include <glm/common.hpp>
#include "storyboard/head_frame.h"

namespace lead::storyboard {
namespace {

using glm::dvec2;

constexpr double kEyeHeight = 39.0;
constexpr double kEyeApart = 21.5;
constexpr double kBrowHeight = 58.0;
constexpr double kMouthHeight = 5.0;

double weight(const Body& body, Expression expression) {
  return body.figure.pose.expression[lead::index(expression)];
}

// A feature about a place on the face, in whose surface it lies.
class Feature {
 public:
  Feature(const HeadFrame& frame, dvec2 centre) : frame_(frame), centre_(centre) {}
  dvec2 at(double dx, double dy) const { return frame_.onFace(centre_.x + dx, centre_.y + dy); }
  Polyline curve(const std::function<dvec2(double)>& place, int steps = 14) const {
    Polyline line;
    for (int i = 0; i <= steps; ++i) {
      const dvec2 p = place(static_cast<double>(i) / steps);
      line.push_back(at(p.x, p.y));
    }
    return line;
  }

 private:
  const HeadFrame& frame_;
  dvec2 centre_;
};

struct Eye {
  double open;  // 0 … about 1.2
  double tilt;  // of the outer corner, up
  dvec2 pupil;
};

double upperLid(const Eye& eye, double x) {  // x: -1 inner … 1 outer
  return 9.5 * eye.open * std::sqrt(std::max(0.0, 1.0 - 0.82 * x * x)) - 1.0 + eye.tilt * x;
}
double lowerLid(const Eye& eye, double x) {
  return -8.5 * eye.open * std::sqrt(std::max(0.0, 1.0 - 0.9 * x * x)) + eye.tilt * x * 0.6;
}

void inkClosedEye(Part& face, const Body& body, const Feature& at, double out, const Eye& eye, bool happy) {
  const double bow = happy ? 6.0 : -4.0;
  inkLine(face, at.curve([&](double t) {
    const double x = 2.0 * t - 1.0;
    return dvec2(out * 11.5 * x, bow * (1.0 - x * x) - 2.0 + eye.tilt * x);
  }),
          body.line() * 1.15, body.tolerance() * 0.6);
}

void inkEye(Part& face, const Body& body, const HeadFrame& frame, double out, const Eye& eye, bool happy) {
  const Feature at(frame, {out * kEyeApart, kEyeHeight});
  if (eye.open < 0.2) return inkClosedEye(face, body, at, out, eye, happy);
  constexpr double kHalf = 10.5;
  const double fine = body.tolerance() * 0.5;
  Polyline white = at.curve([&](double t) {
    const double x = 2.0 * t - 1.0;
    return dvec2(out * kHalf * x, upperLid(eye, x));
  });
  const Polyline below = at.curve([&](double t) {
    const double x = 1.0 - 2.0 * t;
    return dvec2(out * kHalf * x, lowerLid(eye, x));
  });
  white.insert(white.end(), below.begin() + 1, below.end() - 1);
  face.inks.push_back({{fitCurve(white, true, fine)}, "#ffffff", "none", 0.0});

  // The iris is under the lids: as high as they let it be.
  const dvec2 middle{eye.pupil.x * 4.2, eye.pupil.y * -3.4};
  const auto iris = [&](double width, double height, dvec2 shift) {
    Polyline ring;
    for (int i = 0; i < 20; ++i) {
      const double angle = 2.0 * 3.14159265358979 * i / 20.0;
      const dvec2 p{middle.x + shift.x + width * std::cos(angle),
                    middle.y + shift.y + height * std::sin(angle)};
      const double x = std::clamp(out * p.x / kHalf, -1.0, 1.0);
      ring.push_back(at.at(p.x, std::clamp(p.y, lowerLid(eye, x) + 0.4, upperLid(eye, x) + 0.4)));
    }
    return fitCurve(ring, true, fine);
  };
  face.inks.push_back({{iris(6.2, 8.2, {0, 0})}, "#555555", kBlack, body.fineLine() * 0.6});
  face.inks.push_back({{iris(3.2, 4.6, {0, 0.6})}, kBlack, "none", 0.0});
  face.inks.push_back({{iris(2.1, 2.4, {-2.0, 3.6})}, "#ffffff", "none", 0.0});

  // The lash line is thick outside and thin inside.
  Polyline lash = at.curve([&](double t) {
    const double x = 2.0 * t - 1.0;
    return dvec2(out * kHalf * x * (1.0 + 0.12 * t), upperLid(eye, x) - 1.5 * t * t);
  });
  const Polyline upper = at.curve([&](double t) {
    const double x = 1.0 - 2.0 * t;
    return dvec2(out * (kHalf * x * (1.0 + 0.16 * (1.0 - t)) + 1.2 * (1.0 - t)),
                 upperLid(eye, x) + 1.2 + 2.6 * (1.0 - t) * (1.0 - 0.5 * (1.0 - t)));
  });
  lash.insert(lash.end(), upper.begin(), upper.end());
  face.inks.push_back({{fitCurve(lash, true, fine)}, kBlack, kBlack, body.fineLine() * 0.5});
  inkLine(face, at.curve([&](double t) {
    const double x = 0.2 + 0.6 * t;
    return dvec2(out * kHalf * x, lowerLid(eye, x) - 0.4);
  }),
          body.fineLine() * 0.7, fine);
}

void inkBrow(Part& face, const Body& body, const HeadFrame& frame, double out) {
  const double angry = weight(body, Expression::angry);
  const double sad = std::max(weight(body, Expression::sad), 0.0);
  const double lift =
      7.0 * weight(body, Expression::surprised) + 2.0 * weight(body, Expression::happy) - 4.0 * angry;
  const Feature at(frame, {out * kEyeApart, kBrowHeight + lift});
  const auto place = [&](double t, double thick) {  // t: inner … outer
    const double x = 2.0 * t - 1.0;
    const double y = 4.0 * (1.0 - x * x) - 1.5 + angry * 6.0 * x - sad * 6.0 * x - 1.5 * x;
    return dvec2(out * (12.5 * x + 1.5), y + thick);
  };
  Polyline brow = at.curve([&](double t) { return place(t, 0.0); });
  const Polyline above = at.curve([&](double t) { return place(1.0 - t, 2.6 * t + 0.3); });
  brow.insert(brow.end(), above.begin(), above.end());
  face.inks.push_back(
      {{fitCurve(brow, true, body.tolerance() * 0.5)}, kBlack, kBlack, body.fineLine() * 0.5});
}

void inkMouth(Part& face, const Body& body, const HeadFrame& frame) {
  const Feature at(frame, {0, kMouthHeight});
  const double happy = weight(body, Expression::happy) + 0.4 * weight(body, Expression::relaxed);
  const double sad = weight(body, Expression::sad) + 0.6 * weight(body, Expression::angry);
  const double round = std::max({weight(body, Expression::oh), weight(body, Expression::ou),
                                 0.8 * weight(body, Expression::surprised)});
  const double wide = std::max(
      {weight(body, Expression::aa), 0.5 * weight(body, Expression::ee), 0.4 * weight(body, Expression::ih)});
  const double open = std::clamp(std::max({round, wide, happy > 0.75 ? 0.55 * happy : 0.0}), 0.0, 1.0);
  const double half = 11.5 + 3.0 * happy - 5.0 * round;
  const double bow = 5.0 * (happy - sad) + 0.8;
  const auto lip = [&](double t, double drop) {
    const double x = 2.0 * t - 1.0;
    return dvec2(half * x, bow * (x * x - 0.5) - drop * std::sqrt(std::max(0.0, 1.0 - x * x)));
  };
  if (open < 0.12) {
    inkLine(face, at.curve([&](double t) { return lip(t, 0.0); }), body.fineLine() * 1.2,
            body.tolerance() * 0.5);
    return;
  }
  Polyline mouth = at.curve([&](double t) { return lip(t, -2.0 * round); });
  const Polyline lower = at.curve([&](double t) { return lip(1.0 - t, 4.0 + 12.0 * open); });
  mouth.insert(mouth.end(), lower.begin() + 1, lower.end() - 1);
  face.inks.push_back({{fitCurve(mouth, true, body.tolerance() * 0.5)}, "#ffffff", kBlack, body.fineLine()});
}

void inkNose(Part& face, const Body& body, const HeadFrame& frame) {
  if (std::abs(std::sin(frame.yaw())) > 0.55) return;  // it is in the outline then
  const double away = frame.yaw() >= 0.0 ? 1.0 : -1.0;
  const Feature at(frame, {0, 19});
  inkLine(face,
          {at.at(away * 1.5, 4), at.at(away * 3.0, 0.5), at.at(away * 3.2, -1.6), at.at(away * 0.6, -2.8)},
          body.fineLine() * 0.9, body.tolerance() * 0.4);
}

void inkBlush(Part& face, const Body& body, const HeadFrame& frame, double out) {
  const double sad = weight(body, Expression::relaxed);
  if (sad < 0.3) return;
  const Feature at(frame, {out * 31.0, 22});
  for (const double x : {-6.0, 0.0, 6.0})
    inkLine(face, {at.at(x - 1.6, -3), at.at(x, 0), at.at(x + 1.6, 3)}, body.fineLine() * 0.6,
            body.tolerance());
}

}  // namespace

void drawFace(Part& face, const Body& body, const HeadFrame& frame) {
  const bool happy = weight(body, Expression::happy) > 0.5;
  for (const double out : {-1.0, 1.0}) {
    // The rim of a turned head hides what is behind it.
    if (frame.seen(out * kEyeApart, kEyeHeight) < 0.12) continue;
    const double blink = std::max(weight(body, Expression::blink),
                                  weight(body, out < 0 ? Expression::blinkLeft : Expression::blinkRight));
    Eye eye{};
    eye.open = (1.0 + 0.2 * weight(body, Expression::surprised) - 0.25 * weight(body, Expression::angry) -
                0.25 * weight(body, Expression::sad) - 0.2 * weight(body, Expression::relaxed)) *
               (1.0 - blink);
    eye.tilt = 1.6 + 1.5 * weight(body, Expression::angry) - 2.6 * weight(body, Expression::sad);
    const auto look = [&](Expression one, Expression other) {
      return weight(body, one) - weight(body, other);
    };
    eye.pupil = glm::clamp(body.figure.pose.gaze + dvec2(look(Expression::lookRight, Expression::lookLeft),
                                                         look(Expression::lookDown, Expression::lookUp)),
                           dvec2(-1.0), dvec2(1.0));
    inkEye(face, body, frame, out, eye, happy);
    inkBrow(face, body, frame, out);
    inkBlush(face, body, frame, out);
  }
  if (frame.seen(0, kMouthHeight) > 0.1) {
    inkNose(face, body, frame);
    inkMouth(face, body, frame);
  }
}

}  // namespace lead::storyboard
