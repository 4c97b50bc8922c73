// Who calls, for counting.
#pragma once

#include <string>
#include <string_view>

namespace lead::server {

/// Of gRPC's "ipv4:127.0.0.1:5000" or "ipv6:%5B::1%5D:5000" the address. Of an IPv6 address the first 64
/// bits: a household has all of the rest to itself.
std::string addressOf(std::string_view peer);

}  // namespace lead::server
