// The states of one thing by the server's time, as they come: the two about a time, or the last. Pure.
#pragma once

#include <cstddef>
#include <deque>

namespace lead {

template <typename State>
class TimedStates {
 public:
  static constexpr std::size_t kMost = 64;

  /// False: not newer than what is there.
  bool add(double time, const State& state) {
    if (!states_.empty() && time <= states_.back().time) return false;
    states_.push_back({time, state});
    if (states_.size() > kMost) states_.pop_front();
    return true;
  }
  void clear() { states_.clear(); }
  /// Forgets what lies before the last state that is not after `time`.
  void forgetBefore(double time) {
    while (states_.size() > 1 && states_[1].time <= time) states_.pop_front();
  }
  bool empty() const { return states_.empty(); }
  const State& newest() const { return states_.back().state; }
  double newestTime() const { return states_.back().time; }

  struct About {
    const State* from;
    const State* to;    ///< null: nothing later is known
    float share;        ///< of the way, [0, 1)
    double past = 0.0;  ///< seconds after `from`, where there is no `to`
  };
  /// Not to be called while empty. Before the first: the first.
  About about(double time) const {
    std::size_t next = 0;
    while (next < states_.size() && states_[next].time <= time) ++next;
    const Timed& from = states_[next == 0 ? 0 : next - 1];
    if (next == states_.size()) return {&from.state, nullptr, 0.0F, time - from.time};
    if (next == 0) return {&from.state, &from.state, 0.0F};
    const Timed& to = states_[next];
    return {&from.state, &to.state, static_cast<float>((time - from.time) / (to.time - from.time))};
  }

 private:
  struct Timed {
    double time;
    State state;
  };
  std::deque<Timed> states_;
};

}  // namespace lead
