// Node constraints into the model, and the order to evaluate them in. Sections of VRMC_node_constraint-1.0.
#include <gmock/gmock.h>

#include "humanoid_glb.h"

namespace lead::test {
namespace {

struct Constrained : Humanoid {
  explicit Constrained(VrmVersion version = VrmVersion::v1) : Humanoid(makeHumanoid({.version = version})) {}

  /// Adds a node under the given one (or at the top) and gives its index.
  int node(const std::string& name, int parent = -1) {
    const int at = add("nodes", {{"name", name}});
    if (parent >= 0) json["nodes"][static_cast<std::size_t>(parent)]["children"].push_back(at);
    return at;
  }
  void constrain(int node, const char* kind, Json settings) {
    json["nodes"][static_cast<std::size_t>(node)]["extensions"]["VRMC_node_constraint"] = {
        {"specVersion", "1.0"}, {"constraint", {{kind, std::move(settings)}}}};
  }
};

std::vector<std::string> order(const Model& model) {
  std::vector<std::string> names;
  for (const NodeConstraint& c : model.constraints)
    names.push_back(model.nodes[static_cast<std::size_t>(c.node)].name);
  return names;
}

std::size_t place(const Model& model, const std::string& name) {
  const auto names = order(model);
  const auto found = std::find(names.begin(), names.end(), name);
  EXPECT_NE(found, names.end()) << name;
  return static_cast<std::size_t>(found - names.begin());
}

TEST(ConstraintReading, RollAimAndRotation) {
  for (const VrmVersion version : {VrmVersion::v0, VrmVersion::v1}) {  // turned models too
    Constrained file(version);
    const int source = file.node("source");
    file.constrain(file.node("roll"), "roll", {{"source", source}, {"rollAxis", "Y"}, {"weight", 0.5}});
    file.constrain(file.node("aim"), "aim", {{"source", source}, {"aimAxis", "NegativeZ"}});
    file.constrain(file.node("rotation"), "rotation", {{"source", source}, {"weight", 7}});
    const ModelPtr model = load(file);
    ASSERT_EQ(model->constraints.size(), 3U);
    const NodeConstraint& roll = model->constraints[place(*model, "roll")];
    EXPECT_EQ(roll.kind, NodeConstraint::Kind::roll);
    EXPECT_EQ(roll.axis, glm::vec3(0, 1, 0));
    EXPECT_FLOAT_EQ(roll.weight, 0.5F);
    EXPECT_EQ(model->nodes[static_cast<std::size_t>(roll.source)].name, "source");
    const NodeConstraint& aim = model->constraints[place(*model, "aim")];
    EXPECT_EQ(aim.kind, NodeConstraint::Kind::aim);
    EXPECT_EQ(aim.axis, glm::vec3(0, 0, -1));
    EXPECT_FLOAT_EQ(aim.weight, 1.0F);
    const NodeConstraint& rotation = model->constraints[place(*model, "rotation")];
    EXPECT_EQ(rotation.kind, NodeConstraint::Kind::rotation);
    EXPECT_FLOAT_EQ(rotation.weight, 1.0F);
  }
}

TEST(ConstraintReading, AxesByName) {
  const std::pair<const char*, glm::vec3> axes[] = {{"PositiveX", {1, 0, 0}}, {"NegativeX", {-1, 0, 0}},
                                                    {"PositiveY", {0, 1, 0}}, {"NegativeY", {0, -1, 0}},
                                                    {"PositiveZ", {0, 0, 1}}, {"NegativeZ", {0, 0, -1}}};
  for (const auto& [name, axis] : axes) {
    Constrained file;
    file.constrain(file.node("aim"), "aim", {{"source", 0}, {"aimAxis", name}});
    EXPECT_EQ(load(file)->constraints.at(0).axis, axis) << name;
  }
}

TEST(ConstraintReading, BrokenOnesAreLeftOut) {
  Constrained file;
  const int self = file.node("self");
  file.constrain(self, "rotation", {{"source", self}});
  file.constrain(file.node("nowhere"), "rotation", {{"source", 900}});
  file.constrain(file.node("sourceless"), "rotation", Json::object());
  file.constrain(file.node("axisless"), "roll", {{"source", 0}, {"rollAxis", "W"}});
  file.constrain(file.node("kindless"), "parent", {{"source", 0}});
  file.constrain(file.node("text"), "aim", "text");
  const ModelPtr model = load(file);
  EXPECT_TRUE(model->constraints.empty());
  for (const char* name : {"self", "nowhere", "sourceless", "axisless", "kindless", "text"})
    EXPECT_TRUE(warns(*model, "node '" + std::string(name) + "' has a constraint")) << name;
}

TEST(ConstraintOrder, DependencyResolutionBetweenConstraints) {
  Constrained file;
  // listed last to first: c after b after a
  const int c = file.node("c");
  const int b = file.node("b");
  const int a = file.node("a");
  file.constrain(c, "rotation", {{"source", b}});
  file.constrain(b, "roll", {{"source", a}, {"rollAxis", "X"}});
  file.constrain(a, "rotation", {{"source", 0}});
  EXPECT_THAT(order(*load(file)), testing::ElementsAre("a", "b", "c"));
}

TEST(ConstraintOrder, AimWaitsForAllAboveItsSourceAndItself) {
  Constrained file;
  const int aimParent = file.node("aimParent");
  const int aim = file.node("aim", aimParent);
  const int sourceParent = file.node("sourceParent");
  const int source = file.node("source", file.node("between", sourceParent));
  file.constrain(aim, "aim", {{"source", source}, {"aimAxis", "PositiveX"}});
  const int driver = file.node("driver");
  file.constrain(aimParent, "rotation", {{"source", driver}});
  file.constrain(sourceParent, "rotation", {{"source", driver}});
  file.constrain(driver, "rotation", {{"source", 0}});
  const ModelPtr model = load(file);
  ASSERT_EQ(model->constraints.size(), 4U);
  EXPECT_LT(place(*model, "driver"), place(*model, "aimParent"));
  EXPECT_LT(place(*model, "aimParent"), place(*model, "aim"));
  EXPECT_LT(place(*model, "sourceParent"), place(*model, "aim"));
}

TEST(ConstraintOrder, RingsAreLeftOutButNotThoseThatWaitForThem) {
  Constrained file;
  const int a = file.node("a");
  const int b = file.node("b");
  file.constrain(a, "rotation", {{"source", b}});
  file.constrain(b, "rotation", {{"source", a}});
  file.constrain(file.node("after"), "rotation", {{"source", a}});
  file.constrain(file.node("apart"), "rotation", {{"source", 0}});
  const ModelPtr model = load(file);
  EXPECT_THAT(order(*model), testing::UnorderedElementsAre("after", "apart"));
  EXPECT_TRUE(warns(*model, "node 'a' has a constraint that depends on itself in a ring"));
  EXPECT_TRUE(warns(*model, "node 'b' has a constraint that depends on itself in a ring"));
}

TEST(ConstraintOrder, AimingAtSomethingBelowItselfIsARing) {
  Constrained file;
  const int aim = file.node("aim");
  const int below = file.node("below", aim);
  file.constrain(aim, "aim", {{"source", below}, {"aimAxis", "PositiveX"}});
  const ModelPtr model = load(file);
  EXPECT_TRUE(model->constraints.empty());
  EXPECT_TRUE(warns(*model, "in a ring"));
}

}  // namespace
}  // namespace lead::test
