#include "tool/bot_report.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace lead::tool {
namespace {

/// Every count is `times` as large as it is once, and different from the others.
SessionStats counts(std::uint64_t times) {
  SessionStats stats;
  std::uint64_t next = 1;
  const auto count = [&] { return times * 100 * next++; };
  for (PathStats& path : stats.paths) {
    path.sentBytes = count();
    path.receivedBytes = count();
    path.sent = count();
    path.received = count();
  }
  for (std::uint64_t* each :
       {&stats.pathChanges, &stats.payloadsLost, &stats.payloadsDuplicate, &stats.payloadsMalformed,
        &stats.payloadsUnknown, &stats.datagramsRefused, &stats.snapshots, &stats.snapshotBytes,
        &stats.inputs, &stats.reconnects, &stats.badMessages})
    *each = count();
  return stats;
}

TEST(BotReport, EveryCountIsOfWhatCameSince) {
  SessionStats now = counts(3);
  now.path = Path::udp;
  const nlohmann::json since = trafficOf(countsSince(now, counts(1)), 10.0);
  const nlohmann::json twice = trafficOf(counts(2), 10.0);
  for (const auto& [name, value] : twice.items())
    if (name != "path") {
      EXPECT_EQ(since[name], value) << name;
    }
  EXPECT_EQ(since["path"], "udp") << "as it is now";
  EXPECT_EQ(since["reconnects"], counts(2).reconnects);
  EXPECT_EQ(since["inputs"], counts(2).inputs);
}

TEST(BotReport, WhatIsMeasuredAndNotCountedStays) {
  SessionStats now;
  now.roundTripSeconds = 0.05;
  SessionStats then;
  then.roundTripSeconds = 0.04;
  EXPECT_EQ(countsSince(now, then).roundTripSeconds, 0.05);
}

TEST(BotReport, OnTheWireDatagramsTakeMoreThanTheirPayloads) {
  SessionStats stats;
  stats.paths[static_cast<std::size_t>(Path::udp)] = {500, 1000, 5, 10};
  stats.paths[static_cast<std::size_t>(Path::stream)] = {70, 200, 7, 2};
  const nlohmann::json report = trafficOf(stats, 2.0);
  EXPECT_EQ(report["receivedBytesPerSecond"], 600.0);
  EXPECT_EQ(report["receivedWireBytesPerSecond"], (1200.0 + 560.0) / 2.0);
  EXPECT_EQ(report["sentWireBytesPerSecond"], (570.0 + 280.0) / 2.0);
  EXPECT_EQ(report["received"]["udp"], 10);
  EXPECT_EQ(report["received"]["stream"], 2);
}

TEST(BotReport, LossIsTheShareOfWhatShouldHaveCome) {
  SessionStats stats;
  stats.snapshots = 190;
  stats.payloadsLost = 10;
  EXPECT_EQ(trafficOf(stats, 1.0)["lossPercent"], 5.0);
}

TEST(BotReport, OfNoTimeNothingIsPerSecond) {
  const nlohmann::json report = trafficOf(counts(1), 0.0);
  for (const char* name : {"bytesPerSecond", "receivedWireBytesPerSecond", "sentWireBytesPerSecond"})
    EXPECT_EQ(report[name], 0.0) << name;
  EXPECT_EQ(trafficOf({}, 0.0)["lossPercent"], 0.0);
}

}  // namespace
}  // namespace lead::tool
