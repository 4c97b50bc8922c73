#include "tool/bot_recorder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace lead::tool {
namespace {

using testing::UnorderedElementsAre;

/// Of a server whose wall clock and steady clock are ours; it arrives 10 ms after its tick.
struct Arrival {
  std::uint32_t tick = 0;
  double time = 0.0;
  std::uint32_t input = 0;
  double inputSent = 0.0;
  std::uint32_t connection = 1;
  std::optional<double> age{};
};

SnapshotPtr snapshotOf(const Arrival& arrival) {
  Snapshot snapshot;
  snapshot.tick = arrival.tick;
  snapshot.connection = arrival.connection;
  snapshot.receivedTime = arrival.time;
  snapshot.receivedUnixTime = 1e9 + arrival.time;
  snapshot.unixTime = snapshot.receivedUnixTime - 0.010;
  snapshot.inputSequence = arrival.input;
  if (arrival.input != 0) snapshot.inputSentTime = arrival.inputSent;
  snapshot.age = arrival.age;
  return std::make_shared<const Snapshot>(snapshot);
}

struct Recorded {
  BotRecorder recorder;
  std::function<void(const SnapshotPtr&)> listen = recorder.listener();

  void come(const Arrival& arrival) { listen(snapshotOf(arrival)); }
  nlohmann::json figure(const char* name) const { return recorder.report()[name]; }
  std::uint64_t count(const char* name) const { return figure(name)["count"]; }
};

std::vector<std::string> keysOf(const nlohmann::json& json) {
  std::vector<std::string> keys;
  for (const auto& [key, value] : json.items()) keys.push_back(key);
  return keys;
}

TEST(BotRecorder, IntervalsAreBetweenTicksAlsoWhereATickComesInSeveralPayloads) {
  Recorded recorded;
  recorded.come({.tick = 10, .time = 1.000});
  recorded.come({.tick = 10, .time = 1.004});
  recorded.come({.tick = 12, .time = 1.030});
  recorded.come({.tick = 12, .time = 1.033});
  recorded.come({.tick = 11, .time = 1.040});  // overtaken on its way
  recorded.come({.tick = 14, .time = 1.070});
  EXPECT_EQ(recorded.count("snapshotInterval"), 2U);
  EXPECT_NEAR(recorded.figure("snapshotInterval")["p50"], 30.0, 1e-6);
  EXPECT_NEAR(recorded.figure("snapshotInterval")["max"], 40.0, 1e-6);
  EXPECT_EQ(recorded.count("snapshotAge"), 6U) << "of each payload";
}

TEST(BotRecorder, AgesAreByTheWallClockAndByTheClocksOffsetWhereThatIsKnown) {
  Recorded recorded;
  recorded.come({.tick = 10, .time = 1.0});
  recorded.come({.tick = 12, .time = 1.03, .age = 0.007});
  EXPECT_EQ(recorded.count("snapshotAge"), 2U);
  EXPECT_NEAR(recorded.figure("snapshotAge")["mean"], 10.0, 1e-3);
  EXPECT_EQ(recorded.count("snapshotAgeByClockOffset"), 1U);
  EXPECT_NEAR(recorded.figure("snapshotAgeByClockOffset")["max"], 7.0, 1e-6);
}

TEST(BotRecorder, AnInputCountsOnceInTheFirstSnapshotThatHasIt) {
  Recorded recorded;
  recorded.come({.tick = 10, .time = 1.00, .input = 5, .inputSent = 0.98});
  recorded.come({.tick = 12, .time = 1.03, .input = 5, .inputSent = 0.98});
  recorded.come({.tick = 14, .time = 1.06, .input = 7, .inputSent = 1.03});
  recorded.come({.tick = 13, .time = 1.07, .input = 6, .inputSent = 1.01});
  EXPECT_EQ(recorded.count("inputToSnapshot"), 2U);
  EXPECT_NEAR(recorded.figure("inputToSnapshot")["max"], 30.0, 1e-6);
}

TEST(BotRecorder, NothingIsRecordedWhilePausedAndTheFirstAfterwardsIsFromTheOneBefore) {
  Recorded recorded;
  recorded.recorder.pause();
  recorded.come({.tick = 10, .time = 1.00, .input = 5, .inputSent = 0.0});
  recorded.come({.tick = 12, .time = 9.00, .input = 6, .inputSent = 0.0});
  recorded.recorder.addRoundTrip(0.5);
  recorded.recorder.drawn([](DrawnFigures& figures) { figures.freezes = 3; });
  for (const char* name : {"snapshotAge", "snapshotInterval", "inputToSnapshot", "roundTrip"})
    EXPECT_EQ(recorded.count(name), 0U) << name;
  EXPECT_EQ(recorded.figure("drawing")["freezes"]["count"], 0);
  recorded.recorder.resume();
  recorded.come({.tick = 14, .time = 9.03, .input = 6, .inputSent = 0.0});
  EXPECT_EQ(recorded.count("snapshotInterval"), 1U);
  EXPECT_NEAR(recorded.figure("snapshotInterval")["max"], 30.0, 1e-6);
  EXPECT_EQ(recorded.count("inputToSnapshot"), 0U) << "that input came while it was paused";
}

TEST(BotRecorder, AnotherConnectionBeginsAnew) {
  Recorded recorded;
  recorded.come({.tick = 1000, .time = 1.0, .input = 50, .inputSent = 0.9});
  recorded.come({.tick = 10, .time = 6.00, .input = 1, .inputSent = 5.98, .connection = 2});
  recorded.come({.tick = 12, .time = 6.03, .input = 2, .inputSent = 6.01, .connection = 2});
  EXPECT_EQ(recorded.count("snapshotInterval"), 1U) << "the gap is no interval";
  EXPECT_NEAR(recorded.figure("snapshotInterval")["max"], 30.0, 1e-6);
  EXPECT_EQ(recorded.count("inputToSnapshot"), 3U);
}

TEST(BotRecorder, EachListenerHasItsOwnTicks) {
  Recorded recorded;
  const auto other = recorded.recorder.listener();
  recorded.come({.tick = 10, .time = 1.0});
  other(snapshotOf({.tick = 12, .time = 1.5}));
  recorded.come({.tick = 12, .time = 1.03});
  other(snapshotOf({.tick = 14, .time = 1.53}));
  EXPECT_EQ(recorded.count("snapshotInterval"), 2U);
  EXPECT_NEAR(recorded.figure("snapshotInterval")["max"], 30.0, 1e-6);
}

TEST(RoundTripChoice, TakesOneASecondAndEachOnlyOnce) {
  RoundTripChoice choice;
  EXPECT_FALSE(choice.take(0.0, 5.0)) << "none is measured yet";
  EXPECT_TRUE(choice.take(0.050, 5.1));
  EXPECT_FALSE(choice.take(0.060, 5.5)) << "too soon";
  EXPECT_TRUE(choice.take(0.060, 6.1));
  for (double now = 6.2; now < 10.0; now += 0.1) EXPECT_FALSE(choice.take(0.060, now)) << "the same still";
  EXPECT_TRUE(choice.take(0.070, 10.0)) << "at once when there is another";
}

TEST(BotRecorder, ReportHasTheFieldsOfTheReadme) {
  BotRecorder recorder;
  recorder.drawn([](DrawnFigures& figures) {
    figures.freezes = 2;
    figures.longestFreeze = 0.25;
    figures.largestStep = 0.004F;
  });
  const nlohmann::json report = recorder.report();
  EXPECT_THAT(keysOf(report),
              UnorderedElementsAre("snapshotAge", "snapshotAgeByClockOffset", "snapshotInterval",
                                   "inputToSnapshot", "roundTrip", "drawing"));
  const nlohmann::json& drawing = report["drawing"];
  EXPECT_THAT(keysOf(drawing),
              UnorderedElementsAre("frames", "freezes", "waitMs", "remoteHandJitterMm", "ownHandMm",
                                   "correctionMm", "largestCorrectionStepMm", "releaseErrorMm"));
  EXPECT_THAT(keysOf(drawing["frames"]), UnorderedElementsAre("interpolated", "extrapolated", "held"));
  EXPECT_THAT(keysOf(drawing["releaseErrorMm"]), UnorderedElementsAre("atRelease", "halfASecondLater"));
  EXPECT_THAT(keysOf(report["roundTrip"]), UnorderedElementsAre("count", "mean", "p50", "p90", "p99", "max"));
  EXPECT_EQ(drawing["freezes"]["count"], 2);
  EXPECT_NEAR(drawing["freezes"]["longestMs"], 250.0, 1e-6);
  EXPECT_NEAR(drawing["largestCorrectionStepMm"], 4.0, 1e-3);
}

}  // namespace
}  // namespace lead::tool
