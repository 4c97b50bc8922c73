#include <fmt/format.h>

#include <array>
#include <deque>
#include <optional>

#include "vrm/runtime_parts.h"

namespace lead {
namespace {

struct NamedAxis {
  const char* name;
  glm::vec3 axis;
};

const std::array<NamedAxis, 3> kRollAxes{{{"X", {1, 0, 0}}, {"Y", {0, 1, 0}}, {"Z", {0, 0, 1}}}};
const std::array<NamedAxis, 6> kAimAxes{{{"PositiveX", {1, 0, 0}},
                                         {"NegativeX", {-1, 0, 0}},
                                         {"PositiveY", {0, 1, 0}},
                                         {"NegativeY", {0, -1, 0}},
                                         {"PositiveZ", {0, 0, 1}},
                                         {"NegativeZ", {0, 0, -1}}}};

template <std::size_t N>
std::optional<glm::vec3> axisNamed(const std::array<NamedAxis, N>& axes, const std::string& name) {
  for (const NamedAxis& axis : axes)
    if (name == axis.name) return axis.axis;
  return std::nullopt;
}

/// The order to evaluate constraints in. Vertices are what has to be known before something else: a node's
/// local rotation (its index) and its place in the world (its index plus the number of nodes), which hangs on
/// its own rotation and its parent's place.
class ConstraintOrder {
 public:
  explicit ConstraintOrder(const Model& model) : model_(model), count_(model.nodes.size()) {}

  /// Indices of the constraints in order; those that can't come into any are left out.
  std::vector<int> sort(const std::vector<NodeConstraint>& constraints) {
    connect(constraints);
    std::vector<int> order;
    std::vector<int> missing(needs_);
    std::deque<int> ready;
    for (std::size_t v = 0; v < missing.size(); ++v)
      if (missing[v] == 0) ready.push_back(static_cast<int>(v));
    while (!ready.empty()) {
      const auto v = static_cast<std::size_t>(ready.front());
      ready.pop_front();
      done_[v] = true;
      if (v < count_ && constraintOf_[v] >= 0) order.push_back(constraintOf_[v]);
      for (const int next : neededBy_[v])
        if (--missing[static_cast<std::size_t>(next)] == 0) ready.push_back(next);
    }
    return order;
  }

  /// After sort(): the constraints that are part of a ring, not those that merely wait for one.
  std::vector<int> rings() const {
    std::vector<bool> gone(done_);
    std::vector<int> waiting(gone.size(), 0);  // how many of those left need it
    for (std::size_t v = 0; v < gone.size(); ++v)
      if (!gone[v])
        for (const int next : neededBy_[v]) waiting[v] += gone[static_cast<std::size_t>(next)] ? 0 : 1;
    std::deque<int> ends;
    for (std::size_t v = 0; v < gone.size(); ++v)
      if (!gone[v] && waiting[v] == 0) ends.push_back(static_cast<int>(v));
    while (!ends.empty()) {
      const auto v = static_cast<std::size_t>(ends.front());
      ends.pop_front();
      gone[v] = true;
      for (const int need : needsOf_[v])
        if (!gone[static_cast<std::size_t>(need)] && --waiting[static_cast<std::size_t>(need)] == 0)
          ends.push_back(need);
    }
    std::vector<int> out;
    for (std::size_t v = 0; v < count_; ++v)
      if (!gone[v] && constraintOf_[v] >= 0) out.push_back(constraintOf_[v]);
    return out;
  }

 private:
  void connect(const std::vector<NodeConstraint>& constraints) {
    neededBy_.assign(count_ * 2, {});
    needsOf_.assign(count_ * 2, {});
    needs_.assign(count_ * 2, 0);
    done_.assign(count_ * 2, false);
    constraintOf_.assign(count_, -1);
    for (std::size_t i = 0; i < count_; ++i) {
      add(placeOf(static_cast<int>(i)), static_cast<int>(i));
      if (const int parent = model_.nodes[i].parent; parent >= 0)
        add(placeOf(static_cast<int>(i)), placeOf(parent));
    }
    for (std::size_t i = 0; i < constraints.size(); ++i) {
      const NodeConstraint& c = constraints[i];
      constraintOf_[static_cast<std::size_t>(c.node)] = static_cast<int>(i);
      if (c.kind != NodeConstraint::Kind::aim) {
        add(c.node, c.source);
        continue;
      }
      add(c.node, placeOf(c.source));
      const int parent = model_.nodes[static_cast<std::size_t>(c.node)].parent;
      if (parent >= 0) add(c.node, placeOf(parent));
    }
  }

