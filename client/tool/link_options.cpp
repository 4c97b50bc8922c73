#include "tool/link_options.h"

#include <fmt/format.h>

#include <cmath>
#include <cstdlib>

namespace lead::tool {
namespace {

constexpr double kMostMilliseconds = 60'000.0;
constexpr double kMostSeconds = 1e6;

/// The whole of `text`, finite, from 0 to `most`.
std::optional<double> numberIn(const std::string& text, double most) {
  char* end = nullptr;
  const double value = std::strtod(text.c_str(), &end);
  const bool good = !text.empty() && end == text.c_str() + text.size() && std::isfinite(value);
  return good && value >= 0.0 && value <= most ? std::optional(value) : std::nullopt;
}

struct Key {
  const char* name;
  double LinkOptions::*option;
  double most;
  double unit;
};
constexpr Key kKeys[] = {{"loss", &LinkOptions::loss, 100.0, 0.01},
                         {"reorder", &LinkOptions::reorder, 100.0, 0.01},
                         {"duplicate", &LinkOptions::duplicate, 100.0, 0.01},
                         {"delay", &LinkOptions::delay, kMostMilliseconds, 0.001},
                         {"jitter", &LinkOptions::jitter, kMostMilliseconds, 0.001},
                         {"rate", &LinkOptions::bitsPerSecond, 1e9, 1000.0}};

std::string changeOne(const std::string& item, LinkOptions& options) {
  const std::size_t equals = item.find('=');
  for (const Key& key : kKeys) {
    if (equals == std::string::npos || item.substr(0, equals) != key.name) continue;
    const auto value = numberIn(item.substr(equals + 1), key.most);
    if (!value) return fmt::format("\"{}\": {} is a number from 0 to {}.", item, key.name, key.most);
    options.*key.option = *value * key.unit;
    return {};
  }
  return fmt::format("\"{}\" is none of loss=, delay=, jitter=, reorder=, duplicate=, rate=.", item);
}

}  // namespace

std::string changeLink(const std::string& text, LinkOptions& options) {
  std::size_t from = 0;
  while (true) {
    const std::size_t comma = text.find(',', from);
    const std::string fault = changeOne(text.substr(from, comma - from), options);
    if (!fault.empty() || comma == std::string::npos) return fault;
    from = comma + 1;
  }
}

std::optional<Blackout> parseBlackout(const std::string& text) {
  const std::size_t colon = text.find(':');
  if (colon == std::string::npos) return std::nullopt;
  const auto from = numberIn(text.substr(0, colon), kMostSeconds);
  const auto seconds = numberIn(text.substr(colon + 1), kMostSeconds);
  return from && seconds ? std::optional(Blackout{*from, *seconds}) : std::nullopt;
}

}  // namespace lead::tool
