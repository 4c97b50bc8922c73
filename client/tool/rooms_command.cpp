// lead-tool rooms: what rooms a server has.
#include <fmt/format.h>

#include "scenario/space_json.h"
#include "session/access_options.h"
#include "session/rooms.h"
#include "tool/command.h"
#include "vrm/load.h"

namespace lead::tool {
namespace {

constexpr std::size_t kMostSpaceBytes = 1'000'000;

struct Arguments {
  std::string server = "localhost:7400";
  Access access;
  std::string create;
  int mannequins = 1;
  std::string space;
  bool withoutAvatar = false;
};

Space readSpace(const std::string& file) {
  if (file.empty()) return {};
  try {
    const auto bytes = readModelFile(file, kMostSpaceBytes);
    return parseSpace({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
  } catch (const std::exception& error) {  // ModelError or ScenarioError
    throw CommandError(kBadUsage, fmt::format("The space {} can't be used: {}", file, error.what()));
  }
}

int rooms(const Arguments& arguments) {
  if (!arguments.create.empty()) {
    createRoom(
        arguments.server,
        {arguments.create, arguments.withoutAvatar ? 0 : arguments.mannequins, readSpace(arguments.space)},
        arguments.access);
    fmt::print("made room {}\n", arguments.create);
    return kGood;
  }
  for (const RoomSummary& room : listRooms(arguments.server, arguments.access))
    fmt::print("{}\t{} participant{}\t{} avatar{}\n", room.name, room.participants,
               room.participants == 1 ? "" : "s", room.avatars, room.avatars == 1 ? "" : "s");
  return kGood;
}

}  // namespace

void addRooms(CLI::App& app, Command& chosen) {
  auto arguments = std::make_shared<Arguments>();
  CLI::App* sub = app.add_subcommand("rooms", "List a server's rooms, or make one.");
  sub->add_option("--server", arguments->server, "Where the server is")
      ->check(kServerAddress)
      ->capture_default_str();
  addAccessOptions(*sub, arguments->access);
  auto* create = sub->add_option("--create", arguments->create, "Make a room of this name");
  auto* mannequins = sub->add_option("--mannequins", arguments->mannequins, "How many it has")
                         ->needs(create)
                         ->check(CLI::Range(1, 16))
                         ->capture_default_str();
  sub->add_option("--space", arguments->space,
                  "JSON file with its bounds and obstacles, as docs/scenario.md has them")
      ->needs(create);
  sub->add_flag("--without-avatar", arguments->withoutAvatar, "Without the mannequin that a new room has")
      ->needs(create)
      ->excludes(mannequins);
  sub->callback([&chosen, arguments] { chosen = [arguments] { return rooms(*arguments); }; });
}

}  // namespace lead::tool
