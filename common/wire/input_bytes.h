// First bytes and sizes of what a client sends, and of what answers it. docs/PROTOCOL.md, "Payloads".
#pragma once

#include <cstddef>
#include <cstdint>

namespace lead::wire {

inline constexpr std::uint8_t kInputType = 2;
inline constexpr std::uint8_t kPingType = 3;
inline constexpr std::uint8_t kPongType = 4;
inline constexpr std::uint8_t kChallengeType = 5;
inline constexpr std::uint8_t kChallengeAnswerType = 6;
inline constexpr std::size_t kPongBytes =
    1 + 6 + 6;  ///< a ping is never smaller, so its answer is never larger
inline constexpr std::size_t kChallengeBytes = 1 + 8;

}  // namespace lead::wire
