#include "wire/bits.h"

namespace lead::wire {

void BitWriter::write(std::uint32_t value, unsigned bits) {
  std::uint64_t rest = bits < 32 ? value & ((1U << bits) - 1U) : value;
  const unsigned used = static_cast<unsigned>(out_.count % 8);
  out_.count += bits;
  const std::size_t size = (out_.count + 7) / 8;
  if (used != 0) {
    out_.bytes.back() = static_cast<std::uint8_t>(out_.bytes.back() | rest << used);
    rest >>= 8 - used;
  }
  while (out_.bytes.size() < size) {
    out_.bytes.push_back(static_cast<std::uint8_t>(rest));
    rest >>= 8;
  }
}

void BitWriter::append(std::span<const std::uint8_t> bytes, std::size_t count) {
  if (count == 0) return;
  const unsigned used = static_cast<unsigned>(out_.count % 8);
  const std::size_t given = (count + 7) / 8;
  const std::size_t start = out_.bytes.size();
  if (used == 0) {
    out_.bytes.insert(out_.bytes.end(), bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(given));
  } else {
    out_.bytes.resize((out_.count + count + 7) / 8);
    std::uint8_t* to = out_.bytes.data() + start - 1;
    const std::size_t room = out_.bytes.size() - start;
    for (std::size_t i = 0; i < given; ++i) {
      to[i] = static_cast<std::uint8_t>(to[i] | bytes[i] << used);
      if (i < room) to[i + 1] = static_cast<std::uint8_t>(bytes[i] >> (8 - used));
    }
  }
  out_.count += count;
  const unsigned last = static_cast<unsigned>(out_.count % 8);
  if (last != 0) out_.bytes.back() = static_cast<std::uint8_t>(out_.bytes.back() & ((1U << last) - 1U));
}

}  // namespace lead::wire
