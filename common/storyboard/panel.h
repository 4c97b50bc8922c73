// Panels and pages, and their SVG. Pure; any thread.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "storyboard/figure.h"

namespace lead::storyboard {

struct Balloon {
  std::string text;
  std::size_t speaker = 0;  ///< index of a figure; none there: no tail
};

struct Panel {
  std::vector<Figure> figures;  ///< the later ones in front
  std::string caption;
  std::vector<Balloon> balloons;  ///< in reading order
  bool ground = true;
  std::optional<double> groundHeight;  ///< canvas; none: under the lowest sole
  std::optional<Shape::Box> view;      ///< of the canvas; none: what holds everybody
};

/// Millimetres.
struct Paper {
  std::string name = "B5";
  double width = 182.0;
  double height = 257.0;
};
/// B4, B5 (as Japanese printers have them: JIS), A4, A5, letter.
const std::vector<Paper>& papers();
std::optional<Paper> paperNamed(std::string_view name);

struct Page {
  Paper paper;
  bool rightToLeft = true;
  double margin = 12.0;           ///< mm
  double gutter = 3.0;            ///< between panels of a row, mm; rows are twice as far apart
  std::vector<std::size_t> rows;  ///< panels in each; empty: as fits
  std::vector<Panel> panels;      ///< in reading order
};

// What a file may hold.
inline constexpr std::size_t kMostFigures = 200;  ///< of a panel
inline constexpr std::size_t kMostPanels = 60;
inline constexpr std::size_t kMostBalloons = 12;
inline constexpr std::size_t kMostTextBytes = 400;

/// One panel by itself. Throws StoryboardError where a pose or a number is out of its range.
std::string panelSvg(const Panel& panel, Style style = Style::figure, bool rightToLeft = true);
/// A whole page; its size is that of the paper. Throws likewise, also where `rows` don't fit the panels.
std::string pageSvg(const Page& page, Style style = Style::figure);

/// How many panels each row of a page has.
std::vector<std::size_t> rowsOf(const Page& page);
/// Where the panels are, mm from the paper's top left.
std::vector<Shape::Box> layOut(const Page& page);

}  // namespace lead::storyboard
