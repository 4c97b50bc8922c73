// What one client has of its room, and what it gets next: within its budget, first what it needs most
// (design/network.md, "Snapshots"). A baseline is the newest state of an entity in a payload that the client
// has acknowledged, so payloads that carry only a part need nothing else. One thread at a time.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "snapshot/entry_codes.h"
#include "snapshot/room_states.h"
#include "wire/snapshot_payload.h"

namespace lead::server {

/// Who looks, and from where.
struct Viewer {
  ParticipantId id = 0;
  std::uint32_t inputSequence = 0;  ///< of its newest input in the room
  std::optional<Head> head;
};

class ClientView {
 public:
  using Send = std::function<void(std::span<const std::uint8_t> payload)>;

  ClientView(std::uint32_t bitsPerSecond, int snapshotRate);

  void acknowledge(const wire::Acks& acks);
  /// One snapshot: at least one payload, be it empty, and no more than the budget allows; but what the viewer
  /// holds, who holds its avatar's hands, and that avatar are always in.
  void write(const RoomStates& states, EntryCodes& codes, const Viewer& viewer, const Send& send);

  /// Bits on the wire, headers of UDP and IP included.
  std::uint64_t bitsSent() const { return bitsSent_; }

 private:
  static constexpr std::size_t kSent = 256;  ///< payloads that may still be acknowledged

  struct Known {
    std::uint32_t id = 0;
    std::uint32_t since = 0;     ///< tick; what was sent before was of another in this slot
    std::uint32_t baseline = 0;  ///< tick; 0: none
    float priority = 0.0F;
  };
  struct Sent {
    std::uint16_t number = 0;
    bool waiting = false;
    std::uint32_t tick = 0;
    std::array<std::vector<std::uint16_t>, 2> slots;  ///< by kind
  };
  struct Candidate {
    const Shown* shown;
    EntityKind kind;
    std::uint8_t age;
    const wire::Bits* bits;  ///< null unless chosen
    float priority;
  };

  void arrived(std::uint16_t number);
  void gather(const RoomStates& states, EntityKind kind, const Viewer& viewer);
  void choose(const RoomStates& states, EntryCodes& codes);
  void sortNeediestFirst();
  static double encode(const RoomStates& states, EntryCodes& codes, Candidate& of);
  void pack(const RoomStates& states, const Viewer& viewer, const Send& send);
  void flush(const RoomStates& states, const Viewer& viewer, std::size_t least, const Send& send);

  double bitsPerSnapshot_;
  double tokens_;  ///< bits that may be sent now
  std::uint16_t number_ = 0;
  std::uint64_t bitsSent_ = 0;
  std::array<std::vector<Known>, 2> known_;  ///< by kind and slot
  std::vector<Sent> sent_;
  // Of one write(); kept for their memory.
  std::vector<Candidate> candidates_;
  std::vector<std::uint16_t> neediest_;  ///< of candidates_, without those that are always in
  std::array<std::vector<wire::Entry>, 2> entries_;
  std::vector<std::uint8_t> payload_;
};

}  // namespace lead::server
