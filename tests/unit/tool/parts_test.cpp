#include <gtest/gtest.h>

#include <cmath>
#include <glm/geometric.hpp>
#include <limits>
#include <nlohmann/json.hpp>

#include "tool/lead_path.h"
#include "tool/link_options.h"
#include "tool/samples.h"
#include "tool/walker.h"

namespace lead::tool {
namespace {

constexpr glm::vec3 kStart(1.0F, 0.8F, 2.0F);
constexpr glm::vec3 kForward(0.0F, 0.0F, 1.0F);

LeadPath pathOf(const char* text, float speed = 1.0F) {
  return {*parsePath(text), kStart, kForward, speed};
}

TEST(LeadPath, EveryShapeBeginsWhereTheHandIsAndGoesForward) {
  for (const char* text : {"line", "circle", "figure8"}) {
    const LeadPath path = pathOf(text);
    EXPECT_NEAR(glm::distance(path.at(0.0), kStart), 0.0F, 1e-6F) << text;
    EXPECT_GT(glm::dot(path.directionAt(0.0), kForward), 0.99F) << text;
    EXPECT_FALSE(path.duration()) << text;
  }
}

TEST(LeadPath, NeverGoesFasterThanAskedAndKeepsTheHeight) {
  for (const char* text : {"line", "circle", "figure8"}) {
    const LeadPath path = pathOf(text, 0.8F);
    for (int i = 0; i < 2000; ++i) {
      const glm::vec3 step = path.at((i + 1) * 0.01) - path.at(i * 0.01);
      ASSERT_LE(glm::length(step), 0.008F * 1.01F) << text << " at " << i * 0.01;
      ASSERT_EQ(step.y, 0.0F) << text;
    }
  }
}

TEST(LeadPath, ALineGoesThereAndBack) {
  const LeadPath path = pathOf("line");
  EXPECT_NEAR(path.at(2.25).z, 4.0F, 1e-4F);
  EXPECT_NEAR(path.at(4.25).z, 6.0F, 1e-4F);
  EXPECT_NEAR(path.at(6.25).z, 4.0F, 1e-4F);
}

TEST(LeadPath, AnEightReachesBothSides) {
  const LeadPath path = pathOf("figure8");
  float least = 0.0F;
  float most = 0.0F;
  for (double t = 0.0; t < 20.0; t += 0.05) {
    least = std::min(least, path.at(t).x - kStart.x);
    most = std::max(most, path.at(t).x - kStart.x);
  }
  EXPECT_NEAR(least, -2.4F, 0.01F);
  EXPECT_NEAR(most, 2.4F, 0.01F);
}

TEST(LeadPath, PointsAreVisitedInOrderAndThenItStays) {
  const LeadPath path = pathOf("1,1,2;1,1,5");
  ASSERT_TRUE(path.duration());
  EXPECT_NEAR(*path.duration(), 0.2 + 3.0 + 0.25, 1e-5);
  EXPECT_NEAR(glm::distance(path.at(*path.duration()), glm::vec3(1.0F, 1.0F, 5.0F)), 0.0F, 1e-4F);
  EXPECT_EQ(path.at(100.0), glm::vec3(1.0F, 1.0F, 5.0F));
}

TEST(LeadPath, StandingTheHandSwaysByACentimetre) {
  const LeadPath path(*parsePath("stand"), {1.0F, 1.2F, 3.0F}, {0.0F, 0.0F, 1.0F}, 0.8F);
  float most = 0.0F;
  for (double t = 0.0; t < 20.0; t += 0.05) {
    most = std::max(most, glm::distance(path.at(t), path.at(0.0)));
    EXPECT_EQ(path.directionAt(t), glm::vec3(0.0F, 0.0F, 1.0F));
  }
  EXPECT_GT(most, 0.015F);
  EXPECT_LT(most, 0.021F);
}

TEST(LeadPath, RefusesWhatIsNoPath) {
  for (const char* bad : {"", "spiral", "1,2", "1,2,x", "1,2,3,4", "nan,0,0", "2000,0,0", "1,2,3;;"})
    EXPECT_FALSE(parsePath(bad)) << bad;
}

TEST(LinkText, ChangesWhatItNamesAndNothingElse) {
  LinkOptions options;
  options.delay = 0.1;
  EXPECT_EQ(changeLink("loss=5,jitter=40,rate=256", options), "");
  EXPECT_DOUBLE_EQ(options.loss, 0.05);
  EXPECT_DOUBLE_EQ(options.jitter, 0.04);
  EXPECT_DOUBLE_EQ(options.bitsPerSecond, 256'000.0);
  EXPECT_DOUBLE_EQ(options.delay, 0.1);
}

TEST(LinkText, SaysWhatItCanNotRead) {
  LinkOptions options;
  for (const char* bad :
       {"", "loss", "loss=", "loss=101", "loss=-1", "loss=5x", "speed=3", "loss=5,", "delay=nan"})
    EXPECT_NE(changeLink(bad, options), "") << bad;
}

TEST(LinkText, ABlackoutIsWhenAndHowLong) {
  const auto blackout = parseBlackout("20:8.5");
  ASSERT_TRUE(blackout);
  EXPECT_DOUBLE_EQ(blackout->from, 20.0);
  EXPECT_DOUBLE_EQ(blackout->seconds, 8.5);
  for (const char* bad : {"", "20", "20:", ":8", "-1:8", "a:b", "20:8:9"})
    EXPECT_FALSE(parseBlackout(bad)) << bad;
}

TEST(Samples, GivesNearestRankPercentiles) {
  Samples samples;
  for (int i = 100; i >= 1; --i) samples.add(i);
  EXPECT_EQ(samples.percentile(0.5), 50.0);
  EXPECT_EQ(samples.percentile(0.9), 90.0);
  EXPECT_EQ(samples.percentile(0.99), 99.0);
  EXPECT_EQ(samples.max(), 100.0);
  EXPECT_EQ(samples.mean(), 50.5);
  const nlohmann::json json = samples;
  EXPECT_EQ(json["p90"], 90.0);
  EXPECT_EQ(json["count"], 100);
}

TEST(Samples, HasAnAnswerForOneAndForNone) {
  Samples samples;
  EXPECT_EQ(samples.percentile(0.5), 0.0);
  samples.add(std::numeric_limits<double>::quiet_NaN());
  EXPECT_EQ(samples.count(), 0U);
  samples.add(-3.0);
  EXPECT_EQ(samples.percentile(0.01), -3.0);
  EXPECT_EQ(samples.percentile(0.99), -3.0);
  EXPECT_EQ(samples.max(), -3.0);
}

TEST(Samples, StaysFairWhenThereAreTooMany) {
  Samples samples(1000);
  for (int i = 0; i < 100'000; ++i) samples.add(i);
  EXPECT_NEAR(samples.percentile(0.5), 50'000.0, 6'000.0);
  EXPECT_EQ(samples.max(), 99'999.0);
}

TEST(Walker, WalksAndTurnsNoFasterThanABody) {
  Walker walker({0.0F, 0.0F, 0.0F}, 3.0F);
  for (int i = 0; i < 60; ++i) {
    const float heading = walker.heading();
    const glm::vec3 before = walker.place();
    walker.walkTo({2.0F, 0.7F, 0.0F}, 1.4F, 1.0F / 60.0F);
    walker.turnTo({-5.0F, 0.0F, -5.0F}, 1.0F / 60.0F);
    EXPECT_LE(glm::distance(before, walker.place()), 1.4F / 60.0F + 1e-5F);
    EXPECT_LE(std::abs(std::remainder(walker.heading() - heading, 6.2831853F)), 4.0F / 60.0F + 1e-5F);
  }
  EXPECT_NEAR(walker.place().x, 1.4F, 1e-3F);
  EXPECT_EQ(walker.place().y, 0.0F);
  EXPECT_NEAR(walker.head().y, 1.6F, 1e-6F);
}

TEST(Walker, StandsOnItsPlaceWhenThere) {
  Walker walker({1.0F, 0.0F, 1.0F}, 0.0F);
  walker.walkTo({1.0F, 0.0F, 1.0F}, 1.4F, 0.1F);
  EXPECT_TRUE(walker.isAt({1.0F, 5.0F, 1.0F}, 0.001F));
  EXPECT_GT(walker.restingHand(Side::left).x, walker.restingHand(Side::right).x);
}

}  // namespace
}  // namespace lead::tool
