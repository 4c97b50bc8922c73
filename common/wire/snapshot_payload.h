// A snapshot, or that part of one that goes into a datagram: each is useful alone. docs/PROTOCOL.md.
//
// Every avatar and every shown participant of a room has a slot, a small number that is used again once it is
// free. An entry is a slot, the age of its baseline and the entity's bits; entries without a baseline are
// whole and say whose they are.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "lead/avatar_state.h"
#include "wire/bits.h"
#include "wire/limits.h"
#include "wire/participant_codec.h"

namespace lead::wire {

struct SnapshotHeader {
  std::uint16_t number = 0;  ///< counts this receiver's payloads, wraps; what is acknowledged
  std::uint32_t tick = 0;
  double serverTime = 0.0;          ///< seconds since the room began; sent in microseconds, 48 bits
  std::uint32_t inputSequence = 0;  ///< of the receiver's newest input that is in it
  std::uint8_t tickRate = 60;       ///< ticks a second
};

struct Entry {
  std::uint16_t slot = 0;
  std::uint8_t age = 0;        ///< ticks since its baseline; 0: whole
  const Bits* bits = nullptr;  ///< as encode() wrote them
};

/// Bytes before the first entry and after the last one, at most.
inline constexpr std::size_t kSnapshotOverhead = 32;
/// What an entry may cost at most.
std::size_t mostBits(const Entry& entry);
/// What it costs behind `before`, the entry of its kind before it in the payload; null: it is the first.
std::size_t bitsAfter(const Entry* before, const Entry& entry);
/// Slots must ascend. `out` is replaced. The caller sees to it, with the two above, that it fits. Zeros may
/// be added to the end.
void writeSnapshot(const SnapshotHeader& header, std::span<const Entry> avatars,
                   std::span<const Entry> participants, std::vector<std::uint8_t>& out);

/// Which payloads have come: the newest, and bit i for newest - 1 - i. `any` false: none yet.
struct Acks {
  bool any = false;
  std::uint16_t newest = 0;
  std::uint32_t before = 0;
  bool resync = false;  ///< forget what I had: I can't read you
  bool operator==(const Acks&) const = default;
};

struct AvatarUpdate {
  AvatarId id = 0;
  AvatarState state;
};
struct ReceivedSnapshot {
  SnapshotHeader header;
  std::vector<AvatarUpdate> avatars;
  std::vector<ShownParticipant> participants;
};

/// The receiving side: keeps, per slot, the states that the sender may refer to. Bounded.
class SnapshotReceiver {
 public:
  enum class Result : std::uint8_t {
    good,
    duplicate,  ///< this number has come before, or is too old to tell
    malformed,
    unknownBaseline,  ///< it refers to a state that we don't have; after a few of these acks() asks for a
                      ///< resync
  };

  SnapshotReceiver();
  ~SnapshotReceiver();
  SnapshotReceiver(SnapshotReceiver&&) noexcept;
  SnapshotReceiver& operator=(SnapshotReceiver&&) noexcept;

  /// `out` is only changed where the result is good. A state older than one already given (reordered) is not
  /// in it, but still acknowledged.
  Result receive(std::span<const std::uint8_t> payload, ReceivedSnapshot& out);
  /// Acknowledges it unread, header apart: for crowds in load tests. What comes after it can't be read any
  /// more.
  Result skim(std::span<const std::uint8_t> payload, SnapshotHeader& header);
  Acks acks() const;
  /// Payloads that never came, of those that are too old to come still.
  std::uint64_t lost() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace lead::wire
