// What the services and streams share.
#pragma once

#include "assets/model_store.h"
#include "assets/possession.h"
#include "gateway/address_book.h"
#include "gateway/admission.h"
#include "gateway/room_directory.h"
#include "gateway/stream_registry.h"
#include "operations/caps.h"
#include "operations/stats.h"

namespace lead::server {

struct Gateway {
  Stats& stats;
  ModelStore& store;
  RoomDirectory& rooms;
  StreamRegistry& streams;
  StoredModelPtr mannequin;
  std::chrono::milliseconds readWithin;
  std::chrono::milliseconds chunkWithin;
  Caps caps;
  Admission& admission;
  std::uint16_t announcedUdpPort = 0;  ///< 0: the same number as that of the port of gRPC
  Possession possession{};
  AddressBook streamSlots{limits::kStreams, limits::kStreamsPerParticipant* caps.perAddress};
  AddressBook roomSlots{caps.rooms, caps.roomsPerAddress};
  AddressBook participantSlots{caps.rooms * caps.participants, caps.perAddress};
  AddressBook uploadSlots{limits::kUploads, caps.uploadsPerAddress};
  AddressBook downloadSlots{limits::kDownloads, caps.downloadsPerAddress};
};

/// Why that model may not be brought by who shows this; none: it may.
inline std::optional<std::string> faultOfBringing(const Gateway& gateway, const AvatarModel& model,
                                                  const std::string& possession) {
  if (model.mayBeHandedOn || gateway.possession.isShown(model.sha256, possession)) return std::nullopt;
  return "That model's licence forbids handing it on: upload your own file of it first.";
}

}  // namespace lead::server
