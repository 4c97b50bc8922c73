// Why calls are refused, besides for what they ask: each reason with a counter.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <string>
#include <string_view>

namespace lead::server {

/// Numbered as lead.v1.CallRefusal.
enum class Refused : std::uint8_t {
  noToken = 1,
  badToken,
  tokenExpired,
  notPermitted,  ///< by its token
  joinsTooFast,  ///< of one address
  callsTooFast,  ///< of one address
  addressFull,   ///< participants from one address
  roomFull,
  avatarsFull,  ///< of a room
  roomsFull,    ///< on the server, or by one address
  streamsFull,
  uploadsFull,
  downloadsFull,
  badName,
  nameInUse,
  noSuchRoom,
  unknownParticipant,  ///< of a stream or a leave: wrong secret, or removed meanwhile
};
inline constexpr std::size_t kRefusedCount = 18;
std::string_view name(Refused reason);

/// A call that was not carried out.
struct CallRefused {
  Refused reason;
  std::string sentence;
  double retryAfter = 0.0;  ///< seconds; 0: trying again won't help
};

class RefusalCounters {
 public:
  void count(Refused reason) { ++counts_[static_cast<std::size_t>(reason)]; }
  std::uint64_t of(Refused reason) const { return counts_[static_cast<std::size_t>(reason)]; }

 private:
  std::array<std::atomic<std::uint64_t>, kRefusedCount> counts_{};
};

/// " no_token 0 bad_token 0 …"
std::string textOf(const RefusalCounters& counters);

}  // namespace lead::server
