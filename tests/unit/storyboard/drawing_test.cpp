#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <pugixml.hpp>
#include <set>

#include "storyboard/storyboard_file.h"

namespace lead::storyboard {
namespace {

pugi::xml_document parsedXml(const std::string& svg) {
  pugi::xml_document document;
  const auto result = document.load_string(svg.c_str(), pugi::parse_full);
  EXPECT_TRUE(result) << result.description();
  return document;
}

Panel scene() {
  Panel panel;
  panel.figures = {figureOf("being-led"), figureOf("leading")};
  panel.figures[0].pose.origin.x = 40;
  panel.balloons = {{"This <way> & \"that\"!", 1}, {"Wait!", 0}, {"From nowhere", 7}};
  panel.caption = "手を引く";
  return panel;
}

std::vector<std::string> partIds(const Figure& figure, Style style = Style::figure) {
  std::vector<std::string> ids;
  for (const Part& part : drawFigure(figure, style)) ids.push_back(part.id);
  return ids;
}

bool isBehind(const Figure& figure, const std::string& one, const std::string& other) {
  const auto ids = partIds(figure);
  return std::find(ids.begin(), ids.end(), one) < std::find(ids.begin(), ids.end(), other);
}

TEST(Drawing, EveryGroupHasATitleAndAnIdOfItsOwn) {
  Page page;
  page.panels = {scene(), scene()};
  const auto document = parsedXml(pageSvg(page));
  std::set<std::string> ids;
  for (const auto& found : document.select_nodes("//*[@id]"))
    EXPECT_TRUE(ids.insert(found.node().attribute("id").value()).second)
        << found.node().attribute("id").value();
  for (const auto& found : document.select_nodes("//g[@id]"))
    EXPECT_STRNE(found.node().child("title").text().get(), "") << found.node().attribute("id").value();
  for (const char* part : {"arm-L", "arm-R", "hand-L", "hand-R", "leg-L", "leg-R", "foot-L", "foot-R",
                           "torso", "hips", "neck", "head", "face", "hair", "face-direction"})
    EXPECT_TRUE(ids.count(std::string("panel-2-figure-1-") + part) == 1) << part;
  EXPECT_STREQ(document.child("svg").attribute("width").value(), "182mm");
  EXPECT_STREQ(document.child("svg").attribute("viewBox").value(), "0 0 182 257");
}

TEST(Drawing, NoNumberIsNotOne) {
  PoseVector flat;
  flat.lpose.fill(0.0);  // all of it in one point
  Panel panel;
  panel.figures.resize(1);
  panel.figures[0].pose = flat;
  panel.figures[0].character.lchar.fill(0.0);
  for (const Style style : {Style::figure, Style::ink, Style::skeleton}) {
    const std::string svg = panelSvg(panel, style);
    parsedXml(svg);
    EXPECT_EQ(svg.find("nan"), std::string::npos);
    EXPECT_EQ(svg.find("inf"), std::string::npos);
  }
  EXPECT_NO_THROW(panelSvg(Panel{}));
  EXPECT_NO_THROW(pageSvg(Page{}));
}

TEST(Drawing, PoseThatIsNoNumberIsRefused) {
  Panel panel;
  panel.figures.resize(1);
  panel.figures[0].pose.body = std::nan("");
  EXPECT_THROW(panelSvg(panel), StoryboardError);
}

TEST(Drawing, WhatIsNearerIsInFront) {
  Figure figure = figureOf("tense");  // both hands at the same place
  figure.depth[index(Joint::wristL)] = 80;
  figure.depth[index(Joint::elbowL)] = 60;
  EXPECT_TRUE(isBehind(figure, "arm-R", "arm-L"));
  EXPECT_TRUE(isBehind(figure, "torso", "arm-L"));
  figure.depth[index(Joint::wristL)] = -80;
  figure.depth[index(Joint::elbowL)] = -60;
  EXPECT_TRUE(isBehind(figure, "arm-L", "arm-R"));
  EXPECT_TRUE(isBehind(figure, "arm-L", "torso"));
}

TEST(Drawing, StylesDiffer) {
  const auto has = [](const std::vector<std::string>& ids, const char* id) {
    return std::find(ids.begin(), ids.end(), id) != ids.end();
  };
  EXPECT_TRUE(has(partIds(Figure{}, Style::figure), "face-direction"));
  EXPECT_FALSE(has(partIds(Figure{}, Style::ink), "face-direction"));
  EXPECT_EQ(partIds(Figure{}, Style::skeleton).size(), kJointCount);
}

TEST(Drawing, BackOfAHeadHasNoFace) {
  Figure figure;
  figure.head.yaw = 180;
  const auto ids = partIds(figure);
  EXPECT_EQ(std::find(ids.begin(), ids.end(), "face"), ids.end());
}

double heightOf(const std::vector<Part>& parts, const char* id) {
  double least = 1e9;
  double most = -1e9;
  for (const Part& part : parts)
    if (part.id == id)
      for (const Ink& ink : part.inks)
        for (const Curve& curve : ink.curves)
          for (const glm::dvec2& p : curve.points) {
            least = std::min(least, p.x);
            most = std::max(most, p.x);
          }
  return most - least;
}

TEST(Drawing, ATwistedHandIsNarrower) {
  Figure figure;
  figure.pose.residual[index(Joint::fingersL)] = -12;
  const double flat = heightOf(drawFigure(figure, Style::ink), "hand-L");
  figure.twist.L = 80;
  EXPECT_LT(heightOf(drawFigure(figure, Style::ink), "hand-L"), 0.8 * flat);
}

TEST(Drawing, PupilsFollowTheGazeAndTheMouthTheExpression) {
  Panel panel;
  panel.figures.resize(1);
  const std::string still = panelSvg(panel);
  panel.figures[0].pose.gaze = {1, 0};
  const std::string aside = panelSvg(panel);
  EXPECT_NE(still, aside);
  panel.figures[0].pose.expression[lead::index(Expression::happy)] = 1;
  EXPECT_NE(panelSvg(panel), aside);
}

TEST(Drawing, RowsRunRightToLeftUnlessToldOtherwise) {
  Page page;
  page.panels.resize(3);
  const auto manga = layOut(page);
  EXPECT_GT(manga[0].least.x, manga[1].least.x);
  EXPECT_LT(manga[0].least.y, manga[2].least.y);
  page.rightToLeft = false;
  const auto western = layOut(page);
  EXPECT_LT(western[0].least.x, western[1].least.x);
  for (const auto& box : western) {
    EXPECT_GE(box.least.x, page.margin - 1e-9);
    EXPECT_LE(box.most.x, page.paper.width - page.margin + 1e-9);
    EXPECT_LE(box.most.y, page.paper.height - page.margin + 1e-9);
  }
  page.rows = {1, 2};
  EXPECT_EQ(layOut(page).size(), 3U);
  page.rows = {2, 2};
  EXPECT_THROW(layOut(page), StoryboardError);
}

TEST(Drawing, SamePanelIsTheSameFile) {
  EXPECT_EQ(panelSvg(scene()), panelSvg(scene()));
}

}  // namespace
}  // namespace lead::storyboard
