// Models with springs for tests, and a character driven over time.
#pragma once

#include <cmath>
#include <functional>
#include <vector>

#include "character/character.h"
#include "humanoid_glb.h"

namespace lead::test {

/// A humanoid with a chain of nodes a, b, c, d from its head to the back, 10 cm each, and their joints'
/// settings.
struct Haired : Humanoid {
  explicit Haired(const HumanoidOptions& options = {}) : Humanoid(makeHumanoid(options)) {
    int parent = node[index(Bone::head)];
    for (std::size_t i = 0; i < chain.size(); ++i) {
      chain[i] = addUnder(parent, std::string(1, static_cast<char>('a' + i)), {0, 0, -0.1});
      parent = chain[i];
    }
  }
  int addUnder(int parent, const std::string& name, Json place) {
    const int at = add("nodes", {{"name", name}, {"translation", std::move(place)}});
    json["nodes"][static_cast<std::size_t>(parent)]["children"].push_back(at);
    return at;
  }
  Json& springBone() { return json["extensions"]["VRMC_springBone"]; }
  /// A spring over nodes, of the given settings for each joint.
  Json& addSpring(const std::vector<int>& nodes, const Json& settings = Json::object()) {
    Json joints = Json::array();
    for (const int n : nodes) {
      joints.push_back(settings);
      joints.back()["node"] = n;
    }
    springBone()["springs"].push_back({{"joints", joints}});
    return springBone()["springs"].back();
  }
  Json& addChain(const Json& settings = Json::object()) {
    return addSpring({chain.begin(), chain.end()}, settings);
  }
  /// A collider that all springs added so far have.
  void addCollider(int at, Json shape, bool extended = false) {
    Json collider = {{"node", at}};
    if (extended)
      collider["extensions"]["VRMC_springBone_extended_collider"] = {{"shape", std::move(shape)}};
    else
      collider["shape"] = std::move(shape);
    springBone()["colliders"].push_back(std::move(collider));
    const int index = static_cast<int>(springBone()["colliders"].size()) - 1;
    springBone()["colliderGroups"].push_back({{"colliders", {index}}});
    for (Json& spring : springBone()["springs"]) spring["colliderGroups"].push_back(index);
  }
  std::array<int, 4> chain{};
};

inline std::size_t nodeNamed(const Model& model, const std::string& name) {
  for (std::size_t i = 0; i < model.nodes.size(); ++i)
    if (model.nodes[i].name == name) return i;
  throw std::runtime_error("no node " + name);
}

inline glm::vec3 placeOf(const Character& character, const std::string& name) {
  return glm::vec3(character.world()[nodeNamed(character.model(), name)][3]);
}

/// Frames of `rate` a second up to and including `seconds`, with poses as a function of time.
inline void play(Character& character, float seconds, float rate, const std::function<Pose(float)>& poseAt,
                 const std::function<void(float)>& eachFrame = {}) {
  const int frames = static_cast<int>(std::lround(seconds * rate));
  for (int i = 1; i <= frames; ++i) {
    const float time = static_cast<float>(i) / rate;
    character.update(poseAt(time), std::monostate{}, 1.0F / rate);
    if (eachFrame) eachFrame(time);
  }
}

inline Pose standing(float) {
  return {};
}

/// Walks, turns and nods.
inline Pose lively(float time) {
  Pose pose;
  pose.rootPosition = {0.8F * std::sin(2.0F * time), 0.03F * (1.0F - std::cos(8.0F * time)), 1.4F * time};
  pose.rootRotation = glm::angleAxis(0.7F * std::sin(1.5F * time), glm::vec3(0, 1, 0));
  pose.of(Bone::head) = glm::angleAxis(0.5F * std::sin(4.0F * time), glm::normalize(glm::vec3(1, 1, 0.3F)));
  return pose;
}

}  // namespace lead::test
