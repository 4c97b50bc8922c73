// Names of people and rooms, as they may be given from outside.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace lead::server {

/// A sentence that says what is wrong with it; none: a good name. 1 to 64 letters, digits, space, . _ -
std::optional<std::string> faultOfRoomName(std::string_view name);

/// A sentence that says what is wrong with it; none: a good name. 1 to 32 characters of UTF-8, none of them a
/// control character, no space at either end.
std::optional<std::string> faultOfParticipantName(std::string_view name);

/// `name`, or the first of "name 2", "name 3", … that is not taken, within the length limit.
std::string numbered(std::string_view name, const std::function<bool(std::string_view)>& taken);

}  // namespace lead::server
