#include "scenario/scenario.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <nlohmann/json.hpp>
#include <sstream>

#include "support/played.h"
#include "support/rigs.h"

namespace lead {
namespace {

using nlohmann::json;
using testing::HasSubstr;

AvatarRigPtr testRigs(const std::string& model, const std::string& motion) {
  if (model != "mannequin") throw std::runtime_error("no such file: " + model);
  return test::makeTestRig(motion == "none" ? Motion::none : Motion::full);
}

PlayableMotionPtr testMotions(const std::string& file, std::uint32_t, bool loops) {
  if (file != "gesture.vrma") throw std::runtime_error("no such file: " + file);
  return makePlayable(test::gesture(), loops);
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
    parseScenario(scenario.dump(), testRigs, testMotions);
  } catch (const ScenarioError& error) {
    return error.what();
  }
  return "";
}

std::vector<json> run(const json& scenario) {
  std::ostringstream out;
  runScenario(parseScenario(scenario.dump(), testRigs, testMotions), out);
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

// Debug, release and sanitizer builds must all come to this hash. It changes when the simulation does: then
// see that the change is meant, and replace it.
TEST(Scenario, EveryBuildTypeComesToTheSameHash) {
#if defined(__x86_64__)
  if (!__builtin_cpu_supports("fma"))
    GTEST_SKIP() << "skipped: libm rounds otherwise on processors without FMA";
#endif
  json scenario = goodScenario();
  scenario["avatars"].push_back({{"id", "walker"}, {"position", {2, 0, 0}}, {"motion", "gait"}});
  scenario["events"].insert(
      scenario["events"].begin() + 1,
      json::parse(R"({"t": 0.1, "hold": {"participant": "p", "avatar": "walker", "hand": "right",
                                            "target": [3.0, 1.1, 2.0]}})"));
  EXPECT_EQ(run(scenario).back().at("hash"), "38c03302806db778");
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
      {"/seed", -1, "/seed: must be a whole number"},
      {"/seed", 1.5, "/seed: must be a whole number"},
      {"/bounds", {{"least", {0, 0}}, {"most", {0, 1}}}, "/bounds: \"least\" must be under \"most\""},
      {"/obstacles",
       {{{"box", {{"position", {0, 0, 0}}, {"size", {1, 0, 1}}}}}},
       "/obstacles/0/box/size/1: must be over 0"},
      {"/obstacles",
       {{{"cylinder", {{"position", {0, 0, 0}}, {"radius", -1}, {"height", 1}}}}},
       "/obstacles/0/cylinder/radius: must be over 0"},
      {"/events/1/hold/orientation", {0, 0, 0, 0}, "/events/1/hold/orientation: is no rotation"},
      {"/events/1/hold/with", "tail", "/events/1/hold/with"},
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
  EXPECT_THAT(complaint(bad), HasSubstr("/events/3/hold: the left hand of \"a\" is held by \"p\""));
}

// What is said of events put into an otherwise good scenario with avatars a, b and c and participants p and
// q.
std::string complaintOfEvents(const char* events) {
  json scenario = json::parse(
      R"({"duration": 1, "avatars": [{"id": "a"}, {"id": "b", "position": [1,0,0]}, {"id": "c", "position": [2,0,0]}]})");
  scenario["events"] =
      json::parse(R"([{"t": 0, "participant": {"id": "p"}}, {"t": 0, "participant": {"id": "q"}}])");
  for (json& event : json::parse(events)) {
    event["t"] = 0;
    scenario["events"].push_back(event);
  }
  return complaint(scenario);
}

TEST(Scenario, AChainThatClosesOnItselfIsRefused) {
  EXPECT_EQ(complaintOfEvents(R"([
      {"chain": {"avatar": "a", "hand": "left", "to": {"avatar": "b", "hand": "right"}}},
      {"chain": {"avatar": "b", "hand": "left", "to": {"avatar": "c", "hand": "right"}}},
      {"chain": {"avatar": "c", "hand": "left", "to": {"avatar": "a", "hand": "right"}}}])"),
            "/events/4/chain: the chain would close on itself");
  EXPECT_EQ(complaintOfEvents(
                R"([{"chain": {"avatar": "a", "hand": "left", "to": {"avatar": "a", "hand": "right"}}}])"),
            "/events/2/chain: the chain would close on itself");
}

