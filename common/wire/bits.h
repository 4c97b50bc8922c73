// Values as bits. The writer grows; the reader never reads past its end: it then gives zeros and says so.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
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

inline void storeLittle(std::uint64_t value, std::uint8_t* to) {
  if constexpr (std::endian::native == std::endian::little)
    std::memcpy(to, &value, sizeof(value));  // the loop below isn't seen to be that
  else
    for (unsigned i = 0; i < 8; ++i) to[i] = static_cast<std::uint8_t>(value >> (8 * i));
}
/// Of `bytes` (0 to 8) bytes; the higher ones are 0.
inline std::uint64_t loadLittle(const std::uint8_t* from, std::size_t bytes = 8) {
  std::uint64_t value = 0;
  if (bytes == 0) return value;  // `from` may be null
  if constexpr (std::endian::native == std::endian::little)
    std::memcpy(&value, from, bytes);
  else
    for (std::size_t i = 0; i < bytes; ++i) value |= static_cast<std::uint64_t>(from[i]) << (8 * i);
  return value;
}

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
    const std::uint64_t mask = (std::uint64_t{1} << bits) - 1;
    const std::uint64_t value = peek() & mask;
    return skip(bits) ? static_cast<std::uint32_t>(value) : 0;
  }
  /// In two's complement; 1 to 32 bits.
  std::int32_t readSigned(unsigned bits) { return toSigned(read(bits), bits); }
  bool flag() { return read(1) != 0; }

  /// The next bits, kPeekBits of them at least, zeros after the end.
  static constexpr unsigned kPeekBits = 57;
  std::uint64_t peek() const {
    const std::size_t from = at_ / 8;
    if (from + 8 <= bytes_.size()) return loadLittle(bytes_.data() + from) >> (at_ % 8);
    return loadLittle(bytes_.data() + from, bytes_.size() - from) >> (at_ % 8);
  }
  /// False, and everything is read, where there are fewer.
  bool skip(std::size_t bits) {
    failed_ = failed_ || bits > left();
    at_ = failed_ ? bytes_.size() * 8 : at_ + bits;
    return !failed_;
  }
  /// The lowest bits of `value` in two's complement; the others are ignored.
  static std::int32_t toSigned(std::uint32_t value, unsigned bits) {
    const unsigned rest = 32 - bits;
    return static_cast<std::int32_t>(value << rest) >> rest;
  }

  /// True once more was read than there is.
  bool failed() const { return failed_; }
  std::size_t left() const { return bytes_.size() * 8 - at_; }

 private:
  std::span<const std::uint8_t> bytes_;
  std::size_t at_ = 0;
  bool failed_ = false;
};

}  // namespace lead::wire
