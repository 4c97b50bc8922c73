#include "wire/input_payload.h"

#include <gtest/gtest.h>

#include "unit/wire/wire_states.h"

namespace lead::wire {
namespace {

using test::apart;
using test::RandomStates;

constexpr float kFine = 0.02F * kPi / 180.0F;

InputSample randomSample(RandomStates& random) {
  InputSample sample;
  sample.sequence = random.number();
  sample.clientTime = random.between(0.0F, 100000.0F);
  sample.seenTick = random.number();
  if (!random.oneIn(3)) {
    sample.headPosition = random.place(1000.0F);
    sample.headOrientation = random.rotation();
  }
  for (auto& hand : sample.hands) {
    if (random.oneIn(3)) continue;
    hand.emplace();
    hand->position = random.place(1000.0F);
    if (random.oneIn(2)) hand->orientation = random.rotation();
    if (random.oneIn(2)) hand->heldAvatar = random.number();
    hand->heldHand = random.oneIn(2) ? Side::left : Side::right;
    hand->grabbedPoint = random.place(0.3F);
    if (random.oneIn(2)) hand->handOrientation = random.rotation();
    if (random.oneIn(2)) hand->rayOrigin = random.place(1000.0F);
  }
  return sample;
}

void expectSame(const InputSample& a, const InputSample& b) {
  EXPECT_EQ(a.sequence, b.sequence);
  EXPECT_EQ(a.clientTime, b.clientTime);
  EXPECT_EQ(a.seenTick, b.seenTick);
  EXPECT_EQ(a.headPosition, b.headPosition);
  EXPECT_EQ(a.headOrientation, b.headOrientation);
  for (std::size_t i = 0; i < 2; ++i) {
    ASSERT_EQ(a.hands[i].has_value(), b.hands[i].has_value());
    if (!a.hands[i]) continue;
    EXPECT_EQ(a.hands[i]->position, b.hands[i]->position);
    EXPECT_EQ(a.hands[i]->orientation, b.hands[i]->orientation);
    EXPECT_EQ(a.hands[i]->heldAvatar, b.hands[i]->heldAvatar);
    EXPECT_EQ(a.hands[i]->heldHand, b.hands[i]->heldHand);
    EXPECT_EQ(a.hands[i]->grabbedPoint, b.hands[i]->grabbedPoint);
    EXPECT_EQ(a.hands[i]->handOrientation, b.hands[i]->handOrientation);
    EXPECT_EQ(a.hands[i]->rayOrigin, b.hands[i]->rayOrigin);
  }
}

TEST(InputPayload, ThreeSamplesComeThroughAsRoundedSays) {
  RandomStates random(1);
  for (int i = 0; i < 2000; ++i) {
    InputPayload in;
    in.acks = {random.oneIn(2), 0, 0, random.oneIn(2)};
    if (in.acks.any) {
      in.acks.newest = static_cast<std::uint16_t>(random.number());
      in.acks.before = random.number();
    }
    const std::size_t count = 1 + random.number() % kInputSamples;
    for (std::size_t s = 0; s < count; ++s) {
      in.samples.push_back(s > 0 && random.oneIn(2) ? in.samples.back() : randomSample(random));
      if (s > 0) in.samples[s].sequence = in.samples[s - 1].sequence - 1 - random.number() % 100;
    }
    std::vector<std::uint8_t> bytes;
    writeInput(in, bytes);
    EXPECT_LE(bytes.size(), 420U);
    EXPECT_EQ(typeOf(bytes), PayloadType::input);
    InputPayload out;
    ASSERT_TRUE(readInput(bytes, out));
    EXPECT_EQ(out.acks, in.acks);
    ASSERT_EQ(out.samples.size(), count);
    for (std::size_t s = 0; s < count; ++s) expectSame(out.samples[s], rounded(in.samples[s]));
  }
}

TEST(InputPayload, WhatOneSampleLacksIsNotTakenFromTheOneBeforeIt) {
  InputPayload in;
  for (int s = 0; s < 3; ++s) {
    InputHand hand;
    if (s != 1) {
      const float angle = s == 0 ? 0.3F : 0.01F;
      hand.orientation = glm::angleAxis(angle, glm::vec3(0.0F, 1.0F, 0.0F));
      hand.handOrientation = glm::angleAxis(angle, glm::vec3(1.0F, 0.0F, 0.0F));
      hand.rayOrigin = glm::vec3(angle);
    }
    InputSample& sample = in.samples.emplace_back();
    sample.sequence = 10 - static_cast<std::uint32_t>(s);
    sample.hands[0] = hand;
  }
  std::vector<std::uint8_t> bytes;
  writeInput(in, bytes);
  InputPayload out;
  ASSERT_TRUE(readInput(bytes, out));
  ASSERT_EQ(out.samples.size(), 3U);
  for (std::size_t s = 0; s < 3; ++s) expectSame(out.samples[s], rounded(in.samples[s]));
}

TEST(InputPayload, RoundingIsFine) {
  RandomStates random(2);
  for (int i = 0; i < 2000; ++i) {
    const InputSample in = randomSample(random);
    const InputSample out = rounded(in);
    EXPECT_NEAR(out.clientTime, in.clientTime, 1e-6);
    if (in.headPosition) {
      EXPECT_LE(glm::distance(*out.headPosition, *in.headPosition), 0.00025F);
      EXPECT_LE(apart(out.headOrientation, in.headOrientation), kFine);
    }
    for (std::size_t h = 0; h < 2; ++h) {
      if (!in.hands[h]) continue;
      EXPECT_LE(glm::distance(out.hands[h]->position, in.hands[h]->position), 0.00025F);
      EXPECT_LE(glm::distance(out.hands[h]->grabbedPoint, in.hands[h]->grabbedPoint), 0.00025F);
      if (in.hands[h]->orientation) {
        EXPECT_LE(apart(*out.hands[h]->orientation, *in.hands[h]->orientation), kFine);
      }
    }
    expectSame(rounded(out), out);
  }
}

TEST(InputPayload, WhatIsNoNumberIsSentAsOne) {
  InputSample in;
  in.clientTime = std::nan("");
  in.headPosition = glm::vec3(std::nanf(""), 1e30F, -1e30F);
  in.headOrientation = {std::nanf(""), 0.0F, 0.0F, 0.0F};
  const InputSample out = rounded(in);
  EXPECT_EQ(out.clientTime, 0.0);
  EXPECT_EQ(*out.headPosition, glm::vec3(0.0F, 1000.0F, -1000.0F));
  EXPECT_TRUE(isFinite(out.headOrientation));
}

TEST(InputPayload, CutOrAlteredOnesAreToldOrFinite) {
  RandomStates random(3);
  for (int i = 0; i < 20000; ++i) {
    InputPayload in;
    in.samples = {randomSample(random), randomSample(random)};
    in.samples[1].sequence = in.samples[0].sequence - 1;
    std::vector<std::uint8_t> bytes;
    writeInput(in, bytes);
    const std::size_t size = random.number() % bytes.size();
    InputPayload out;
    EXPECT_FALSE(readInput(std::span(bytes).first(size), out));
    bytes[random.number() % bytes.size()] ^= static_cast<std::uint8_t>(1U << random.number() % 8);
    if (!readInput(bytes, out)) continue;
    for (const InputSample& sample : out.samples)
      for (const auto& hand : sample.hands) {
        if (!hand) continue;
        EXPECT_LE(std::abs(hand->position.x), 1000.0F);
        if (hand->orientation) {
          EXPECT_NEAR(glm::length(*hand->orientation), 1.0F, 1e-5F);
        }
      }
  }
  std::vector<std::uint8_t> bytes;
  InputPayload in;
  in.samples.emplace_back();
  writeInput(in, bytes);
  bytes.push_back(0);
  InputPayload out;
  EXPECT_FALSE(readInput(bytes, out)) << "a byte too many";
}

TEST(Ping, ComesBackAndIsNeverAnsweredByMore) {
  for (std::uint16_t bytes :
       {std::uint16_t{0}, std::uint16_t{100}, std::uint16_t{kPayloadBytes}, std::uint16_t{9999}}) {
    std::vector<std::uint8_t> payload;
    writePing({12.345678, bytes}, payload);
    EXPECT_EQ(payload.size(), std::clamp<std::size_t>(bytes, 13, kPayloadBytes));
    EXPECT_EQ(typeOf(payload), PayloadType::ping);
    Ping ping;
    ASSERT_TRUE(readPing(payload, ping));
    EXPECT_NEAR(ping.clientTime, 12.345678, 1e-9);
    EXPECT_EQ(ping.bytes, payload.size());
    std::vector<std::uint8_t> answer;
    writePong({ping.clientTime, 99.5}, ping.bytes, answer);
    EXPECT_EQ(answer.size(), payload.size());
    Pong pong;
    ASSERT_TRUE(readPong(answer, pong));
    EXPECT_EQ(pong.clientTime, ping.clientTime);
    EXPECT_NEAR(pong.serverTime, 99.5, 1e-9);
    EXPECT_FALSE(readPing(answer, ping));
    EXPECT_FALSE(readPing(std::span(payload).first(12), ping));
  }
}

TEST(Ping, PaddingIsZeros) {
  std::vector<std::uint8_t> payload;
  writePing({1.0, 50}, payload);
  payload.back() = 1;
  Ping ping;
  EXPECT_FALSE(readPing(payload, ping));
}

TEST(Challenge, ComesBackAndIsNotItsAnswer) {
  const Challenge sent{0xfedcba9876543210U};
  std::vector<std::uint8_t> payload;
  writeChallenge(sent, payload);
  EXPECT_EQ(typeOf(payload), PayloadType::challenge);
  Challenge got;
  ASSERT_TRUE(readChallenge(payload, got));
  EXPECT_EQ(got.value, sent.value);
  EXPECT_FALSE(readChallengeAnswer(payload, got));
  EXPECT_FALSE(readChallenge(std::span(payload).first(8), got));
  writeChallengeAnswer(sent, payload);
  EXPECT_EQ(typeOf(payload), PayloadType::challengeAnswer);
  got = {};
  ASSERT_TRUE(readChallengeAnswer(payload, got));
  EXPECT_EQ(got.value, sent.value);
  EXPECT_FALSE(readChallenge(payload, got));
  payload.push_back(0);
  EXPECT_FALSE(readChallengeAnswer(payload, got));
}

TEST(PayloadTypes, UnknownAndEmptyAreNone) {
  EXPECT_EQ(typeOf({}), PayloadType::none);
  const std::vector<std::uint8_t> unknown{7, 0, 0};
  EXPECT_EQ(typeOf(unknown), PayloadType::none);
}

}  // namespace
}  // namespace lead::wire