TEST(Scenario, AChainMayCloseWhereItWasOpened) {
  EXPECT_EQ(complaintOfEvents(R"([
      {"chain": {"avatar": "a", "hand": "left", "to": {"avatar": "b", "hand": "right"}}},
      {"unchain": {"avatar": "b", "hand": "right"}},
      {"chain": {"avatar": "b", "hand": "left", "to": {"avatar": "a", "hand": "right"}}},
      {"reset": {"avatar": "a"}},
      {"chain": {"avatar": "a", "hand": "left", "to": {"avatar": "b", "hand": "right"}}},
      {"unchain": {"avatar": "b"}},
      {"avatar": {"remove": {"avatar": "b"}}}])"),
            "");
}

TEST(Scenario, HandsThatAreNotFreeAreRefused) {
  const char* const chain =
      R"({"chain": {"avatar": "a", "hand": "left", "to": {"avatar": "b", "hand": "right"}}})";
  const char* const hold =
      R"({"hold": {"participant": "p", "avatar": "b", "hand": "right", "target": [0,1,0], "with": "left"}})";
  const auto both = [](const char* first, const char* second) {
    return complaintOfEvents((std::string("[") + first + "," + second + "]").c_str());
  };
  EXPECT_EQ(both(chain, hold), "/events/3/hold: the right hand of \"b\" is in that of \"a\"");
  EXPECT_EQ(both(hold, chain), "/events/3/chain/to: the right hand of \"b\" is held by \"p\"");
  EXPECT_EQ(
      both(chain, R"({"chain": {"avatar": "c", "hand": "left", "to": {"avatar": "b", "hand": "right"}}})"),
      "/events/3/chain/to: the right hand of \"b\" is in that of \"a\"");
  EXPECT_EQ(both(chain, chain), "");
  EXPECT_EQ(
      both(
          chain,
          R"({"path": {"participant": "p", "avatar": "a", "hand": "left", "from": [0,0,0], "to": [0,0,0], "seconds": 1}})"),
      "/events/3/path: \"p\" does not hold that hand");
  EXPECT_EQ(
      both(
          hold,
          R"({"hold": {"participant": "p", "avatar": "c", "hand": "right", "target": [0,1,0], "with": "left"}})"),
      "/events/3/hold/with: that hand holds another already");
}

