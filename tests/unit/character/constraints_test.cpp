// Node constraints applied. Sections of VRMC_node_constraint-1.0.
#include "character/constraints.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <glm/geometric.hpp>

#include "allocations.h"
#include "humanoid_glb.h"
#include "math/rotation.h"

namespace lead::test {
namespace {

const glm::quat kSome = glm::normalize(glm::quat(0.7F, 0.3F, -0.5F, 0.2F));
const glm::quat kOther = glm::normalize(glm::quat(0.4F, -0.6F, 0.1F, 0.5F));

Json toJson(const glm::quat& q) {
  return {q.x, q.y, q.z, q.w};
}

/// A humanoid with further nodes, whose local transforms a test sets as it likes.
struct Rig : Humanoid {
  explicit Rig(HumanoidOptions options = {}) : Humanoid(makeHumanoid(options)) {}
  int node(const std::string& name, Json settings = Json::object(), int parent = -1) {
    settings["name"] = name;
    const int at = add("nodes", std::move(settings));
    if (parent >= 0) json["nodes"][static_cast<std::size_t>(parent)]["children"].push_back(at);
    return at;
  }
  void constrain(int node, const char* kind, Json settings) {
    json["nodes"][static_cast<std::size_t>(node)]["extensions"]["VRMC_node_constraint"] = {
        {"specVersion", "1.0"}, {"constraint", {{kind, std::move(settings)}}}};
  }
};

struct Posed {
  explicit Posed(const GlbBuilder& file) : model(load(file)), nodes(restNodes(*model)) {}
  std::size_t at(const std::string& name) const {
    for (std::size_t i = 0; i < model->nodes.size(); ++i)
      if (model->nodes[i].name == name) return i;
    throw std::runtime_error("no node " + name);
  }
  glm::quat& rotation(const std::string& name) { return nodes.rotation[at(name)]; }
  const glm::quat& rest(const std::string& name) const { return model->nodes[at(name)].rotation; }
  glm::mat4 world(const std::string& name) const {
    return nodeWorld(*model, root, nodes, static_cast<int>(at(name)));
  }
  void apply() { applyConstraints(*model, root, nodes); }

