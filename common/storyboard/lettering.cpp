// Captions and speech balloons.
#include <algorithm>
#include <cmath>
#include <glm/common.hpp>
#include <glm/geometric.hpp>
#include <utility>

#include "storyboard/svg_nodes.h"

namespace lead::storyboard {
namespace {

using glm::dvec2;
using Box = Shape::Box;

constexpr double kLineHeight = 1.28;  // of the letters' size
constexpr const char* kFonts = "'Comic Neue', 'Comic Sans MS', 'DejaVu Sans', sans-serif";

// No font is measured: wide enough for the usual ones.
double widthOf(std::string_view text) {
  double width = 0.0;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte >= 0xe0)
      width += 1.0;  // most of what needs three bytes is square
    else if (byte >= 0xc0 || byte < 0x80)
      width += 0.6;  // others of several bytes count once
  }
  return width;
}

double overlap(const Box& a, const Box& b) {
  const dvec2 size = glm::min(a.most, b.most) - glm::max(a.least, b.least);
  return size.x > 0.0 && size.y > 0.0 ? size.x * size.y : 0.0;
}

Box headBox(const Figure& figure) {
  const double u = figure.pose.scale;
  const dvec2 mouth = mouthOf(figure);
  return {mouth - dvec2(62, 105) * u, mouth + dvec2(62, 22) * u};
}

struct Placing {
  const Panel& panel;
  const PanelContext& context;
  std::vector<Box> taken;

  // What a letterer avoids, most of all first: other words, faces, bodies, long tails, the wrong order.
  double cost(const Box& box, const Balloon& balloon, dvec2 first) const {
    const dvec2 size = box.most - box.least;
    const double area = size.x * size.y;
    double cost = 0.0;
    for (const Box& other : taken) cost += 40.0 * overlap(box, other) / area;
    for (const Figure& figure : panel.figures) {
      cost += 30.0 * overlap(box, headBox(figure)) / area;
      cost += 3.0 * overlap(box, figureBox(figure)) / area;
    }
    const dvec2 view = context.view.most - context.view.least;
    const dvec2 middle = (box.least + box.most) * 0.5;
    if (balloon.speaker < panel.figures.size())
      cost += 4.0 * glm::length((middle - mouthOf(panel.figures[balloon.speaker])) / view);
    const double later = context.rightToLeft ? first.x - middle.x : middle.x - first.x;
    if (!taken.empty() && later < 0.0 && middle.y < first.y + size.y) cost -= 3.0 * later / view.x;
    return cost + 1.5 * (middle.y - context.view.least.y) / view.y;
  }

  Box best(const Balloon& balloon, dvec2 size, dvec2 first) const {
    constexpr int kColumns = 24;
    constexpr int kRows = 14;
    const double rim = context.textSize * 0.5;
    const dvec2 least = context.view.least + dvec2(rim);
    const dvec2 room = glm::max(dvec2(0.0), context.view.most - dvec2(rim) - size - least);
    Box found;
    double lowest = 1e9;
    for (int y = 0; y <= kRows; ++y)
      for (int x = 0; x <= kColumns; ++x) {
        const dvec2 at = least + room * dvec2(static_cast<double>(x) / kColumns, 0.75 * y / kRows);
        const Box box{at, at + size};
        if (const double c = cost(box, balloon, first); c < lowest) {
          lowest = c;
          found = box;
        }
      }
    return found;
  }
};

// An oval with a tail that bends a little towards the mouth.
// `reach`: how far from the mouth the head ends.
Curve balloonCurve(const Box& box, std::optional<dvec2> mouth, double reach, double size) {
  const dvec2 middle = (box.least + box.most) * 0.5;
  const dvec2 half = (box.most - box.least) * 0.5;
  constexpr int kPoints = 64;
  const auto oval = [&](double angle) {
    const auto superellipse = [](double c) { return std::copysign(std::pow(std::abs(c), 0.86), c); };
    return middle + half * dvec2(superellipse(std::cos(angle)), superellipse(std::sin(angle)));
  };
  const double turn = 2.0 * 3.14159265358979323846;
  Polyline line;
  if (!mouth) {
    for (int i = 0; i < kPoints; ++i) line.push_back(oval(turn * i / kPoints));
    return fitCurve(line, true, size * 0.02);
  }
  const dvec2 away = *mouth - middle;
  const double towards = std::atan2(away.y / half.y, away.x / half.x);
  const dvec2 root = oval(towards);
  const double far = std::max(1.0, glm::length(*mouth - root));
  const dvec2 tip = root + (*mouth - root) * std::max(0.15, 1.0 - (reach + 0.5 * size) / far);
  const double gap = std::min(0.5, 0.6 * size / std::min(half.x, half.y));
  for (int i = 0; i <= kPoints; ++i) line.push_back(oval(towards + gap * 0.5 + (turn - gap) * i / kPoints));
  Curve curve = fitCurve(line, false, size * 0.02);
  curve.closed = true;
  const dvec2 bend = (root + tip) * 0.5 + dvec2(-(tip - root).y, (tip - root).x) * 0.12;
  for (const auto& [from, to] : {std::pair(line.back(), tip), std::pair(tip, line.front())})
    curve.points.insert(curve.points.end(), {from + (bend - from) * 0.6, to + (bend - to) * 0.6, to});
  return curve;
}

}  // namespace

