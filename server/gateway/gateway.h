// What the services and streams share.
#pragma once

#include "assets/model_store.h"
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
  AddressBook streamSlots{limits::kStreams, limits::kStreamsPerAddress};
  AddressBook roomSlots{limits::kRooms, limits::kRoomsPerAddress};
  AddressBook participantSlots{limits::kRooms * limits::kParticipantsPerRoom,
                               limits::kParticipantsPerAddress};
  AddressBook uploadSlots{limits::kUploads, limits::kUploadsPerAddress};
  AddressBook downloadSlots{limits::kDownloads, limits::kDownloadsPerAddress};
};

}  // namespace lead::server
