// A server's rooms, asked for without joining one. Blocks for at most 5 s: not for a thread that draws.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

#include "lead/space.h"
#include "session/access.h"

namespace lead {

/// A sentence for the user.
class RoomsError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

struct RoomSummary {
  std::string name;
  std::uint32_t participants = 0;
  std::uint32_t avatars = 0;
};

struct NewRoom {
  std::string name;
  int mannequins = 1;  ///< avatars of its own: 0 to 16 built-in ones
  Space space{};       ///< bounds and obstacles
};

/// Throw RoomsError.
std::vector<RoomSummary> listRooms(const std::string& server, const Access& access = {});
RoomSummary createRoom(const std::string& server, const NewRoom& room, const Access& access = {});

}  // namespace lead
