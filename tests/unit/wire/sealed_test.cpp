#include "wire/sealed.h"

#include <gtest/gtest.h>
#include <sodium.h>

#include <numeric>
#include <vector>

namespace lead::wire {
namespace {

using Bytes = std::vector<std::uint8_t>;

class Sealed : public testing::Test {
 protected:
  void SetUp() override { ASSERT_GE(sodium_init(), 0); }

  static Key key(std::uint8_t start) {
    Key key{};
    std::iota(key.begin(), key.end(), start);
    return key;
  }
  Bytes seal(const Bytes& payload) {
    Bytes out(payload.size() + kSealBytes);
    EXPECT_EQ(sealer.seal(payload, out), out.size());
    return out;
  }
  Opener::Result open(const Bytes& datagram) {
    Bytes out(kPayloadBytes);
    std::size_t size = 99;
    const Opener::Result result = opener.open(datagram, out, size);
    out.resize(size);
    opened = out;
    return result;
  }

  Sealer sealer{77, key(1)};
  Opener opener{key(1)};
  Bytes opened;
};

TEST_F(Sealed, OpensToWhatWasSealed) {
  for (std::size_t size : {std::size_t{1}, std::size_t{50}, kPayloadBytes}) {
    const Bytes payload(size, 0x5a);
    const Bytes datagram = seal(payload);
    EXPECT_EQ(sessionOf(datagram), 77U);
    ASSERT_EQ(open(datagram), Opener::Result::good);
    EXPECT_EQ(opened, payload);
  }
  EXPECT_EQ(opener.newest(), 3U);
}

TEST_F(Sealed, ShowsNothingOfThePayload) {
  const Bytes payload(64, 0x5a);
  const Bytes datagram = seal(payload);
  EXPECT_EQ(std::search(datagram.begin(), datagram.end(), payload.begin(), payload.begin() + 4),
            datagram.end());
}

TEST_F(Sealed, DoesNotOpenOnceABitIsChanged) {
  const Bytes datagram = seal({1, 2, 3, 4, 5});
  for (std::size_t i = 0; i < datagram.size() * 8; ++i) {
    Bytes altered = datagram;
    altered[i / 8] ^= static_cast<std::uint8_t>(1U << (i % 8));
    EXPECT_NE(open(altered), Opener::Result::good) << i;
    EXPECT_TRUE(opened.empty());
  }
  EXPECT_EQ(opener.newest(), 0U);
  EXPECT_EQ(open(datagram), Opener::Result::good) << "what didn't open left no mark";
}

TEST_F(Sealed, DoesNotOpenWithAnotherKey) {
  Opener other(key(2));
  Bytes out(kPayloadBytes);
  std::size_t size = 0;
  EXPECT_EQ(other.open(seal({1}), out, size), Opener::Result::notSealed);
}

TEST_F(Sealed, OpensOnce) {
  const Bytes first = seal({1});
  const Bytes second = seal({2});
  EXPECT_EQ(open(second), Opener::Result::good);
  EXPECT_EQ(open(first), Opener::Result::good) << "overtaken";
  EXPECT_EQ(open(first), Opener::Result::replayed);
  EXPECT_EQ(open(second), Opener::Result::replayed);
}

TEST_F(Sealed, TooOldIsAReplay) {
  const Bytes first = seal({1});
  const Bytes second = seal({2});
  Bytes last;
  for (std::size_t i = 0; i < ReplayWindow::kSize - 1; ++i) last = seal({3});
  EXPECT_EQ(open(last), Opener::Result::good);
  EXPECT_EQ(open(first), Opener::Result::replayed);
  EXPECT_EQ(open(second), Opener::Result::good) << "the oldest of the window";
}

TEST_F(Sealed, SizesThatCantBeAreTold) {
  for (std::size_t size :
       {std::size_t{0}, std::size_t{3}, kSealBytes, kDatagramBytes + 1, std::size_t{65000}}) {
    const Bytes bytes(size, 1);
    EXPECT_EQ(sessionOf(bytes), 0U) << size;
    EXPECT_EQ(open(bytes), Opener::Result::notSealed) << size;
  }
}

TEST(ReplayWindow, KnowsWhatHasComeHoweverItJumps) {
  for (std::uint64_t jump :
       {std::uint64_t{1}, std::uint64_t{63}, std::uint64_t{64}, std::uint64_t{65}, std::uint64_t{1000},
        std::uint64_t{1023}, std::uint64_t{1024}, std::uint64_t{5000}}) {
    ReplayWindow window;
    std::vector<std::uint64_t> marked;
    std::uint64_t sequence = 1;
    for (int i = 0; i < 100; ++i, sequence += i % 3 == 0 ? jump : 1) {
      ASSERT_TRUE(window.isNew(sequence));
      window.mark(sequence);
      marked.push_back(sequence);
      const std::uint64_t oldest = sequence >= ReplayWindow::kSize ? sequence - ReplayWindow::kSize + 1 : 1;
      std::vector<std::uint64_t> news;
      for (std::uint64_t each = oldest; each <= sequence; ++each)
        if (std::find(marked.begin(), marked.end(), each) == marked.end()) {
          ASSERT_TRUE(window.isNew(each));
        }
      for (std::uint64_t each : marked) {
        ASSERT_FALSE(window.isNew(each)) << each;
      }
    }
  }
}

TEST(ReplayWindow, ZeroAndTheVeryLastAreNoTrouble) {
  ReplayWindow window;
  EXPECT_FALSE(window.isNew(0));
  window.mark(~std::uint64_t{0});
  EXPECT_FALSE(window.isNew(~std::uint64_t{0}));
  EXPECT_TRUE(window.isNew(~std::uint64_t{0} - 1));
  EXPECT_FALSE(window.isNew(5));
}

}  // namespace
}  // namespace lead::wire
