// A server's rooms, asked for without joining one. Blocks for at most 5 s: not for a thread that draws.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

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

/// Throw RoomsError.
std::vector<RoomSummary> listRooms(const std::string& server);
RoomSummary createRoom(const std::string& server, const std::string& name, bool withoutAvatar);

}  // namespace lead
