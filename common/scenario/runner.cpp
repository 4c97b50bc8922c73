#include "scenario/runner.h"

#include <algorithm>
#include <cmath>

namespace lead {

using namespace scenario;

namespace {

// Numbers for names: those of the world are session-local.
class Ids {
 public:
  std::uint32_t of(const std::string& name) {
    const auto [entry, fresh] = ids_.emplace(name, next_);
    if (fresh) ++next_;
    return entry->second;
  }

 private:
  std::map<std::string, std::uint32_t> ids_;
  std::uint32_t next_ = 1;
};

struct MovingTarget {
  Path path;
  double began;

  HandTarget at(double t) const {
    const double share = std::min(1.0, std::max(0.0, (t - began) / path.seconds));
    return {path.from + (path.to - path.from) * static_cast<float>(share), path.orientation.has_value(),
            path.orientation.value_or(kIdentity)};
  }
};

}  // namespace

class ScenarioRunner::Impl {
 public:
  explicit Impl(const Scenario& scenario) : scenario_(scenario) {
    world_.params = scenario.params;
    world_.space = scenario.space;
    world_.seed = scenario.seed;
    for (const AddAvatar& avatar : scenario.avatars) apply(avatar);
  }

  std::uint64_t ticks() const {
    return static_cast<std::uint64_t>(std::llround(scenario_.duration * scenario_.tickRate));
  }
  std::uint64_t tick() const { return tick_; }
  double time() const { return static_cast<double>(tick_) / scenario_.tickRate; }

  bool step() {
    if (tick_ == ticks()) return false;
    const double start = time();
    applyDue(start);
    movePaths(start);
    world_.setViewers(viewers());
    world_.step(static_cast<float>(1.0 / scenario_.tickRate));
    ++tick_;
    return true;
  }

  const World& world() const { return world_; }
  const std::string& nameOf(AvatarId avatar) const { return names_.at(avatar); }
  const std::map<std::string, glm::vec3>& heads() const { return heads_; }

 private:
  void applyDue(double start) {
    for (; next_ < scenario_.events.size() && scenario_.events[next_].t <= start + 1e-9; ++next_) {
      now_ = scenario_.events[next_].t;
      std::visit([this](const auto& action) { apply(action); }, scenario_.events[next_].action);
    }
  }

  void movePaths(double start) {
    for (const auto& [key, moving] : paths_)
      world_.setTarget(key.first, key.second, participants_.of(moving.path.participant), moving.at(start));
  }

  std::vector<glm::vec3> viewers() const {
    std::vector<glm::vec3> heads;
    for (const auto& [name, head] : heads_) heads.push_back(head);
    return heads;
  }

  void apply(const AddAvatar& a) {
    const AvatarId id = avatars_.of(a.id);
    names_[id] = a.id;
    world_.addAvatar(id, a.rig, a.position, a.heading);
  }
  void apply(const RemoveAvatar& a) {
    world_.removeAvatar(avatars_.of(a.avatar));
    forgetHolds(avatars_.of(a.avatar));
  }
  void apply(const PlaceAvatar& a) { world_.place(avatars_.of(a.avatar), a.position, a.heading); }
  void apply(const AddParticipant& a) {
    if (a.head) heads_[a.id] = *a.head;
  }
  void apply(const Move& a) {
    if (a.head) heads_[a.participant] = *a.head;
    for (const MoveHand& moved : a.hands) {
      const auto held = taken_.find({a.participant, moved.hand});
      if (held == taken_.end()) continue;
      const auto& [avatar, hand] = held->second;
      paths_.erase(held->second);
      world_.setTarget(avatar, hand, participants_.of(a.participant), moved.target);
    }
  }
  void apply(const Leave& a) {
    heads_.erase(a.participant);
    world_.releaseAll(participants_.of(a.participant));
    std::erase_if(paths_, [&](const auto& path) { return path.second.path.participant == a.participant; });
    std::erase_if(taken_, [&](const auto& taken) { return taken.first.first == a.participant; });
  }
  void apply(const Hold& a) {
    const HeldHand held{avatars_.of(a.avatar), a.hand};
    paths_.erase(held);
    if (a.with) taken_[{a.participant, *a.with}] = held;
    world_.hold(held.first, held.second, participants_.of(a.participant), a.target);
  }
  void apply(const Path& a) { paths_[{avatars_.of(a.avatar), a.hand}] = {a, now_}; }
  void apply(const Release& a) {
    forgetHold({avatars_.of(a.avatar), a.hand});
    world_.release(avatars_.of(a.avatar), a.hand, participants_.of(a.participant));
  }
  void apply(const Gaze& a) { world_.setGaze(avatars_.of(a.avatar), a.mode); }
  void apply(const SetParams& a) {
    for (const auto& [name, value] : a.values) setParam(world_.params, name, value);
  }
  void apply(const Tracked& a) {
    world_.setTracked(avatars_.of(a.avatar), a.bones);
    if (a.expressions) world_.setExpressions(avatars_.of(a.avatar), *a.expressions);
  }
  void apply(const Chain& a) {
    world_.chain({avatars_.of(a.leader.avatar), a.leader.hand},
                 {avatars_.of(a.follower.avatar), a.follower.hand});
  }
  void apply(const Unchain& a) {
    if (a.hand)
      world_.unchain({avatars_.of(a.avatar), *a.hand});
    else
      world_.unchainRow(avatars_.of(a.avatar));
  }
  void apply(const Reset& a) {
    world_.reset(avatars_.of(a.avatar));
    forgetHolds(avatars_.of(a.avatar));
  }

  void apply(const Play& a) { world_.play(avatars_.of(a.avatar), a.motion); }
  void apply(const StopPlaying& a) { world_.stopPlaying(avatars_.of(a.avatar)); }

  using HeldHand = std::pair<AvatarId, Side>;

  void forgetHold(const HeldHand& held) {
    paths_.erase(held);
    std::erase_if(taken_, [&](const auto& taken) { return taken.second == held; });
  }
  void forgetHolds(AvatarId avatar) {
    for (Side side : kSides) forgetHold({avatar, side});
  }

  const Scenario& scenario_;
  World world_;
  Ids avatars_;
  Ids participants_;
  std::map<AvatarId, std::string> names_;
  std::map<std::string, glm::vec3> heads_;
  std::map<HeldHand, MovingTarget> paths_;
  std::map<std::pair<std::string, Side>, HeldHand> taken_;  // by a participant's own hand
  std::size_t next_ = 0;
  double now_ = 0.0;
  std::uint64_t tick_ = 0;
};

ScenarioRunner::ScenarioRunner(const Scenario& scenario) : impl_(std::make_unique<Impl>(scenario)) {}
ScenarioRunner::~ScenarioRunner() = default;

std::uint64_t ScenarioRunner::ticks() const {
  return impl_->ticks();
}
std::uint64_t ScenarioRunner::tick() const {
  return impl_->tick();
}
double ScenarioRunner::time() const {
  return impl_->time();
}
bool ScenarioRunner::step() {
  return impl_->step();
}
const World& ScenarioRunner::world() const {
  return impl_->world();
}
const std::string& ScenarioRunner::nameOf(AvatarId avatar) const {
  return impl_->nameOf(avatar);
}
const std::map<std::string, glm::vec3>& ScenarioRunner::heads() const {
  return impl_->heads();
}

}  // namespace lead
