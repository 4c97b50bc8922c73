// What a bad link does to packets, by arithmetic alone.
#include "link/link_model.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

namespace lead {
namespace {

constexpr std::size_t kBytes = 100;
constexpr int kPackets = 20'000;

std::vector<Fate> fates(const LinkOptions& options, std::uint32_t seed, int packets = kPackets) {
  LinkModel link(options, seed);
  std::vector<Fate> all;
  for (int i = 0; i < packets; ++i) all.push_back(link.packet(0.01 * i, kBytes));
  return all;
}

bool same(const Fate& a, const Fate& b) {
  return a.cause == b.cause && a.copies == b.copies && a.at == b.at;
}

TEST(LinkModel, APerfectLinkDeliversAtOnceAndOnce) {
  LinkModel link({}, 1);
  const Fate fate = link.packet(3.0, kBytes);
  EXPECT_EQ(fate.copies, 1);
  EXPECT_EQ(fate.at[0], 3.0);
}

TEST(LinkModel, TheSameSeedGivesTheSameFates) {
  LinkOptions options;
  options.loss = 0.1;
  options.delay = 0.1;
  options.jitter = 0.04;
  options.duplicate = 0.05;
  options.reorder = 0.05;
  const auto once = fates(options, 7);
  const auto again = fates(options, 7);
  const auto other = fates(options, 8);
  EXPECT_TRUE(std::equal(once.begin(), once.end(), again.begin(), same));
  EXPECT_FALSE(std::equal(once.begin(), once.end(), other.begin(), same));
}

TEST(LinkModel, MoreDelayLosesTheSamePackets) {
  LinkOptions options;
  options.loss = 0.1;
  const auto near = fates(options, 3);
  options.delay = 0.2;
  options.jitter = 0.1;
  options.duplicate = 0.3;
  const auto far = fates(options, 3);
  for (std::size_t i = 0; i < near.size(); ++i) ASSERT_EQ(near[i].cause, far[i].cause) << i;
}

TEST(LinkModel, LosesAndDoublesTheShareThatItIsToldTo) {
  LinkOptions options;
  options.loss = 0.05;
  options.duplicate = 0.1;
  const auto all = fates(options, 11);
  const auto lost =
      std::count_if(all.begin(), all.end(), [](const Fate& each) { return each.cause == Fate::Cause::lost; });
  const auto twice = std::count_if(all.begin(), all.end(), [](const Fate& each) { return each.copies == 2; });
  EXPECT_NEAR(static_cast<double>(lost) / kPackets, 0.05, 0.01);
  EXPECT_NEAR(static_cast<double>(twice) / kPackets, 0.1 * 0.95, 0.01);
}

TEST(LinkModel, LosesAllOrNothingAtTheEnds) {
  LinkOptions options;
  options.loss = 1.0;
  for (const Fate& each : fates(options, 1)) ASSERT_EQ(each.copies, 0);
  options.loss = 0.0;
  for (const Fate& each : fates(options, 1)) ASSERT_EQ(each.copies, 1);
}

TEST(LinkModel, DelaysByTheDelayAndUpToTheJitterMore) {
  LinkOptions options;
  options.delay = 0.1;
  options.jitter = 0.04;
  const auto all = fates(options, 5);
  double least = 1.0;
  double most = 0.0;
  for (int i = 0; i < kPackets; ++i) {
    const double late = all[static_cast<std::size_t>(i)].at[0] - 0.01 * i;
    least = std::min(least, late);
    most = std::max(most, late);
  }
  EXPECT_GE(least, 0.1 - 1e-9);
  EXPECT_LT(least, 0.101);
  EXPECT_LE(most, 0.14 + 1e-9);
  EXPECT_GT(most, 0.139);
}

TEST(LinkModel, TheShareToReorderIsOvertaken) {
  LinkOptions options;
  options.reorder = 0.1;
  const auto all = fates(options, 5);
  int overtaken = 0;
  for (std::size_t i = 0; i + 1 < all.size(); ++i) overtaken += all[i].at[0] > all[i + 1].at[0] ? 1 : 0;
  EXPECT_NEAR(overtaken / static_cast<double>(kPackets), 0.1 * 0.9, 0.01);
}

TEST(LinkModel, NothingPassesInABlackout) {
  LinkOptions options;
  options.blackouts = {{1.0, 2.0}};
  LinkModel link(options, 1);
  EXPECT_EQ(link.packet(0.99, kBytes).copies, 1);
  EXPECT_EQ(link.packet(1.0, kBytes).cause, Fate::Cause::blackout);
  EXPECT_EQ(link.packet(2.99, kBytes).cause, Fate::Cause::blackout);
  EXPECT_EQ(link.packet(3.0, kBytes).copies, 1);
}

TEST(LinkModel, WhatIsOverTheRateWaitsAndThenIsDropped) {
  LinkOptions options;
  options.bitsPerSecond = 8.0 * kBytes * 10;  // ten packets a second
  LinkModel link(options, 1);
  for (int i = 1; i <= 5; ++i) EXPECT_NEAR(link.packet(0.0, kBytes).at[0], 0.1 * i, 1e-9);
  EXPECT_EQ(link.packet(0.0, kBytes).cause, Fate::Cause::overfull);
  EXPECT_NEAR(link.packet(0.3, kBytes).at[0], 0.6, 1e-9) << "what was dropped takes no time";
}

TEST(LinkModel, AStreamIsLateButInOrderAndWhole) {
  LinkOptions options;
  options.loss = 1.0;
  options.delay = 0.1;
  options.jitter = 0.04;
  LinkModel link(options, 5);
  double before = 0.0;
  for (int i = 0; i < 1000; ++i) {
    const double at = link.stream(0.01 * i, kBytes);
    EXPECT_GE(at, before);
    EXPECT_GE(at, 0.01 * i + 0.1 - 1e-9);
    EXPECT_LE(at, 0.01 * i + 0.14 + 1e-9);
    before = at;
  }
}

TEST(LinkModel, AStreamWaitsForTheEndOfABlackout) {
  LinkOptions options;
  options.delay = 0.1;
  options.blackouts = {{3.0, 1.0}, {1.0, 2.0}};  // the one begins where the other ends
  LinkModel link(options, 1);
  EXPECT_NEAR(link.stream(0.5, kBytes), 0.6, 1e-9);
  EXPECT_NEAR(link.stream(0.95, kBytes), 4.0, 1e-9) << "on its way when it begins";
  EXPECT_NEAR(link.stream(2.0, kBytes), 4.1, 1e-9);
}

}  // namespace
}  // namespace lead
