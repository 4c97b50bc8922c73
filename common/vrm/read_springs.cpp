#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <glm/mat4x4.hpp>
#include <glm/matrix.hpp>

#include "math/rotation.h"
#include "vrm/read_spring_limit.h"
#include "vrm/runtime_parts.h"
#include "vrm/spring_colliders.h"
#include "vrm/transform.h"

namespace lead {
namespace {

constexpr float kMostForce = 1000.0F;   // of stiffness and gravity; files have 0 … 10
constexpr float kMostRadius = 1000.0F;  // metres
constexpr float kVersion0Tail = 0.07F;  // where a chain of 0.x ends, metres
constexpr float kVersion0Stiffness = 1.0F;
constexpr float kDefaultDrag = 0.5F;

class SpringReader {
 public:
  SpringReader(const RuntimeSource& source, Model& model)
      : source_(source),
        model_(model),
        groups_(readColliders(source, model)),
        claimed_(model.nodes.size(), false) {}

  void readVersion1() {
    const Json& extension = member(member(source_.json, "extensions"), "VRMC_springBone");
    for (const Json& json : arrayMember(extension, "springs")) {
      Spring spring;
      spring.name = textMember(json, "name");
      readJoints(arrayMember(json, "joints"), spring);
      if (spring.joints.empty()) continue;
      addColliders(json, spring);
      keep(std::move(spring), member(json, "center"));
    }
    checkCenters();
  }

  void readVersion0() {
    for (const Json& group : arrayMember(member(*source_.vrm.json, "secondaryAnimation"), "boneGroups"))
      for (const Json& root : arrayMember(group, "bones")) {
        const auto at = asIndex(root);
        if (root.is_number() && !at) continue;  // -1: none
        if (!at || static_cast<std::size_t>(*at) >= source_.fileNodes())
          warn("spring.node", "a spring hangs on a node that doesn't exist; it is ignored");
        else
          addChains(group, static_cast<std::size_t>(*at));
      }
    checkCenters();
  }

 private:
  void warn(const char* id, std::string text) { source_.warnings.add(id, std::move(text)); }
  const Node& node(int i) const { return model_.nodes[static_cast<std::size_t>(i)]; }

  SpringJoint settings(const Json& json, const char* stiffnessKey) const {
    SpringJoint joint;
    joint.hitRadius = boundedMember(json, "hitRadius", 0.0F, 0.0F, kMostRadius);
    joint.stiffness = boundedMember(json, stiffnessKey, kVersion0Stiffness, 0.0F, kMostForce);
    joint.drag = boundedMember(json, "dragForce", kDefaultDrag, 0.0F, 1.0F);
    joint.gravityPower = boundedMember(json, "gravityPower", 0.0F, -kMostForce, kMostForce);
    joint.gravityDir = vectorMember(json, "gravityDir", {0.0F, -1.0F, 0.0F});
    return joint;
  }

  /// True if `above` is `below` or above it; then the way between is in between_, `below` first.
  bool walkUp(int below, int above) {
    between_.clear();
    while (below > above) {
      between_.push_back(below);
      below = node(below).parent;
    }
    return below == above;
  }

  bool claim(int joint) {
    if (claimed_[static_cast<std::size_t>(joint)]) {
      warn("spring.twice",
           fmt::format("node {} is in two springs; the first has it", inQuotes(node(joint).name)));
      return false;
    }
    claimed_[static_cast<std::size_t>(joint)] = true;
    return true;
  }

  /// Two joints that follow each other make one that swings; the last is only its tail.
  void readJoints(const Json& joints, Spring& spring) {
    for (std::size_t i = 0; i + 1 < joints.size(); ++i) {
      SpringJoint joint = settings(joints[i], "stiffness");
      joint.node = source_.node(member(joints[i], "node"), model_);
      const int tail = source_.node(member(joints[i + 1], "node"), model_);
      if (joint.node < 0 || tail < 0)
        return warn("spring.node", fmt::format("the spring {} has a node that doesn't exist; it ends there",
                                               inQuotes(spring.name)));
      if (!claim(joint.node)) return;  // first, so that a file can't have the same way walked again and again
      if (tail == joint.node || !walkUp(tail, joint.node))
        return warn("spring.chain",
                    fmt::format("the spring {} has a joint that is not below the one before; it ends there",
                                inQuotes(spring.name)));
      for (std::size_t k = 1; k < between_.size(); ++k)  // those that are skipped are the chain's as well
        claimed_[static_cast<std::size_t>(between_[k])] = true;
      joint.tail = restPlaceBelow();
      if (const auto limit = readSpringLimit(joints[i], joint.tail)) {
        joint.limit = *limit;
        if (limit->kind == SpringLimit::Kind::none)
          warn("spring.limit", fmt::format("the spring {} has a limit that can't be read, which is ignored",
                                           inQuotes(spring.name)));
      }
      spring.joints.push_back(joint);
    }
  }

  /// The place of the node at the end of between_, seen from the node above all of them.
  glm::vec3 restPlaceBelow() const {
    glm::vec3 place(0.0F);
    for (const int at : between_) {
      const Node& n = node(at);
      place = n.translation + n.rotation * (n.scale * place);
    }
    if (!isFinite(place)) return glm::vec3(0.0F);
    return glm::clamp(place, glm::vec3(-kFarthestOffset), glm::vec3(kFarthestOffset));
  }

