// What the services and streams share.
#pragma once

#include "assets/model_store.h"
#include "assets/possession.h"
#include "gateway/address_book.h"
#include "gateway/room_directory.h"
#include "gateway/stream_registry.h"
#include "operations/limits.h"
#include "operations/stats.h"

namespace lead::server {

struct Gateway {
  Stats& stats;
  ModelStore& store;
  RoomDirectory& rooms;
  StreamRegistry& streams;
  StoredModelPtr mannequin;
  std::chrono::milliseconds readWithin;
  Possession possession{};
  AddressBook streamSlots{limits::kStreams, limits::kStreamsPerAddress};
  AddressBook roomSlots{limits::kRooms, limits::kRoomsPerAddress};
  AddressBook participantSlots{limits::kRooms * limits::kParticipantsPerRoom,
                               limits::kParticipantsPerAddress};
  AddressBook uploadSlots{limits::kUploads, limits::kUploadsPerAddress};
  AddressBook downloadSlots{limits::kDownloads, limits::kDownloadsPerAddress};
};

/// Why that model may not be brought by who shows this; none: it may.
inline std::optional<std::string> faultOfBringing(const Gateway& gateway, const AvatarModel& model,
                                                  const std::string& possession) {
  if (model.mayBeHandedOn || gateway.possession.isShown(model.sha256, possession)) return std::nullopt;
  return "That model's licence forbids handing it on: upload your own file of it first.";
}

}  // namespace lead::server
