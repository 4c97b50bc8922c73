// Bones as lines and joints as dots, for whoever wants to draw over them.
#include "storyboard/body.h"

namespace lead::storyboard {
namespace {

Curve circle(glm::dvec2 centre, double radius) {
  constexpr double k = 0.5522847498307936;
  const auto at = [&](double x, double y) { return centre + radius * glm::dvec2(x, y); };
  return {{at(1, 0), at(1, k), at(k, 1), at(0, 1), at(-k, 1), at(-1, k), at(-1, 0), at(-1, -k), at(-k, -1),
           at(0, -1), at(k, -1), at(1, -k), at(1, 0)},
          true};
}

}  // namespace

std::vector<Part> drawSticks(const Body& body) {
  std::vector<Part> parts;
  const FigureSkeleton& skeleton = referenceSkeleton();
  for (std::size_t i = 0; i < kJointCount; ++i) {
    Part part{std::string(skeleton[i].name), std::string(skeleton[i].name), {}, {}};
    if (skeleton[i].parent >= 0) {
      const glm::dvec2 from = body.places[static_cast<std::size_t>(skeleton[i].parent)];
      inkLine(part, {from, body.places[i]}, 4.0 * std::sqrt(body.scale), body.tolerance());
    }
    part.inks.push_back({{circle(body.places[i], 7.0 * body.scale)}, "#ffffff", kBlack, body.line()});
    parts.push_back(std::move(part));
  }
  return parts;
}

}  // namespace lead::storyboard
