#include "desktop/frame_stats.h"

#include <gmock/gmock.h>

namespace lead {
namespace {

using testing::HasSubstr;

TEST(FrameStats, SaysWhatEachPartCostAndHowManyFramesWereLong) {
  FrameStats stats;
  double now = 5.0;
  for (int i = 0; i < 10; ++i) stats.add({}, now += 3.0);  // shaders are compiled
  for (int i = 0; i < 100; ++i) {
    FrameCost cost;
    cost.of(FramePart::pose) = 0.002;
    cost.of(FramePart::upload) = i == 40 ? 0.09 : 0.0;
    stats.add(cost, now += i == 40 ? 0.1 : 0.016);
  }
  const std::string table = stats.table();
  EXPECT_THAT(table, HasSubstr("of 100 frames"));
  EXPECT_THAT(table, HasSubstr("pose            2.000    2.000    2.000    2.000"));
  EXPECT_THAT(table, HasSubstr("upload          0.900    0.000    0.000   90.000"));
  EXPECT_THAT(table, HasSubstr("to the next    16.840   16.000   16.000  100.000"));
  EXPECT_THAT(table, HasSubstr("1 frames came later than the median + 50 ms"));
}

TEST(FrameStats, WithoutFramesSaysSo) {
  EXPECT_EQ(FrameStats().table(), "Too few frames were drawn to say what they cost.\n");
}

TEST(FrameCost, SpendingAddsItsLifetimeToItsPart) {
  FrameCost cost;
  { const Spending spending(cost, FramePart::bones); }
  { const Spending spending(cost, FramePart::bones); }
  EXPECT_GT(cost.of(FramePart::bones), 0.0);
  EXPECT_EQ(cost.of(FramePart::pose), 0.0);
}

}  // namespace
}  // namespace lead
