#include "session/smoother.h"

#include <algorithm>

#include "session/interpolate.h"

namespace lead {
namespace {

constexpr double kSmoothing = 0.1;   // of arrival times: about ten snapshots
constexpr double kLongestGap = 0.5;  // longer ones are an interruption, not an interval
constexpr double kIntervalsBehind = 2.0;

template <typename T>
const T* findId(const std::vector<T>& all, std::uint32_t id) {
  const auto found = std::find_if(all.begin(), all.end(), [id](const T& each) { return each.id == id; });
  return found == all.end() ? nullptr : &*found;
}

}  // namespace

void Smoother::add(const SnapshotPtr& snapshot) {
  if (!snapshot) return;
  if (!snapshots_.empty()) {
    const Snapshot& last = *snapshots_.back();
    if (snapshot == snapshots_.back()) return;
    // An old one that arrives late is from just before; anything else is another room or another run of the
    // server.
    const bool another = snapshot->tick <= last.tick && snapshot->receivedTime > last.receivedTime;
    if (snapshot->tick <= last.tick && !another) return;
    if (another) clear();
  }
  const double lag = snapshot->receivedTime - snapshot->serverTime;
  if (snapshots_.empty()) {
    lag_ = lag;
    shown_ = snapshot->serverTime;
  } else {
    const double gap = snapshot->serverTime - snapshots_.back()->serverTime;
    if (gap > 0.0 && gap < kLongestGap)
      interval_ = interval_ == 0.0 ? gap : interval_ + (gap - interval_) * kSmoothing;
    lag_ = std::abs(lag - lag_) < kLongestGap ? lag_ + (lag - lag_) * kSmoothing : lag;
  }
  snapshots_.push_back(snapshot);
  if (snapshots_.size() > kMostSnapshots) snapshots_.pop_front();
}

void Smoother::sampleAt(double now) {
  if (snapshots_.empty()) return;
  shown_ = std::max(shown_, now - lag_ - kIntervalsBehind * interval_);
  shown_ = std::min(shown_, snapshots_.back()->serverTime);
  std::size_t next = 0;  // the first later than what is shown
  while (next < snapshots_.size() && snapshots_[next]->serverTime <= shown_) ++next;
  const Snapshot& a = *snapshots_[next == 0 ? 0 : next - 1];
  tick_ = a.tick;
  avatars_ = a.avatars;
  participants_ = a.participants;
  if (next == 0 || next == snapshots_.size()) return;
  const Snapshot& b = *snapshots_[next];
  const float u = static_cast<float>((shown_ - a.serverTime) / (b.serverTime - a.serverTime));
  for (AvatarSnapshot& each : avatars_)
    if (const AvatarSnapshot* later = b.avatar(each.id))
      each.state = interpolate(each.state, later->state, u);
  for (ParticipantSnapshot& each : participants_)
    if (const auto* later = findId(b.participants, each.id)) each = interpolate(each, *later, u);
}

const AvatarSnapshot* Smoother::avatar(AvatarId id) const {
  return findId(avatars_, id);
}

}  // namespace lead
