// Messages -> the room's values, and what is wrong with them.
#pragma once

#include <cstdint>
#include <variant>

#include "lead/v1/session.pb.h"
#include "room/room.h"
#include "wire/input_payload.h"

namespace lead::server {

enum class DecodeFault : std::uint8_t {
  malformed,   ///< no client of ours sends it: its sender is disconnected
  badNumbers,  ///< not finite, beyond 1000 m, no rotation: dropped and counted
};

std::variant<Input, DecodeFault> decodeInput(const v1::Input& from);
/// Of a payload that was read: its numbers are good.
Input decodeInput(const wire::InputSample& from);
std::optional<Role> decodeRole(v1::Role role);

}  // namespace lead::server
