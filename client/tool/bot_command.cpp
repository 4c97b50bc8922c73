// lead-tool bot: any number of bots in one process.
#include <fmt/format.h>

#include <glm/trigonometric.hpp>
#include <nlohmann/json.hpp>

#include "session/access_options.h"
#include "session/builtin.h"
#include "session/real_time_options.h"
#include "tool/bot_fleet.h"
#include "tool/command.h"
#include "tool/files.h"
#include "tool/interrupt.h"

namespace lead::tool {
namespace {

struct Arguments {
  FleetOptions fleet;
  std::string hand = "left";
  std::string path = "line";
  std::optional<float> towardsDegrees;
  std::string json;
  std::optional<double> expectDistance;
  std::optional<int> expectRefused;
};

/// A sentence for what was expected and didn't happen.
std::string unmet(const Arguments& arguments, const BotFleet& fleet) {
  int refused = 0;
  for (std::size_t i = 0; i < fleet.bots().size(); ++i) {
    const Bot& bot = *fleet.bots()[i];
    if (!bot.failure().empty()) return bot.failure();
    refused += bot.refusedGrabs();
    const bool leads = i < static_cast<std::size_t>(arguments.fleet.leaders);
    if (leads && arguments.expectDistance && bot.distanceLed() < *arguments.expectDistance)
      return fmt::format("Bot {} led only {:.2f} m of the {:.2f} m expected.", i + 1, bot.distanceLed(),
                         *arguments.expectDistance);
  }
  if (arguments.expectRefused && refused < *arguments.expectRefused)
    return fmt::format("{} grabs were refused, but {} expected to be.", refused, *arguments.expectRefused);
  return {};
}

/// What would run, but say nothing.
void refuseWhatMeasuresNothing(const Arguments& arguments) {
  const FleetOptions& fleet = arguments.fleet;
  if (fleet.bot.duration > 0.0 && fleet.settle >= fleet.bot.duration)
    throw CommandError(kBadUsage,
                       fmt::format("--settle {} leaves nothing of --duration {} to measure: give a longer "
                                   "--duration or a shorter --settle.",
                                   fleet.settle, fleet.bot.duration));
  if (fleet.bot.skims && arguments.expectDistance && fleet.leaders > fleet.draw)
    throw CommandError(kBadUsage,
                       fmt::format("--expect-distance needs bots that read what they get: leave out --skim, "
                                   "or have all of them draw with --draw {}.",
                                   fleet.leaders));
}

int runBots(Arguments arguments) {
  const auto path = parsePath(arguments.path);
  if (!path)
    throw CommandError(
        kBadUsage, fmt::format("\"{}\" is no path; write line, circle, figure8, stand or \"x,y,z;x,y,z\".",
                               arguments.path));
  if (arguments.fleet.leaders + arguments.fleet.spectators < 1)
    throw CommandError(kBadUsage, "There must be at least one bot.");
  refuseWhatMeasuresNothing(arguments);
  const auto& avatar = arguments.fleet.bot.session.avatar;
  if (!avatar.empty() && avatar != kMannequinName && !std::filesystem::is_regular_file(avatar))
    throw CommandError(kBadUsage, fmt::format("There is no file {}.", avatar.string()));
  arguments.fleet.bot.path.points = path->points;
  arguments.fleet.bot.path.kind = path->kind;
  if (arguments.hand == "right") arguments.fleet.bot.hands = {Side::right};
  if (arguments.hand == "both") arguments.fleet.bot.hands = {Side::left, Side::right};
  if (arguments.fleet.bot.hands.size() > 1 && arguments.fleet.bot.chain > 1)
    throw CommandError(kBadUsage, "A row needs a free hand: lead with --hand left or right.");
  if (arguments.towardsDegrees) arguments.fleet.bot.towards = glm::radians(*arguments.towardsDegrees);
  arguments.fleet.bot.quiet = arguments.json == "-";

  catchInterrupts();
  raiseFileLimit();
  BotFleet fleet(arguments.fleet);
  fleet.run();
  const std::string report = fleet.report().dump(2) + "\n";
  if (arguments.json == "-")
    fmt::print("{}", report);
  else if (!arguments.json.empty())
    writeFile(arguments.json, report);
  const std::string failure = unmet(arguments, fleet);
  if (interrupted()) return kGood;
  if (!failure.empty()) throw CommandError(kFailed, failure);
  if (!fleet.measured())
    throw CommandError(kFailed, "Nothing was measured: all bots had left before --settle was over.");
  return kGood;
}

}  // namespace

void addBot(CLI::App& app, Command& chosen) {
  auto arguments = std::make_shared<Arguments>();
  Arguments& a = *arguments;
  FleetOptions& f = a.fleet;
  f.bot.session.name = "bot";
  CLI::App* bot = app.add_subcommand("bot", "Join a room and lead an avatar by the hand, or many at once.");
  bot->add_option("--server", f.bot.session.server, "Where the server is")
      ->check(kServerAddress)
      ->capture_default_str();
  addAccessOptions(*bot, f.bot.session.access);
  bot->add_option("--room", f.bot.session.room, "Room to join")->capture_default_str();
  bot->add_option("--name", f.bot.session.name, "Name in the room; several bots are numbered")
      ->capture_default_str();
  bot->add_option("--count", f.leaders, "Bots that lead")->check(CLI::Range(0, 2000))->capture_default_str();
  bot->add_option("--spectators", f.spectators, "Bots that only watch")->check(CLI::Range(0, 2000));
  bot->add_option("--avatar", f.bot.session.avatar, "A .vrm that each bot brings, or \"mannequin\"");
  bot->add_flag("--share-avatar", f.bot.session.shareAvatar,
                "Confirm that others may get the avatar's file although its licence forbids handing it on")
      ->needs("--avatar");
  bot->add_option("--lead", f.bot.lead,
                  "Avatar to lead: first, own, each (bot n the n-th), none, or an avatar's number, its "
                  "model's name or "
                  "its owner's")
      ->capture_default_str();
  bot->add_option("--play", f.bot.play,
                  "A .vrma or glTF file: have that avatar play it again and again, in place of leading it")
      ->check(CLI::ExistingFile);
  bot->add_option("--hand", a.hand, "Hand to take")
      ->check(CLI::IsMember({"left", "right", "both"}))
      ->capture_default_str();
  bot->add_option("--chain", f.bot.chain,
                  "Lead a row of so many avatars: each takes the free hand of the one before")
      ->check(CLI::Range(1, 100))
      ->capture_default_str();
  bot->add_option(
         "--path", a.path,
         "line, circle, figure8, stand (the hand only sways), or points \"x,y,z;x,y,z\" (metres, +Y up)")
      ->capture_default_str();
  bot->add_option("--length", f.bot.path.length, "Of a line, m; then back")
      ->check(CLI::Range(0.1, 500.0))
      ->capture_default_str();
  bot->add_option("--radius", f.bot.path.radius, "Of a circle or an eight, m")
      ->check(CLI::Range(0.1, 100.0))
      ->capture_default_str();
  bot->add_option("--towards", a.towardsDegrees,
                  "Direction of the path, degrees: 0 is +Z, 90 is +X (default: where the avatar faces)");
  bot->add_option("--height", f.bot.height, "Height at which the hand is led, m (default: as it was taken)")
      ->check(CLI::Range(0.0, 3.0));
  bot->add_option("--speed", f.bot.speed, "Along the path, m/s")
      ->check(CLI::Range(0.05, 5.0))
      ->capture_default_str();
  bot->add_option("--duration", f.bot.duration, "Seconds in the room; 0: to the path's end, or until Ctrl-C")
      ->check(CLI::Range(0.0, 1e6))
      ->capture_default_str();
  bot->add_option("--hold-delay", f.bot.holdDelay, "Seconds to wait at the hand before taking it")
      ->check(CLI::Range(0.0, 1e6));
  bot->add_option("--release-at", f.bot.releaseAt, "Let go this many seconds after the take, and leave")
      ->check(CLI::Range(0.0, 1e6));
  bot->add_flag("--again", f.bot.again, "With --release-at: take the hand again, until the duration is over")
      ->needs("--release-at");
  bot->add_option("--wait", f.bot.wait, "Seconds to wait for the server and for the avatar")
      ->check(CLI::Range(0.1, 1e6))
      ->capture_default_str();
  bot->add_option("--ramp", f.ramp, "Seconds over which the bots come, evenly; they leave together")
      ->check(CLI::Range(0.0, 1e5));
  bot->add_option("--settle", f.settle,
                  "Begin to measure so many seconds after the last bot has come; less than --duration")
      ->check(CLI::Range(0.0, 1e5));
  bot->add_option("--draw", f.draw,
                  "So many leaders and spectators draw what they see, as a window does, and measure that")
      ->check(CLI::Range(0, 2000))
      ->capture_default_str();
  bot->add_flag("--skim", f.bot.skims,
                "Once they lead or watch, bots acknowledge snapshots without reading them: for more of them "
                "than this machine could read for; not for those that draw. They don't see how it goes on: "
                "metres led, lost holds and rows stay as they were");
  addRealTimeOptions(*bot, f.bot.session);
  bot->add_option("--seed", f.bot.seed, "Of what is random")->capture_default_str();
  bot->add_option("--json", a.json,
                  "Write what was measured to this file; without one to stdout, and nothing else")
      ->expected(0, 1)
      ->default_str("-");
  bot->add_option("--cache", f.bot.session.cache, "Folder of downloaded models");
  bot->add_option("--expect-distance", a.expectDistance,
                  "Fail unless every bot has led its avatar this far, m; not of bots that --skim");
  bot->add_option("--expect-refused", a.expectRefused, "Fail unless this many grabs were refused");
  bot->callback([&chosen, arguments] { chosen = [arguments] { return runBots(*arguments); }; });
}

}  // namespace lead::tool
