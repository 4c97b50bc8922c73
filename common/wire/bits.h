// Values as bits. The writer grows; the reader never reads past its end: it then gives zeros and says so.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace lead::wire {

/// Bits that were written once and go into many payloads. The last byte's unused bits are 0.
struct Bits {
  std::vector<std::uint8_t> bytes;
  std::size_t count = 0;
  void clear() {
    bytes.clear();
    count = 0;
  }
};

/// Little-endian: the first bit written is bit 0 of byte 0.
class BitWriter {
 public:
  /// Appends to `out`, which has to outlive this.
  explicit BitWriter(Bits& out) : out_(out) {}
  /// The lowest `bits` (0 to 32) of `value`.
  void write(std::uint32_t value, unsigned bits);
  void flag(bool value) { write(value ? 1U : 0U, 1); }
  void append(const Bits& bits) { append(bits.bytes, bits.count); }
  /// The first `count` bits of `bytes`.
  void append(std::span<const std::uint8_t> bytes, std::size_t count);
  std::size_t count() const { return out_.count; }

 private:
  Bits& out_;
};

class BitReader {
 public:
  explicit BitReader(std::span<const std::uint8_t> bytes) : bytes_(bytes) {}
  /// 0 to 32 bits.
  std::uint32_t read(unsigned bits) {
    if (bits > left()) return fail();
    const std::uint64_t mask = (std::uint64_t{1} << bits) - 1;
    const std::uint64_t value = (window(at_ / 8) >> (at_ % 8)) & mask;
    at_ += bits;
    return static_cast<std::uint32_t>(value);
  }
  /// In two's complement; 1 to 32 bits.
  std::int32_t readSigned(unsigned bits) {
    const std::uint32_t sign = 1U << (bits - 1);
    return static_cast<std::int32_t>((read(bits) ^ sign) - sign);
  }
  bool flag() { return read(1) != 0; }
  /// True once more was read than there is.
  bool failed() const { return failed_; }
  std::size_t left() const { return bytes_.size() * 8 - at_; }

 private:
  /// Up to eight bytes from byte `from` on, at least five where there are as many.
  std::uint64_t window(std::size_t from) const {
    std::uint64_t bits = 0;
    if (from + 8 <= bytes_.size()) {
      for (unsigned i = 0; i < 8; ++i) bits |= static_cast<std::uint64_t>(bytes_[from + i]) << (8 * i);
      return bits;
    }
    for (unsigned i = 0; from + i < bytes_.size(); ++i)
      bits |= static_cast<std::uint64_t>(bytes_[from + i]) << (8 * i);
    return bits;
  }
  std::uint32_t fail() {
    failed_ = true;
    at_ = bytes_.size() * 8;
    return 0;
  }

  std::span<const std::uint8_t> bytes_;
  std::size_t at_ = 0;
  bool failed_ = false;
};

}  // namespace lead::wire
