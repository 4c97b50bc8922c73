#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <ostream>

#include "scenario/scenario.h"

namespace lead {
namespace {

using namespace scenario;
using nlohmann::ordered_json;

ordered_json toJson(const glm::vec3& v) {
  return {v.x, v.y, v.z};
}
ordered_json toJson(const glm::quat& q) {
  return {q.x, q.y, q.z, q.w};
}

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

class Runner {
 public:
  Runner(const Scenario& scenario, std::ostream& out) : scenario_(scenario), out_(out) {
    world_.params = scenario.params;
    world_.space = scenario.space;
    world_.seed = scenario.seed;
    for (const AddAvatar& avatar : scenario.avatars) apply(avatar);
  }

  ScenarioResult run() {
    const double dt = 1.0 / scenario_.tickRate;
    const auto ticks = static_cast<std::uint64_t>(std::llround(scenario_.duration * scenario_.tickRate));
    std::uint64_t hash = kHashSeed;
    for (std::uint64_t tick = 1; tick <= ticks; ++tick) {
      const double start = static_cast<double>(tick - 1) / scenario_.tickRate;
      applyDue(start);
      movePaths(start);
      world_.setViewers(heads());
      world_.step(static_cast<float>(dt));
      for (const Avatar& avatar : world_.avatars()) hash = hashState(avatar.state, hash);
      if (tick % static_cast<std::uint64_t>(scenario_.every) == 0) print(tick);
    }
    ordered_json last;
    last["ticks"] = ticks;
    last["hash"] = hex(hash);
    out_ << last.dump() << '\n';
    return {ticks, hash};
  }

 private:
  static std::string hex(std::uint64_t value) {
    std::string text(16, '0');
    for (std::size_t i = 16; i-- > 0; value >>= 4) text[i] = "0123456789abcdef"[value & 15];
    return text;
  }

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

  std::vector<glm::vec3> heads() const {
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

  using HeldHand = std::pair<AvatarId, Side>;

  void forgetHold(const HeldHand& held) {
    paths_.erase(held);
    std::erase_if(taken_, [&](const auto& taken) { return taken.second == held; });
  }
  void forgetHolds(AvatarId avatar) {
    for (Side side : kSides) forgetHold({avatar, side});
  }

  void print(std::uint64_t tick) {
    for (const Avatar& avatar : world_.avatars()) {
      const AvatarState& state = avatar.state;
      ordered_json line;
      line["tick"] = tick;
      line["t"] = static_cast<double>(tick) / scenario_.tickRate;
      line["avatar"] = names_[avatar.id];
      line["position"] = toJson(state.position);
      line["heading"] = state.heading;
      line["velocity"] = toJson(state.velocity);
      line["lean"] = toJson(state.lean);
      line["walkWeight"] = state.walkWeight;
      line["playbackRate"] = state.playbackRate;
      line["phase"] = state.phase;
      for (Side side : kSides) line["ik"][std::string(name(side))] = state.arm(side).ikWeight;
      for (Side side : kSides) line["grip"][std::string(name(side))] = state.arm(side).gripWeight;
      line["gazeWeight"] = state.gaze.weight;
      line["bones"] = ordered_json::object();
      for (Bone bone : scenario_.bones) {
        if (!avatar.rig->skeleton.has(bone)) continue;
        ordered_json& entry = line["bones"][std::string(name(bone))];
        entry["position"] = toJson(avatar.pose.world.positionOf(bone));
        entry["rotation"] = toJson(avatar.pose.world.rotationOf(bone));
      }
      out_ << line.dump() << '\n';
    }
  }

  const Scenario& scenario_;
  std::ostream& out_;
  World world_;
  Ids avatars_;
  Ids participants_;
  std::map<AvatarId, std::string> names_;
  std::map<std::string, glm::vec3> heads_;
  std::map<HeldHand, MovingTarget> paths_;
  std::map<std::pair<std::string, Side>, HeldHand> taken_;  // by a participant's own hand
  std::size_t next_ = 0;
  double now_ = 0.0;
};

}  // namespace

ScenarioResult runScenario(const Scenario& scenario, std::ostream& out) {
  return Runner(scenario, out).run();
}

}  // namespace lead
