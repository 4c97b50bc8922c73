// Our inputs on the server's clock: in which of its ticks each of them will be in force. Pure.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <utility>

#include "session/session.h"

namespace lead {

/// The whole tick from `ticks` on; nearest there is, whatever a server's clock says.
std::uint32_t tickFrom(double ticks);

class InputTimeline {
 public:
  static constexpr std::size_t kMost = 256;  ///< four seconds of them

  void sent(const SentInput& input);
  void setClock(const ClockEstimate& clock);
  /// What a snapshot says: the newest input that is in that tick. Tells how long inputs are on their way.
  void acknowledged(std::uint32_t tick, double serverTime, float tickSeconds, std::uint32_t sequence);
  /// Another connection, perhaps to another server's clock: our inputs are still ours.
  void beginAnew() {
    auto inputs = std::move(inputs_);
    clear();
    inputs_ = std::move(inputs);
  }
  void clear() { *this = InputTimeline(); }

  bool ready() const { return clock_.has_value() && tickSeconds_ > 0.0; }
  /// The server's time at which an input that is sent at our time `now` gets there.
  double arrivalOf(double now) const { return now + clock_->offset + delay_; }
  /// As ticks, with their fraction: an input counts in the first whole one after that.
  double ticksAt(double serverTime) const;
  /// The first tick that an input is in.
  std::uint32_t tickOf(const SentInput& input) const;
  double tickSeconds() const { return tickSeconds_; }
  /// One way, seconds.
  double delay() const { return delay_; }

  /// Oldest first.
  const std::deque<SentInput>& inputs() const { return inputs_; }
  const SentInput* find(std::uint32_t sequence) const;

 private:
  std::optional<ClockEstimate> clock_;
  double delay_ = 0.0;
  bool measured_ = false;
  std::deque<SentInput> inputs_;
  std::uint32_t tick_ = 0;
  double serverTime_ = 0.0;
  double tickSeconds_ = 0.0;
};

}  // namespace lead
