// States as bits, each encoded once for all receivers that have the same baseline.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "snapshot/room_states.h"

namespace lead::server {

/// One thread; several may have one each of the same states.
class EntryCodes {
 public:
  /// The newest state against that of `age` ticks before (0: whole). Null: that baseline is not kept. Valid
  /// until the next call for that slot.
  const wire::Bits* of(const RoomStates& states, EntityKind kind, std::uint16_t slot, std::uint8_t age) {
    auto& slots = slots_[static_cast<std::size_t>(kind)];
    if (slots.size() <= slot) slots.resize(slot + std::size_t{1});
    Slot& known = slots[slot];
    if (known.tick != states.tick()) known = {states.tick(), 0, std::move(known.codes)};
    for (std::size_t i = 0; i < known.coded; ++i)
      if (known.codes[i].age == age) return &known.codes[i].bits;
    if (known.coded == known.codes.size()) known.codes.emplace_back();
    Code& code = known.codes[known.coded];
    code.bits.clear();
    if (!states.encode(kind, slot, age, code.bits)) return nullptr;
    code.age = age;
    ++known.coded;
    return &code.bits;
  }

 private:
  struct Code {
    std::uint8_t age = 0;
    wire::Bits bits;
  };
  struct Slot {
    std::uint32_t tick = 0;
    std::size_t coded = 0;    ///< how many of `codes` are of that tick
    std::vector<Code> codes;  ///< kept for their memory
  };
  std::array<std::vector<Slot>, 2> slots_;  ///< by kind
};

}  // namespace lead::server
