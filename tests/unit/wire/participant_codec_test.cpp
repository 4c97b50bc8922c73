#include "wire/participant_codec.h"

#include <gtest/gtest.h>

#include "unit/wire/wire_states.h"

namespace lead::wire {
namespace {

using test::apart;
using test::RandomStates;

constexpr float kQuarterDegree = 0.25F * kPi / 180.0F;

QuantisedParticipant quantised(const ShownParticipant& shown) {
  QuantisedParticipant out;
  quantise(shown, out);
  return out;
}

std::size_t sent(const QuantisedParticipant& now, const QuantisedParticipant* baseline) {
  Bits bits;
  BitWriter writer(bits);
  encode(now, baseline, writer);
  BitReader reader(bits.bytes);
  QuantisedParticipant out;
  EXPECT_TRUE(decode(reader, baseline, out));
  EXPECT_EQ(out, now);
  EXPECT_EQ(bits.bytes.size() * 8 - reader.left(), bits.count);
  return bits.count;
}

TEST(ParticipantCodec, HeadAndHandsComeThroughWithinTheirError) {
  RandomStates random(1);
  for (int i = 0; i < 2000; ++i) {
    const ShownParticipant in = random.participant();
    ShownParticipant out;
    dequantise(quantised(in), out);
    EXPECT_EQ(out.id, in.id);
    ASSERT_EQ(out.headPosition.has_value(), in.headPosition.has_value());
    if (in.headPosition) {
      EXPECT_LE(glm::distance(*out.headPosition, *in.headPosition), 0.001F);
      EXPECT_LE(apart(out.headOrientation, in.headOrientation), kQuarterDegree);
    }
    for (std::size_t h = 0; h < 2; ++h) {
      ASSERT_EQ(out.hands[h].has_value(), in.hands[h].has_value());
      if (!in.hands[h]) continue;
      EXPECT_LE(glm::distance(out.hands[h]->position, in.hands[h]->position), 0.001F);
      EXPECT_EQ(out.hands[h]->heldAvatar, in.hands[h]->heldAvatar);
      EXPECT_EQ(out.hands[h]->heldHand, in.hands[h]->heldHand);
      ASSERT_EQ(out.hands[h]->orientation.has_value(), in.hands[h]->orientation.has_value());
      if (in.hands[h]->orientation) {
        EXPECT_LE(apart(*out.hands[h]->orientation, *in.hands[h]->orientation), kQuarterDegree);
      }
    }
  }
}

TEST(ParticipantCodec, ADeltaAgainstAnyBaselineGivesExactlyTheNewOne) {
  RandomStates random(2);
  for (int i = 0; i < 3000; ++i) {
    const QuantisedParticipant then = quantised(random.participant());
    const QuantisedParticipant now = quantised(random.participant());
    sent(now, nullptr);
    sent(now, &then);
    EXPECT_EQ(sent(now, &now), 1U);
  }
}

TEST(ParticipantCodec, BrokenBitsAreToldOrGiveAParticipantInRange) {
  RandomStates random(3);
  for (int i = 0; i < 20000; ++i) {
    Bits bits;
    BitWriter writer(bits);
    encode(quantised(random.participant()), nullptr, writer);
    bits.bytes[random.number() % bits.bytes.size()] ^= static_cast<std::uint8_t>(1U << random.number() % 8);
    BitReader reader(bits.bytes);
    QuantisedParticipant out;
    if (decode(reader, nullptr, out)) sent(out, nullptr);
  }
}

}  // namespace
}  // namespace lead::wire
