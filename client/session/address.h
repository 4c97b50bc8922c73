// "host", "host:port", "[::1]:port" as users write them.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace lead {

inline constexpr int kDefaultPort = 7400;

/// With the default port where none is given; none where it is no address.
std::optional<std::string> parseAddress(std::string_view text);

}  // namespace lead
