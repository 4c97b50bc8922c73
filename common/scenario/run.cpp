#include <nlohmann/json.hpp>
#include <ostream>

#include "scenario/runner.h"

namespace lead {
namespace {

using nlohmann::ordered_json;

ordered_json toJson(const glm::vec3& v) {
  return {v.x, v.y, v.z};
}
ordered_json toJson(const glm::quat& q) {
  return {q.x, q.y, q.z, q.w};
}

std::string hex(std::uint64_t value) {
  std::string text(16, '0');
  for (std::size_t i = 16; i-- > 0; value >>= 4) text[i] = "0123456789abcdef"[value & 15];
  return text;
}

void print(const Scenario& scenario, const ScenarioRunner& run, std::ostream& out) {
  for (const Avatar& avatar : run.world().avatars()) {
    const AvatarState& state = avatar.state;
    ordered_json line;
    line["tick"] = run.tick();
    line["t"] = run.time();
    line["avatar"] = run.nameOf(avatar.id);
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
    for (Bone bone : scenario.bones) {
      if (!avatar.rig->skeleton.has(bone)) continue;
      ordered_json& entry = line["bones"][std::string(name(bone))];
      entry["position"] = toJson(avatar.pose.world.positionOf(bone));
      entry["rotation"] = toJson(avatar.pose.world.rotationOf(bone));
    }
    out << line.dump() << '\n';
  }
}

}  // namespace

ScenarioResult runScenario(const Scenario& scenario, std::ostream& out) {
  ScenarioRunner run(scenario);
  std::uint64_t hash = kHashSeed;
  while (run.step()) {
    for (const Avatar& avatar : run.world().avatars()) hash = hashState(avatar.state, hash);
    if (run.tick() % static_cast<std::uint64_t>(scenario.every) == 0) print(scenario, run, out);
  }
  ordered_json last;
  last["ticks"] = run.ticks();
  last["hash"] = hex(hash);
  out << last.dump() << '\n';
  return {run.ticks(), hash};
}

}  // namespace lead
