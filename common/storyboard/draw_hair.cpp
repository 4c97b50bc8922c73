// Hair as locks from the crown: those that end behind the head are drawn behind it.
#include "storyboard/head_frame.h"

namespace lead::storyboard {
namespace {

using glm::dvec3;

struct Lock {
  dvec3 tip;
  double root;  // radii
  double middle;
  double end;
};
struct HairStyle {
  std::string_view name;
  std::vector<Lock> locks;
};

constexpr dvec3 kCrown{0, 91, -8};
constexpr dvec3 kSkull{0, 56, 2};
constexpr double kSkullRadius = 49.0;

// Down the forehead; x along it.
Lock fringe(double x, double y, double out = 4.0) {
  return {HeadFrame::surface(x, y, out), 18, 12, 1.2};
}

std::vector<Lock> fringeLocks() {
  return {fringe(-40, 44), fringe(-26, 55), fringe(-11, 52), fringe(5, 58),
          fringe(20, 52),  fringe(33, 54),  fringe(42, 42)};
}

std::vector<Lock> around(double y, double radius, double end, int count) {
  std::vector<Lock> locks;
  for (int i = 0; i < count; ++i) {  // from ear to ear behind the head
    const double angle = (3.14159265358979) * (static_cast<double>(i) / (count - 1));
    locks.push_back(
        {{std::cos(angle) * radius, y + (i % 2 == 0 ? 0.0 : -5.0), -std::sin(angle) * radius - 4.0},
         20,
         19,
         end});
  }
  return locks;
}

std::vector<Lock> joined(std::vector<Lock> a, const std::vector<Lock>& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

std::vector<Lock> sides(double y, double end) {
  return {{{-48, y, 16}, 18, 9, end}, {{48, y, 16}, 18, 9, end}};
}

const std::vector<HairStyle>& styles() {
  static const std::vector<HairStyle> all{
      {"none", {}},
      {"short", joined(joined(fringeLocks(), sides(26, 1.5)), around(16, 44, 3, 9))},
      {"bob", joined(joined(fringeLocks(), sides(-6, 4)), around(-14, 50, 9, 9))},
      {"long", joined(joined(fringeLocks(), sides(-40, 2)), around(-120, 54, 6, 9))},
      {"tied", joined(joined(joined(fringeLocks(), sides(10, 1.5)), around(22, 46, 6, 7)),
                      {{{0, -70, -88}, 18, 24, 2}, {{14, -52, -84}, 16, 20, 2}})},
  };
  return all;
}

const HairStyle* styleNamed(const std::string& name) {
  for (const HairStyle& style : styles())
    if (style.name == name) return &style;
  return nullptr;
}

// Over the skull first, then straight down.
void addLock(Shape& shape, const HeadFrame& f, const Lock& lock) {
  const auto over = [&](dvec3 p, double out) {
    const dvec3 away = p - kSkull;
    return kSkull + away * ((kSkullRadius + out) / std::max(1e-6, glm::length(away)));
  };
  const double low = std::max(lock.tip.y, 46.0);
  const dvec3 rim = over({lock.tip.x, low, lock.tip.z}, 2.0);
  const dvec3 half = over((kCrown + rim) * 0.5 + dvec3(0, 10, 0), 1.0);
  std::vector<Ball> balls{f.ball(kCrown, lock.root), f.ball(half, lock.middle)};
  if (lock.tip.y < 40.0) {
    balls.push_back(f.ball(rim, lock.middle));
    balls.push_back(f.ball((rim * 0.45 + lock.tip * 0.55),
                           0.4 * lock.middle + 0.6 * std::max(lock.end, lock.middle * 0.8)));
  }
  balls.push_back(f.ball(lock.tip, lock.end));
  shape.addLimb(balls);
}

}  // namespace

const std::vector<std::string_view>& hairStyles() {
  static const std::vector<std::string_view> names = [] {
    std::vector<std::string_view> all;
    for (const HairStyle& style : styles()) all.push_back(style.name);
    return all;
  }();
  return names;
}

std::array<Part, 2> drawHair(const Body& body, const HeadFrame& frame) {
  std::array<Part, 2> parts{Part{"hair-behind", "Hair behind the head", {}, {}},
                            Part{"hair", "Hair", {}, {}}};
  const HairStyle* style = styleNamed(body.figure.character.hair);
  if (style == nullptr || style->locks.empty()) return parts;
  std::array<Shape, 2> shapes{Shape(3.0 * frame.unit()), Shape(3.0 * frame.unit())};
  for (const Lock& lock : style->locks) {
    const double reach = frame.nearness({lock.tip.x, std::max(lock.tip.y, 40.0), lock.tip.z});
    Shape& shape = shapes[reach > 6.0 * frame.unit() ? 1 : 0];
    shape.beginGroup();
    addLock(shape, frame, lock);
  }
  // The cap: the whole skull from behind; what is left of it above the locks from the front.
  shapes[0].beginGroup();
  shapes[0].add(frame.ball({0, 58, -4}, 53));
  for (std::size_t i = 0; i < 2; ++i)
    if (!shapes[i].empty()) inkShape(parts[i], body, shapes[i], grey(body.figure.character.hairTone));
  return parts;
}

}  // namespace lead::storyboard
