// lead-tool bot: any number of bots in one process.
#include <fmt/format.h>

#include <chrono>
#include <glm/trigonometric.hpp>
#include <nlohmann/json.hpp>
#include <thread>

#include "session/access_options.h"
#include "session/builtin.h"
#include "session/clock.h"
#include "tool/bot.h"
#include "tool/command.h"
#include "tool/files.h"
#include "tool/interrupt.h"

namespace lead::tool {
namespace {

struct Arguments {
  BotOptions bot;
  int count = 1;
  int spectators = 0;
  std::string hand = "left";
  std::string path = "line";
  std::optional<float> towardsDegrees;
  std::string json;
  std::optional<double> expectDistance;
  std::optional<int> expectRefused;
};

std::string numbered(const std::string& name, int number, int count) {
  return count == 1 || name.empty() ? name : fmt::format("{}-{}", name, number + 1);
}

std::vector<std::unique_ptr<Bot>> makeBots(const Arguments& arguments, BotRecorder& recorder) {
  std::vector<std::unique_ptr<Bot>> bots;
  for (int i = 0; i < arguments.count; ++i) {
    BotOptions options = arguments.bot;
    options.number = i;
    options.session.name = numbered(arguments.bot.session.name, i, arguments.count);
    bots.push_back(std::make_unique<Bot>(options, recorder));
  }
  for (int i = 0; i < arguments.spectators; ++i) {
    BotOptions options = arguments.bot;
    options.session.name = numbered(arguments.bot.session.name + "-spectator", i, arguments.spectators);
    options.session.role = Role::spectator;
    options.session.avatar.clear();
    options.session.loadModels = false;
    bots.push_back(std::make_unique<Bot>(options, recorder));
  }
  return bots;
}

bool allFinished(const std::vector<std::unique_ptr<Bot>>& bots) {
  return std::all_of(bots.begin(), bots.end(), [](const auto& bot) { return bot->finished(); });
}

/// Leaders that have come to their end take the spectators, and those who only watch, with them.
void run(std::vector<std::unique_ptr<Bot>>& bots, std::size_t leaders) {
  constexpr auto kStep = std::chrono::microseconds(16'667);
  auto next = std::chrono::steady_clock::now();
  double last = steadySeconds();
  while (!allFinished(bots)) {
    const double now = steadySeconds();
    const bool leadersDone =
        leaders > 0 && std::all_of(bots.begin(), bots.begin() + static_cast<long>(leaders),
                                   [](const auto& bot) { return bot->finished(); });
    for (const auto& bot : bots) {
      if (interrupted() || leadersDone) bot->stop();
      bot->step(now, static_cast<float>(now - last));
    }
    last = now;
    next = std::max(next + kStep, std::chrono::steady_clock::now());
    std::this_thread::sleep_until(next);
  }
}

nlohmann::json vectorOf(const glm::vec3& v) {
  return {v.x, v.y, v.z};
}

/// As one of the sessions saw them last.
nlohmann::json finalAvatars(const Session& session) {
  nlohmann::json all = nlohmann::json::array();
  const SnapshotPtr snapshot = session.newestSnapshot();
  const auto room = session.room();
  if (!snapshot || !room) return all;
  for (const AvatarSnapshot& avatar : snapshot->avatars) {
    const AvatarInfo* info = room->avatar(avatar.id);
    const AvatarState& s = avatar.state;
    const ArmState& left = s.arm(Side::left);
    const ArmState& right = s.arm(Side::right);
    all.push_back({{"id", avatar.id},
                   {"model", info != nullptr ? info->modelName : ""},
                   {"position", vectorOf(s.position)},
                   {"heading", s.heading},
                   {"speed", s.speed()},
                   {"walkWeight", s.walkWeight},
                   {"ik", {{"left", left.ikWeight}, {"right", right.ikWeight}}},
                   {"grip", {{"left", left.gripWeight}, {"right", right.gripWeight}}},
                   {"holder", {{"left", left.holder}, {"right", right.holder}}},
                   {"partner", {{"left", left.partner}, {"right", right.partner}}}});
  }
  return all;
}

nlohmann::json makeReport(const Arguments& arguments, const std::vector<std::unique_ptr<Bot>>& bots,
                          const BotRecorder& recorder) {
  nlohmann::json report = recorder.report();
  report["server"] = arguments.bot.session.server;
  report["room"] = arguments.bot.session.room;
  int refused = 0;
  std::uint64_t reconnects = 0;
  Samples bytes;
  for (const auto& bot : bots) {
    nlohmann::json one = bot->report();
    refused += bot->refusedGrabs();
    reconnects += one["reconnects"].get<std::uint64_t>();
    bytes.add(one["bytesPerSecond"].get<double>());
    report["bots"].push_back(std::move(one));
  }
  report["refusedGrabs"] = refused;
  report["reconnects"] = reconnects;
  report["bytesPerSecond"] = bytes;
  report["avatars"] = finalAvatars(bots.front()->session());
  return report;
}

/// A sentence for what was expected and didn't happen.
std::string unmet(const Arguments& arguments, const std::vector<std::unique_ptr<Bot>>& bots) {
  int refused = 0;
  for (std::size_t i = 0; i < bots.size(); ++i) {
    if (!bots[i]->failure().empty()) return bots[i]->failure();
    refused += bots[i]->refusedGrabs();
    const bool leads = i < static_cast<std::size_t>(arguments.count);
    if (leads && arguments.expectDistance && bots[i]->distanceLed() < *arguments.expectDistance)
      return fmt::format("Bot {} led only {:.2f} m of the {:.2f} m expected.", i + 1, bots[i]->distanceLed(),
                         *arguments.expectDistance);
  }
  if (arguments.expectRefused && refused < *arguments.expectRefused)
    return fmt::format("{} grabs were refused, but {} expected to be.", refused, *arguments.expectRefused);
  return {};
}

int runBots(Arguments arguments) {
  const auto path = parsePath(arguments.path);
  if (!path)
    throw CommandError(
        kBadUsage,
        fmt::format("\"{}\" is no path; write line, circle, figure8 or \"x,y,z;x,y,z\".", arguments.path));
  if (arguments.count + arguments.spectators < 1)
    throw CommandError(kBadUsage, "There must be at least one bot.");
  const auto& avatar = arguments.bot.session.avatar;
  if (!avatar.empty() && avatar != kMannequinName && !std::filesystem::is_regular_file(avatar))
    throw CommandError(kBadUsage, fmt::format("There is no file {}.", avatar.string()));
  arguments.bot.path.points = path->points;
  arguments.bot.path.kind = path->kind;
  if (arguments.hand == "right") arguments.bot.hands = {Side::right};
  if (arguments.hand == "both") arguments.bot.hands = {Side::left, Side::right};
  if (arguments.bot.hands.size() > 1 && arguments.bot.chain > 1)
    throw CommandError(kBadUsage, "A row needs a free hand: lead with --hand left or right.");
  if (arguments.towardsDegrees) arguments.bot.towards = glm::radians(*arguments.towardsDegrees);
  arguments.bot.quiet = arguments.json == "-";

  catchInterrupts();
  BotRecorder recorder;
  auto bots = makeBots(arguments, recorder);
  run(bots, static_cast<std::size_t>(arguments.count));
  const std::string report = makeReport(arguments, bots, recorder).dump(2) + "\n";
  if (arguments.json == "-")
    fmt::print("{}", report);
  else if (!arguments.json.empty())
    writeFile(arguments.json, report);
  const std::string failure = unmet(arguments, bots);
  bots.clear();
  if (interrupted() || failure.empty()) return kGood;
  throw CommandError(kFailed, failure);
}

}  // namespace

void addBot(CLI::App& app, Command& chosen) {
  auto arguments = std::make_shared<Arguments>();
  Arguments& a = *arguments;
  a.bot.session.name = "bot";
  CLI::App* bot = app.add_subcommand("bot", "Join a room and lead an avatar by the hand, or many at once.");
  bot->add_option("--server", a.bot.session.server, "Where the server is")
      ->check(kServerAddress)
      ->capture_default_str();
  addAccessOptions(*bot, a.bot.session.access);
  bot->add_option("--room", a.bot.session.room, "Room to join")->capture_default_str();
  bot->add_option("--name", a.bot.session.name, "Name in the room; several bots are numbered")
      ->capture_default_str();
  bot->add_option("--count", a.count, "Bots that lead")->check(CLI::Range(0, 2000))->capture_default_str();
  bot->add_option("--spectators", a.spectators, "Bots that only watch")->check(CLI::Range(0, 2000));
  bot->add_option("--avatar", a.bot.session.avatar, "A .vrm that each bot brings, or \"mannequin\"");
  bot->add_flag("--share-avatar", a.bot.session.shareAvatar,
                "Confirm that others may get the avatar's file although its licence forbids handing it on")
      ->needs("--avatar");
  bot->add_option("--lead", a.bot.lead,
                  "Avatar to lead: first, own, each (bot n the n-th), none, or an avatar's number, its "
                  "model's name or "
                  "its owner's")
      ->capture_default_str();
  bot->add_option("--play", a.bot.play,
                  "A .vrma or glTF file: have that avatar play it again and again, in place of leading it")
      ->check(CLI::ExistingFile);
  bot->add_option("--hand", a.hand, "Hand to take")
      ->check(CLI::IsMember({"left", "right", "both"}))
      ->capture_default_str();
  bot->add_option("--chain", a.bot.chain,
                  "Lead a row of so many avatars: each takes the free hand of the one before")
      ->check(CLI::Range(1, 100))
      ->capture_default_str();
  bot->add_option("--path", a.path, "line, circle, figure8, or points \"x,y,z;x,y,z\" (metres, +Y up)")
      ->capture_default_str();
  bot->add_option("--length", a.bot.path.length, "Of a line, m; then back")
      ->check(CLI::Range(0.1, 500.0))
      ->capture_default_str();
  bot->add_option("--radius", a.bot.path.radius, "Of a circle or an eight, m")
      ->check(CLI::Range(0.1, 100.0))
      ->capture_default_str();
  bot->add_option("--towards", a.towardsDegrees,
                  "Direction of the path, degrees: 0 is +Z, 90 is +X (default: where the avatar faces)");
  bot->add_option("--height", a.bot.height, "Height at which the hand is led, m (default: as it was taken)")
      ->check(CLI::Range(0.0, 3.0));
  bot->add_option("--speed", a.bot.speed, "Along the path, m/s")
      ->check(CLI::Range(0.05, 5.0))
      ->capture_default_str();
  bot->add_option("--duration", a.bot.duration, "Seconds in the room; 0: to the path's end, or until Ctrl-C")
      ->check(CLI::Range(0.0, 1e6))
      ->capture_default_str();
  bot->add_option("--hold-delay", a.bot.holdDelay, "Seconds to wait at the hand before taking it")
      ->check(CLI::Range(0.0, 1e6));
  bot->add_option("--release-at", a.bot.releaseAt, "Let go this many seconds after the take, and leave")
      ->check(CLI::Range(0.0, 1e6));
  bot->add_option("--wait", a.bot.wait, "Seconds to wait for the server and for the avatar")
      ->check(CLI::Range(0.1, 1e6))
      ->capture_default_str();
  bot->add_option("--seed", a.bot.seed, "Of what is random")->capture_default_str();
  bot->add_option("--json", a.json,
                  "Write what was measured to this file; without one to stdout, and nothing else")
      ->expected(0, 1)
      ->default_str("-");
  bot->add_option("--cache", a.bot.session.cache, "Folder of downloaded models");
  bot->add_option("--expect-distance", a.expectDistance,
                  "Fail unless every bot has led its avatar this far, m");
  bot->add_option("--expect-refused", a.expectRefused, "Fail unless this many grabs were refused");
  bot->callback([&chosen, arguments] { chosen = [arguments] { return runBots(*arguments); }; });
}

}  // namespace lead::tool