TEST(Scenario, EventsThatCannotBeAreRefusedInTheirPlace) {
  struct Case {
    const char* event;
    const char* says;
  };
  const Case cases[] = {
      {R"({"unchain": {"avatar": "a", "hand": "left"}})", "/events/2/unchain: that hand is in no chain"},
      {R"({"unchain": {"avatar": "a"}})", "/events/2/unchain: \"a\" is in no chain"},
      {R"({"unchain": {"avatar": "z"}})", "/events/2/unchain/avatar: there is no avatar \"z\""},
      {R"({"chain": {"avatar": "a", "hand": "left"}})", "/events/2/chain: \"to\" is missing"},
      {R"({"chain": {"avatar": "a", "hand": "left", "to": {"avatar": "z", "hand": "left"}}})",
       "/events/2/chain/to/avatar: there is no avatar \"z\""},
      {R"({"chain": {"avatar": "a", "hand": "left", "to": {"avatar": "b", "hand": "left", "x": 1}}})",
       "/events/2/chain/to: unknown key \"x\""},
      {R"({"move": {"participant": "z"}})", "/events/2/move/participant: there is no participant \"z\""},
      {R"({"move": {"participant": "p", "hands": [{"hand": "left"}]}})",
       "/events/2/move/hands/0: \"position\" is missing"},
      {R"({"move": {"participant": "p", "hands": [{"hand": "left", "position": [0,0,0]}, {"hand": "left", "position": [0,0,0]}]}})",
       "/events/2/move/hands/1/hand: is there twice"},
      {R"({"move": {"participant": "p", "hands": [{"hand": "left", "position": [0,0,1e9]}]}})",
       "/events/2/move/hands/0/position/2: must be within 1000"},
      {R"({"tracked": {"avatar": "a", "expressions": {"smug": 1}}})",
       "/events/2/tracked/expressions: there is no expression \"smug\""},
      {R"({"tracked": {"avatar": "a", "expressions": {"happy": 1.5}}})",
       "/events/2/tracked/expressions/happy: must be from 0 to 1"},
      {R"({"tracked": {"avatar": "a", "bones": {"tail": [0,0,0,1]}}})",
       "/events/2/tracked/bones: there is no humanoid bone \"tail\""},
      {R"({"leave": {"participant": "z"}})", "/events/2/leave/participant: there is no participant \"z\""},
      {R"({"avatar": {"add": {"id": "a"}}})", "/events/2/avatar/add/id: the id \"a\" is used twice"},
      {R"({"release": {"participant": "p", "avatar": "a", "hand": "left"}})",
       "/events/2/release: \"p\" does not hold that hand"},
  };
  for (const Case& one : cases)
    EXPECT_EQ(complaintOfEvents((std::string("[") + one.event + "]").c_str()), one.says);
}

const json& lineOf(const std::vector<json>& lines, const std::string& avatar, double t) {
  const json* found = nullptr;
  for (const json& line : lines)
    if (line.contains("t") && line["avatar"] == avatar && line["t"].get<double>() < t + 1e-6) found = &line;
  return *found;
}

TEST(Scenario, ARowIsLedAndLetGo) {
  json scenario = json::parse(R"({
    "duration": 4,
    "avatars": [{"id": "a", "motion": "none"}, {"id": "b", "motion": "none", "position": [0,0,-0.8]}],
    "events": [
      {"t": 0, "participant": {"id": "p"}},
      {"t": 0, "chain": {"avatar": "a", "hand": "right", "to": {"avatar": "b", "hand": "left"}}},
      {"t": 0.5, "hold": {"participant": "p", "avatar": "a", "hand": "left", "target": [0.2,1,0.4]}},
      {"t": 0.5, "path": {"participant": "p", "avatar": "a", "hand": "left", "from": [0.2,1,0.4], "to": [0.2,1,2.4], "seconds": 2}},
      {"t": 2.0, "unchain": {"avatar": "a"}}]})");
  const auto lines = run(scenario);
  const float atOpening = lineOf(lines, "b", 2.0)["position"][2];
  EXPECT_GT(atOpening, -0.4F);
  EXPECT_LT(lineOf(lines, "b", 4.0)["position"][2], atOpening + 0.3F);
  EXPECT_GT(lineOf(lines, "a", 4.0)["position"][2], 1.2F);
  EXPECT_EQ(lineOf(lines, "b", 4.0)["ik"]["left"], 0.0);
}

TEST(Scenario, AnOwnHandMovesWhatItTook) {
  json scenario = json::parse(R"({
    "duration": 1, "avatars": [{"id": "a", "motion": "none"}],
    "events": [
      {"t": 0, "participant": {"id": "p"}},
      {"t": 0, "hold": {"participant": "p", "avatar": "a", "hand": "left", "target": [0.3,1,0.2], "with": "right"}},
      {"t": 0.5, "move": {"participant": "p", "head": [0,1.6,2], "hands": [
          {"hand": "right", "position": [0.35,1.2,0.25], "orientation": [0,0,0,1]},
          {"hand": "left", "position": [9,9,9]}]}}],
    "output": {"bones": ["leftHand"]}})");
  const json hand = lineOf(run(scenario), "a", 1.0)["bones"]["leftHand"]["position"];
  EXPECT_NEAR(hand[0], 0.35F, 1e-3F);
  EXPECT_NEAR(hand[1], 1.2F, 1e-3F);
  EXPECT_NEAR(hand[2], 0.25F, 1e-3F);
}

