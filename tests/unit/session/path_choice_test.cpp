// Datagrams where they get through both ways, else the stream.
#include "session/path_choice.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

namespace lead {
namespace {

using Ping = PathChoice::Ping;

/// A line that answers probes or doesn't, and brings snapshots 10 times a second or not.
struct Line {
  PathChoice choice;
  double now = 0.0;
  bool up = true;
  bool down = true;
  std::vector<double> probes;

  Line() { choice.begin(0.0, true); }
  void run(double seconds) {
    const double end = now + seconds;
    for (int i = 0; now < end - 1e-9; ++i, now += 0.05) {
      const Ping ping = choice.tick(now, 0.1);
      if (ping == Ping::probe) probes.push_back(now);
      if (ping != Ping::none && up && down) choice.pong(now);
      if (choice.path() != Path::udp) continue;
      if (i % 2 == 0 && down) choice.datagram(now);
      if (i % 2 == 0 && up) choice.acknowledged(now);
    }
  }
};

TEST(PathChoice, TakesDatagramsAtTheFirstAnswer) {
  Line line;
  EXPECT_EQ(line.choice.path(), Path::stream) << "until then the stream";
  line.run(0.05);
  EXPECT_EQ(line.choice.path(), Path::udp);
  line.run(30.0);
  EXPECT_EQ(line.choice.path(), Path::udp);
  EXPECT_EQ(line.probes.size(), 1U) << "from then on the pings are small";
}

TEST(PathChoice, ProbesAtOnceAndThenMoreAndMoreSeldom) {
  Line line;
  line.up = false;
  line.run(1.0);
  EXPECT_EQ(line.probes.size(), 10U) << "ten a second";
  line.run(120.0);
  EXPECT_EQ(line.choice.path(), Path::stream);
  double longest = 0.0;
  for (std::size_t i = 1; i < line.probes.size(); ++i)
    longest = std::max(longest, line.probes[i] - line.probes[i - 1]);
  EXPECT_NEAR(longest, 10.1, 0.2);
  EXPECT_LT(line.probes.size(), 80U);
}

TEST(PathChoice, GoesToTheStreamWithinASecondWhereNothingComesAnyMore) {
  Line line;
  line.run(20.0);
  line.down = false;
  line.run(0.35);
  EXPECT_EQ(line.choice.path(), Path::udp) << "a moment is nothing";
  line.run(0.35);
  EXPECT_EQ(line.choice.path(), Path::stream);
}

TEST(PathChoice, GoesToTheStreamWhereInputsDoNotGetThrough) {
  Line line;
  line.run(20.0);
  line.up = false;
  line.run(0.8);
  EXPECT_EQ(line.choice.path(), Path::stream);
}

TEST(PathChoice, StaysWhereTheServerAnswersButIsLateWithSnapshots) {
  Line line;
  line.run(20.0);
  for (int i = 0; i < 100; ++i, line.now += 0.05)
    if (line.choice.tick(line.now, 0.1) == Ping::probe) line.choice.pong(line.now);
  EXPECT_EQ(line.choice.path(), Path::udp);
}

TEST(PathChoice, ComesBackWhenItWorksAgain) {
  Line line;
  line.run(20.0);
  line.down = false;
  line.run(2.0);
  EXPECT_EQ(line.choice.path(), Path::stream);
  line.down = true;
  line.run(2.5);
  EXPECT_EQ(line.choice.path(), Path::udp);
}

TEST(PathChoice, ALineThatComesAndGoesIsTriedMoreSeldom) {
  Line line;
  int changes = 0;
  Path last = Path::stream;
  for (int i = 0; i < 1200; ++i) {  // a minute: works for a second, then is dead for a second
    line.down = i / 20 % 2 == 0;
    line.run(0.05);
    changes += line.choice.path() != last;
    last = line.choice.path();
  }
  EXPECT_LT(changes, 25);
}

TEST(PathChoice, ABrokenSocketEndsItAtOnce) {
  Line line;
  line.run(5.0);
  line.choice.broken(line.now);
  EXPECT_EQ(line.choice.path(), Path::stream);
  line.run(2.0);
  EXPECT_EQ(line.choice.path(), Path::udp);
}

TEST(PathChoice, WithoutAnEndpointItIsTheStream) {
  PathChoice choice;
  choice.begin(0.0, false);
  EXPECT_EQ(choice.tick(0.0, 0.0), Ping::none);
  choice.pong(0.1);
  EXPECT_EQ(choice.path(), Path::stream);
}

}  // namespace
}  // namespace lead
