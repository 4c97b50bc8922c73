// A panel: ground, figures, words, frame.
#include <algorithm>
#include <glm/common.hpp>
#include <limits>

#include "storyboard/svg_nodes.h"

namespace lead::storyboard {
namespace {

using glm::dvec2;

constexpr double kOuterLine = 6.2;  // what shows of it outside is half
constexpr double kHalo = 13.0;      // keeps a figure apart from what is behind it

void drawPart(pugi::xml_node parent, const Part& part, const std::string& prefix) {
  pugi::xml_node node = group(parent, prefix + part.id, part.title);
  for (const Ink& ink : part.inks)
    if (!ink.curves.empty()) path(node, ink.curves, ink.fill, ink.line, ink.width);
}

void drawSilhouette(pugi::xml_node parent, const std::vector<Part>& parts, const std::string& prefix,
                    double scale) {
  std::vector<Curve> all;
  for (const Part& part : parts) all.insert(all.end(), part.silhouette.begin(), part.silhouette.end());
  if (all.empty()) return;
  pugi::xml_node node = group(parent, prefix + "outer-line", "Outer line");
  path(node, all, "#ffffff", "#ffffff", kHalo * std::sqrt(scale));
  path(node, all, "#111111", "#111111", kOuterLine * std::sqrt(scale));
}

std::string titleOf(const Figure& figure, std::size_t number) {
  return figure.name.empty() ? fmt::format("Figure {}", number) : figure.name;
}

std::optional<double> groundOf(const Panel& panel) {
  if (!panel.ground) return std::nullopt;
  if (panel.groundHeight) return panel.groundHeight;
  std::optional<double> lowest;
  for (const Figure& figure : panel.figures)
    for (const Ball& sole : standsOn(figure))
      lowest = std::max(lowest.value_or(sole.centre.y), sole.centre.y);
  return lowest;
}

Curve ellipse(dvec2 c, double rx, double ry) {
  constexpr double k = 0.5522847498307936;
  const auto at = [&](double x, double y) { return c + dvec2(x * rx, y * ry); };
  return {{at(1, 0), at(1, k), at(k, 1), at(0, 1), at(-k, 1), at(-1, k), at(-1, 0), at(-1, -k), at(-k, -1),
           at(0, -1), at(k, -1), at(1, -k), at(1, 0)},
          true};
}

// A line to stand on, and shadows under the soles that are near it.
void drawGround(pugi::xml_node parent, const Panel& panel, const PanelContext& context, double ground) {
  pugi::xml_node node = group(parent, context.id + "-ground", "Ground");
  const double reach = (context.view.most.x - context.view.least.x) * 0.02;
  const double line = panel.groundHeight
                          ? ground
                          : ground - 26.0 * (panel.figures.empty() ? 1.0 : panel.figures[0].pose.scale);
  path(node,
       {{{{context.view.least.x - reach, line},
          {context.view.least.x, line},
          {context.view.most.x, line},
          {context.view.most.x + reach, line}},
         false}},
       "none", "#777777", context.textSize * 0.07);
  for (const Figure& figure : panel.figures) {
    const double u = figure.pose.scale;
    for (const Ball& sole : standsOn(figure)) {
      const double height = std::max(0.0, ground - sole.centre.y) / u;
      if (!panel.groundHeight && height > 60.0) continue;  // in the air
      const dvec2 at{sole.centre.x, sole.centre.y - 2.0 * u};
      path(node, {ellipse(at, sole.radius * 1.25, sole.radius * 0.27)}, "#cfcfcf", "none", 0.0);
    }
  }
}

void drawFrame(pugi::xml_node parent, const PanelContext& context) {
  pugi::xml_node node = group(parent, context.id + "-frame", "Frame");
  pugi::xml_node frame = node.append_child("rect");
  const dvec2 size = context.view.most - context.view.least;
  set(frame, "x", number(context.view.least.x));
  set(frame, "y", number(context.view.least.y));
  set(frame, "width", number(size.x));
  set(frame, "height", number(size.y));
  set(frame, "fill", "none");
  set(frame, "stroke", "#111111");
  set(frame, "stroke-width", number(context.textSize * 0.22));
}

}  // namespace

Shape::Box viewOf(const Panel& panel, double aspect) {
  if (panel.view) return *panel.view;
  Shape::Box box{dvec2(1e9), dvec2(-1e9)};
  for (const Figure& figure : panel.figures) {
    const Shape::Box one = figureBox(figure);
    box.least = glm::min(box.least, one.least);
    box.most = glm::max(box.most, one.most);
  }
  if (panel.figures.empty()) box = {{0, 0}, {kCanvasWidth, kCanvasHeight}};
  const double height = box.most.y - box.least.y;
  box.least.y -=
      height * (0.06 + (panel.balloons.empty() ? 0.0 : 0.2) + (panel.caption.empty() ? 0.0 : 0.08));
  box.most.y += height * 0.05;
  const double room = (box.most.x - box.least.x) * 0.06;
  box.least.x -= room;
  box.most.x += room;
  const dvec2 size = box.most - box.least;
  const double wanted = size.y * aspect;
  if (wanted > size.x) {
    box.least.x -= 0.5 * (wanted - size.x);
    box.most.x += 0.5 * (wanted - size.x);
  } else {
    box.least.y -= size.x / aspect - size.y;  // air goes above: everybody stands on the floor
  }
  return box;
}

void drawPanel(pugi::xml_node parent, const Panel& panel, const PanelContext& context) {
  if (const auto ground = groundOf(panel)) drawGround(parent, panel, context, *ground);
  for (std::size_t i = 0; i < panel.figures.size(); ++i) {
    const Figure& figure = panel.figures[i];
    check(figure.pose);
    const std::string id = fmt::format("{}-figure-{}", context.id, i + 1);
    pugi::xml_node node = group(parent, id, titleOf(figure, i + 1));
    const std::vector<Part> parts = drawFigure(figure, context.style);
    drawSilhouette(node, parts, id + "-", figure.pose.scale);
    for (const Part& part : parts) drawPart(node, part, id + "-");
  }
  std::optional<Shape::Box> caption;
  if (!panel.caption.empty()) caption = drawCaption(parent, panel, context);
  drawBalloons(parent, panel, context, caption);
  drawFrame(parent, context);
}

}  // namespace lead::storyboard
