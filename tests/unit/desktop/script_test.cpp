#include "desktop/script.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "desktop/script_player.h"

namespace lead {
namespace {

using testing::HasSubstr;

std::string complaint(const std::string& text) {
  try {
    parseScript(text);
  } catch (const ScriptError& error) {
    return error.what();
  }
  return "";
}

TEST(Script, ReadsEveryAction) {
  const Script script = parseScript(R"(# a walk
0 camera 30 10 4 0 1 0
0.5 point 2 right
0.5 down
1 glide 100 200 0.5   # slowly
1 wheel -2
1 key-down shift
1 key-up shift
2 move 5 6
2 up right
3 drop a.vrm
3 gaze 1 viewer
3 reset 1
4 screenshot a.png
4 sheet b.png 3
4 print
5 quit
)");
  ASSERT_EQ(script.size(), 16U);
  EXPECT_EQ(std::get<script::Point>(script[1].action).avatar, 2U);
  EXPECT_EQ(std::get<script::Press>(script[8].action).change.button, Button::right);
  EXPECT_EQ(std::get<script::Sheet>(script[13].action).columns, 3U);
}

TEST(Script, RefusesWithTheLine) {
  EXPECT_THAT(complaint("0 move 1 2\n1 dance"), HasSubstr("line 2: there is no action \"dance\""));
  EXPECT_THAT(complaint("0 move 1"), HasSubstr("line 1: y is missing"));
  EXPECT_THAT(complaint("0 move 1 x"), HasSubstr("must be a number"));
  EXPECT_THAT(complaint("0 move nan 1"), HasSubstr("must be a number"));
  EXPECT_THAT(complaint("1 print\n0 print"), HasSubstr("line 2: times must not go back"));
  EXPECT_THAT(complaint("-1 print"), HasSubstr("negative"));
  EXPECT_THAT(complaint("0 point 0 left"), HasSubstr("whole number"));
  EXPECT_THAT(complaint("0 print more"), HasSubstr("too much"));
  EXPECT_THAT(complaint("0 glide 1 1 0"), HasSubstr("over 0"));
}

TEST(ScriptPlayer, GivesWhatIsDueInOrder) {
  ScriptPlayer player(parseScript("0 down\n1 up\n2 print"));
  EXPECT_EQ(player.due(0.5).size(), 1U);
  EXPECT_EQ(player.due(0.6).size(), 0U);
  EXPECT_EQ(player.due(5).size(), 2U);
  EXPECT_TRUE(player.finished());
}

TEST(ScriptPlayer, WhatIsDueAfterAPointWaitsUntilThePointerIsThere) {
  ScriptPlayer player(parseScript("0 move 0 0\n0 glide 9 9 5\n1 point 1 left\n1 down\n2 print"));
  player.due(0);
  const auto first = player.due(1);
  ASSERT_EQ(first.size(), 1U) << "the glide has ended";
  EXPECT_TRUE(std::holds_alternative<script::Point>(first[0]));
  const auto then = player.due(1);
  ASSERT_EQ(then.size(), 1U);
  EXPECT_TRUE(std::holds_alternative<script::Press>(then[0]));
}

TEST(ScriptPlayer, GlidesFromWhereThePointerIs) {
  ScriptPlayer player(parseScript("0 point 1 left\n0 glide 100 0 1"));
  ASSERT_EQ(player.due(0).size(), 1U);  // the place is known after the step has been carried out
  player.pointerIs({0, 50});
  const auto half = player.due(0.5);
  ASSERT_EQ(half.size(), 1U);
  EXPECT_EQ(std::get<script::Move>(half[0]).to, glm::vec2(50, 25));
  EXPECT_EQ(std::get<script::Move>(player.due(2)[0]).to, glm::vec2(100, 0));
  EXPECT_TRUE(player.finished());
}

}  // namespace
}  // namespace lead
