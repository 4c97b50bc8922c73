// When a connection is taken for dead. Pure; times in seconds of one clock.
#pragma once

#include <algorithm>

namespace lead {

/// The stream, on which pings are answered each second, after 4 s in which nothing came. While datagrams
/// come, the line is there, and TCP only waits to repeat what was lost: then it gets 10 s.
inline bool isDead(double now, double heardByStream, double heardByDatagram) {
  constexpr double kSilent = 4.0;
  constexpr double kStalled = 10.0;
  return now - std::max(heardByStream, heardByDatagram) > kSilent || now - heardByStream > kStalled;
}

}  // namespace lead
