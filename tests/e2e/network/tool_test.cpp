// lead-tool as a user runs it, against a real server.
#include <gtest/gtest.h>

#include <csignal>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "client.h"
#include "server_process.h"

namespace lead::e2e {
namespace {

std::string textOf(const std::filesystem::path& file) {
  std::ostringstream text;
  text << std::ifstream(file).rdbuf();
  return text.str();
}

TEST(Tool, ABotLeadsTheAvatarOverAMetreAndReportsIt) {
  const TempFolder folder;
  ServerProcess server;
  const std::string report = (folder.path() / "bot.json").string();
  Child bot("lead-tool", {"bot", "--server", server.address(), "--name", "guide", "--duration", "9", "--json",
                          report, "--expect-distance", "1"});
  EXPECT_EQ(bot.wait(60.0), 0) << bot.output();
  for (const char* said : {"joined lobby", "took left hand", "at ", "released left hand", "left"})
    EXPECT_NE(bot.output().find(said), std::string::npos) << said << " in " << bot.output();
  const auto json = nlohmann::json::parse(textOf(report));
  EXPECT_GT(json["snapshotAge"]["count"], 100);
  EXPECT_GT(json["snapshotInterval"]["p50"], 10.0);
  EXPECT_GT(json["bots"][0]["distanceLed"], 1.0);
  EXPECT_EQ(json["reconnects"], 0);
  EXPECT_EQ(json["avatars"][0]["walkWeight"], 0.0);
  EXPECT_EQ(json["avatars"][0]["ik"]["left"], 0.0);
}

TEST(Tool, SeveralBotsAndSpectatorsRunInOneProcess) {
  const TempFolder folder;
  ServerProcess server;
  const std::string report = (folder.path() / "bots.json").string();
  Child bots("lead-tool",
             {"bot",          "--server", server.address(), "--name",     "many",   "--count", "4",
              "--spectators", "4",        "--avatar",       "mannequin",  "--lead", "own",     "--hand",
              "both",         "--path",   "circle",         "--duration", "10",     "--json",  report});
  EXPECT_EQ(bots.wait(60.0), 0) << bots.output();
  const auto json = nlohmann::json::parse(textOf(report));
  ASSERT_EQ(json["bots"].size(), 8U);
  for (int i = 0; i < 4; ++i) EXPECT_GT(json["bots"][i]["distanceLed"], 0.3) << bots.output();
  for (int i = 4; i < 8; ++i) EXPECT_GT(json["bots"][i]["snapshots"], 30);
  EXPECT_EQ(json["refusedGrabs"], 0);
}

TEST(Tool, OfTwoBotsForOneHandOneIsToldWhoHasIt) {
  ServerProcess server;
  Child first("lead-tool", {"bot", "--server", server.address(), "--name", "first", "--duration", "30"});
  ASSERT_FALSE(first.waitForLine("took left hand").empty()) << first.output();
  Child second("lead-tool", {"bot", "--server", server.address(), "--name", "second", "--duration", "8",
                             "--expect-refused", "1"});
  EXPECT_EQ(second.wait(60.0), 0) << second.output();
  EXPECT_NE(second.output().find("held by first"), std::string::npos) << second.output();
}

TEST(Tool, CtrlCLetsGoLeavesAndPrintsTheSummary) {
  const TempFolder folder;
  ServerProcess server;
  Client anna(server.address(), "anna");
  ASSERT_TRUE(anna.waitConnected());
  const std::string report = (folder.path() / "bot.json").string();
  Child bot("lead-tool", {"bot", "--server", server.address(), "--duration", "60", "--json", report});
  ASSERT_FALSE(bot.waitForLine("took left hand").empty()) << bot.output();
  bot.signal(SIGINT);
  EXPECT_EQ(bot.wait(), 0) << bot.output();
  EXPECT_NE(bot.output().find("released left hand"), std::string::npos) << bot.output();
  EXPECT_TRUE(nlohmann::json::accept(textOf(report)));
  EXPECT_TRUE(waitUntil([&] { return anna.session().room()->participants.size() == 1; }, 5.0));
}

TEST(Tool, WatchWritesWhatItSees) {
  const TempFolder folder;
  ServerProcess server;
  const std::string file = (folder.path() / "watch.jsonl").string();
  Child watch("lead-tool", {"watch", "--server", server.address(), "--seconds", "2", "--jsonl", file});
  EXPECT_EQ(watch.wait(60.0), 0) << watch.output();
  std::istringstream lines(textOf(file));
  std::string line;
  nlohmann::json last;
  int count = 0;
  while (std::getline(lines, line)) {
    last = nlohmann::json::parse(line);
    ++count;
  }
  EXPECT_GT(count, 20);
  EXPECT_EQ(last["position"].size(), 3U);
  EXPECT_EQ(last["holder"]["left"], 0);
  EXPECT_TRUE(last.contains("hands"));
  EXPECT_EQ(last["participants"], 1) << "of the room, though a spectator is in no snapshot";
}

TEST(Tool, FailuresAreOneSentenceAndAnExitCode) {
  ServerProcess server;
  struct Case {
    std::vector<std::string> arguments;
    int exitCode;
    const char* says;
  };
  const Case cases[] = {
      {{"bot", "--server", server.address(), "--room", "attic"}, 1, "no room \"attic\""},
      {{"bot", "--server", "127.0.0.1:9", "--wait", "1"}, 1, "does not answer"},
      {{"bot", "--server", "no address"}, 2, "no server address"},
      {{"bot", "--path", "spiral"}, 2, "no path"},
      {{"bot", "--avatar", "/no/file.vrm"}, 2, "no file"},
      {{"bot", "--server", server.address(), "--lead", "Nobody", "--wait", "1"}, 1, "no avatar \"Nobody\""},
      {{"rooms", "--server", "127.0.0.1:9"}, 1, "does not answer"},
      {{"rooms", "--server", server.address(), "--create", "lobby"}, 1, "already"},
      {{"watch", "--server", server.address(), "--room", "attic"}, 1, "no room"},
      {{"sim", "/no/file.json"}, 2, "can't be read"},
      {{"mannequin", "/no/folder/out.vrm"}, 1, "can't be written"},
      {{"dance"}, 2, "dance"},
      {{}, 2, "subcommand"},
  };
  for (const Case& each : cases) {
    Child tool("lead-tool", each.arguments);
    EXPECT_EQ(tool.wait(60.0), each.exitCode) << tool.output();
    EXPECT_NE(tool.output().find(each.says), std::string::npos) << tool.output();
    EXPECT_NE(tool.output().find("lead-tool: "), std::string::npos) << tool.output();
  }
}

TEST(Tool, ListsRoomsAndWritesTheMannequin) {
  const TempFolder folder;
  ServerProcess server;
  Child make("lead-tool", {"rooms", "--server", server.address(), "--create", "attic"});
  EXPECT_EQ(make.wait(), 0) << make.output();
  Child list("lead-tool", {"rooms", "--server", server.address()});
  EXPECT_EQ(list.wait(), 0);
  EXPECT_NE(list.output().find("attic\t0 participants\t1 avatar\n"), std::string::npos) << list.output();
  const auto file = folder.path() / "out.vrm";
  for (int i = 0; i < 2; ++i) {
    Child mannequin("lead-tool", {"mannequin", file.string()});
    EXPECT_EQ(mannequin.wait(), 0) << mannequin.output();
  }
  EXPECT_EQ(textOf(file).substr(0, 4), "glTF");
}

TEST(Tool, TheBuiltInWalkDrivesAScenario) {
  const TempFolder folder;
  const auto walk = folder.path() / "walk.vrma";
  Child write("lead-tool", {"walk", walk.string(), "--speed", "1.1"});
  ASSERT_EQ(write.wait(), 0) << write.output();
  const auto scenario = folder.path() / "led.json";
  std::ofstream(scenario) << R"({"duration": 2.0,
    "avatars": [{"id": "a", "model": "mannequin", "motion": "walk.vrma"}],
    "events": [{"t": 0.0, "participant": {"id": "p", "head": [0, 1.6, 2]}},
               {"t": 0.0, "hold": {"participant": "p", "avatar": "a", "hand": "left", "target": [0.3, 0.9, 1.8]}}],
    "output": {"every": 60}})";
  Child sim("lead-tool", {"sim", scenario.string()});
  EXPECT_EQ(sim.wait(), 0) << sim.output();
  EXPECT_NE(sim.output().find("\"ticks\":120"), std::string::npos) << sim.output();
  const auto line = nlohmann::json::parse(sim.output().substr(0, sim.output().find('\n')));
  EXPECT_GT(line.at("walkWeight").get<float>(), 0.9F) << "after a second it is on its way";
  EXPECT_GT(line.at("position").at(2).get<float>(), 0.2F);
}

TEST(Tool, ABadScenarioNamesThePlaceAndExitsWithTwo) {
  const TempFolder folder;
  const auto scenario = folder.path() / "bad.json";
  std::ofstream(scenario) << R"({"duration": 2.0, "avatars": [{"id": "a", "motion": "missing.vrma"}]})";
  Child sim("lead-tool", {"sim", scenario.string()});
  EXPECT_EQ(sim.wait(), 2);
  EXPECT_NE(sim.output().find("/avatars/0"), std::string::npos) << sim.output();
}

}  // namespace
}  // namespace lead::e2e
