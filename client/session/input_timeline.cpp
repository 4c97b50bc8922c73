#include "session/input_timeline.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace lead {
namespace {

constexpr double kLearning = 0.05;        // a snapshot
constexpr double kLongestError = 0.1;     // that one snapshot may tell of
constexpr double kLongestSpacing = 0.05;  // seconds between inputs from which something can be learned

}  // namespace

std::uint32_t tickFrom(double ticks) {
  constexpr double kLast = std::numeric_limits<std::uint32_t>::max();
  return ticks > 0.0 ? static_cast<std::uint32_t>(std::min(kLast, std::ceil(ticks))) : 0U;
}

void InputTimeline::sent(const SentInput& input) {
  if (!inputs_.empty() && input.sequence <= inputs_.back().sequence) inputs_.clear();
  inputs_.push_back(input);
  if (inputs_.size() > kMost) inputs_.pop_front();
}

void InputTimeline::setClock(const ClockEstimate& clock) {
  // The same line, measured better: what was learned of the way goes with the clock.
  if (clock_ && measured_) delay_ += clock_->offset - clock.offset;
  if (!measured_) delay_ = 0.5 * clock.roundTrip;
  clock_ = clock;
  delay_ = std::clamp(delay_, 0.25 * clock.roundTrip, 1.5 * clock.roundTrip + 0.15);
}

void InputTimeline::acknowledged(std::uint32_t tick, double serverTime, float tickSeconds,
                                 std::uint32_t sequence) {
  if (tick_ != 0 && tick <= tick_) return;
  tick_ = tick;
  serverTime_ = serverTime;
  tickSeconds_ = static_cast<double>(tickSeconds);
  if (!clock_ || inputs_.empty()) return;
  const SentInput* newest = find(sequence);
  if (newest == nullptr || newest == &inputs_.back()) return;
  const SentInput* expected = nullptr;
  for (const SentInput& each : inputs_) {
    if (arrivalOf(each.sentTime) > serverTime) break;
    expected = &each;
  }
  const SentInput* next = find(sequence + 1);
  if (expected == nullptr || next == nullptr || next->sentTime - newest->sentTime > kLongestSpacing) return;
  const double error = std::clamp(expected->sentTime - newest->sentTime, -kLongestError, kLongestError);
  delay_ += error * kLearning;
  measured_ = true;
  delay_ = std::clamp(delay_, 0.25 * clock_->roundTrip, 1.5 * clock_->roundTrip + 0.15);
}

double InputTimeline::ticksAt(double serverTime) const {
  return static_cast<double>(tick_) + (serverTime - serverTime_) / tickSeconds_;
}

std::uint32_t InputTimeline::tickOf(const SentInput& input) const {
  return tickFrom(std::floor(ticksAt(arrivalOf(input.sentTime))) + 1.0);
}

const SentInput* InputTimeline::find(std::uint32_t sequence) const {
  if (inputs_.empty() || sequence < inputs_.front().sequence || sequence > inputs_.back().sequence)
    return nullptr;
  const SentInput& found = inputs_[sequence - inputs_.front().sequence];
  return found.sequence == sequence ? &found : nullptr;
}

}  // namespace lead