TEST(Scenario, BoundsAndObstaclesStopWhoIsLed) {
  json scenario = goodScenario();
  scenario["duration"] = 4;
  scenario["events"].erase(5);
  scenario["obstacles"] = json::parse(R"([{"box": {"position": [0,0,1], "size": [4,1,0.2]}}])");
  EXPECT_LT(lineOf(run(scenario), "a", 4)["position"][2], 0.9);
  scenario.erase("obstacles");
  scenario["bounds"] = json::parse(R"({"least": [-1,-1], "most": [1,0.7]})");
  EXPECT_LT(lineOf(run(scenario), "a", 4)["position"][2], 0.7);
  scenario.erase("bounds");
  EXPECT_GT(lineOf(run(scenario), "a", 4)["position"][2], 1.0);
}

TEST(Scenario, TheSeedAndExpressionsAreInTheHash) {
  json seeded = goodScenario();
  seeded["seed"] = 4294967295;
  EXPECT_NE(run(seeded).back(), run(goodScenario()).back());
  json smiling = goodScenario();
  smiling["events"].push_back(json::parse(
      R"({"t": 1.5, "tracked": {"avatar": "a", "expressions": {"happy": 0.5, "blinkLeft": 1}}})"));
  EXPECT_NE(run(smiling).back(), run(goodScenario()).back());
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

json playing() {
  return json::parse(R"({
    "duration": 3.0, "avatars": [{"id": "a"}, {"id": "still", "motion": "none"}],
    "events": [
      {"t": 0.5, "play": {"avatar": "a", "file": "gesture.vrma", "loop": false}},
      {"t": 2.0, "play": {"avatar": "a", "file": "gesture.vrma", "animation": 0, "loop": true}},
      {"t": 2.6, "stop": {"avatar": "a"}}
    ],
    "output": {"bones": ["hips"], "every": 1}})");
}

TEST(Scenario, MotionsArePlayedAndStopped) {
  std::map<int, double> height;
  for (const json& line : run(playing()))
    if (line.contains("avatar") && line.at("avatar") == "a")
      height[line.at("tick").get<int>()] = line.at("bones").at("hips").at("position").at(1).get<double>();
  const double standing = height.at(20);
  EXPECT_LT(height.at(85), 0.7 * standing);     // low, as the gesture has it
  EXPECT_NEAR(height.at(118), standing, 0.02);  // once: over
  EXPECT_LT(height.at(155), 0.8 * standing);    // again
  EXPECT_NEAR(height.at(179), standing, 0.02);  // stopped
}

TEST(Scenario, WhatCannotBePlayedIsRefusedInItsPlace) {
  EXPECT_EQ(complaint(playing()), "");
  json bad = playing();
  bad["events"][0]["play"]["file"] = "none.vrma";
  EXPECT_THAT(complaint(bad), HasSubstr("/events/0/play/file: no such file: none.vrma"));
  bad = playing();
  bad["events"][0]["play"]["avatar"] = "b";
  EXPECT_THAT(complaint(bad), HasSubstr("there is no avatar \"b\""));
  bad = playing();
  bad["events"][0]["play"]["avatar"] = "still";
  EXPECT_THAT(complaint(bad), HasSubstr("has the motion none"));
  bad = playing();
  bad["events"][0]["play"]["loop"] = 1;
  EXPECT_THAT(complaint(bad), HasSubstr("/events/0/play/loop: must be true or false"));
  bad = playing();
  bad["events"][0]["t"] = 1.9;
  EXPECT_THAT(complaint(bad), HasSubstr("has begun another motion just before"));
  bad = playing();
  bad["events"][2]["stop"]["avatar"] = "b";
  EXPECT_THAT(complaint(bad), HasSubstr("there is no avatar"));
}

}  // namespace
}  // namespace lead