  void keep(Spring spring, const Json& center) {
    if (spring.joints.empty()) return;
    if (!(center.is_null() || (center.is_number() && center.get<double>() < 0))) {
      spring.center = source_.node(center, model_);
      if (spring.center < 0)
        warn("spring.center", fmt::format("the spring {} has a centre that doesn't exist, which is ignored",
                                          inQuotes(spring.name)));
    }
    const std::size_t tests = spring.joints.size() * spring.colliders.size();
    if (collisions_ + tests > source_.limits.springCollisions) {
      warn("limit.collisions", "the springs have more collisions than can be computed; some are ignored");
      spring.colliders.clear();
    } else {
      collisions_ += tests;
    }
    model_.springs.push_back(std::move(spring));
  }

  void addColliders(const Json& json, Spring& spring) {
    for (const Json& entry : arrayMember(json, "colliderGroups")) {
      if (spring.colliders.size() > source_.limits.springColliders) break;
      const int group = indexBelow(entry, groups_.size());
      if (group < 0)
        warn("collider.group",
             fmt::format("the spring {} has a collider group that doesn't exist, which is ignored",
                         inQuotes(spring.name)));
      else
        for (const int collider : groups_[static_cast<std::size_t>(group)])
          spring.colliders.push_back(collider);
    }
    dropDoubles(spring.colliders);
  }

  void dropDoubles(std::vector<int>& colliders) const {
    std::vector<bool> seen(model_.colliders.size(), false);
    std::vector<int> kept;
    for (const int collider : colliders)
      if (!seen[static_cast<std::size_t>(collider)]) {
        seen[static_cast<std::size_t>(collider)] = true;
        kept.push_back(collider);
      }
    colliders = std::move(kept);
  }

  /// 0.x names the root only: everything below swings. The first child is a joint's tail and goes on with the
  /// chain, the others start chains of their own; where there is no child, the tail is 7 cm further on.
  void addChains(const Json& group, std::size_t fileRoot) {
    const int root = source_.newIndex[fileRoot] + (model_.turned ? 1 : 0);
    if (!claim(root)) return;
    claimed_[static_cast<std::size_t>(root)] = false;  // its chain will have it
    Spring pattern;
    pattern.name = textMember(group, "comment");
    addColliders(group, pattern);
    SpringJoint joint = settings(group, "stiffiness");  // as the schema spells it
    joint.gravityDir.x = -joint.gravityDir.x;           // Unity's world has x to the right of who faces z

    std::vector<std::size_t> starts{fileRoot};
    while (!starts.empty()) {
      std::size_t at = starts.back();
      starts.pop_back();
      Spring spring = pattern;
      while (true) {
        joint.node = source_.newIndex[at] + (model_.turned ? 1 : 0);
        if (!claim(joint.node)) break;
        const Json& children = arrayMember(arrayMember(source_.json, "nodes")[at], "children");
        for (std::size_t i = children.size(); i-- > 1;) starts.push_back(*asIndex(children[i]));
        joint.tail = children.empty() ? version0End(node(joint.node)) : childPlace(children[0]);
        spring.joints.push_back(joint);
        if (children.empty()) break;
        at = static_cast<std::size_t>(*asIndex(children[0]));
      }
      keep(std::move(spring), member(group, "center"));
    }
  }

  static glm::vec3 version0End(const Node& node) {
    return normalizedOr(node.translation, glm::vec3(0.0F)) * kVersion0Tail;
  }
  glm::vec3 childPlace(const Json& child) const {
    return glm::clamp(node(source_.node(child, model_)).translation, glm::vec3(-kFarthestOffset),
                      glm::vec3(kFarthestOffset));
  }

  /// A centre that swings itself would have to be known before it is: only a chain's own root, which counts
  /// at rest there, may be one.
  void checkCenters() {
    std::vector<bool> swings(model_.nodes.size(), false);
    for (const Spring& spring : model_.springs)
      for (const SpringJoint& joint : spring.joints) swings[static_cast<std::size_t>(joint.node)] = true;
    for (std::size_t i = 0; i < swings.size(); ++i)
      if (const int parent = model_.nodes[i].parent; parent >= 0 && swings[static_cast<std::size_t>(parent)])
        swings[i] = true;
    for (Spring& spring : model_.springs) {
      if (spring.center < 0 || !swings[static_cast<std::size_t>(spring.center)]) continue;
      const int above = node(spring.center).parent;
      const bool ownRoot = spring.center == spring.joints.front().node &&
                           (above < 0 || !swings[static_cast<std::size_t>(above)]);
      if (ownRoot) continue;
      warn("spring.center", fmt::format("the spring {} has a centre that swings itself, which is ignored",
                                        inQuotes(spring.name)));
      spring.center = -1;
    }
  }

  const RuntimeSource& source_;
  Model& model_;
  std::vector<std::vector<int>> groups_;  // colliders of each group
  std::vector<bool> claimed_;
  std::vector<int> between_;
  std::size_t collisions_ = 0;
};

}  // namespace

void readSprings(const RuntimeSource& source, Model& model) {
  SpringReader reader(source, model);
  if (source.vrm.version == VrmVersion::v0)
    reader.readVersion0();
  else
    reader.readVersion1();
}

}  // namespace lead
