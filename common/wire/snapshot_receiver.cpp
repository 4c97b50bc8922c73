#include <algorithm>

#include "wire/avatar_codec.h"
#include "wire/little_endian.h"
#include "wire/receipts.h"
#include "wire/snapshot_bytes.h"
#include "wire/snapshot_payload.h"
#include "wire/state_history.h"

namespace lead::wire {
namespace {

constexpr int kUnknownBeforeResync = 3;

using Result = SnapshotReceiver::Result;

struct Counts {
  std::size_t avatars;
  std::size_t participants;
};

bool readHeader(std::span<const std::uint8_t> payload, SnapshotHeader& header, Counts& counts) {
  if (payload.size() < kSnapshotHeader || payload[0] != kSnapshotType) return false;
  const std::uint8_t* from = payload.data();
  header.number = static_cast<std::uint16_t>(loadBytes(from + 1, 2));
  header.tick = static_cast<std::uint32_t>(loadBytes(from + 3, 4));
  header.serverTime = toSeconds(loadBytes(from + 7, 6));
  header.inputSequence = static_cast<std::uint32_t>(loadBytes(from + 13, 4));
  header.tickRate = from[17];
  counts.avatars = loadBytes(from + 18, 2);
  counts.participants = loadBytes(from + 20, 2);
  return header.tickRate != 0 && counts.avatars <= kSlots && counts.participants <= kSlots;
}

/// Slots and ages, which are coded against those of the entry before.
class EntryReader {
 public:
  explicit EntryReader(BitReader& in) : in_(in) {}
  bool next() {
    std::uint32_t gap = 0;
    if (in_.flag()) gap = in_.flag() ? in_.read(kSlotBits) : 1 + in_.read(kGapBits);
    slot_ += static_cast<int>(gap) + 1;
    if (in_.flag()) age_ = static_cast<std::uint8_t>(in_.read(8));
    return !in_.failed() && slot_ < static_cast<int>(kSlots);
  }
  std::uint16_t slot() const { return static_cast<std::uint16_t>(slot_); }
  std::uint8_t age() const { return age_; }

 private:
  BitReader& in_;
  int slot_ = -1;
  std::uint8_t age_ = 0;
};

/// What is left is padding: all 0.
bool endsWell(BitReader& in) {
  while (in.left() > 0)
    if (in.read(static_cast<unsigned>(std::min<std::size_t>(in.left(), 32))) != 0) return false;
  return true;
}

/// The entries of one kind: decoded first, kept when the whole payload has turned out good.
template <typename Q>
class Entries {
 public:
  /// `decodeOne`(in, baseline, age, out).
  template <typename Decode>
  Result read(BitReader& in, std::size_t count, std::uint32_t tick, Decode decodeOne) {
    EntryReader entries(in);
    for (std::size_t i = 0; i < count; ++i) {
      if (!entries.next()) return Result::malformed;
      const auto index = history_.take();
      read_.push_back({entries.slot(), entries.age(), index});
      const Q* baseline = entries.age() != 0 ? history_.find(entries.slot(), tick - entries.age()) : nullptr;
      if (entries.age() != 0 && baseline == nullptr) return Result::unknownBaseline;
      if (!decodeOne(in, baseline, entries.age(), history_.at(index))) return Result::malformed;
    }
    return Result::good;
  }

  /// `show`(state) for those that are newer than what was shown of them before.
  template <typename Show>
  void keep(std::uint32_t tick, Show show) {
    for (const Read& each : read_)
      if (history_.keep(each.slot, tick, each.age, each.index)) show(history_.at(each.index));
    read_.clear();
  }

  void giveBack() {
    for (const Read& each : read_) history_.giveBack(each.index);
    read_.clear();
  }

  void clear() { history_.clear(); }

 private:
  struct Read {
    std::uint16_t slot;
    std::uint8_t age;
    typename StateHistory<Q>::Index index;
  };
  StateHistory<Q> history_;
  std::vector<Read> read_;
};

}  // namespace

struct SnapshotReceiver::State {
  Receipts receipts;
  Entries<QuantisedAvatar> avatars;
  Entries<QuantisedParticipant> participants;
  int unknown = 0;  // in a row