  ModelPtr model;
  NodePose nodes;
  glm::mat4 root{1.0F};
};

void expectSame(const glm::quat& a, const glm::quat& b) {
  EXPECT_LT(angleOf(a * glm::conjugate(b)), 2e-3F);
}

TEST(RollConstraint, TransfersTheTurnAboutItsAxis) {
  Rig file;
  const int source = file.node("source", {{"rotation", toJson(kSome)}});
  file.constrain(file.node("roll", {{"rotation", toJson(kSome)}}), "roll",
                 {{"source", source}, {"rollAxis", "X"}});
  Posed posed(file);
  posed.rotation("source") = kSome * rotationX(0.8F);
  posed.apply();
  expectSame(posed.rotation("roll"), kSome * rotationX(0.8F));
}

TEST(RollConstraint, LeavesOutWhatIsNotAboutItsAxis) {
  Rig file;
  const int source = file.node("source");
  file.constrain(file.node("roll"), "roll", {{"source", source}, {"rollAxis", "Y"}});
  Posed posed(file);
  const glm::quat bend = rotationX(0.9F);
  posed.rotation("source") = bend * rotationY(0.5F);
  posed.apply();
  expectSame(posed.rotation("roll"), rotationY(0.5F));
  EXPECT_LT(glm::length(posed.rotation("roll") * kUp - kUp), 1e-5F);
}

TEST(RollConstraint, TheAxisIsTheDestinationsWhereRestsDiffer) {
  Rig file;
  // the destination's own X points along the source's Z
  const glm::quat rest = rotationY(-kPi / 2);
  const int source = file.node("source");
  file.constrain(file.node("roll", {{"rotation", toJson(rest)}}), "roll",
                 {{"source", source}, {"rollAxis", "X"}});
  Posed posed(file);
  posed.rotation("source") = rotationZ(0.6F);
  posed.apply();
  expectSame(posed.rotation("roll"), rest * rotationX(0.6F));
}

TEST(RollConstraint, AFullSpinIsFollowed) {
  Rig file;
  file.constrain(file.node("roll"), "roll", {{"source", file.node("source")}, {"rollAxis", "Y"}});
  Posed posed(file);
  for (float angle = -3.1F; angle < 3.1F; angle += 0.1F) {
    posed.rotation("source") = rotationY(angle);
    posed.apply();
    expectSame(posed.rotation("roll"), rotationY(angle));
  }
}

TEST(AimConstraint, EveryAxisPointsAtTheSourceInTheWorldWhateverIsAbove) {
  const std::pair<const char*, glm::vec3> axes[] = {{"PositiveX", {1, 0, 0}}, {"NegativeX", {-1, 0, 0}},
                                                    {"PositiveY", {0, 1, 0}}, {"NegativeY", {0, -1, 0}},
                                                    {"PositiveZ", {0, 0, 1}}, {"NegativeZ", {0, 0, -1}}};
  for (const VrmVersion version : {VrmVersion::v0, VrmVersion::v1})
    for (const auto& [name, axis] : axes)
      for (const double mirror : {1.0, -1.0}) {
        Rig file({.version = version});
        const int source = file.node("source", {{"translation", {1, 2, 3}}});
        const int parent = file.node(
            "parent",
            {{"rotation", toJson(kOther)}, {"translation", {0.5, 0, -1}}, {"scale", {2.0 * mirror, 2, 2}}});
        file.constrain(
            file.node("aim", {{"rotation", toJson(kSome)}, {"translation", {0.1, 0.2, 0.3}}}, parent), "aim",
            {{"source", source}, {"aimAxis", name}});
        Posed posed(file);
        Pose pose;
        pose.rootPosition = {4, 5, 6};
        pose.rootRotation = kSome;
        posed.root = rootMatrix(pose);
        posed.nodes.translation[posed.at("source")] += glm::vec3(-2, 0.5F, 1);
        posed.rotation("parent") = kSome;
        posed.apply();
        const glm::mat4 aim = posed.world("aim");
        const glm::vec3 pointing = glm::normalize(glm::mat3(aim) * axis);
        const glm::vec3 wanted = glm::normalize(glm::vec3(posed.world("source")[3] - aim[3]));
        EXPECT_LT(glm::length(pointing - wanted), 1e-4F) << name << ' ' << mirror;
      }
}

TEST(AimConstraint, TheTurnIsTheSmallestPossible) {
  Rig file;
  const int source = file.node("source", {{"translation", {0, 3, 3}}});
  file.constrain(file.node("aim", {{"rotation", toJson(kSome)}}), "aim",
                 {{"source", source}, {"aimAxis", "PositiveZ"}});
  Posed posed(file);
  posed.apply();
  const float turned = angleOf(posed.rotation("aim") * glm::conjugate(kSome));
  EXPECT_NEAR(turned, angleBetween(kSome * kForward, {0, 3, 3}), 1e-4F);
}

TEST(AimConstraint, AtItsOwnPlaceItRests) {
  Rig file;
  file.constrain(file.node("aim", {{"rotation", toJson(kSome)}}), "aim",
                 {{"source", file.node("source")}, {"aimAxis", "PositiveZ"}});
  Posed posed(file);
  posed.apply();
  expectSame(posed.rotation("aim"), kSome);
}

TEST(RotationConstraint, CopiesFromTheSourcesLocalFrameToItsOwn) {
  Rig file;
  const int parent = file.node("parent", {{"rotation", toJson(kOther)}});
  const int source = file.node("source", {{"rotation", toJson(kSome)}}, parent);
  file.constrain(file.node("rotation", {{"rotation", toJson(kOther)}}), "rotation", {{"source", source}});
  Posed posed(file);
  posed.apply();
  expectSame(posed.rotation("rotation"), kOther);
  const glm::quat turn = rotationX(0.4F) * rotationZ(1.1F);
  posed.rotation("source") = kSome * turn;
  posed.apply();
  expectSame(posed.rotation("rotation"), kOther * turn);
}

TEST(ConstraintWeight, InterpolatesFromTheRestRotation) {
  for (const char* kind : {"roll", "rotation", "aim"})
    for (const float weight : {0.0F, 0.25F, 1.0F}) {
      Rig file;
      const int source = file.node("source", {{"translation", {5, 0, 0}}});
      file.constrain(file.node("target", {{"rotation", toJson(kSome)}}), kind,
                     {{"source", source}, {"rollAxis", "Z"}, {"aimAxis", "PositiveZ"}, {"weight", weight}});
      Posed posed(file);
      posed.rotation("source") = rotationZ(0.8F) * rotationX(0.1F);
      const glm::quat full =
          constrainedRotation(*posed.model, posed.model->constraints[0], posed.root, posed.nodes);
      const float whole = angleOf(full * glm::conjugate(kSome));
      posed.apply();
      EXPECT_NEAR(angleOf(posed.rotation("target") * glm::conjugate(kSome)), whole * weight, 2e-3F) << kind;
    }
}

TEST(DependencyResolutionBetweenConstraints, AChainIsUpToDateInOneFrame) {
  Rig file;
  const int c = file.node("c");  // listed last to first
  const int b = file.node("b");
  const int a = file.node("a");
  const int source = file.node("source");
  file.constrain(c, "rotation", {{"source", b}});
  file.constrain(b, "roll", {{"source", a}, {"rollAxis", "X"}});
  file.constrain(a, "rotation", {{"source", source}});
  Posed posed(file);
  posed.rotation("source") = rotationX(0.7F);
  posed.apply();
  expectSame(posed.rotation("c"), rotationX(0.7F));
}

TEST(Constraints, AllocateNothing) {
  Rig file;
  const int source = file.node("source", {{"translation", {1, 1, 1}}});
  file.constrain(file.node("a"), "aim", {{"source", source}, {"aimAxis", "PositiveX"}});
  file.constrain(file.node("b"), "roll", {{"source", source}, {"rollAxis", "X"}});
  Posed posed(file);
  const long before = allocations();
  posed.apply();
  EXPECT_EQ(allocations(), before);
}

/// The specification's own example is no VRM: its nodes are put beside a humanoid's.
TEST(SpecNodeConstraintExamples, DoWhatTheirNamesSay) {
  const auto path = std::filesystem::path(LEAD_SHARED_DIR) / "models/vrm1/spec_node_constraint_examples.glb";
  if (!std::filesystem::exists(path)) GTEST_SKIP() << "no shared models at " << path;
  const Bytes bytes = readModelFile(path);
  std::uint32_t length = 0;
  std::memcpy(&length, bytes.data() + 12, 4);
  const Json example = Json::parse(bytes.begin() + 20, bytes.begin() + 20 + length);
  Rig file;
  const int first = static_cast<int>(file.json["nodes"].size());
  for (Json node : example["nodes"]) {
    node.erase("mesh");
    if (node.contains("children"))
      for (Json& child : node["children"]) child = child.get<int>() + first;
    if (node["extensions"].contains("VRMC_node_constraint"))
      for (auto& [kind, settings] : node["extensions"]["VRMC_node_constraint"]["constraint"].items())
        settings["source"] = settings["source"].get<int>() + first;
    file.add("nodes", std::move(node));
  }
  Posed posed(file);
  ASSERT_EQ(posed.model->constraints.size(), 11U);
  for (const float t : {0.0F, 1.0F, 2.5F, 4.0F}) {
    const glm::quat turn = rotationY(t) * rotationX(0.3F * t);
    posed.nodes.translation[posed.at("SourceNNA")] = {std::sin(t) * 3.0F, 1.0F + t, std::cos(t)};
    for (const char* source : {"SourceNNRL", "SourceRTNNSS", "SourceRTNNDS"}) posed.rotation(source) = turn;
    posed.rotation("SourceNNRLFS") = rotationY(t);
    posed.rotation("SourceRTNNP") = posed.rest("SourceRTNNP") * turn;
    posed.apply();
    const glm::vec3 source(posed.world("SourceNNA")[3]);
    const std::pair<const char*, glm::vec3> aims[] = {{"TargetPosXNNA", {1, 0, 0}},
                                                      {"TargetNegYNNA", {0, -1, 0}},
                                                      {"TargetPosZNNA", {0, 0, 1}},
                                                      {"TargetNegZNNA", {0, 0, -1}}};
    for (const auto& [name, axis] : aims) {
      const glm::mat4 world = posed.world(name);
      EXPECT_LT(angleBetween(glm::mat3(world) * axis, source - glm::vec3(world[3])), 1e-3F) << name;
    }
    const std::pair<const char*, glm::vec3> rolls[] = {
        {"TargetX_NNRL", {1, 0, 0}}, {"TargetY_NNRL", {0, 1, 0}}, {"TargetZ_NNRL", {0, 0, 1}}};
    for (const auto& [name, axis] : rolls) {
      // turned about its axis only, so that what is left of the source's turn has no part about it
      EXPECT_LT(glm::length(posed.rotation(name) * axis - axis), 1e-4F) << name;
      const glm::quat rest = turn * glm::conjugate(posed.rotation(name));
      EXPECT_LT(angleOf(rotationBetween(axis, turn * axis, kUp) * glm::conjugate(rest)), 1e-3F) << name;
    }
    expectSame(posed.rotation("TargetYNNRLFS"), rotationY(t));
    expectSame(posed.rotation("TargetRTNNSS"), turn);
    expectSame(posed.rotation("TargetRTNNDS"), turn);
    expectSame(posed.rotation("TargetRTNNP"), posed.rest("TargetRTNNP") * turn);
  }
}

}  // namespace
}  // namespace lead::test