Lettering letter(const std::string& text, double size, double mostWidth) {
  Lettering out;
  std::string line;
  const auto end = [&] {
    out.width = std::max(out.width, widthOf(line) * size);
    out.lines.push_back(line);
    line.clear();
  };
  std::size_t i = 0;
  while (i < text.size()) {
    if (text[i] == '\n') {
      end();
      ++i;
      continue;
    }
    // A word with the blanks before it; a character of three or more bytes may stand alone.
    std::size_t j = i;
    while (j < text.size() && text[j] == ' ') ++j;
    if (j < text.size() && static_cast<unsigned char>(text[j]) >= 0xe0) {
      ++j;
      while (j < text.size() && (static_cast<unsigned char>(text[j]) & 0xc0U) == 0x80U) ++j;
    } else {
      while (j < text.size() && text[j] != ' ' && text[j] != '\n' &&
             static_cast<unsigned char>(text[j]) < 0xe0)
        ++j;
    }
    std::string word = text.substr(i, j - i);
    if (!line.empty() && widthOf(line + word) * size > mostWidth) end();
    if (line.empty())
      word.erase(
          0, word.find_first_not_of(' ') == std::string::npos ? word.size() : word.find_first_not_of(' '));
    line += word;
    i = j;
  }
  end();
  out.height = kLineHeight * size * static_cast<double>(out.lines.size());
  return out;
}

void drawLettering(pugi::xml_node parent, const Lettering& text, dvec2 centre, double size) {
  pugi::xml_node node = parent.append_child("text");
  set(node, "font-family", kFonts);
  set(node, "font-size", number(size));
  set(node, "text-anchor", "middle");
  set(node, "fill", "#111111");
  double y = centre.y - text.height * 0.5 + size * 0.98;
  for (const std::string& line : text.lines) {
    pugi::xml_node span = node.append_child("tspan");
    set(span, "x", number(centre.x));
    set(span, "y", number(y));
    span.text() = line.c_str();
    y += kLineHeight * size;
  }
}

Box drawCaption(pugi::xml_node parent, const Panel& panel, const PanelContext& context) {
  const double size = context.textSize;
  const dvec2 view = context.view.most - context.view.least;
  const Lettering text = letter(panel.caption, size, view.x * 0.8);
  const dvec2 reach{text.width + 1.4 * size, text.height + 0.7 * size};
  // Where reading begins.
  const dvec2 least{context.rightToLeft ? context.view.most.x - reach.x : context.view.least.x,
                    context.view.least.y};
  const Box box{least, least + reach};
  pugi::xml_node node = group(parent, context.id + "-caption", "Caption");
  pugi::xml_node rect = node.append_child("rect");
  set(rect, "x", number(least.x));
  set(rect, "y", number(least.y));
  set(rect, "width", number(reach.x));
  set(rect, "height", number(reach.y));
  set(rect, "fill", "#ffffff");
  set(rect, "stroke", "#111111");
  set(rect, "stroke-width", number(size * 0.1));
  drawLettering(node, text, (box.least + box.most) * 0.5, size);
  return box;
}

void drawBalloons(pugi::xml_node parent, const Panel& panel, const PanelContext& context,
                  const std::optional<Box>& caption) {
  Placing placing{panel, context, {}};
  if (caption) placing.taken.push_back(*caption);
  dvec2 first = context.view.least;
  const double size = context.textSize;
  for (std::size_t i = 0; i < panel.balloons.size(); ++i) {
    const Balloon& balloon = panel.balloons[i];
    const Lettering text =
        letter(balloon.text, size,
               std::max(9.0 * size, 4.2 * size * std::sqrt(static_cast<double>(balloon.text.size()) / 6.0)));
    const dvec2 reach{text.width * 1.22 + 1.8 * size, text.height * 1.3 + 1.4 * size};
    const Box box = placing.best(balloon, reach, first);
    placing.taken.push_back(box);
    first = (box.least + box.most) * 0.5;
    std::optional<dvec2> mouth;
    double head = 0.0;
    if (balloon.speaker < panel.figures.size()) {
      mouth = mouthOf(panel.figures[balloon.speaker]);
      head = 105.0 * panel.figures[balloon.speaker].pose.scale;
    }
    pugi::xml_node node = group(parent, fmt::format("{}-balloon-{}", context.id, i + 1), "Speech balloon");
    path(node, {balloonCurve(box, mouth, head, size)}, "#ffffff", "#111111", size * 0.12);
    drawLettering(node, text, first, size);
  }
}

}  // namespace lead::storyboard
