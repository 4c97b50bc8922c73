// What command lines are taken for, without a server.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "tool/command.h"
#include "tool/storyboard_live.h"

namespace lead::tool {
namespace {

using testing::AllOf;
using testing::HasSubstr;

/// The sentence with which `bot` is refused before it begins.
std::string refusalOf(std::vector<std::string> arguments) {
  CLI::App app;
  Command chosen;
  addBot(app, chosen);
  arguments.insert(arguments.begin(), "bot");
  std::reverse(arguments.begin(), arguments.end());  // as CLI11 takes them
  app.parse(std::move(arguments));
  try {
    chosen();
  } catch (const CommandError& error) {
    EXPECT_EQ(error.exitCode, kBadUsage);
    return error.what();
  }
  return {};
}

/// As the last of its checks refuses; what comes so far is fine.
const std::vector<std::string> kLastCheck{"--hand", "both", "--chain", "2"};

std::string refusalBeforeTheLast(std::vector<std::string> arguments) {
  arguments.insert(arguments.end(), kLastCheck.begin(), kLastCheck.end());
  return refusalOf(std::move(arguments));
}

TEST(BotOptions, TimeToSettleThatLeavesNothingToMeasureIsRefused) {
  EXPECT_THAT(refusalOf({"--settle", "6", "--duration", "6"}),
              AllOf(HasSubstr("--settle 6"), HasSubstr("longer --duration")));
  EXPECT_THAT(refusalOf({"--settle", "11"}), HasSubstr("--duration 10"));
  EXPECT_THAT(refusalBeforeTheLast({"--settle", "5.9", "--duration", "6"}), HasSubstr("free hand"));
  EXPECT_THAT(refusalBeforeTheLast({"--settle", "6", "--duration", "0"}), HasSubstr("free hand"))
      << "until Ctrl-C";
}

TEST(BotOptions, ADistanceIsNotExpectedOfBotsThatDoNotReadHowFarTheyLed) {
  EXPECT_THAT(refusalOf({"--skim", "--expect-distance", "1", "--count", "3"}),
              AllOf(HasSubstr("--skim"), HasSubstr("--draw 3")));
  EXPECT_THAT(refusalBeforeTheLast({"--skim", "--expect-distance", "1", "--count", "3", "--draw", "3"}),
              HasSubstr("free hand"));
  EXPECT_THAT(refusalBeforeTheLast({"--expect-distance", "1", "--count", "3"}), HasSubstr("free hand"));
}

TEST(StoryboardOptions, ALiveRoomIsLookedAtOverTheLineThatIsAskedFor) {
  LiveOptions options;
  CLI::App app;
  addLiveOptions(app, options);
  EXPECT_TRUE(options.session.udp);
  app.parse("--no-udp --rate 256 --wait 3");
  EXPECT_FALSE(options.session.udp);
  EXPECT_EQ(options.session.bitsPerSecond, 256'000U);
}

}  // namespace
}  // namespace lead::tool
