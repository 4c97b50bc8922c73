#include "wire/avatar_codec.h"

#include <gtest/gtest.h>

#include "unit/wire/wire_states.h"
#include "wire/limits.h"

namespace lead::wire {
namespace {

using test::apart;
using test::RandomStates;

constexpr float kTick = 1.0F / 60.0F;
constexpr float kDegree = kPi / 180.0F;

QuantisedAvatar quantised(const AvatarState& state, AvatarId id = 5) {
  QuantisedAvatar avatar;
  quantise(id, state, avatar);
  return avatar;
}

AvatarState seen(const AvatarState& state) {
  AvatarState out;
  dequantise(quantised(state), state.tick, kTick, out);
  return out;
}

/// Bits of the entry; what comes out is compared with what went in.
std::size_t sent(const QuantisedAvatar& now, const QuantisedAvatar* baseline, std::uint32_t age,
                 float tickSeconds = kTick) {
  Bits bits;
  BitWriter writer(bits);
  encode(now, baseline, age, tickSeconds, writer);
  BitReader reader(bits.bytes);
  QuantisedAvatar out;
  out.rotations.resize(3);  // what it was before doesn't matter
  EXPECT_TRUE(decode(reader, baseline, age, tickSeconds, out));
  EXPECT_EQ(out, now);
  EXPECT_EQ(bits.bytes.size() * 8 - reader.left(), bits.count);
  return bits.count;
}

TEST(AvatarCodec, EveryFieldComesThroughWithinItsError) {
  RandomStates random(1);
  for (int i = 0; i < 2000; ++i) {
    const AvatarState in = random.state();
    const AvatarState out = seen(in);
    EXPECT_EQ(out.tick, in.tick);
    EXPECT_EQ(out.seed, in.seed);
    EXPECT_LE(glm::distance(out.position, in.position), 0.001F);
    EXPECT_LE(std::abs(wrapAngle(out.heading - in.heading)), 0.1F * kDegree);
    EXPECT_LE(glm::distance(out.velocity, in.velocity), 0.006F);
    EXPECT_LE(apart(out.lean, in.lean), 0.05F * kDegree);
    EXPECT_NEAR(out.walkWeight, in.walkWeight, 1.0F / 255.0F);
    EXPECT_NEAR(out.playbackRate, in.playbackRate, 1.0F / 128.0F);
    EXPECT_LE(std::abs(std::remainder(out.phase - in.phase, 1.0F)), 0.001F);
    EXPECT_EQ(out.gaze.mode, in.gaze.mode);
    EXPECT_NEAR(out.gaze.weight, in.gaze.weight, 0.01F);
    EXPECT_LE(glm::distance(out.gaze.target, in.gaze.target), 0.008F);
    for (std::size_t p = 0; p < 2; ++p) {
      EXPECT_EQ(out.plays[p].play, in.plays[p].play);
      EXPECT_EQ(out.plays[p].ending, in.plays[p].ending);
      EXPECT_NEAR(out.plays[p].seconds, in.plays[p].seconds, 0.002F);
      EXPECT_NEAR(out.plays[p].weight, in.plays[p].weight, 1.0F / 255.0F);
    }
    for (std::size_t e = 0; e < kMaxExpressions; ++e) {
      EXPECT_NEAR(out.expressions[e], in.expressions[e], 1.0F / 63.0F);
    }
  }
}

TEST(AvatarCodec, ArmsComeThroughWithinTheirError) {
  RandomStates random(2);
  for (int i = 0; i < 2000; ++i) {
    const AvatarState whole = random.state();
    const AvatarState seenWhole = seen(whole);
    for (Side side : kSides) {
      const ArmState& in = whole.arm(side);
      const ArmState& out = seenWhole.arm(side);
      EXPECT_EQ(out.holder, in.holder);
      EXPECT_EQ(out.partner, in.partner);
      EXPECT_EQ(out.partnerHand, in.partnerHand);
      EXPECT_EQ(out.leads, in.leads);
      EXPECT_EQ(out.heldSince, in.heldSince);
      EXPECT_LE(glm::distance(out.target, in.target), 0.001F);
      EXPECT_EQ(out.hasOrientation, in.hasOrientation);
      EXPECT_LE(apart(out.orientation, in.orientation), 0.25F * kDegree);
      EXPECT_NEAR(out.ikWeight, in.ikWeight, 1.0F / 255.0F);
      EXPECT_NEAR(out.gripWeight, in.gripWeight, 1.0F / 255.0F);
      EXPECT_NEAR(out.restReach, in.restReach, 0.001F);
      EXPECT_EQ(out.dir == glm::vec3(0.0F), in.dir == glm::vec3(0.0F));
      EXPECT_EQ(out.pole == glm::vec3(0.0F), in.pole == glm::vec3(0.0F));
      if (in.dir == glm::vec3(0.0F)) continue;
      EXPECT_NEAR(glm::length(out.dir), 1.0F, 1e-5F);
      EXPECT_NEAR(glm::length(out.pole), 1.0F, 1e-5F);
      EXPECT_NEAR(glm::dot(out.pole, out.dir), 0.0F, 1e-5F);
      EXPECT_LE(angleBetween(out.dir, in.dir), 2.0F * kDegree);
      // What counts is the side on which the elbow stands off the true line.
      const glm::vec3 pole = out.pole - in.dir * glm::dot(out.pole, in.dir);
      EXPECT_LE(angleBetween(pole, in.pole), 2.0F * kDegree);
    }
  }
}

TEST(AvatarCodec, TrackedBonesComeThroughWithinTheirError) {
  RandomStates random(3);
  for (int i = 0; i < 500; ++i) {
    AvatarState in;
    in.tracked = random.tracked();
    const AvatarState out = seen(in);
    EXPECT_EQ(out.tracked.bones, in.tracked.bones);
    EXPECT_LE(glm::distance(out.tracked.hipsOffset, in.tracked.hipsOffset), 0.001F);
    for (std::size_t bone = 0; bone < kBoneCount; ++bone) {
      const bool finger = bone >= index(Bone::leftThumbMetacarpal);
      EXPECT_LE(apart(out.tracked.rotation[bone], in.tracked.rotation[bone]),
                (finger ? 2.0F : 0.25F) * kDegree)
          << name(boneAt(bone));
    }
  }
}

TEST(AvatarCodec, WhatIsExactlyAtRestComesOutExactlyAtRest) {
  AvatarState in;
  in.walkWeight = 1.0F;
  in.arms[0].ikWeight = in.arms[0].gripWeight = 1.0F;
  in.gaze.weight = 0.7F;
  in.expressions[3] = 1.0F;
  in.plays[0] = {3, 0.0F, 1.0F, false};
  const AvatarState out = seen(in);
  EXPECT_EQ(out.walkWeight, 1.0F);
  EXPECT_EQ(out.arms[0].ikWeight, 1.0F);
  EXPECT_EQ(out.arms[0].gripWeight, 1.0F);
  EXPECT_EQ(out.arms[1].ikWeight, 0.0F);
  EXPECT_EQ(out.gaze.weight, 0.7F);
  EXPECT_EQ(out.expressions[3], 1.0F);
  EXPECT_EQ(out.expressions[4], 0.0F);
  EXPECT_EQ(out.plays[0].weight, 1.0F);
  EXPECT_EQ(out.plays[0].seconds, 0.0F);
  EXPECT_EQ(out.velocity, glm::vec3(0.0F));
  EXPECT_EQ(out.lean, kIdentity);
  EXPECT_EQ(out.arms[1].restReach, -1.0F);
}

TEST(AvatarCodec, WhatIsNotQuiteAtRestStaysSo) {
  AvatarState in;
  in.walkWeight = 1e-5F;
  in.arms[0].ikWeight = 1e-5F;
  in.gaze.weight = 1e-5F;
  in.expressions[3] = 1e-5F;
  const AvatarState out = seen(in);
  EXPECT_GT(out.walkWeight, 0.0F);
  EXPECT_GT(out.arms[0].ikWeight, 0.0F);
  EXPECT_GT(out.gaze.weight, 0.0F);
  EXPECT_GT(out.expressions[3], 0.0F);
}

TEST(AvatarCodec, NumbersOutOfRangeAreClamped) {
  AvatarState in;
  const float nan = std::nanf("");
  in.position = {5000.0F, -5000.0F, nan};
  in.velocity = {1e30F, 0.0F, -1e30F};
  in.lean = {nan, nan, nan, nan};
  in.heading = 1e30F;
  in.phase = nan;
  in.playbackRate = 1e9F;
  in.walkWeight = 7.0F;
  in.arms[0].target = glm::vec3(std::numeric_limits<float>::infinity());
  in.arms[0].hasOrientation = true;
  in.arms[0].orientation = {nan, 0.0F, 0.0F, 0.0F};
  in.arms[0].restReach = 1e9F;
  in.arms[0].dir = {nan, 0.0F, 0.0F};
  in.arms[0].pole = kUp;
  in.expressions[0] = -3.0F;
  in.plays[0] = {1, -5.0F, 3.0F, false};
  in.tracked.bones = ~BoneMask{0};
  for (glm::quat& rotation : in.tracked.rotation) rotation = {nan, nan, nan, nan};
  in.tracked.hipsOffset = glm::vec3(100.0F);
  sent(quantised(in), nullptr, 0);
  const AvatarState out = seen(in);
  EXPECT_EQ(out.position, glm::vec3(1000.0F, -1000.0F, 0.0F));
  EXPECT_EQ(out.walkWeight, 1.0F);
  EXPECT_EQ(out.arms[0].target, glm::vec3(1000.0F));
  EXPECT_EQ(out.plays[0].seconds, 0.0F);
  EXPECT_TRUE(isFinite(out.lean));
  for (const glm::quat& rotation : out.tracked.rotation) {
    EXPECT_TRUE(isFinite(rotation));
  }
}

TEST(AvatarCodec, ADeltaAgainstAnyBaselineGivesExactlyTheNewOne) {
  RandomStates random(4);
  for (int i = 0; i < 3000; ++i) {
    const QuantisedAvatar then = quantised(random.state());
    const QuantisedAvatar now = quantised(random.state(), random.oneIn(3) ? 6 : 5);
    const std::uint32_t age = 1 + random.number() % kMostAge;
    const float tickSeconds = 1.0F / static_cast<float>(1 + random.number() % 120);
    sent(now, nullptr, 0, tickSeconds);
    sent(now, &then, age, tickSeconds);
    sent(now, &now, age, tickSeconds);
  }
}

TEST(AvatarCodec, ADeltaOfOneFieldGivesExactlyTheNewOne) {
  RandomStates random(5);
  for (int i = 0; i < 3000; ++i) {
    AvatarState state = random.state();
    const QuantisedAvatar then = quantised(state);
    const AvatarState other = random.state();
    const float near = random.oneIn(2) ? 0.01F : 0.5F;
    switch (random.number() % 10) {
      case 0:
        state.position += random.place(near);
        break;
      case 1:
        state.velocity.x += random.between(-near, near);
        break;
      case 2:
        state.arms[0].target += random.place(near);
        break;
      case 3:
        state.arms[1] = other.arms[1];
        break;
      case 4:
        state.gaze = other.gaze;
        break;
      case 5:
        state.tracked = other.tracked;
        break;
      case 6:
        state.expressions[random.number() % kMaxExpressions] = random.weight();
        break;
      case 7:
        state.plays[random.number() % 2] = other.plays[0];
        break;
      case 8:
        state.tracked.rotation[3] = glm::normalize(state.tracked.rotation[3] + other.lean * near);
        break;
      default:
        state.heading = wrapAngle(state.heading + random.between(-near, near));
    }
    sent(quantised(state), &then, 1 + random.number() % 12);
  }
}

TEST(AvatarCodec, OneThatStandsCostsABit) {
  AvatarState state;
  state.position = {3.0F, 0.0F, -2.0F};
  const QuantisedAvatar still = quantised(state);
  EXPECT_EQ(sent(still, &still, 6), 1U);
}

TEST(AvatarCodec, WhatGoesOnByItselfCostsABit) {
  AvatarState state;
  state.velocity = {0.5F, 0.0F, 0.0F};
  state.walkWeight = 1.0F;
  state.arms[0].holder = 3;
  state.arms[0].ikWeight = state.arms[0].gripWeight = 0.25F;
  state.plays[0] = {3, 1.0F, 1.0F, false};
  QuantisedAvatar then = quantised(state);
  state.position.x += 0.5F * 6.0F / 60.0F;
  state.arms[0].target.x += 0.05F;
  state.arms[0].ikWeight = state.arms[0].gripWeight = 1.0F;
  state.plays[0].seconds = 1.1F;
  EXPECT_EQ(quantised(state).position[0], 51);
  EXPECT_EQ(sent(quantised(state), &then, 6), 1U);
}

TEST(AvatarCodec, BrokenBitsAreToldOrGiveAStateInRange) {
  RandomStates random(6);
  int good = 0;
  for (int i = 0; i < 20000; ++i) {
    const QuantisedAvatar then = quantised(random.state());
    Bits bits;
    BitWriter writer(bits);
    encode(quantised(random.state()), random.oneIn(2) ? &then : nullptr, 4, kTick, writer);
    std::vector<std::uint8_t> bytes = bits.bytes;
    bytes[random.number() % bytes.size()] ^= static_cast<std::uint8_t>(1U << random.number() % 8);
    bytes.resize(random.oneIn(2) ? bytes.size() : random.number() % bytes.size());
    BitReader reader(bytes);
    QuantisedAvatar out;
    if (!decode(reader, &then, 4, kTick, out)) continue;
    ++good;
    sent(out, nullptr, 0);
    AvatarState state;
    dequantise(out, 0, kTick, state);
    EXPECT_TRUE(isFinite(state.position) && isFinite(state.lean) && isFinite(state.arms[0].pole));
  }
  EXPECT_GT(good, 100);
}

}  // namespace
}  // namespace lead::wire
