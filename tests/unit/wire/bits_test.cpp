#include "wire/bits.h"

#include <gtest/gtest.h>

#include <random>

#include "wire/packer.h"
#include "wire/residual.h"

namespace lead::wire {
namespace {

TEST(Bits, TheFirstBitWrittenIsTheLowestOfTheFirstByte) {
  Bits bits;
  BitWriter writer(bits);
  writer.flag(true);
  writer.write(0b10, 2);
  writer.write(0x3ff, 10);
  EXPECT_EQ(bits.count, 13U);
  EXPECT_EQ(bits.bytes, (std::vector<std::uint8_t>{0xfd, 0x1f}));
}

TEST(Bits, ComeBackAsTheyWereWritten) {
  std::mt19937 random(1);
  Bits bits;
  BitWriter writer(bits);
  std::vector<std::pair<std::uint32_t, unsigned>> written;
  for (int i = 0; i < 10000; ++i) {
    const unsigned count = random() % 33;
    const std::uint32_t value = static_cast<std::uint32_t>(random());
    writer.write(value, count);
    written.emplace_back(count == 32 ? value : value & ((1U << count) - 1U), count);
  }
  BitReader reader(bits.bytes);
  for (const auto& [value, count] : written) {
    ASSERT_EQ(reader.read(count), value);
  }
  EXPECT_FALSE(reader.failed());
  EXPECT_LT(reader.left(), 8U);
}

TEST(Bits, AreAppendedAtAnyPlace) {
  std::mt19937 random(2);
  for (unsigned first = 0; first < 20; ++first)
    for (unsigned second = 0; second < 150; ++second) {
      Bits a, b, whole, packed;
      BitWriter toA(a), toB(b), toWhole(whole), toPacked(packed);
      const auto both = [&](BitWriter& part) {
        const bool value = random() % 2 == 0;
        part.flag(value);
        toWhole.flag(value);
      };
      for (unsigned i = 0; i < first; ++i) both(toA);
      for (unsigned i = 0; i < second; ++i) both(toB);
      std::array<std::uint8_t, 64> room{};
      Packer packer(room);
      packer.append(a.bytes, a.count);
      packer.append(b.bytes, b.count);
      ASSERT_EQ(packer.count(), whole.count);
      const std::size_t size = packer.finish();
      EXPECT_EQ(std::vector<std::uint8_t>(room.begin(), room.begin() + static_cast<std::ptrdiff_t>(size)),
                whole.bytes);
      toA.append(b);
      ASSERT_EQ(a.bytes, whole.bytes) << first << ' ' << second;
      ASSERT_EQ(a.count, whole.count);
    }
}

TEST(Bits, AReaderThatHasReachedTheEndGivesZerosAndSaysSo) {
  const std::vector<std::uint8_t> bytes{0xff, 0xff};
  BitReader reader(bytes);
  EXPECT_EQ(reader.read(12), 0xfffU);
  EXPECT_EQ(reader.read(5), 0U);
  EXPECT_TRUE(reader.failed());
  EXPECT_EQ(reader.read(1), 0U);
  EXPECT_EQ(reader.left(), 0U);
}

TEST(Residuals, AreSentInAsFewBitsAsTheyNeed) {
  constexpr Classes kClasses{4, 8, 21};
  const auto bitsOf = [&](std::int32_t now, std::int32_t foretold) {
    std::array<std::uint8_t, 32> room{};
    Packer packer(room);
    putNumbers<2>(packer, {now, 7}, {foretold, 7}, kClasses);
    const std::size_t count = packer.count();
    packer.finish();
    BitReader in(room);
    std::array<std::int32_t, 2> got{foretold, 7};
    getNumbers(in, got, kClasses);
    EXPECT_EQ(got[0], now);
    EXPECT_EQ(got[1], 7);
    return count;
  };
  EXPECT_EQ(bitsOf(5, 5), 2U);
  EXPECT_EQ(bitsOf(12, 5), 2U + 2 * 4);
  EXPECT_EQ(bitsOf(-3, 5), 2U + 2 * 4);
  EXPECT_EQ(bitsOf(13, 5), 2U + 2 * 8);
  EXPECT_EQ(bitsOf(-123, 5), 2U + 2 * 8);
  EXPECT_EQ(bitsOf(133, 5), 2U + 2 * 21);
  EXPECT_EQ(bitsOf(-1000000, 1000000), 2U + 2 * 21);
}

TEST(Residuals, GoTheShortWayRoundACircle) {
  constexpr Classes kClasses{4, 7, 11};
  for (std::int32_t foretold : {0, 3, 1000, 2047, 5000, -3})
    for (std::int32_t now = 0; now < 2048; ++now) {
      std::array<std::uint8_t, 32> room{};
      Packer packer(room);
      putOnCircle(packer, now, foretold, kClasses);
      const std::size_t count = packer.count();
      packer.finish();
      BitReader in(room);
      ASSERT_EQ(getOnCircle(in, foretold, kClasses), now) << foretold;
      const bool near = ((now - foretold + 4) & 2047) < 8;
      ASSERT_LE(count, near ? 6U : 13U) << foretold << ' ' << now;
    }
}

}  // namespace
}  // namespace lead::wire