  int placeOf(int node) const { return node + static_cast<int>(count_); }
  void add(int vertex, int need) {
    neededBy_[static_cast<std::size_t>(need)].push_back(vertex);
    needsOf_[static_cast<std::size_t>(vertex)].push_back(need);
    ++needs_[static_cast<std::size_t>(vertex)];
  }

  const Model& model_;
  std::size_t count_;
  std::vector<std::vector<int>> neededBy_;
  std::vector<std::vector<int>> needsOf_;
  std::vector<int> needs_;
  std::vector<bool> done_;
  std::vector<int> constraintOf_;  // by node
};

class ConstraintReader {
 public:
  ConstraintReader(const RuntimeSource& source, Model& model) : source_(source), model_(model) {}

  void read() {
    const Json& nodes = arrayMember(source_.json, "nodes");
    for (std::size_t i = 0; i < nodes.size(); ++i) {
      const Json& extension = member(member(nodes[i], "extensions"), "VRMC_node_constraint");
      const Json& constraint = member(extension, "constraint");
      const int node = source_.newIndex[i] + (model_.turned ? 1 : 0);
      if (constraint.is_object()) add(constraint, node);
    }
  }

  void sort() {
    if (found_.empty()) return;
    ConstraintOrder graph(model_);
    std::vector<int> order = graph.sort(found_);
    if (order.size() < found_.size()) {
      dropRings(graph.rings());
      order = graph.sort(found_);
    }
    for (const int i : order) model_.constraints.push_back(found_[static_cast<std::size_t>(i)]);
  }

 private:
  void add(const Json& json, int node) {
    NodeConstraint constraint;
    constraint.node = node;
    std::optional<glm::vec3> axis = constraint.axis;
    const Json* kind = &member(json, "rotation");
    if (const Json& roll = member(json, "roll"); roll.is_object()) {
      kind = &roll;
      constraint.kind = NodeConstraint::Kind::roll;
      axis = axisNamed(kRollAxes, textMember(roll, "rollAxis"));
    } else if (const Json& aim = member(json, "aim"); aim.is_object()) {
      kind = &aim;
      constraint.kind = NodeConstraint::Kind::aim;
      axis = axisNamed(kAimAxes, textMember(aim, "aimAxis"));
    }
    if (!kind->is_object()) return drop(node, "constraint.unknown", "of no known kind");
    if (!axis) return drop(node, "constraint.unknown", "about no known axis");
    constraint.axis = *axis;
    constraint.source = source_.node(member(*kind, "source"), model_);
    if (constraint.source < 0) return drop(node, "constraint.source", "after a node that doesn't exist");
    if (constraint.source == node) return drop(node, "constraint.source", "after itself");
    constraint.weight = boundedMember(*kind, "weight", 1.0F, 0.0F, 1.0F);
    found_.push_back(constraint);
  }

  void drop(int node, const char* id, const char* why) {
    source_.warnings.add(id, fmt::format("node {} has a constraint {}, which is ignored",
                                         inQuotes(model_.nodes[static_cast<std::size_t>(node)].name), why));
  }

  void dropRings(const std::vector<int>& rings) {
    std::vector<bool> dropped(found_.size(), false);
    for (const int i : rings) {
      dropped[static_cast<std::size_t>(i)] = true;
      drop(found_[static_cast<std::size_t>(i)].node, "constraint.cycle", "that depends on itself in a ring");
    }
    std::vector<NodeConstraint> kept;
    for (std::size_t i = 0; i < found_.size(); ++i)
      if (!dropped[i]) kept.push_back(found_[i]);
    found_ = std::move(kept);
  }

  const RuntimeSource& source_;
  Model& model_;
  std::vector<NodeConstraint> found_;  // in the file's order
};

}  // namespace

void readConstraints(const RuntimeSource& source, Model& model) {
  ConstraintReader reader(source, model);
  reader.read();
  reader.sort();
}

}  // namespace lead
