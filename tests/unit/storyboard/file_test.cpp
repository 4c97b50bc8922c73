#include "storyboard/storyboard_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

namespace lead::storyboard {
namespace {

std::string complaint(const std::string& json) {
  try {
    parseStoryboard(json);
    return "taken";
  } catch (const StoryboardError& error) {
    return error.what();
  }
}

using testing::HasSubstr;

TEST(StoryboardFile, NamesWhatIsWrong) {
  EXPECT_THAT(complaint("{"), HasSubstr("not JSON"));
  EXPECT_THAT(complaint(""), HasSubstr("not JSON"));
  EXPECT_THAT(complaint(R"({"body": NaN})"), HasSubstr("not JSON"));
  EXPECT_THAT(complaint(R"({"body": 1e999})"), HasSubstr("not JSON"));
  EXPECT_THAT(complaint("[]"), HasSubstr("must be an object"));
  EXPECT_THAT(complaint("3"), HasSubstr("must be an object"));
  EXPECT_THAT(complaint(R"({"bodyy": 3})"), HasSubstr("unknown key \"bodyy\""));
  EXPECT_THAT(complaint(R"({"body": "3"})"), HasSubstr("/body: must be a number"));
  EXPECT_THAT(complaint(R"({"body": 91})"), HasSubstr("/body: must be from -90 to 90"));
  EXPECT_THAT(complaint(R"({"bend": {"L": -1}})"), HasSubstr("/bend/L: must be from 0 to 150"));
  EXPECT_THAT(complaint(R"({"bend": {"left": 1}})"), HasSubstr("/bend: unknown key \"left\""));
  EXPECT_THAT(complaint(R"({"residual": {"tail": 1}})"), HasSubstr("/residual: there is no joint \"tail\""));
  EXPECT_THAT(complaint(R"({"lpose": {"elbow-L": -0.1}})"), HasSubstr("/lpose/elbow-L: must be from 0"));
  EXPECT_THAT(complaint(R"({"gaze": [0]})"), HasSubstr("/gaze: must be two numbers"));
  EXPECT_THAT(complaint(R"({"expression": {"smug": 1}})"), HasSubstr("there is no expression \"smug\""));
  EXPECT_THAT(complaint(R"({"intent": "brave", "pose": {}})"), HasSubstr("/intent: must be one of open"));
  EXPECT_THAT(complaint(R"({"figures": [{"pose": {"face": 400}}]})"), HasSubstr("/figures/0/pose/face"));
  EXPECT_THAT(complaint(R"({"figures": 3})"), HasSubstr("/figures: must be an array"));
  EXPECT_THAT(complaint(R"({"figures": [], "caption": "a\u0001"})"),
              HasSubstr("/caption: has a control character"));
  EXPECT_THAT(complaint(R"({"figures": [], "view": [0,0,0,5]})"), HasSubstr("/view/2"));
  EXPECT_THAT(complaint(R"({"panels": [], "page": {"paper": "A9"}})"),
              HasSubstr("/page/paper: must be one of B5"));
  EXPECT_THAT(complaint(R"({"panels": [{"figures":[]}], "page": {"rows": [2]}})"), HasSubstr("rows hold 2"));
}

TEST(StoryboardFile, EmptyPoseIsTheReferenceFigure) {
  const StoryboardFile file = parseStoryboard("{}");
  ASSERT_EQ(file.page.panels.size(), 1U);
  EXPECT_EQ(file.page.panels[0].figures[0].pose, PoseVector{});
  EXPECT_THAT(panelSvg(file.page.panels[0]), HasSubstr("viewBox=\"0 0 860 1100\""));
}

TEST(StoryboardFile, TenThousandFiguresGetAMessage) {
  std::string json = R"({"figures": [{})";
  for (int i = 1; i < 10000; ++i) json += ",{}";
  EXPECT_THAT(complaint(json + "]}"), HasSubstr("has 10000 entries; there may be 200"));
  Panel panel;
  panel.figures.resize(10000);
  EXPECT_THROW(panelSvg(panel), StoryboardError);
}

TEST(StoryboardFile, BrokenBytesAreAMessageOrAPicture) {
  Page page;
  page.panels.resize(1);
  page.panels[0].figures.push_back(figureOf("running"));
  page.panels[0].balloons.push_back({"Come!", 0});
  const std::string good = pageJson(page);
  std::mt19937 random(9);
  int taken = 0;
  for (int i = 0; i < 3000; ++i) {
    std::string bad = good;
    for (std::size_t n = 1 + random() % 3; n > 0; --n) {
      const std::size_t at = random() % bad.size();
      switch (random() % 3) {
        case 0:
          bad[at] = static_cast<char>(random());
          break;
        case 1:
          bad[at] = "0123456789.-eE[]{}\",: "[random() % 22];
          break;
        default:
          bad.erase(at, 1 + random() % 8);
      }
    }
    try {
      const StoryboardFile file = parseStoryboard(bad);
      if (++taken % 40 == 0) pageSvg(file.page);
    } catch (const StoryboardError& error) {
      EXPECT_STRNE(error.what(), "");
    }
  }
  EXPECT_GT(taken, 100);
}

TEST(StoryboardFile, DeepNestingIsAMessage) {
  EXPECT_NE(complaint(std::string(100000, '[')), "taken");
  EXPECT_NE(complaint(std::string(100000, '[') + std::string(100000, ']')), "taken");
}

TEST(StoryboardFile, EveryIntentIsThereAndWithinItsRanges) {
  EXPECT_EQ(intentNames(), (std::vector<std::string_view>{"open", "tense", "shy", "proud", "running",
                                                          "leading", "being-led"}));
  for (const std::string_view name : intentNames()) EXPECT_NO_THROW(check(figureOf(name).pose)) << name;
  EXPECT_THROW(figureOf("brave"), StoryboardError);
}

TEST(StoryboardFile, PageAndBackIsTheSamePage) {
  Page page;
  page.paper = *paperNamed("a4");
  page.rightToLeft = false;
  page.rows = {2};
  for (const char* intent : {"running", "being-led"}) {
    Panel& panel = page.panels.emplace_back();
    panel.figures.push_back(figureOf(intent));
    panel.balloons.push_back({"Come!", 0});
    panel.caption = "Evening";
  }
  const StoryboardFile again = parseStoryboard(pageJson(page));
  EXPECT_EQ(pageJson(again.page), pageJson(page));
  EXPECT_EQ(pageSvg(again.page), pageSvg(page));
}

}  // namespace
}  // namespace lead::storyboard
