#include "wire/snapshot_payload.h"

#include <gtest/gtest.h>
#include <malloc.h>

#include <deque>
#include <map>

#include "unit/wire/wire_states.h"
#include "wire/avatar_codec.h"

namespace lead::wire {
namespace {

using Result = SnapshotReceiver::Result;
using Bytes = std::vector<std::uint8_t>;
using test::RandomStates;

constexpr float kTick = 1.0F / 60.0F;

/// A sender of few avatars, which does as the server: baselines are the newest states that were acknowledged.
class Sender {
 public:
  struct Sent {
    std::uint32_t tick;
    std::map<std::uint16_t, QuantisedAvatar> avatars;
    std::map<std::uint16_t, QuantisedParticipant> participants;
  };

  std::map<std::uint16_t, AvatarState> avatars;
  std::map<std::uint16_t, AvatarId> ids;
  std::map<std::uint16_t, ShownParticipant> participants;
  std::uint32_t tick = 0;
  std::size_t entryBits = 0;

  Bytes next(std::uint32_t ticks = 2) {
    tick += ticks;
    ++number_;
    Sent sent{tick, {}, {}};
    std::deque<Bits> bits;
    std::vector<Entry> entries;
    for (const auto& [slot, state] : avatars) {
      QuantisedAvatar& now = sent.avatars[slot];
      quantise(ids.contains(slot) ? ids[slot] : slot + 1U, state, now);
      const auto [baseline, age] = baselineOf(avatarBaselines_, slot);
      BitWriter writer(bits.emplace_back());
      encode(now, baseline, age, kTick, writer);
      entries.push_back({slot, age, &bits.back()});
    }
    std::vector<Entry> shown;
    for (const auto& [slot, participant] : participants) {
      QuantisedParticipant& now = sent.participants[slot];
      quantise(participant, now);
      const auto [baseline, age] = baselineOf(participantBaselines_, slot);
      BitWriter writer(bits.emplace_back());
      encode(now, baseline, writer);
      shown.push_back({slot, age, &bits.back()});
    }
    Bytes out;
    std::size_t most = 0;
    for (const Entry& entry : entries) most += mostBits(entry);
    for (const Entry& entry : shown) most += mostBits(entry);
    writeSnapshot({number_, tick, tick * 1.0 / 60.0, 9, 60}, entries, shown, out);
    EXPECT_LE(out.size(), kSnapshotOverhead + most / 8);
    entryBits = (out.size() - 22) * 8;
    sent_[number_] = std::move(sent);
    return out;
  }

  void acknowledge(const Acks& acks) {
    if (acks.resync) {
      sent_.clear();
      avatarBaselines_.clear();
      participantBaselines_.clear();
    }
    if (!acks.any) return;
    acknowledge(acks.newest);
    for (unsigned i = 0; i < 32; ++i)
      if ((acks.before >> i & 1U) != 0) acknowledge(static_cast<std::uint16_t>(acks.newest - 1 - i));
  }
  void startAt(std::uint16_t number) { number_ = number; }
  std::uint16_t number() const { return number_; }

 private:
  template <typename Q>
  using Baselines = std::map<std::uint16_t, std::pair<std::uint32_t, Q>>;

  template <typename Q>
  std::pair<const Q*, std::uint8_t> baselineOf(const Baselines<Q>& baselines, std::uint16_t slot) const {
    const auto found = baselines.find(slot);
    if (found == baselines.end() || tick - found->second.first > kMostAge) return {nullptr, 0};
    return {&found->second.second, static_cast<std::uint8_t>(tick - found->second.first)};
  }
  template <typename Q>
  static void take(std::uint32_t tick, const std::map<std::uint16_t, Q>& from, Baselines<Q>& baselines) {
    for (const auto& [slot, state] : from)
      if (!baselines.contains(slot) || baselines[slot].first < tick) baselines[slot] = {tick, state};
  }
  void acknowledge(std::uint16_t number) {
    const auto found = sent_.find(number);
    if (found == sent_.end()) return;
    take(found->second.tick, found->second.avatars, avatarBaselines_);
    take(found->second.tick, found->second.participants, participantBaselines_);
    sent_.erase(found);
  }

