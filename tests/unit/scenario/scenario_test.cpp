#include "scenario/scenario.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <sstream>

#include "support/rigs.h"

namespace lead {
namespace {

using nlohmann::json;
using testing::HasSubstr;

AvatarRigPtr testRigs(const std::string& model, const std::string& motion) {
  if (model != "mannequin") throw std::runtime_error("no such file: " + model);
  return test::makeTestRig(motion == "none" ? Motion::none : Motion::gait);
}

json goodScenario() {
  return json::parse(R"({
    "tickRate": 60, "duration": 2.0, "params": {"slack": 0.85},
    "avatars": [{"id": "a", "model": "mannequin", "position": [0,0,0], "heading": 0, "motion": "none"}],
    "events": [
      {"t": 0.0, "participant": {"id": "p", "head": [0,1.6,2.2]}},
      {"t": 0.5, "hold": {"participant": "p", "avatar": "a", "hand": "left", "target": [0.2,1.0,0.4]}},
      {"t": 0.5, "path": {"participant": "p", "avatar": "a", "hand": "left", "from": [0.2,1.0,0.4], "to": [0.2,1.0,2.0], "seconds": 1.0}},
      {"t": 1.0, "gaze": {"avatar": "a", "mode": "hand"}},
      {"t": 1.2, "params": {"vmax": 2.0}},
      {"t": 1.5, "release": {"participant": "p", "avatar": "a", "hand": "left"}}
    ],
    "output": {"bones": ["leftHand"], "every": 1}})");
}

std::string complaint(const json& scenario) {
  try {
    parseScenario(scenario.dump(), testRigs);
  } catch (const ScenarioError& error) {
    return error.what();
  }
  return "";
}

std::vector<json> run(const json& scenario) {
  std::ostringstream out;
  runScenario(parseScenario(scenario.dump(), testRigs), out);
  std::vector<json> lines;
  std::istringstream in(out.str());
  for (std::string line; std::getline(in, line);) lines.push_back(json::parse(line));
  return lines;
}

TEST(Scenario, PrintsALineAnAvatarAndTickAndThenTheHash) {
  const auto lines = run(goodScenario());
  ASSERT_EQ(lines.size(), 121U);
  EXPECT_EQ(lines[0].at("tick"), 1);
  EXPECT_NEAR(lines[0].at("t").get<double>(), 1.0 / 60, 1e-9);
  EXPECT_EQ(lines[120].at("ticks"), 120);
  EXPECT_EQ(lines[120].at("hash").get<std::string>().size(), 16U);
  EXPECT_TRUE(lines[50].at("bones").contains("leftHand"));
  EXPECT_EQ(lines[29].at("ik").at("left"), 0.0);  // [29/60, 30/60]: the hold begins with the next
  EXPECT_GT(lines[30].at("ik").at("left").get<double>(), 0.0);
  EXPECT_GT(lines[119].at("position")[2].get<double>(), 0.2);
}

// Debug, release and sanitizer builds must all come to this hash. It changes when the simulation does: then see that the
// change is meant, and replace it.
TEST(Scenario, EveryBuildTypeComesToTheSameHash) {
#if defined(__x86_64__)
  if (!__builtin_cpu_supports("fma")) GTEST_SKIP() << "skipped: libm rounds otherwise on processors without FMA";
#endif
  json scenario = goodScenario();
  scenario["avatars"].push_back({{"id", "walker"}, {"position", {2, 0, 0}}, {"motion", "gait"}});
  scenario["events"].insert(scenario["events"].begin() + 1,
                            json::parse(R"({"t": 0.1, "hold": {"participant": "p", "avatar": "walker", "hand": "right",
                                            "target": [3.0, 1.1, 2.0]}})"));
  EXPECT_EQ(run(scenario).back().at("hash"), "8f53140d40e1f751");
}

TEST(Scenario, SameFileSameHash) {
  EXPECT_EQ(run(goodScenario()).back(), run(goodScenario()).back());
}

