// Which payloads of a receiver have come, and which of them it could use. Numbers are of 16 bits and wrap.
#pragma once

#include <bitset>
#include <cstdint>

#include "wire/snapshot_payload.h"

namespace lead::wire {

class Receipts {
 public:
  /// It has come before, or is too old to tell.
  bool isDuplicate(std::uint16_t number) const {
    if (!any_) return false;
    const std::int32_t behind = behindNewest(number);
    return behind >= 0 &&
           (behind >= static_cast<std::int32_t>(kWindow) || came_[static_cast<std::size_t>(behind)]);
  }

  void mark(std::uint16_t number, bool usable) {
    if (!any_) {
      any_ = true;
      newest_ = number;
      came_.set();  // what was before is not missed
    }
    const std::int32_t behind = behindNewest(number);
    if (behind < 0) advance(static_cast<std::size_t>(-behind));
    const std::size_t at = behind < 0 ? 0 : static_cast<std::size_t>(behind);
    came_.set(at);
    if (usable) usable_.set(at);
  }

  /// Nothing that has come may be referred to any more.
  void forget() { usable_.reset(); }

  Acks acks() const {
    Acks acks;
    for (std::size_t i = 0; i < kWindow; ++i) {
      if (!usable_[i]) continue;
      acks.any = true;
      acks.newest = static_cast<std::uint16_t>(newest_ - i);
      for (std::size_t bit = 0; bit < 32 && i + 1 + bit < kWindow; ++bit)
        if (usable_[i + 1 + bit]) acks.before |= 1U << bit;
      break;
    }
    return acks;
  }

  /// Those that have not come while acks could still name them: later they are of no use to the sender.
  std::uint64_t lost() const { return lost_; }

 private:
  static constexpr std::size_t kWindow = 256;
  static constexpr std::size_t kNamed = 33;  // by one Acks

  std::int32_t behindNewest(std::uint16_t number) const {
    return static_cast<std::int16_t>(static_cast<std::uint16_t>(newest_ - number));
  }

  void advance(std::size_t by) {
    const std::size_t seen = by < kWindow ? by : kWindow;
    const std::size_t passed = by < kNamed ? by : kNamed;
    for (std::size_t i = 0; i < passed; ++i) lost_ += came_[kNamed - 1 - i] ? 0U : 1U;
    lost_ += by - passed;
    came_ <<= seen;
    usable_ <<= seen;
    newest_ = static_cast<std::uint16_t>(newest_ + by);
  }

  bool any_ = false;
  std::uint16_t newest_ = 0;
  std::bitset<kWindow> came_;    // bit i: newest - i
  std::bitset<kWindow> usable_;  // likewise
  std::uint64_t lost_ = 0;
};

}  // namespace lead::wire
