// Text from outside (names of people and models, what a file says about itself) on its way to logs, screens
// and messages.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace lead::server {

/// At most `maxBytes` of it, as valid UTF-8 without control characters: what is none becomes '?'.
std::string printable(std::string_view text, std::size_t maxBytes);

/// Whether printable() would change nothing but the length.
bool isPrintable(std::string_view text);

}  // namespace lead::server
