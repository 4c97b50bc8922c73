// How much an operator lets in. Defaults and how far each may go: limits.h.
#pragma once

#include <cstddef>

#include "operations/limits.h"

namespace lead::server {

struct Caps {
  std::size_t rooms = limits::kRooms;
  std::size_t roomsPerAddress = limits::kRoomsPerAddress;
  std::size_t participants = limits::kParticipantsPerRoom;   ///< of a room
  std::size_t avatars = limits::kAvatarsPerRoom;             ///< of a room
  std::size_t perAddress = limits::kParticipantsPerAddress;  ///< participants, over all rooms
  std::size_t uploadsPerAddress = limits::kUploadsPerAddress;
  std::size_t downloadsPerAddress = limits::kDownloadsPerAddress;
  double joinRate = limits::kJoinsPerSecond;  ///< of an address
  double callRate = limits::kCallsPerSecond;  ///< of an address, joins among them
};

}  // namespace lead::server