  std::uint16_t number_ = 0;
  std::map<std::uint16_t, Sent> sent_;
  Baselines<QuantisedAvatar> avatarBaselines_;
  Baselines<QuantisedParticipant> participantBaselines_;
};

AvatarState seen(const AvatarState& state, std::uint32_t tick) {
  QuantisedAvatar avatar;
  quantise(1, state, avatar);
  AvatarState out;
  dequantise(avatar, tick, kTick, out);
  return out;
}

Sender someSender() {
  Sender sender;
  RandomStates random(7);
  for (std::uint16_t slot : {0, 1, 5, 40, 4095}) sender.avatars[slot] = random.state();
  for (std::uint16_t slot : {2, 3}) sender.participants[slot] = random.participant();
  return sender;
}

TEST(SnapshotPayload, ComesThroughWithItsHeader) {
  Sender sender = someSender();
  SnapshotReceiver receiver;
  ReceivedSnapshot out;
  EXPECT_EQ(receiver.acks(), Acks{});
  ASSERT_EQ(receiver.receive(sender.next(), out), Result::good);
  EXPECT_EQ(out.header.number, 1);
  EXPECT_EQ(out.header.tick, 2U);
  EXPECT_NEAR(out.header.serverTime, 2.0 / 60.0, 1e-6);
  EXPECT_EQ(out.header.inputSequence, 9U);
  EXPECT_EQ(out.header.tickRate, 60);
  ASSERT_EQ(out.avatars.size(), 5U);
  ASSERT_EQ(out.participants.size(), 2U);
  std::size_t i = 0;
  for (const auto& [slot, state] : sender.avatars) {
    EXPECT_EQ(out.avatars[i].id, slot + 1U);
    EXPECT_EQ(out.avatars[i++].state, seen(state, 2));
  }
  EXPECT_EQ(out.participants[1].id, sender.participants[3].id);
  EXPECT_EQ(receiver.acks(), (Acks{true, 1, 0, false}));
}

TEST(SnapshotPayload, DeltasGiveTheSameStatesOverAnyLink) {
  RandomStates random(8);
  for (int loss : {0, 10, 40}) {
    Sender sender = someSender();
    sender.startAt(65500);  // wraps on the way
    sender.tick = 0xffffff00U;
    SnapshotReceiver receiver;
    std::deque<std::pair<Bytes, std::map<std::uint16_t, AvatarState>>> onTheWay;
    std::deque<Acks> back;
    int good = 0;
    int unknown = 0;
    std::map<AvatarId, std::uint32_t> newest;
    for (int i = 0; i < 600; ++i) {
      for (auto& [slot, state] : sender.avatars) {
        state.position = glm::clamp(state.position + random.place(0.02F), -1000.0F, 1000.0F);
        if (random.oneIn(20)) state = random.state();
      }
      onTheWay.emplace_back(sender.next(), sender.avatars);
      if (random.number() % 100 < static_cast<std::uint32_t>(loss)) onTheWay.pop_back();
      while (onTheWay.size() > 4) {
        const std::size_t which = random.number() % 2;  // overtaking
        const auto [payload, states] = onTheWay[which];
        onTheWay.erase(onTheWay.begin() + static_cast<std::ptrdiff_t>(which));
        ReceivedSnapshot out;
        const Result result = receiver.receive(payload, out);
        if (result == Result::unknownBaseline) ++unknown;
        if (result != Result::good) continue;
        ++good;
        for (const AvatarUpdate& update : out.avatars) {
          EXPECT_EQ(update.state,
                    seen(states.at(static_cast<std::uint16_t>(update.id - 1)), out.header.tick));
          if (newest.contains(update.id)) {
            EXPECT_GT(static_cast<std::int32_t>(out.header.tick - newest[update.id]), 0);
          }
          newest[update.id] = out.header.tick;
        }
        EXPECT_EQ(receiver.receive(payload, out), Result::duplicate);
        back.push_back(receiver.acks());
      }
      while (back.size() > 4) {
        if (random.number() % 100 >= static_cast<std::uint32_t>(loss)) sender.acknowledge(back.front());
        back.pop_front();
      }
    }
    EXPECT_GT(good, 590 * (100 - loss) / 100 * 9 / 10);
    EXPECT_LE(unknown, 3) << "of those that were overtaken by many";
    if (loss == 0) {
      EXPECT_EQ(receiver.lost(), 0U);
    }
    if (loss > 0) {
      EXPECT_GT(receiver.lost(), 100U * static_cast<unsigned>(loss) / 100U);
    }
  }
}

TEST(SnapshotPayload, OneThatStandsCostsThreeBits) {
  Sender sender;
  for (std::uint16_t slot = 0; slot < 100; ++slot) sender.avatars[slot].position.x = slot;
  SnapshotReceiver receiver;
  ReceivedSnapshot out;
  for (int i = 0; i < 5; ++i) {
    ASSERT_EQ(receiver.receive(sender.next(), out), Result::good);
    sender.acknowledge(receiver.acks());
    ASSERT_EQ(out.avatars.size(), 100U);
  }
  EXPECT_LE(sender.entryBits, 100 * 3 + 8 + 8U);
}

TEST(SnapshotPayload, AnUnknownBaselineIsToldAndAskedFor) {
  Sender sender = someSender();
  SnapshotReceiver lost;
  ReceivedSnapshot out;
  ASSERT_EQ(lost.receive(sender.next(), out), Result::good);
  sender.acknowledge(lost.acks());
  SnapshotReceiver fresh;
  out = {};
  for (int i = 0; i < 3; ++i) {
    EXPECT_FALSE(fresh.acks().resync);
    EXPECT_EQ(fresh.receive(sender.next(), out), Result::unknownBaseline);
    EXPECT_TRUE(out.avatars.empty());
    EXPECT_FALSE(fresh.acks().any);
  }
  EXPECT_TRUE(fresh.acks().resync);
  sender.acknowledge(fresh.acks());
  EXPECT_EQ(fresh.receive(sender.next(), out), Result::good);
  EXPECT_EQ(out.avatars.size(), 5U);
  EXPECT_FALSE(fresh.acks().resync);
  sender.acknowledge(fresh.acks());
  EXPECT_EQ(fresh.receive(sender.next(), out), Result::good);
}

TEST(SnapshotPayload, ASlotThatIsUsedAgainIsSomebodyElse) {
  Sender sender;
  sender.avatars[3].position.x = 1.0F;
  SnapshotReceiver receiver;
  ReceivedSnapshot out;
  ASSERT_EQ(receiver.receive(sender.next(), out), Result::good);
  EXPECT_EQ(out.avatars.at(0).id, 4U);
  sender.ids[3] = 77;
  sender.avatars[3].position.x = 2.0F;
  ASSERT_EQ(receiver.receive(sender.next(), out), Result::good);
  EXPECT_EQ(out.avatars.at(0).id, 77U);
  sender.acknowledge(receiver.acks());
  ASSERT_EQ(receiver.receive(sender.next(), out), Result::good);
  EXPECT_EQ(out.avatars.at(0).id, 77U);
  EXPECT_EQ(out.avatars.at(0).state.position.x, 2.0F);
}

TEST(SnapshotPayload, WhatWasOvertakenIsAcknowledgedButNotShown) {
  Sender sender;
  sender.avatars[0].position.x = 1.0F;
  const Bytes first = sender.next();
  sender.avatars[0].position.x = 2.0F;
  sender.avatars[1].position.x = 3.0F;
  const Bytes second = sender.next();
  SnapshotReceiver receiver;
  ReceivedSnapshot out;
  ASSERT_EQ(receiver.receive(second, out), Result::good);
  EXPECT_EQ(out.avatars.size(), 2U);
  EXPECT_EQ(receiver.receive(first, out), Result::duplicate)
      << "nothing is known of what was before the first";
  const Bytes third = sender.next();
  const Bytes fourth = sender.next();
  ASSERT_EQ(receiver.receive(fourth, out), Result::good);
  ASSERT_EQ(receiver.receive(third, out), Result::good);
  EXPECT_TRUE(out.avatars.empty());
  EXPECT_EQ(receiver.acks(), (Acks{true, 4, 0b11, false}));
}

TEST(SnapshotPayload, LossIsCountedOnceAcksCantNameItAnyMore) {
  Sender sender;
  sender.avatars[0] = {};
  SnapshotReceiver receiver;
  ReceivedSnapshot out;
  for (int i = 0; i < 1000; ++i) {
    const Bytes payload = sender.next();
    if (i % 10 != 3) {
      EXPECT_EQ(receiver.receive(payload, out), Result::good);
    }
  }
  EXPECT_GE(receiver.lost(), 96U);
  EXPECT_LE(receiver.lost(), 100U);
}

TEST(SnapshotPayload, MemoryIsBoundedWhateverIsNeverAcknowledged) {
  RandomStates random(9);
  QuantisedAvatar avatar;
  quantise(1, random.state(), avatar);
  Bits bits;
  BitWriter writer(bits);
  encode(avatar, nullptr, 0, kTick, writer);
  std::vector<Entry> entries;
  for (std::uint16_t slot = 0; slot < kSlots; ++slot) entries.push_back({slot, 0, &bits});
  SnapshotReceiver receiver;
  ReceivedSnapshot out;
  const std::size_t before = mallinfo2().uordblks;
  Bytes payload;
  for (std::uint16_t number = 0; number < 60; ++number) {  // 245,760 states
    writeSnapshot({number, number, 0.0, 0, 60}, entries, {}, payload);
    ASSERT_EQ(receiver.receive(payload, out), Result::good);
  }
  out = {};
  EXPECT_LT(mallinfo2().uordblks - before, std::size_t{100} << 20U);
}

TEST(SnapshotPayload, ManyThatAreNeverAcknowledgedAreStillRead) {
  Sender sender = someSender();
  SnapshotReceiver receiver;
  ReceivedSnapshot out;
  ASSERT_EQ(receiver.receive(sender.next(), out), Result::good);
  sender.acknowledge(receiver.acks());
  for (int i = 0; i < 2000; ++i) ASSERT_EQ(receiver.receive(sender.next(1), out), Result::good);
}

TEST(SnapshotPayload, CutOrAlteredOnesChangeNothingOrAreInRange) {
  Sender sender = someSender();
  RandomStates random(10);
  SnapshotReceiver receiver;
  ReceivedSnapshot out;
  ASSERT_EQ(receiver.receive(sender.next(), out), Result::good);
  sender.acknowledge(receiver.acks());
  for (int i = 0; i < 3000; ++i) {
    const Bytes good = sender.next();
    Bytes bad = good;
    bad.resize(random.number() % bad.size());
    const std::size_t before = out.avatars.size();
    const Result cut = receiver.receive(bad, out);
    EXPECT_TRUE(cut == Result::malformed || cut == Result::unknownBaseline);
    EXPECT_EQ(out.avatars.size(), before);
    bad = good;
    bad.push_back(1);
    EXPECT_EQ(receiver.receive(bad, out), Result::malformed);
    SnapshotReceiver other;
    bad = good;
    bad[random.number() % bad.size()] ^= static_cast<std::uint8_t>(1U << random.number() % 8);
    ReceivedSnapshot broken;
    if (other.receive(bad, broken) != Result::good) continue;
    for (const AvatarUpdate& update : broken.avatars) {
      EXPECT_TRUE(isFinite(update.state.position));
    }
  }
}

TEST(SnapshotPayload, SkimmedOnesAreAcknowledged) {
  Sender sender = someSender();
  SnapshotReceiver receiver;
  SnapshotHeader header;
  const Bytes payload = sender.next();
  ASSERT_EQ(receiver.skim(payload, header), Result::good);
  EXPECT_TRUE(receiver.acks().any);
  EXPECT_EQ(receiver.acks().newest, header.number);
  EXPECT_EQ(receiver.skim(payload, header), Result::duplicate);
  EXPECT_EQ(receiver.skim({}, header), Result::malformed);
}

}  // namespace
}  // namespace lead::wire
