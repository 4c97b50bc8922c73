// Packs bits into memory that is known to be large enough: what the codecs write with. Bit order as
// BitWriter.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "wire/bits.h"

namespace lead::wire {

class Packer {
 public:
  /// `room`: at least 8 bytes more than what will be put.
  explicit Packer(std::span<std::uint8_t> room) : begin_(room.data()), at_(room.data()) {}

  /// The lowest `bits` (0 to 63) of `value`; the others are 0.
  void put(std::uint64_t value, unsigned bits) {
    pending_ |= value << used_;
    used_ += bits;
    if (used_ < 64) return;
    storeLittle(pending_, at_);
    at_ += 8;
    used_ -= 64;
    pending_ = used_ == 0 ? 0 : value >> (bits - used_);
  }
  void flag(bool value) { put(value ? 1U : 0U, 1); }
  /// In two's complement; 1 to 32 bits.
  void putSigned(std::int32_t value, unsigned bits) {
    put(static_cast<std::uint32_t>(value) & ((std::uint64_t{1} << bits) - 1), bits);
  }
  void append(std::span<const std::uint8_t> bytes, std::size_t count) {
    std::size_t at = 0;
    for (; count - at * 8 >= 64; at += 8) {
      const std::uint64_t value = loadLittle(bytes.data() + at);
      put(value & 0xffffffffU, 32);
      put(value >> 32, 32);
    }
    const auto left = static_cast<unsigned>(count - at * 8);
    const std::uint64_t rest =
        loadLittle(bytes.data() + at, (left + 7) / 8) & ((std::uint64_t{1} << left) - 1);
    if (left > 32) {
      put(rest & 0xffffffffU, 32);
      put(rest >> 32, left - 32);
    } else {
      put(rest, left);
    }
  }

  std::size_t count() const { return static_cast<std::size_t>(at_ - begin_) * 8 + used_; }
  /// Writes what is pending; nothing may be put after it. Bytes in all.
  std::size_t finish() {
    storeLittle(pending_, at_);
    return (count() + 7) / 8;
  }

 private:
  std::uint8_t* begin_;
  std::uint8_t* at_;
  std::uint64_t pending_ = 0;
  unsigned used_ = 0;
};

}  // namespace lead::wire
