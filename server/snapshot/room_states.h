// What of a room is sent at a tick: its avatars and whoever is seen in it. Written on the room's strand;
// between two record() any thread may read.
#pragma once

#include <cstdint>
#include <glm/vec3.hpp>
#include <vector>

#include "room/room.h"
#include "snapshot/slot_history.h"
#include "wire/avatar_codec.h"
#include "wire/participant_codec.h"

namespace lead::server {

enum class EntityKind : std::uint8_t { avatar, participant };

/// What ClientView has to know of an avatar or participant to tell how much a client needs it.
struct Shown {
  std::uint16_t slot = 0;
  std::uint32_t id = 0;
  glm::vec3 position{0.0F};
  bool changes = false;                    ///< it is not as it was in the last snapshot
  std::array<ParticipantId, 2> holders{};  ///< of an avatar's hands
  std::array<AvatarId, 2> holds{};         ///< by a participant's hands
  ParticipantId owner = 0;                 ///< of an avatar
};

class RoomStates {
 public:
  explicit RoomStates(int tickRate) : tickRate_(static_cast<std::uint8_t>(tickRate)) {}

  /// Takes the room as it is at its tick, once.
  void record(const Room& room, double serverTime);

  std::uint32_t tick() const { return tick_; }
  double serverTime() const { return serverTime_; }
  std::uint8_t tickRate() const { return tickRate_; }
  /// Ascending slots.
  const std::vector<Shown>& shown(EntityKind kind) const {
    return kind == EntityKind::avatar ? shownAvatars_ : shownParticipants_;
  }
  /// The newest state against that of `age` ticks before (0: whole). False: that baseline is not kept.
  bool encode(EntityKind kind, std::uint16_t slot, std::uint8_t age, wire::Bits& out) const;

 private:
  void recordAvatars(const Room& room);
  void recordParticipants(const Room& room);

  std::uint8_t tickRate_;
  std::uint32_t tick_ = 0;
  double serverTime_ = 0.0;
  SlotHistory<wire::QuantisedAvatar> avatars_;
  SlotHistory<wire::QuantisedParticipant> participants_;
  std::vector<Shown> shownAvatars_;
  std::vector<Shown> shownParticipants_;
};

}  // namespace lead::server