TEST(Scenario, EveryThinsTheOutputAndNotTheHash) {
  json thin = goodScenario();
  thin["output"]["every"] = 10;
  const auto lines = run(thin);
  EXPECT_EQ(lines.size(), 13U);
  EXPECT_EQ(lines.back(), run(goodScenario()).back());
}

TEST(Scenario, RefusesWithThePlace) {
  struct Case {
    const char* pointer;
    json value;
    const char* says;
  };
  const Case cases[] = {
      {"/tickRate", 0, "/tickRate: must be from 1"},
      {"/tickRate", 1001, "/tickRate"},
      {"/duration", 0, "/duration: must be over 0"},
      {"/duration", 3601, "/duration"},
      {"/duration", "long", "/duration: must be a number"},
      {"/speed", 1, "unknown key \"speed\""},
      {"/params/slack", 2, "/params/slack: slack must be from 0.5 to 0.98"},
      {"/params/size", 2, "/params/size"},
      {"/avatars/0/model", "x.vrm", "/avatars/0: no such file: x.vrm"},
      {"/avatars/0/position", {0, 0}, "/avatars/0/position: must be three numbers"},
      {"/avatars/1", {{"id", "a"}}, "/avatars/1/id: the id \"a\" is used twice"},
      {"/events/1/hold/avatar", "b", "/events/1/hold/avatar: there is no avatar \"b\""},
      {"/events/1/hold/participant", "q", "/events/1/hold/participant"},
      {"/events/1/hold/hand", "third", "/events/1/hold/hand: must be \"left\" or \"right\""},
      {"/events/1/hold/colour", 1, "/events/1/hold: unknown key \"colour\""},
      {"/events/2/path/seconds", 0, "/events/2/path/seconds: must be over 0"},
      {"/events/2/path/hand", "right", "does not hold that hand"},
      {"/events/5/release/hand", "right", "does not hold that hand"},
      {"/events/4/t", 0.1, "/events/4/t: events must be in order of t"},
      {"/events/0/t", -1, "must not be negative"},
      {"/events/0/dance", json::object(), "/events/0"},
      {"/output/bones/0", "tail", "/output/bones/0: there is no humanoid bone \"tail\""},
      {"/output/every", 0, "/output/every"},
  };
  for (const Case& one : cases) {
    json bad = goodScenario();
    bad[json::json_pointer(one.pointer)] = one.value;
    EXPECT_THAT(complaint(bad), HasSubstr(one.says)) << one.pointer;
  }
}

TEST(Scenario, RefusesWhatIsNotJsonOrNotANumber) {
  EXPECT_THROW(parseScenario("{", testRigs), ScenarioError);
  EXPECT_THROW(parseScenario("[]", testRigs), ScenarioError);
  EXPECT_THROW(parseScenario(R"({"duration": NaN, "avatars": []})", testRigs), ScenarioError);
  EXPECT_THROW(parseScenario(R"({"duration": 1e999, "avatars": []})", testRigs), ScenarioError);
}

TEST(Scenario, AHandHeldByAnotherIsRefused) {
  json bad = goodScenario();
  bad["events"] = json::parse(R"([
      {"t": 0, "participant": {"id": "p"}}, {"t": 0, "participant": {"id": "q"}},
      {"t": 0, "hold": {"participant": "p", "avatar": "a", "hand": "left", "target": [0,1,0]}},
      {"t": 1, "hold": {"participant": "q", "avatar": "a", "hand": "left", "target": [0,1,0]}}])");
  EXPECT_THAT(complaint(bad), HasSubstr("/events/3/hold: that hand is held by \"p\""));
}

TEST(Scenario, AvatarsComeGoAndAreReset) {
  json scenario = goodScenario();
  scenario["events"] = json::parse(R"([
      {"t": 0.5, "avatar": {"add": {"id": "b", "position": [1,0,0]}}},
      {"t": 1.0, "avatar": {"place": {"avatar": "b", "position": [2,0,0]}}},
      {"t": 1.2, "reset": {"avatar": "b"}},
      {"t": 1.5, "avatar": {"remove": {"avatar": "b"}}}])");
  const auto lines = run(scenario);
  EXPECT_EQ(lines.size(), 120U + 60U + 1U);
}

}  // namespace
}  // namespace lead
