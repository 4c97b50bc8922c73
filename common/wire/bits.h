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
  void append(const Bits& bits);
  std::size_t count() const { return out_.count; }

 private:
  Bits& out_;
};

class BitReader {
 public:
  explicit BitReader(std::span<const std::uint8_t> bytes) : bytes_(bytes) {}
  std::uint32_t read(unsigned bits);
  bool flag() { return read(1) != 0; }
  /// True once more was read than there is.
  bool failed() const { return failed_; }
  std::size_t left() const { return bytes_.size() * 8 - at_; }

 private:
  std::span<const std::uint8_t> bytes_;
  std::size_t at_ = 0;
  bool failed_ = false;
};

}  // namespace lead::wire
