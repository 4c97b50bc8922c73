#include "operations/refusals.h"

#include <fmt/format.h>

namespace lead::server {

std::string_view name(Refused reason) {
  static constexpr std::array<std::string_view, kRefusedCount> kNames{
      "unknown",        "no_token",       "bad_token",          "token_expired",  "not_permitted",
      "joins_too_fast", "calls_too_fast", "address_full",       "room_full",      "avatars_full",
      "rooms_full",     "streams_full",   "uploads_full",       "downloads_full", "bad_name",
      "name_in_use",    "no_such_room",   "unknown_participant"};
  return kNames[static_cast<std::size_t>(reason)];
}

std::string textOf(const RefusalCounters& counters) {
  std::string text;
  for (std::size_t i = 1; i < kRefusedCount; ++i) {
    const auto reason = static_cast<Refused>(i);
    text += fmt::format(" {} {}", name(reason), counters.of(reason));
  }
  return text;
}

}  // namespace lead::server
