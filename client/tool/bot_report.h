// What came and went between two moments, as the bots' report has it. Pure.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "session/session.h"

namespace lead::tool {

/// Counts of `now` less those of `then`; what is no count as it is now.
SessionStats countsSince(const SessionStats& now, const SessionStats& then);

/// Of so many seconds. Bytes are of payloads; on the wire each datagram takes 56 more (seal, UDP, IPv4).
nlohmann::json trafficOf(const SessionStats& counted, double seconds);

}  // namespace lead::tool
