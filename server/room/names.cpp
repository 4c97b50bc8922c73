#include "room/names.h"

#include <algorithm>

#include "operations/limits.h"
#include "room/text.h"

namespace lead::server {
namespace {

bool isContinuation(char c) {
  return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U;
}

std::size_t codePoints(std::string_view text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return !isContinuation(c); }));
}

std::string_view firstCodePoints(std::string_view text, std::size_t count) {
  std::size_t end = 0;
  while (end < text.size() && (count > 0 || isContinuation(text[end]))) {
    if (!isContinuation(text[end])) --count;
    ++end;
  }
  return text.substr(0, end);
}

}  // namespace

std::optional<std::string> faultOfRoomName(std::string_view name) {
  const auto good = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == ' ' ||
           c == '.' || c == '_' || c == '-';
  };
  if (name.empty()) return "A room needs a name.";
  if (name.size() > limits::kRoomNameLength)
    return "The room's name is longer than " + std::to_string(limits::kRoomNameLength) + " characters.";
  if (!std::all_of(name.begin(), name.end(), good) || name.front() == ' ' || name.back() == ' ')
    return "A room's name is made of letters, digits, spaces, dots, underscores and hyphens.";
  return std::nullopt;
}

std::optional<std::string> faultOfParticipantName(std::string_view name) {
  if (name.empty()) return "The name is empty.";
  if (codePoints(name) > limits::kParticipantNameLength)
    return "The name is longer than " + std::to_string(limits::kParticipantNameLength) + " characters.";
  if (!isPrintable(name)) return "The name has a control character in it.";
  if (name.front() == ' ' || name.back() == ' ') return "The name begins or ends with a space.";
  return std::nullopt;
}

std::string numbered(std::string_view name, const std::function<bool(std::string_view)>& taken) {
  if (!taken(name)) return std::string(name);
  for (std::size_t number = 2;; ++number) {
    const std::string suffix = " " + std::to_string(number);
    std::string candidate(firstCodePoints(name, limits::kParticipantNameLength - suffix.size()));
    candidate += suffix;
    if (!taken(candidate)) return candidate;
  }
}

}  // namespace lead::server
