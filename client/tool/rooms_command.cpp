// lead-tool rooms: what rooms a server has.
#include <fmt/format.h>

#include "session/rooms.h"
#include "tool/command.h"

namespace lead::tool {
namespace {

struct Arguments {
  std::string server = "localhost:7400";
  std::string create;
  int mannequins = 1;
  bool withoutAvatar = false;
};

int rooms(const Arguments& arguments) {
  if (!arguments.create.empty()) {
    createRoom(arguments.server, {arguments.create, arguments.withoutAvatar ? 0 : arguments.mannequins});
    fmt::print("made room {}\n", arguments.create);
    return kGood;
  }
  for (const RoomSummary& room : listRooms(arguments.server))
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
  auto* create = sub->add_option("--create", arguments->create, "Make a room of this name");
  auto* mannequins = sub->add_option("--mannequins", arguments->mannequins, "How many it has")
                         ->needs(create)
                         ->check(CLI::Range(1, 16))
                         ->capture_default_str();
  sub->add_flag("--without-avatar", arguments->withoutAvatar, "Without the mannequin that a new room has")
      ->needs(create)
      ->excludes(mannequins);
  sub->callback([&chosen, arguments] { chosen = [arguments] { return rooms(*arguments); }; });
}

}  // namespace lead::tool
