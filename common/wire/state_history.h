// The states of each slot that a sender may still refer to. Memory is used again, and bounded.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "wire/limits.h"

namespace lead::wire {

/// Is tick `a` after `b`? Ticks wrap.
inline bool isAfter(std::uint32_t a, std::uint32_t b) {
  return static_cast<std::int32_t>(a - b) > 0;
}

/// Q: a quantised avatar or participant.
template <typename Q>
class StateHistory {
 public:
  using Index = std::uint32_t;
  static constexpr std::size_t kMostStates = 65536;  ///< of all slots

  /// A state of its own to decode into; keep() or giveBack() it.
  Index take() {
    if (free_.empty()) {
      pool_.emplace_back();
      return static_cast<Index>(pool_.size() - 1);
    }
    const Index index = free_.back();
    free_.pop_back();
    return index;
  }
  void giveBack(Index index) { free_.push_back(index); }
  /// Valid until the next take().
  Q& at(Index index) { return pool_[index]; }

  /// Of that very tick; null: not there. Valid until the next take().
  const Q* find(std::uint16_t slot, std::uint32_t tick) const {
    if (slot >= slots_.size()) return nullptr;
    for (const Kept& kept : slots_[slot].kept)
      if (kept.tick == tick) return &pool_[kept.index];
    return nullptr;
  }

  /// `age`: of its baseline, 0: none. True: it is newer than all that came for this slot.
  bool keep(std::uint16_t slot, std::uint32_t tick, std::uint8_t age, Index index) {
    if (slot >= slots_.size()) slots_.resize(slot + std::size_t{1});
    Slot& at = slots_[slot];
    const bool newest = !at.any || isAfter(tick, at.newest);
    if (newest) {
      // Another entity has the slot now.
      if (age == 0 && !at.kept.empty() && pool_[at.kept.back().index].id != pool_[index].id)
        dropOldest(at, at.kept.size());
      at.newest = tick;
      at.any = true;
    }
    insert(at, tick, index);
    prune(at, tick, age);
    return newest;
  }

  void clear() {
    for (Slot& slot : slots_) dropOldest(slot, slot.kept.size());
  }

 private:
  // Payloads overtake each other: one that is late may still refer to what those just before it did.
  static constexpr std::size_t kRemembered = 6;

  struct Kept {
    std::uint32_t tick;
    Index index;
  };
  struct Slot {
    std::vector<Kept> kept;                              // ascending
    std::array<std::uint32_t, kRemembered> baselines{};  // of the newest payloads, in turn
    std::size_t used = 0;
    std::uint32_t newest = 0;
    bool any = false;
  };

  void insert(Slot& slot, std::uint32_t tick, Index index) {
    auto place = slot.kept.end();
    while (place != slot.kept.begin() && isAfter((place - 1)->tick, tick)) --place;
    if (place != slot.kept.begin() && (place - 1)->tick == tick) {
      giveBack((place - 1)->index);
      (place - 1)->index = index;
      return;
    }
    slot.kept.insert(place, {tick, index});
    ++states_;
  }

  /// The sender never goes back to a baseline older than one that it has used.
  void prune(Slot& slot, std::uint32_t tick, std::uint8_t age) {
    std::uint32_t least = tick - kMostAge;
    if (age != 0) slot.baselines[slot.used++ % kRemembered] = tick - age;
    if (slot.used >= kRemembered) {
      std::uint32_t oldest = slot.baselines[0];
      for (std::uint32_t each : slot.baselines)
        if (isAfter(oldest, each)) oldest = each;
      if (isAfter(oldest, least)) least = oldest;
    }
    std::size_t older = 0;
    while (older < slot.kept.size() && isAfter(least, slot.kept[older].tick)) ++older;
    if (older > 0) dropOldest(slot, older);
    if (states_ > kMostStates) dropOldest(slot, std::max<std::size_t>(1, slot.kept.size() / 2));
  }

  void dropOldest(Slot& slot, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) free_.push_back(slot.kept[i].index);
    slot.kept.erase(slot.kept.begin(), slot.kept.begin() + static_cast<std::ptrdiff_t>(count));
    states_ -= count;
  }

  std::vector<Slot> slots_;
  std::vector<Q> pool_;
  std::vector<Index> free_;
  std::size_t states_ = 0;
};

}  // namespace lead::wire
