#include "room/text.h"

#include <cstdint>

namespace lead::server {
namespace {

struct CodePoint {
  std::size_t bytes = 0;  ///< 0: invalid
  std::uint32_t value = 0;
};

/// The first code point of a text that is not empty.
CodePoint first(std::string_view text) {
  const auto byte = [&](std::size_t i) {
    return static_cast<std::uint32_t>(static_cast<unsigned char>(text[i]));
  };
  const std::uint32_t lead = byte(0);
  if (lead < 0x80U) return {1, lead};
  const std::size_t bytes = lead >= 0xF0U ? 4 : (lead >= 0xE0U ? 3 : 2);
  if (lead < 0xC2U || lead > 0xF4U || text.size() < bytes) return {};
  std::uint32_t value = lead & (0xFFU >> (bytes + 1));
  for (std::size_t i = 1; i < bytes; ++i) {
    if ((byte(i) & 0xC0U) != 0x80U) return {};
    value = value << 6U | (byte(i) & 0x3FU);
  }
  constexpr std::uint32_t kLeast[] = {0, 0, 0x80U, 0x800U, 0x10000U};
  const bool surrogate = value >= 0xD800U && value <= 0xDFFFU;
  if (value < kLeast[bytes] || value > 0x10FFFFU || surrogate) return {};
  return {bytes, value};
}

/// C0, DEL, C1, and what reverses or breaks lines.
bool isControl(std::uint32_t value) {
  return value < 0x20U || (value >= 0x7FU && value <= 0x9FU) || value == 0x2028U || value == 0x2029U ||
         (value >= 0x202AU && value <= 0x202EU) || (value >= 0x2066U && value <= 0x2069U);
}

}  // namespace

std::string printable(std::string_view text, std::size_t maxBytes) {
  std::string result;
  while (!text.empty()) {
    const CodePoint next = first(text);
    const bool good = next.bytes != 0 && !isControl(next.value);
    if (result.size() + (good ? next.bytes : 1) > maxBytes) break;
    if (good)
      result += text.substr(0, next.bytes);
    else
      result += '?';
    text.remove_prefix(next.bytes != 0 ? next.bytes : 1);
  }
  return result;
}

bool isPrintable(std::string_view text) {
  return printable(text, text.size()) == text;
}

}  // namespace lead::server
