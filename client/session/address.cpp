#include "session/address.h"

#include <algorithm>
#include <charconv>

namespace lead {
namespace {

bool isPort(std::string_view text) {
  int port = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), port);
  return error == std::errc() && end == text.data() + text.size() && port >= 1 && port <= 65535;
}

bool isHost(std::string_view text, std::string_view alsoAllowed) {
  return !text.empty() && text.size() <= 253 && std::all_of(text.begin(), text.end(), [&](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           alsoAllowed.find(c) != std::string_view::npos;
  });
}

}  // namespace

std::optional<std::string> parseAddress(std::string_view text) {
  std::string_view host = text;
  std::string_view port;
  const bool bracketed = text.starts_with('[');
  const std::size_t colon = bracketed ? text.find("]:") : text.find(':');
  if (colon != std::string_view::npos) {
    host = text.substr(0, colon + (bracketed ? 1 : 0));
    port = text.substr(colon + (bracketed ? 2 : 1));
    if (!isPort(port)) return std::nullopt;
  }
  const bool good =
      bracketed ? host.size() > 2 && host.ends_with(']') && isHost(host.substr(1, host.size() - 2), ":.%")
                : isHost(host, ".-_");
  if (!good) return std::nullopt;
  return std::string(host) + ":" + (port.empty() ? std::to_string(kDefaultPort) : std::string(port));
}

}  // namespace lead