  Result read(std::span<const std::uint8_t> entries, const SnapshotHeader& header, const Counts& counts) {
    BitReader in(entries);
    const float tickSeconds = 1.0F / static_cast<float>(header.tickRate);
    Result result = avatars.read(
        in, counts.avatars, header.tick,
        [tickSeconds](BitReader& from, const QuantisedAvatar* baseline, std::uint8_t age,
                      QuantisedAvatar& out) { return decode(from, baseline, age, tickSeconds, out); });
    if (result != Result::good) return result;
    result = participants.read(in, counts.participants, header.tick,
                               [](BitReader& from, const QuantisedParticipant* baseline, std::uint8_t,
                                  QuantisedParticipant& out) { return decode(from, baseline, out); });
    if (result == Result::good && !endsWell(in)) return Result::malformed;
    return result;
  }

  void keep(const SnapshotHeader& header, ReceivedSnapshot& out) {
    const float tickSeconds = 1.0F / static_cast<float>(header.tickRate);
    out.header = header;
    std::size_t shown = 0;
    avatars.keep(header.tick, [&](const QuantisedAvatar& avatar) {
      if (out.avatars.size() <= shown) out.avatars.emplace_back();
      out.avatars[shown].id = avatar.id;
      dequantise(avatar, header.tick, tickSeconds, out.avatars[shown].state);
      ++shown;
    });
    out.avatars.resize(shown);
    shown = 0;
    participants.keep(header.tick, [&](const QuantisedParticipant& participant) {
      if (out.participants.size() <= shown) out.participants.emplace_back();
      dequantise(participant, out.participants[shown++]);
    });
    out.participants.resize(shown);
  }

  /// What the sender refers to is gone: it has to begin anew.
  void missBaseline() {
    if (++unknown != kUnknownBeforeResync) return;
    receipts.forget();
    avatars.clear();
    participants.clear();
  }
};

SnapshotReceiver::SnapshotReceiver() : state_(std::make_unique<State>()) {}
SnapshotReceiver::~SnapshotReceiver() = default;
SnapshotReceiver::SnapshotReceiver(SnapshotReceiver&&) noexcept = default;
SnapshotReceiver& SnapshotReceiver::operator=(SnapshotReceiver&&) noexcept = default;

SnapshotReceiver::Result SnapshotReceiver::receive(std::span<const std::uint8_t> payload,
                                                   ReceivedSnapshot& out) {
  SnapshotHeader header;
  Counts counts{};
  if (!readHeader(payload, header, counts)) return Result::malformed;
  if (state_->receipts.isDuplicate(header.number)) return Result::duplicate;
  const Result result = state_->read(payload.subspan(kSnapshotHeader), header, counts);
  if (result != Result::good) {
    state_->avatars.giveBack();
    state_->participants.giveBack();
    if (result == Result::unknownBaseline) {
      state_->receipts.mark(header.number, false);
      state_->missBaseline();
    }
    return result;
  }
  state_->receipts.mark(header.number, true);
  state_->unknown = 0;
  state_->keep(header, out);
  return Result::good;
}

SnapshotReceiver::Result SnapshotReceiver::skim(std::span<const std::uint8_t> payload,
                                                SnapshotHeader& header) {
  Counts counts{};
  if (!readHeader(payload, header, counts)) return Result::malformed;
  if (state_->receipts.isDuplicate(header.number)) return Result::duplicate;
  state_->receipts.mark(header.number, true);
  return Result::good;
}

Acks SnapshotReceiver::acks() const {
  Acks acks = state_->receipts.acks();
  acks.resync = state_->unknown >= kUnknownBeforeResync;
  return acks;
}

std::uint64_t SnapshotReceiver::lost() const {
  return state_->receipts.lost();
}

}  // namespace lead::wire
