// Numbers and curves as SVG has them. Internal to this folder.
#pragma once

#include <fmt/format.h>

#include <pugixml.hpp>

#include "storyboard/panel.h"

namespace lead::storyboard {

/// Two decimals without what says nothing.
inline std::string number(double value) {
  std::string text = fmt::format("{:.2f}", value);
  text.erase(text.find_last_not_of('0') + 1);
  if (text.back() == '.') text.pop_back();
  return text == "-0" ? "0" : text;
}

inline std::string pathData(const std::vector<Curve>& curves) {
  std::string data;
  const auto put = [&data](glm::dvec2 p) { data += number(p.x) + "," + number(p.y); };
  for (const Curve& curve : curves) {
    if (curve.points.empty()) continue;
    data += "M";
    put(curve.points[0]);
    for (std::size_t i = 1; i + 2 < curve.points.size(); i += 3) {
      data += "C";
      put(curve.points[i]);
      data += " ";
      put(curve.points[i + 1]);
      data += " ";
      put(curve.points[i + 2]);
    }
    if (curve.closed) data += "Z";
  }
  return data;
}

inline void set(pugi::xml_node node, const char* name, const std::string& value) {
  node.append_attribute(name) = value.c_str();
}

inline pugi::xml_node group(pugi::xml_node parent, const std::string& id, const std::string& title) {
  pugi::xml_node node = parent.append_child("g");
  set(node, "id", id);
  node.append_child("title").text() = title.c_str();
  return node;
}

inline pugi::xml_node path(pugi::xml_node parent, const std::vector<Curve>& curves, const std::string& fill,
                           const std::string& line, double width) {
  pugi::xml_node node = parent.append_child("path");
  set(node, "d", pathData(curves));
  set(node, "fill", fill);
  if (line != "none") {
    set(node, "stroke", line);
    set(node, "stroke-width", number(width));
  }
  return node;
}

/// The panel's content, in canvas units. `textSize`: of letters, likewise.
struct PanelContext {
  std::string id;  ///< of the panel's group
  Shape::Box view;
  double textSize = 24.0;
  bool rightToLeft = true;
  Style style = Style::figure;
};
void drawPanel(pugi::xml_node parent, const Panel& panel, const PanelContext& context);

/// The box that a panel shows if its frame is `aspect` times as wide as high.
Shape::Box viewOf(const Panel& panel, double aspect);

// lettering.cpp
struct Lettering {
  std::vector<std::string> lines;
  double width = 0.0;
  double height = 0.0;
};
Lettering letter(const std::string& text, double size, double mostWidth);
void drawLettering(pugi::xml_node parent, const Lettering& text, glm::dvec2 centre, double size);
Shape::Box drawCaption(pugi::xml_node parent, const Panel& panel, const PanelContext& context);
void drawBalloons(pugi::xml_node parent, const Panel& panel, const PanelContext& context,
                  const std::optional<Shape::Box>& caption);

}  // namespace lead::storyboard
