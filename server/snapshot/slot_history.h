// Entities of one kind, each in a slot, with their newest states as the wire sends them: enough of the past
// to write each as what differs from what a receiver has.
#pragma once

#include <algorithm>
#include <cstdint>
#include <unordered_map>
#include <utility>
#include <vector>

#include "wire/limits.h"

namespace lead::server {

/// `State` is wire::QuantisedAvatar or wire::QuantisedParticipant. One thread.
template <typename State>
class SlotHistory {
 public:
  static constexpr std::size_t kKept = 128;  ///< states of each; receivers further behind get whole ones

  /// A new tick: what is not recorded before finish() is gone.
  void begin(std::uint32_t tick) { tick_ = tick; }

  /// Where the entity's state of this tick goes. Null: there are no more slots.
  State* record(std::uint32_t id, std::uint16_t& number) {
    const auto known = slotOf_.find(id);
    if (known == slotOf_.end() && !takeSlot(id, number)) return nullptr;
    if (known != slotOf_.end()) number = known->second;
    Slot& slot = slots_[number];
    slot.recorded = tick_;
    slot.newest = slot.newest + 1 == kKept ? 0 : slot.newest + 1;
    if (slot.past.size() < kKept) slot.past.resize(slot.newest + 1);
    slot.past[slot.newest].first = tick_;
    return &slot.past[slot.newest].second;
  }

  void finish() {
    std::erase_if(slotOf_, [&](const auto& entry) {
      Slot& slot = slots_[entry.second];
      if (slot.recorded == tick_) return false;
      slot = {};
      return true;
    });
  }

  /// The state of that tick; null: not kept.
  const State* at(std::uint16_t number, std::uint32_t tick) const {
    const Slot& slot = slots_[number];
    // Snapshots are evenly spaced but for ticks that were skipped, so this looks at one or two.
    for (std::size_t back = 0; back < slot.past.size(); ++back) {
      const auto& [at, state] =
          slot.past[slot.newest >= back ? slot.newest - back : slot.newest + kKept - back];
      if (at == tick) return &state;
      if (at < tick) return nullptr;
    }
    return nullptr;
  }
  const State& newest(std::uint16_t number) const {
    return slots_[number].past[slots_[number].newest].second;
  }
  bool changed(std::uint16_t number) const {
    const Slot& slot = slots_[number];
    if (slot.past.size() < 2) return true;
    return !(slot.past[slot.newest].second ==
             slot.past[slot.newest == 0 ? slot.past.size() - 1 : slot.newest - 1].second);
  }

  bool knows(std::uint32_t id) const { return slotOf_.contains(id); }
  std::uint32_t tick() const { return tick_; }
  std::size_t slots() const { return slots_.size(); }

 private:
  struct Slot {
    bool used = false;
    std::uint32_t recorded = 0;
    std::size_t newest = kKept - 1;
    std::vector<std::pair<std::uint32_t, State>> past;  ///< a ring, once it is full
  };

  bool takeSlot(std::uint32_t id, std::uint16_t& number) {
    const auto free = std::find_if(slots_.begin(), slots_.end(), [](const Slot& slot) { return !slot.used; });
    if (free == slots_.end() && slots_.size() == wire::kSlots) return false;
    number = static_cast<std::uint16_t>(free - slots_.begin());
    if (free == slots_.end()) slots_.emplace_back();
    slots_[number].used = true;
    slotOf_[id] = number;
    return true;
  }

  std::vector<Slot> slots_;
  std::unordered_map<std::uint32_t, std::uint16_t> slotOf_;
  std::uint32_t tick_ = 0;
};

}  // namespace lead::server
