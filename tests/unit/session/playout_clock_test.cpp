// How far in the past others are drawn.
#include "session/playout_clock.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <vector>

namespace lead {
namespace {

constexpr double kInterval = 1.0 / 30.0;
constexpr double kLag = 100.0;  // our clock - the server's

struct Line {
  double jitter = 0.0;
  double loss = 0.0;
};

/// Of so many seconds at 30 states and 60 frames a second.
struct Drawn {
  PlayoutClock clock;
  int frames = 0;
  int inTime = 0;
  double slowest = 10.0;  ///< seconds of the server's a second of ours, after the first two
  double quickest = 0.0;

  void run(double from, double seconds, Line line, std::uint32_t seed) {
    std::minstd_rand random(seed);
    std::uniform_real_distribution<double> chance(0.0, 1.0);
    std::vector<std::pair<double, double>> arrivals;  // when, which
    for (double t = from; t < from + seconds; t += kInterval)
      if (chance(random) >= line.loss) arrivals.emplace_back(t + kLag + line.jitter * chance(random), t);
    std::sort(arrivals.begin(), arrivals.end());
    std::size_t next = 0;
    double newest = from;
    for (double now = from + kLag; now < from + seconds + kLag; now += 1.0 / 60.0) {
      for (; next < arrivals.size() && arrivals[next].first <= now; ++next) {
        if (arrivals[next].second < newest) continue;
        newest = arrivals[next].second;
        clock.arrived(newest, arrivals[next].first);
      }
      const double before = clock.shown();
      clock.advance(now);
      if (now < from + kLag + 2.0) continue;
      ++frames;
      inTime += clock.shown() <= newest;
      slowest = std::min(slowest, (clock.shown() - before) * 60.0);
      quickest = std::max(quickest, (clock.shown() - before) * 60.0);
    }
  }
  double share() const { return static_cast<double>(inTime) / frames; }
};

TEST(PlayoutClock, IsTwoIntervalsBehindOnAGoodLine) {
  Drawn drawn;
  drawn.run(0.0, 10.0, {}, 1);
  EXPECT_NEAR(drawn.clock.wantedWait(), 2.0 * kInterval, 0.002);
  EXPECT_NEAR(10.0 - drawn.clock.shown(), 2.0 * kInterval, 0.02);
  EXPECT_EQ(drawn.share(), 1.0);
}

TEST(PlayoutClock, HasALaterStateForNearlyEveryFrameWhateverTheLineDoes) {
  for (const Line line : {Line{0.04, 0.05}, Line{0.08, 0.0}, Line{0.0, 0.2}}) {
    Drawn drawn;
    drawn.run(0.0, 60.0, line, 7);
    EXPECT_GE(drawn.share(), 0.985) << line.jitter << " s, " << line.loss;
    EXPECT_LT(drawn.clock.wantedWait(), 2.0 * kInterval + line.jitter + (line.loss > 0.0 ? 0.1 : 0.01));
  }
}

TEST(PlayoutClock, StretchesTimeAFewPercentWhereTheLineChanges) {
  Drawn drawn;
  drawn.run(0.0, 10.0, {}, 1);
  drawn.slowest = 10.0;
  drawn.quickest = 0.0;
  drawn.run(10.0, 10.0, {0.08, 0.0}, 2);
  EXPECT_GT(drawn.slowest, 0.93);
  EXPECT_LT(drawn.quickest, 1.07);
  EXPECT_GT(20.0 - drawn.clock.shown(), 0.1);
}

TEST(PlayoutClock, NeverGoesBackAndJumpsOverAnInterruption) {
  PlayoutClock clock;
  for (int i = 0; i < 60; ++i) {
    clock.arrived(i * kInterval, i * kInterval + kLag);
    clock.advance(i * kInterval + kLag);
  }
  const double before = clock.shown();
  clock.arrived(2.0, kLag + 5.0);  // three seconds late: the line stood still
  clock.advance(kLag + 5.0);
  EXPECT_GE(clock.shown(), before);
  double now = 0.0;
  for (int i = 0; i < 300; ++i) {
    now = 5.0 + i * kInterval + kLag;
    clock.arrived(5.0 + i * kInterval, now);
    const double last = clock.shown();
    clock.advance(now);
    EXPECT_GE(clock.shown(), last);
  }
  EXPECT_NEAR(now - kLag - clock.shown(), 2.0 * kInterval, 0.03);
}

TEST(PlayoutClock, IsNotLedAstrayByOneWhoSendsSeldom) {
  PlayoutClock clock;
  for (int i = 0; i < 60; ++i) clock.arrived(i * 1.0, i * 1.0 + kLag);
  EXPECT_LT(clock.wantedWait(), 0.5);
}

}  // namespace
}  // namespace lead
