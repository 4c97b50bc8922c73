// Panels on paper, in rows, and the SVG document.
#include <algorithm>
#include <cctype>
#include <numeric>
#include <sstream>

#include "storyboard/svg_nodes.h"

namespace lead::storyboard {
namespace {

using glm::dvec2;

constexpr double kLetters = 3.1;        // mm: about 9 points
constexpr double kPanelLetters = 26.0;  // of a panel by itself, for 1100 pixels of height

struct Document {
  pugi::xml_document xml;
  pugi::xml_node svg;
};

void begin(Document& document, const std::string& title) {
  pugi::xml_node declaration = document.xml.append_child(pugi::node_declaration);
  set(declaration, "version", "1.0");
  set(declaration, "encoding", "UTF-8");
  document.svg = document.xml.append_child("svg");
  set(document.svg, "xmlns", "http://www.w3.org/2000/svg");
  set(document.svg, "version", "1.1");
  document.svg.append_child("title").text() = title.c_str();
}

std::string finish(const Document& document) {
  std::ostringstream out;
  document.xml.save(out, " ", pugi::format_indent, pugi::encoding_utf8);
  return out.str();
}

void addPaper(pugi::xml_node parent, const Shape::Box& box) {
  pugi::xml_node paper = parent.append_child("rect");
  set(paper, "x", number(box.least.x));
  set(paper, "y", number(box.least.y));
  set(paper, "width", number(box.most.x - box.least.x));
  set(paper, "height", number(box.most.y - box.least.y));
  set(paper, "fill", "#ffffff");
}

// All that is in a panel stays in its frame.
pugi::xml_node clipped(pugi::xml_node parent, const std::string& id, const Shape::Box& view) {
  pugi::xml_node clip = parent.append_child("clipPath");
  set(clip, "id", id + "-clip");
  addPaper(clip, view);
  pugi::xml_node node = parent.append_child("g");
  set(node, "clip-path", "url(#" + id + "-clip)");
  set(node, "stroke-linecap", "round");
  set(node, "stroke-linejoin", "round");
  return node;
}

void checkPanel(const Panel& panel) {
  if (panel.figures.size() > kMostFigures)
    throw StoryboardError(
        fmt::format("There are {} figures in a panel; at most {} fit.", panel.figures.size(), kMostFigures));
  for (const Figure& figure : panel.figures) check(figure.pose);
}

}  // namespace

const std::vector<Paper>& papers() {
  static const std::vector<Paper> all{
      {"B5", 182, 257}, {"B4", 257, 364}, {"A4", 210, 297}, {"A5", 148, 210}, {"letter", 215.9, 279.4}};
  return all;
}

std::optional<Paper> paperNamed(std::string_view name) {
  const auto same = [](char a, char b) {
    return std::tolower(static_cast<unsigned char>(a)) == std::tolower(static_cast<unsigned char>(b));
  };
  for (const Paper& paper : papers())
    if (std::equal(paper.name.begin(), paper.name.end(), name.begin(), name.end(), same)) return paper;
  return std::nullopt;
}

std::vector<std::size_t> rowsOf(const Page& page) {
  if (!page.rows.empty()) {
    const std::size_t sum = std::accumulate(page.rows.begin(), page.rows.end(), std::size_t{0});
    if (sum != page.panels.size() || std::count(page.rows.begin(), page.rows.end(), std::size_t{0}) > 0)
      throw StoryboardError(
          fmt::format("The rows hold {} panels, but there are {}.", sum, page.panels.size()));
    return page.rows;
  }
  // Two in a row, and the odd one has a row to itself at the end; many: three.
  const std::size_t most = page.panels.size() > 8 ? 3 : page.panels.size() > 1 ? 2 : 1;
  std::vector<std::size_t> rows;
  for (std::size_t left = page.panels.size(); left > 0;) {
    rows.push_back(std::min(left, most));
    left -= rows.back();
  }
  return rows;
}

std::vector<Shape::Box> layOut(const Page& page) {
  const std::vector<std::size_t> rows = rowsOf(page);
  std::vector<Shape::Box> boxes;
  const double width = page.paper.width - 2.0 * page.margin;
  const double height = page.paper.height - 2.0 * page.margin;
  const double rowGap = 2.0 * page.gutter;
  const auto count = static_cast<double>(rows.size());
  const double rowHeight = (height - rowGap * (count - 1.0)) / count;
  for (std::size_t row = 0; row < rows.size(); ++row) {
    const auto many = static_cast<double>(rows[row]);
    const double each = (width - page.gutter * (many - 1.0)) / many;
    if (rowHeight < 5.0 || each < 5.0) throw StoryboardError("The panels don't fit on the paper.");
    for (std::size_t i = 0; i < rows[row]; ++i) {
      const std::size_t column = page.rightToLeft ? rows[row] - 1 - i : i;
      const dvec2 at{page.margin + static_cast<double>(column) * (each + page.gutter),
                     page.margin + static_cast<double>(row) * (rowHeight + rowGap)};
      boxes.push_back({at, at + dvec2(each, rowHeight)});
    }
  }
  return boxes;
}

std::string panelSvg(const Panel& panel, Style style, bool rightToLeft) {
  checkPanel(panel);
  Document document;
  begin(document, "Panel");
  const Shape::Box view = viewOf(panel, kCanvasWidth / kCanvasHeight);
  const dvec2 size = view.most - view.least;
  set(document.svg, "viewBox",
      fmt::format("{} {} {} {}", number(view.least.x), number(view.least.y), number(size.x), number(size.y)));
  const double height = kCanvasHeight;
  set(document.svg, "width", number(height * size.x / size.y));
  set(document.svg, "height", number(height));
  addPaper(document.svg, view);
  PanelContext context{"panel-1", view, kPanelLetters * size.y / kCanvasHeight, rightToLeft, style};
  pugi::xml_node clip = clipped(document.svg, context.id, view);
  set(clip, "id", context.id);
  clip.append_child("title").text() = "Panel 1";
  drawPanel(clip, panel, context);
  return finish(document);
}

std::string pageSvg(const Page& page, Style style) {
  if (page.panels.size() > kMostPanels)
    throw StoryboardError(
        fmt::format("There are {} panels; a page has at most {}.", page.panels.size(), kMostPanels));
  for (const Panel& panel : page.panels) checkPanel(panel);
  Document document;
  begin(document, "Storyboard");
  set(document.svg, "width", number(page.paper.width) + "mm");
  set(document.svg, "height", number(page.paper.height) + "mm");
  set(document.svg, "viewBox", fmt::format("0 0 {} {}", number(page.paper.width), number(page.paper.height)));
  addPaper(document.svg, {{0, 0}, {page.paper.width, page.paper.height}});
  const std::vector<Shape::Box> boxes = layOut(page);
  for (std::size_t i = 0; i < page.panels.size(); ++i) {
    const dvec2 frame = boxes[i].most - boxes[i].least;
    Shape::Box view = viewOf(page.panels[i], frame.x / frame.y);
    dvec2 size = view.most - view.least;
    const double scale = std::min(frame.x / size.x, frame.y / size.y);
    // A view of another shape than its frame is widened.
    const dvec2 more = (frame / scale - size) * 0.5;
    view = {view.least - more, view.most + more};
    const dvec2 at = boxes[i].least - view.least * scale;
    pugi::xml_node node = group(document.svg, fmt::format("panel-{}", i + 1), fmt::format("Panel {}", i + 1));
    set(node, "transform", fmt::format("translate({:.4f} {:.4f}) scale({:.6f})", at.x, at.y, scale));
    const PanelContext context{fmt::format("panel-{}", i + 1), view, kLetters / scale, page.rightToLeft,
                               style};
    drawPanel(clipped(node, context.id, view), page.panels[i], context);
  }
  return finish(document);
}

}  // namespace lead::storyboard
